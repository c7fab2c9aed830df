import { both, roundEnds } from '#built-in/gifs/body.ts'
import type { Colours } from '#built-in/gifs/colours.ts'
import type { Expression } from '#built-in/gifs/scripts.ts'
import { since, swing, type Time } from '#built-in/gifs/timing.ts'
import { circle, fixed, line, path, polar, segments, star, turned } from '#built-in/artwork/shapes.ts'

interface Face {
  /** One eye around 0 0; `side` is -1 for the left one. */
  eye: (colours: Colours, time: Time, side: 1 | -1) => string
  /** The mouth around 0 0. */
  mouth: (colours: Colours, time: Time) => string
  blush?: boolean
  /** Tears and the like, around the middle between the eyes. */
  more?: (colours: Colours, time: Time) => string
}

type Eye = Face['eye']
type Mouth = Face['mouth']

const dot: Eye = ({ ink, white }) => circle(0, 0, 6, ink) + circle(2, -2, 2, white)
const happy: Eye = ({ ink }) => line('M-7 3Q0 -9 7 3', ink, 4.5, roundEnds)
const shut: Eye = ({ ink }) => line('M-7 -2Q0 6 7 -2', ink, 4.5, roundEnds)
const squeezed: Eye = ({ ink }, _, side) =>
  line(`M${side * 6} -6L${side * -5} 0L${side * 6} 6`, ink, 4.5, roundEnds)
const worried = (inner: string, colours: Colours, side: 1 | -1) =>
  inner + line(`M${side * 9} -11L${side * -4} -16`, colours.ink, 3.5, roundEnds)
const lidded: Eye = ({ ink, white, shade }, time) => {
  const look = 2.5 * swing(time)
  return (
    circle(0, 0, 8, white) +
    circle(look, 2, 4.5, ink) +
    path('M-9 0A9 9 0 0 1 9 0Z', shade) +
    line('M-9 0H9', ink, 3, roundEnds)
  )
}
const wide =
  (radius: number): Eye =>
  ({ ink, white }, time) =>
    circle(0, 0, radius, white) + circle(0.8 * swing(time, 2), 0, radius * 0.36, ink)
const glassy: Eye = ({ ink, white }, time) => {
  const quiver = 0.8 * swing(time, 2)
  return circle(0, 0, 10, ink) + circle(3, -3 + quiver, 3.6, white) + circle(-3.5, 3.5 - quiver, 2.2, white)
}
const hearts: Eye = ({ blush }, time) => {
  const beat = 1 + 0.14 * swing(time, 2)
  const shape = 'M0 9C-6 4 -10 0 -10 -4C-10 -9 -3 -10 0 -5C3 -10 10 -9 10 -4C10 0 6 4 0 9Z'
  return `<g transform="scale(${beat.toFixed(3)})">${path(shape, blush)}</g>`
}
const stars: Eye = ({ ink, white }, time) =>
  circle(0, 0, 10.5, ink) + path(star([0, 0], 9, 4, 5, -90 + 18 * swing(time)), white)
const spiral: Eye = ({ ink, white }, time, side) => {
  const points = Array.from({ length: 22 }, (_, step) =>
    polar(0, 0, 0.6 + step * 0.42, step * 36 + side * time * 360),
  )
  return circle(0, 0, 11.5, white) + line(segments(points), ink, 2.6, roundEnds)
}
const shades: Eye = ({ ink, white, accent }, time, side) => {
  const glint = -6 + 12 * since(time, 0.2)
  return (
    path('M-13 -8H13V-2C13 6 8 10 0 10C-8 10 -13 6 -13 -2Z', ink) +
    line(`M${side * -13} -5H${side * -18}`, ink, 4, roundEnds) +
    line(
      `M${fixed(glint - 2)} 3L${fixed(glint + 3)} -4`,
      time > 0.3 && time < 0.8 ? white : accent,
      2.5,
      roundEnds,
    )
  )
}

const frowning: Mouth = ({ ink }, time) =>
  line(`M-11 ${fixed(6 + swing(time))}Q0 -7 11 ${fixed(6 - swing(time))}`, ink, 4.5, roundEnds)
const quivering: Mouth = ({ ink }, time) => {
  const up = 2 * swing(time, 2)
  return line(`M-11 2Q-6 ${fixed(-4 + up)} 0 2T11 2`, ink, 4.5, roundEnds)
}
const smirking: Mouth = ({ ink }, time) =>
  line(`M-11 3Q2 7 12 ${fixed(-5 + swing(time))}`, ink, 4.5, roundEnds)
const tiny: Mouth = ({ ink }, time) =>
  `<ellipse cx="0" cy="2" rx="4.5" ry="${fixed(5.5 + swing(time))}" fill="${ink}"/>`
/** Open, with a tongue; teeth fill the upper edge. `wideness` is half its width. */
const open =
  (wideness: number, depth: number, { teeth = false, moves = 1 } = {}): Mouth =>
  ({ ink, blush, white }, time) => {
    const d = depth + 3 * swing(time, moves)
    const w = wideness
    const upper = teeth
      ? path(`M${fixed(2.5 - w)} -5H${fixed(w - 2.5)}L${fixed(w - 5)} 1H${fixed(5 - w)}Z`, white)
      : ''
    return (
      path(
        `M${-w} -7Q0 -4 ${w} -7C${w} ${fixed(d)} ${fixed(w * 0.5)} ${fixed(d + 4)} 0 ${fixed(d + 4)}C${fixed(-w * 0.5)} ${fixed(d + 4)} ${-w} ${fixed(d)} ${-w} -7Z`,
        ink,
      ) +
      upper +
      `<ellipse cx="0" cy="${fixed(d - 1)}" rx="${fixed(w * 0.5)}" ry="4.5" fill="${blush}"/>`
    )
  }
const wailing: Mouth = ({ ink, blush }, time) => {
  const h = 10 + 2.5 * swing(time, 2)
  return (
    path(`M-15 ${fixed(h)}C-16 -14 16 -14 15 ${fixed(h)}Q0 ${fixed(h - 7)} -15 ${fixed(h)}Z`, ink) +
    `<ellipse cx="0" cy="${fixed(h - 5)}" rx="7" ry="3.5" fill="${blush}"/>`
  )
}
const gaping: Mouth = ({ ink, blush }, time) => {
  const h = 13 + 2 * swing(time)
  return (
    `<ellipse cx="0" cy="5" rx="10" ry="${fixed(h)}" fill="${ink}"/>` +
    `<ellipse cx="0" cy="${fixed(5 + h * 0.6)}" rx="6" ry="3.5" fill="${blush}"/>`
  )
}
const gritted: Mouth = ({ ink, white }, time) => {
  const d = 7 + 2 * swing(time, 2)
  return (
    path(`M-18 -7Q0 -3 18 -7Q17 ${fixed(d + 5)} 0 ${fixed(d + 5)}Q-17 ${fixed(d + 5)} -18 -7Z`, ink) +
    path(
      `M-14.5 -3.5Q0 0 14.5 -3.5Q13.5 ${fixed(d + 1)} 0 ${fixed(d + 1.5)}Q-13.5 ${fixed(d + 1)} -14.5 -3.5Z`,
      white,
    ) +
    line(`M-7 -2V${fixed(d)}M0 -1V${fixed(d + 1)}M7 -2V${fixed(d)}`, ink, 1.6)
  )
}
const licking: Mouth = (colours, time) => {
  const out = 13 + 3 * swing(time, 2)
  return (
    turned(
      `<rect x="-6" y="0" width="12" height="${fixed(out)}" rx="6" fill="${colours.blush}"/>`,
      10 * swing(time),
      0,
      0,
    ) + line('M-13 -3Q0 7 13 -3', colours.ink, 4.5, roundEnds)
  )
}

const tear = (x: number, y: number, size: number, fill: string) =>
  path(
    `M${fixed(x)} ${fixed(y - size * 1.5)}C${fixed(x + size * 0.4)} ${fixed(y - size * 0.6)} ${fixed(x + size)} ${fixed(y - size * 0.3)} ${fixed(x + size)} ${fixed(y + size * 0.3)}A${fixed(size)} ${fixed(size)} 0 0 1 ${fixed(x - size)} ${fixed(y + size * 0.3)}C${fixed(x - size)} ${fixed(y - size * 0.3)} ${fixed(x - size * 0.4)} ${fixed(y - size * 0.6)} ${fixed(x)} ${fixed(y - size * 1.5)}Z`,
    fill,
  )
/** Down both cheeks, one after the other. */
const rolling: Face['more'] = ({ tear: fill }, time) =>
  both((side) => {
    const way = since(time, side === 1 ? 0.5 : 0)
    return tear(side * (19 + way * 3), 8 + way * 30, 2.5 + 3 * Math.sin(Math.PI * way), fill)
  })
const single: Face['more'] = ({ tear: fill }, time) =>
  tear(19 + time * 2, 9 + time * 28, 2 + 3.2 * Math.sin(Math.PI * time), fill)
/** In arcs to both sides, as from a spring. */
const spouting: Face['more'] = ({ tear: fill }, time) =>
  both((side) =>
    [0, 0.33, 0.67]
      .map((phase) => {
        const way = since(time, phase)
        return tear(
          side * (22 + way * 34),
          -4 - 62 * way * (0.72 - way),
          2.2 + 2.6 * Math.sin(Math.PI * way),
          fill,
        )
      })
      .join(''),
  )
const drip: Face['more'] = ({ tear: fill }, time) => tear(33, -18 + 5 * swing(time), 5, fill)
const snores: Face['more'] = ({ white }, time) =>
  [0, 0.5]
    .map((phase) => {
      const way = since(time, phase)
      const size = 3 + 5 * Math.sin(Math.PI * way)
      const [x, y] = [34 + 16 * way + 3 * swing(way), -16 - 34 * way]
      return line(
        `M${fixed(x - size)} ${fixed(y - size)}H${fixed(x + size)}L${fixed(x - size)} ${fixed(y + size)}H${fixed(x + size)}`,
        white,
        3,
        roundEnds,
      )
    })
    .join('')

const faces: Readonly<Record<Expression, Face>> = {
  grin: { eye: dot, mouth: open(16, 9, { teeth: true }), blush: true },
  beam: { eye: happy, mouth: open(14, 9), blush: true },
  wink: {
    eye: (colours, time, side) => (side === 1 ? happy : dot)(colours, time, side),
    mouth: open(12, 7, { teeth: true }),
    blush: true,
  },
  cool: { eye: shades, mouth: smirking },
  adore: { eye: hearts, mouth: open(13, 8), blush: true },
  starry: { eye: stars, mouth: open(14, 9, { teeth: true }) },
  smirk: { eye: lidded, mouth: smirking },
  sleepy: { eye: shut, mouth: tiny, blush: true, more: snores },
  plead: {
    eye: (colours, time, side) => worried(glassy(colours, time, side), colours, side),
    mouth: quivering,
    blush: true,
  },
  weep: {
    eye: (colours, time, side) => worried(shut(colours, time, side), colours, side),
    mouth: quivering,
    more: rolling,
  },
  wail: { eye: squeezed, mouth: wailing, more: spouting },
  frown: {
    eye: (colours, time, side) => worried(dot(colours, time, side), colours, side),
    mouth: frowning,
    more: single,
  },
  glum: { eye: lidded, mouth: frowning, more: drip },
  cheer: { eye: happy, mouth: open(17, 12, { teeth: true }), blush: true },
  tongue: {
    eye: (colours, time, side) => (side === 1 ? squeezed : happy)(colours, time, side),
    mouth: licking,
    blush: true,
  },
  laugh: { eye: squeezed, mouth: open(18, 13, { teeth: true, moves: 2 }), blush: true, more: spouting },
  giggle: {
    eye: happy,
    mouth: open(10, 6, { moves: 2 }),
    blush: true,
  },
  cackle: { eye: happy, mouth: gritted, more: rolling },
  gape: { eye: wide(11), mouth: gaping },
  dizzy: { eye: spiral, mouth: quivering },
  stunned: {
    eye: (colours, time, side) => wide(side === 1 ? 12 : 9)(colours, time, side),
    mouth: tiny,
    more: drip,
  },
}

/** The face around 0 0; `eyes` is where the right eye is when not at the usual place. */
export function faceOf(
  expression: Expression,
  colours: Colours,
  time: Time,
  eyes: readonly [number, number] = [17, -8],
): string {
  const { eye, mouth, blush, more } = faces[expression]
  const [x, y] = eyes
  const cheeks = blush
    ? both((side) => `<ellipse cx="${side * 27}" cy="8" rx="6.5" ry="4" fill="${colours.blush}"/>`)
    : ''
  return (
    cheeks +
    both(
      (side) => `<g transform="translate(${fixed(side * x)} ${fixed(y)})">${eye(colours, time, side)}</g>`,
    ) +
    `<g transform="translate(0 13)">${mouth(colours, time)}</g>` +
    (more?.(colours, time) ?? '')
  )
}
