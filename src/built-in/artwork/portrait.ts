import { titleFont } from '#built-in/artwork/fonts.ts'
import { toneHues } from '#built-in/artwork/palette.ts'
import {
  background,
  createCanvas,
  documentOf,
  escapeText,
  innerEdge,
  posterSize,
  vignette,
  type ArtPerson,
  type Motif,
  type Stage,
} from '#built-in/artwork/picture.ts'
import { createRandom, seedOf } from '#built-in/seeded-random.ts'
import {
  circle,
  fixed,
  halfDisc,
  line,
  path,
  polar,
  polygon,
  rect,
  ring,
  ringSlice,
  segments,
  type Point,
} from '#built-in/artwork/shapes.ts'
import { printable } from '#built-in/artwork/title.ts'

/**
 * The portrait of a person, 1000 × 1500 user units: a spotlight, initials and one sign of the cinema. No faces,
 * so that nothing about anyone is invented.
 */
export function portraitSvg(person: ArtPerson, variant: number): string {
  const random = createRandom(seedOf('palette', person.id, variant))
  const hue = random.range(0, 360)
  const palette = toneHues(hue, hue + random.sign() * random.range(35, 90), 0.85)
  const canvas = createCanvas(posterSize, palette, seedOf('profile', person.id, variant))
  const { width, height, paint } = canvas
  const stage: Stage = { ...canvas, unit: 1000, x: 500, y: 690, floor: height }
  const ground = background(canvas)
  const sign = signs[(seedOf('person', person.id, 0) + variant) % signs.length] ?? signs[0]
  const letters = initialsOf(person.name)
  const size = Math.min(400, 400 / Math.max(0.5, titleFont.width(letters) / 1.45))
  const floor = paint.linear(
    [0, height * 0.6],
    [0, height],
    [
      [0, palette.ink, 0],
      [1, palette.ink, 0.75],
    ],
  )
  const text = `<text x="500" y="${fixed(stage.y + size * 0.35)}" font-family="Alexandria" font-weight="800" font-size="${fixed(size)}" letter-spacing="${fixed(/\p{Script=Arabic}/u.test(letters) ? 0 : size * -0.02)}" fill="#ffffff" text-anchor="middle">${escapeText(letters)}</text>`
  return documentOf(
    canvas,
    ground +
      spotlight(stage) +
      sign(stage) +
      vignette(canvas, 0.5) +
      rect([0, 0, width, height], floor) +
      text +
      innerEdge(canvas),
  )
}

/** The first letters of the first and last name; without the Arabic article, kept apart. */
export function initialsOf(name: string): string {
  const words = printable(name, titleFont)
    .split(' ')
    .map((word) => word.replace(/^(ال|[Aa]l-)(?=\p{L}{2})/u, '').replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter((word) => word !== '')
  const first = words[0]
  const last = words.length > 1 ? words.at(-1) : undefined
  const letters = [first, last].flatMap((word) => (word === undefined ? [] : Array.from(word).slice(0, 1)))
  return letters.some((letter) => /\p{Script=Arabic}/u.test(letter))
    ? letters.join('\u00a0')
    : printable(letters.join('').toUpperCase(), titleFont)
}

function spotlight({ x, y, unit, palette, paint, random }: Stage): string {
  const lean = random.range(-0.16, 0.16) * unit
  const beam = paint.linear(
    [x + lean, 0],
    [x, y + unit * 0.6],
    [
      [0, palette.pop, 0.42],
      [1, palette.hi, 0],
    ],
  )
  return (
    paint.glow([x, y], unit * 0.72, palette.hi, 0.6) +
    polygon(
      [
        [x + lean - unit * 0.05, 0],
        [x + lean + unit * 0.05, 0],
        [x + unit * 0.52, y + unit * 0.62],
        [x - unit * 0.52, y + unit * 0.62],
      ],
      beam,
    )
  )
}

/** Blades of a lens. */
function aperture({ x, y, unit, palette, paint, random }: Stage): string {
  const radius = unit * 0.4
  const start = random.range(0, 60)
  const blades = Array.from({ length: 7 }, (_, index) => {
    const angle = start + (index * 360) / 7
    const edge = polar(x, y, radius * 0.66, angle)
    return line(segments([edge, polar(x, y, radius * 1.02, angle + 62)]), [palette.pop, 0.5], 4)
  })
  const disc = paint.radial([x, y], radius, [
    [0, palette.ramp[1]],
    [1, palette.ramp[3]],
  ])
  return (
    circle(x, y, radius, disc) +
    blades.join('') +
    ring(x, y, radius, [palette.pop, 0.7], 7) +
    ring(x, y, radius * 1.12, [palette.hi, 0.45], 3)
  )
}

/** A film reel. */
function reel({ x, y, unit, palette, random }: Stage): string {
  const radius = unit * 0.42
  const start = random.range(0, 72)
  const holes = Array.from({ length: 5 }, (_, index) => {
    const [px, py] = polar(x, y, radius * 0.76, start + index * 72)
    return circle(px, py, radius * 0.155, [palette.ink, 0.55])
  })
  return (
    circle(x, y, radius, [palette.ramp[1], 0.95]) +
    circle(x, y, radius * 0.94, [palette.ramp[2], 0.9]) +
    holes.join('') +
    ring(x, y, radius, [palette.pop, 0.7], 6)
  )
}

/** The circling hand of a countdown. */
function countdown({ x, y, unit, width, height, palette, random }: Stage): string {
  const radius = unit * 0.39
  const sweep = random.range(0, 360)
  return (
    path(ringSlice([x, y], 1, unit * 1.2, sweep, sweep + random.range(60, 150)), [palette.ramp[0], 0.5]) +
    rect([0, y - 2, width, 4], [palette.pop, 0.35]) +
    rect([x - 2, 0, 4, height], [palette.pop, 0.35]) +
    circle(x, y, radius * 0.86, [palette.ramp[3], 0.75]) +
    ring(x, y, radius, [palette.pop, 0.75], 6) +
    ring(x, y, radius * 0.86, [palette.pop, 0.5], 4)
  )
}

/** The corners of a viewfinder. */
function viewfinder({ x, y, unit, palette }: Stage): string {
  const [w, h, arm] = [unit * 0.4, unit * 0.46, unit * 0.12]
  const corners: (readonly [number, number])[] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
  const marks = corners.map(([sx, sy]) => {
    const [cx, cy] = [x + sx * w, y + sy * h]
    return line(
      segments([
        [cx, cy - sy * arm],
        [cx, cy],
        [cx - sx * arm, cy],
      ]),
      palette.pop,
      9,
      'stroke-linecap="round" stroke-linejoin="round"',
    )
  })
  return (
    circle(x, y, unit * 0.34, [palette.ramp[1], 0.75]) +
    marks.join('') +
    circle(x + w - unit * 0.06, y - h + unit * 0.06, unit * 0.017, palette.hi)
  )
}

/** A strip of film leaning through the light. */
function strip({ x, y, unit, palette, random }: Stage): string {
  const wide = unit * 0.34
  const holes: string[] = []
  for (let at = -12; at <= 12; at++) {
    for (const side of [-1, 1]) {
      holes.push(
        rect(
          [
            x + side * wide * 1.13 - unit * 0.025,
            y + at * unit * 0.085 - unit * 0.02,
            unit * 0.05,
            unit * 0.04,
          ],
          [palette.pop, 0.7],
          8,
        ),
      )
    }
  }
  const frames = [-2, -1, 0, 1, 2].map((index) =>
    rect(
      [x - wide * 0.94, y - unit * 0.29 + index * unit * 0.62, wide * 1.88, unit * 0.58],
      [palette.ramp[index === 0 ? 1 : 2], 0.95],
      16,
    ),
  )
  return `<g transform="rotate(${fixed(random.sign() * random.range(8, 16))} ${x} ${y})">${rect([x - wide * 1.3, y - unit * 1.3, wide * 2.6, unit * 2.6], [palette.ink, 0.6])}${frames.join('')}${holes.join('')}</g>`
}

/** The striped arm of a clapperboard over its slate. */
function clapper({ x, y, unit, palette, paint }: Stage): string {
  const [left, wide] = [x - unit * 0.36, unit * 0.72]
  const stripes = (top: number) => {
    const box: Point[] = [
      [left, top],
      [left + wide, top],
      [left + wide, top + unit * 0.1],
      [left, top + unit * 0.1],
    ]
    const bars = Array.from({ length: 7 }, (_, index) => {
      const at = left + (index - 0.5) * unit * 0.125
      return polygon(
        [
          [at, top + unit * 0.1],
          [at + unit * 0.06, top],
          [at + unit * 0.12, top],
          [at + unit * 0.06, top + unit * 0.1],
        ],
        palette.pop,
      )
    })
    return paint.clip(`${segments(box)}Z`, polygon(box, palette.lo) + bars.join(''))
  }
  const slate = rect([left, y - unit * 0.24, wide, unit * 0.56], [palette.ramp[2], 0.95], 14)
  return (
    slate +
    stripes(y - unit * 0.3) +
    `<g transform="rotate(-11 ${fixed(left)} ${fixed(y - unit * 0.31)})">${stripes(y - unit * 0.42)}</g>`
  )
}

/** A sun of half discs, as of a curtain rising. */
function stageLights({ x, y, unit, palette, random }: Stage): string {
  const shells = palette.ramp
    .toReversed()
    .map((tone, index) => circle(x, y, unit * (0.5 - index * 0.035), [tone, 0.9]))
  const lamps = Array.from({ length: 24 }, (_, index) => {
    const [px, py] = polar(x, y, unit * 0.43, index * 15)
    return circle(px, py, unit * 0.011, [palette.pop, 0.95])
  })
  return (
    shells.join('') +
    path(halfDisc(x, y, unit * 0.36, random.pick([0, 45, 135, 180])), [palette.ramp[2], 0.7]) +
    lamps.join('')
  )
}

const signs: Motif = [aperture, countdown, reel, viewfinder, strip, clapper, stageLights]
