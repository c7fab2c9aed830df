import {
  circle,
  halfChord,
  line,
  orbit,
  path,
  polar,
  rect,
  segments,
  star,
  type Point,
} from '#built-in/artwork/shapes.ts'
import type { Composition, Motif, Stage } from '#built-in/artwork/picture.ts'

function stars({ y, unit, width, palette, random }: Stage, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const place: Point = [random.range(0, width), y + unit * random.range(-0.6, 0.6)]
    if (index % 13 === 0) return path(star(place, unit * 0.018, unit * 0.004, 4, 0), palette.pop)
    return circle(...place, unit * random.range(0.0015, 0.0045), [
      palette.pop,
      Math.round(random.range(0.3, 1) * 100) / 100,
    ])
  }).join('')
}

function planet({ palette, paint }: Stage, centre: Point, radius: number, light: number): string {
  const face = paint.radial(polar(...centre, radius * 0.5, light), radius * 1.55, [
    [0, palette.pop],
    [0.32, palette.hi],
    [0.72, palette.ramp[2]],
    [1, palette.ink],
  ])
  return circle(...centre, radius, face)
}

/** A world, its paths and its moons. */
const system: Composition = (stage) => {
  const { x, y, unit, palette, paint, random } = stage
  const radius = unit * random.range(0.13, 0.19)
  const tilt = random.range(-32, 32)
  const paths = Array.from({ length: 5 }, (_, index) => {
    const wide = radius * (1.55 + index * 0.52)
    const tall = wide * 0.38
    const angle = (random.range(0, 360) * Math.PI) / 180
    const turn = (tilt * Math.PI) / 180
    const [ex, ey] = [wide * Math.cos(angle), tall * Math.sin(angle)]
    const moon: Point = [
      x + ex * Math.cos(turn) - ey * Math.sin(turn),
      y + ex * Math.sin(turn) + ey * Math.cos(turn),
    ]
    return (
      orbit([x, y], [wide, tall], tilt, [palette.hi, 0.75 - index * 0.11], 3) +
      circle(...moon, unit * random.range(0.012, 0.03), index % 2 === 0 ? palette.pop : palette.alt)
    )
  })
  return (
    stars(stage, 60) +
    paint.glow([x, y], unit * 0.8, palette.alt, 0.6) +
    paths.join('') +
    planet(stage, [x, y], radius, random.range(200, 320))
  )
}

/** A giant with a ring, half out of the picture. */
const giant: Composition = (stage) => {
  const { x, y, unit, palette, paint, random } = stage
  const side = random.sign()
  const centre: Point = [x + side * unit * random.range(0.02, 0.16), y]
  const radius = unit * random.range(0.28, 0.33)
  const tilt = -side * random.range(14, 30)
  const hoop = (sweep: 0 | 1) =>
    [1.5, 1.66, 1.86]
      .map((size, index) => {
        const [rx, ry] = [radius * size, radius * size * 0.26]
        return line(
          `M${(centre[0] - rx).toFixed(1)} ${centre[1].toFixed(1)}A${rx.toFixed(1)} ${ry.toFixed(1)} 0 0 ${sweep} ${(centre[0] + rx).toFixed(1)} ${centre[1].toFixed(1)}`,
          [index === 1 ? palette.pop : palette.hi, index === 2 ? 0.5 : 0.95],
          unit * ([0.018, 0.03, 0.012][index] ?? 0.02),
        )
      })
      .join('')
  const turn = `rotate(${tilt.toFixed(1)} ${centre[0].toFixed(1)} ${centre[1].toFixed(1)})`
  return (
    stars(stage, 70) +
    paint.glow(centre, unit * 0.85, palette.alt, 0.55) +
    `<g transform="${turn}">${hoop(1)}</g>` +
    planet(stage, centre, radius, side > 0 ? 215 : 320) +
    `<g transform="${turn}">${hoop(0)}</g>` +
    circle(x - side * unit * 0.36, y - unit * 0.42, unit * 0.04, palette.pop)
  )
}

/** A lattice running to a striped sun. */
const horizon: Composition = (stage) => {
  const { x, y, unit, width, height, palette, paint, random } = stage
  const edge = y + unit * 0.12
  const sunX = x + unit * random.range(-0.08, 0.08)
  const radius = unit * random.range(0.28, 0.33)
  const body = paint.linear(
    [0, edge - radius * 1.5],
    [0, edge],
    [
      [0, palette.pop],
      [1, palette.hi],
    ],
  )
  const cuts = Array.from({ length: 6 }, (_, index) => {
    const top = edge - radius * (0.72 - index * 0.125)
    const thick = radius * (0.018 + index * 0.012)
    const half = halfChord(radius, top + thick * 0.1 - (edge - radius * 0.5))
    return rect([sunX - half, top, half * 2, thick], palette.lo)
  })
  const floor = paint.linear(
    [0, edge],
    [0, Math.min(height, edge + unit * 0.6)],
    [
      [0, palette.ramp[3]],
      [1, palette.ink],
    ],
  )
  const rails = Array.from({ length: 25 }, (_, index) =>
    line(
      segments([
        [sunX + (index - 12) * unit * 0.05, edge],
        [sunX + (index - 12) * unit * 0.42, edge + unit * 0.75],
      ]),
      [palette.hi, 0.75],
      3,
    ),
  )
  const rungs = Array.from({ length: 9 }, (_, index) => {
    const at = edge + unit * 0.012 * (index + 1) ** 1.75
    return line(
      segments([
        [0, at],
        [width, at],
      ]),
      [palette.hi, 0.75],
      2 + index * 0.3,
    )
  })
  return (
    stars(stage, 60) +
    paint.glow([sunX, edge - radius * 0.5], unit * 0.85, palette.alt, 0.75) +
    circle(sunX, edge - radius * 0.5, radius, body) +
    cuts.join('') +
    rect([0, edge, width, height - edge], floor) +
    rails.join('') +
    rungs.join('') +
    rect([0, edge - 3, width, 6], palette.pop)
  )
}

/** The streaks of a leap. */
const leap: Composition = (stage) => {
  const { x, y, unit, width, height, palette, paint, random } = stage
  const centre: Point = [x + unit * random.range(-0.14, 0.14), y + unit * random.range(-0.08, 0.08)]
  const reach = Math.hypot(width, height) * 0.6
  const streaks = Array.from({ length: 64 }, (_, index) => {
    const angle = index * 5.625 + random.range(-2, 2)
    const from = unit * random.range(0.16, 0.42)
    const to = from + (reach - from) * random.range(0.12, 0.75)
    const tone = [palette.pop, palette.hi, palette.alt, palette.ramp[0]][index % 4] ?? palette.hi
    return line(
      segments([polar(...centre, from, angle), polar(...centre, to, angle)]),
      [tone, Math.round(random.range(0.45, 1) * 100) / 100],
      unit * random.range(0.003, 0.011),
      'stroke-linecap="round"',
    )
  })
  return (
    paint.glow(centre, unit * 0.9, palette.alt, 0.7) +
    streaks.join('') +
    paint.glow(centre, unit * 0.3, palette.pop, 0.5) +
    circle(...centre, unit * 0.1, palette.ink) +
    `<circle cx="${centre[0].toFixed(1)}" cy="${centre[1].toFixed(1)}" r="${(unit * 0.1).toFixed(1)}" fill="none" stroke="${palette.pop}" stroke-width="${(unit * 0.008).toFixed(1)}"/>`
  )
}

/** A visitor above a small town of light. */
const monolith: Composition = (stage) => {
  const { x, y, unit, width, height, palette, paint, random } = stage
  const wide = unit * random.range(0.13, 0.18)
  const top = y - unit * 0.36
  const ground = y + unit * 0.34
  const disc = unit * 0.27
  const face = paint.linear(
    [x - wide / 2, 0],
    [x + wide / 2, 0],
    [
      [0, palette.ramp[3]],
      [0.5, palette.ink],
      [1, palette.ink],
    ],
  )
  const land = paint.linear(
    [0, ground],
    [0, Math.min(height, ground + unit * 0.4)],
    [
      [0, palette.ramp[2]],
      [1, palette.ink],
    ],
  )
  return (
    stars(stage, 56) +
    paint.glow([x, y - unit * 0.12], unit * 0.8, palette.hi, 0.7) +
    circle(x + unit * random.range(-0.1, 0.1), y - unit * 0.16, disc, palette.pop) +
    path(`M0 ${ground}Q${x} ${ground - unit * 0.12} ${width} ${ground}V${height}H0Z`, land) +
    rect([x - wide / 2, top, wide, ground - top + unit * 0.06], face) +
    rect([x - wide / 2, top, unit * 0.008, ground - top + unit * 0.06], palette.pop)
  )
}

export const orbits: Motif = [system, giant, horizon, leap, monolith]
