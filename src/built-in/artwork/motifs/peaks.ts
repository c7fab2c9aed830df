import {
  circle,
  line,
  path,
  polar,
  polygon,
  rect,
  segments,
  smoothLine,
  type Point,
} from '#built-in/artwork/shapes.ts'
import type { Composition, Motif, Stage } from '#built-in/artwork/picture.ts'

function sky({ x, y, unit, width, palette, paint, random }: Stage, count: number): string {
  const stars = Array.from({ length: count }, () =>
    circle(random.range(0, width), y + unit * random.range(-0.58, 0), unit * random.range(0.0015, 0.005), [
      palette.pop,
      Math.round(random.range(0.3, 0.95) * 100) / 100,
    ]),
  )
  return paint.glow([x, y - unit * 0.1], unit * 0.9, palette.alt, 0.4) + stars.join('')
}

/** A jagged range between two heights, ending below the picture. */
function range(stage: Stage, base: number, rise: number, steps: number): Point[] {
  const { width, random } = stage
  const points: Point[] = []
  for (let step = -1; step <= steps * 2 + 1; step++) {
    const high = step % 2 === 0
    const px = (width * (step + random.range(-0.3, 0.3))) / (steps * 2)
    points.push([px, base - rise * (high ? random.range(0.55, 1) : random.range(0.02, 0.4))])
  }
  return points
}

/** Ranges behind ranges under a low sun. */
const layers: Composition = (stage) => {
  const { x, y, unit, width, height, palette, paint, random } = stage
  const sunX = x + unit * random.range(-0.26, 0.26)
  const sunY = y - unit * random.range(0.12, 0.3)
  const sun = unit * random.range(0.13, 0.19)
  const ranges = palette.ramp.map((tone, index) => {
    const base = y + unit * (0.12 + index * 0.13)
    const points = range(stage, base, unit * (0.36 - index * 0.035), 3 + (index % 3))
    const fade = paint.linear(
      [0, base - unit * 0.34],
      [0, base + unit * 0.3],
      [
        [0, tone],
        [1, palette.ramp[Math.min(4, index + 1)] ?? tone],
      ],
    )
    return path(`${segments(points)}L${width * 1.3} ${height}L${-width * 0.3} ${height}Z`, fade)
  })
  return (
    sky(stage, 26) +
    paint.glow([sunX, sunY], sun * 3.4, palette.pop, 0.6) +
    circle(sunX, sunY, sun, palette.pop) +
    ranges.join('')
  )
}

/** One summit with a lit and a dark face, rings of air around it. */
const summit: Composition = (stage) => {
  const { x, y, unit, height, palette, paint, random } = stage
  const topX = x + unit * random.range(-0.14, 0.14)
  const topY = y - unit * random.range(0.26, 0.36)
  const base = Math.min(height, y + unit * 0.75)
  const wide = unit * random.range(0.6, 0.74)
  const fold = topX + unit * random.range(-0.16, 0.16)
  const rings = [0.62, 0.48, 0.34, 0.21].map((radius, index) =>
    circle(topX, topY, unit * radius, [palette.hi, [0.1, 0.14, 0.2, 0.6][index] ?? 0.1]),
  )
  const snow = unit * 0.2
  const slope = (side: number, down: number): Point => [
    topX + (side * wide * down) / (base - topY),
    topY + down,
  ]
  const crease: Point[] = [
    [topX, topY],
    [topX + unit * 0.035, topY + snow * 0.75],
    [topX - unit * 0.02, topY + snow * 1.4],
    [fold, base],
  ]
  const left = paint.linear(
    [x, topY],
    [x, base],
    [
      [0, palette.hi],
      [0.5, palette.ramp[1]],
      [1, palette.ramp[3]],
    ],
  )
  const right = paint.linear(
    [x, topY],
    [x, base],
    [
      [0, palette.ramp[2]],
      [1, palette.ramp[4]],
    ],
  )
  const cap: Point[] = [
    [topX, topY],
    slope(-1, snow * 1.15),
    [topX - unit * 0.06, topY + snow * 0.86],
    [topX - unit * 0.03, topY + snow * 1.25],
    [topX + unit * 0.035, topY + snow * 0.75],
  ]
  const foothills = [-1, 1].map((side) => {
    const footX = x + side * unit * random.range(0.4, 0.52)
    const footY = y + unit * random.range(0.16, 0.26)
    return polygon(
      [
        [footX, footY],
        [footX - unit * 0.6, base],
        [footX + unit * 0.6, base],
      ],
      paint.linear(
        [x, footY],
        [x, base],
        [
          [0, palette.ramp[side < 0 ? 3 : 2]],
          [1, palette.ramp[4]],
        ],
      ),
    )
  })
  return (
    sky(stage, 34) +
    paint.glow([topX, topY], unit * 0.7, palette.hi, 0.45) +
    rings.join('') +
    polygon([[topX, topY], [topX - wide, base], [fold, base], ...crease.slice(1, 3).toReversed()], left) +
    polygon([...crease, [topX + wide, base]], right) +
    polygon(cap, palette.pop) +
    foothills.join('')
  )
}

/** Mountains and their image in still water. */
const lake: Composition = (stage) => {
  const { x, y, unit, width, height, palette, paint, random } = stage
  const shore = y + unit * 0.16
  const moon = unit * random.range(0.12, 0.17)
  const moonX = x + unit * random.range(-0.24, 0.24)
  const moonY = shore - unit * random.range(0.42, 0.5)
  const far = range(stage, shore, unit * 0.38, 3)
  const near = range(stage, shore, unit * 0.24, 4)
  const closed = (points: readonly Point[], side: 1 | -1, tone: string, opacity: number) =>
    path(
      `${segments(points.map(([px, py]) => [px, shore + (py - shore) * side * (side < 0 ? 0.82 : 1)] as const))}L${width * 1.3} ${shore}L${-width * 0.3} ${shore}Z`,
      [tone, opacity],
    )
  const water = paint.linear(
    [0, shore],
    [0, Math.min(height, shore + unit * 0.6)],
    [
      [0, palette.ramp[1]],
      [1, palette.ink],
    ],
  )
  const glints = Array.from({ length: 11 }, (_, index) => {
    const wide = unit * random.range(0.05, 0.2) * (1 - index / 16)
    const glintX = moonX + unit * random.range(-0.07, 0.07)
    return rect(
      [glintX - wide / 2, shore + unit * (0.03 + index * 0.035), wide, unit * 0.007],
      [palette.pop, 0.75],
    )
  })
  return (
    sky(stage, 40) +
    paint.glow([moonX, moonY], moon * 3.4, palette.pop, 0.5) +
    circle(moonX, moonY, moon, palette.pop) +
    closed(far, 1, palette.ramp[0], 1) +
    closed(near, 1, palette.ramp[2], 1) +
    rect([0, shore, width, height - shore], water) +
    closed(far, -1, palette.ramp[2], 0.65) +
    closed(near, -1, palette.ramp[4], 0.75) +
    glints.join('')
  )
}

/** A winding way to a far light. */
const journey: Composition = (stage) => {
  const { x, y, unit, width, height, palette, paint, random } = stage
  const side = random.sign()
  const goal: Point = [x + side * unit * random.range(0.08, 0.18), y - unit * 0.16]
  const hills = palette.ramp.map((tone, index) => {
    const base = y - unit * 0.08 + index * unit * 0.155
    const points: Point[] = range(stage, base, unit * 0.16, 2 + (index % 2))
    return path(`${segments(points)}L${width * 1.4} ${height}L${-width * 0.4} ${height}Z`, tone)
  })
  const bends: Point[] = [goal]
  for (let step = 1; step <= 5; step++) {
    const swing = side * (step % 2 === 0 ? 1 : -1) * unit * 0.05 * step
    bends.push([x + swing, goal[1] + unit * 0.13 * step])
  }
  const edge = (toward: 1 | -1) =>
    bends.map(([px, py], index): Point => [px + toward * unit * (0.003 + index * index * 0.0028), py])
  const banks = `${smoothLine(edge(1))}L${smoothLine(edge(-1).toReversed()).slice(1)}Z`
  const trail = path(
    banks,
    paint.linear(
      goal,
      [0, goal[1] + unit * 0.65],
      [
        [0, palette.pop],
        [0.6, palette.hi],
        [1, palette.ramp[1]],
      ],
    ),
  )
  const rays = Array.from({ length: 16 }, (_, index) => {
    const angle = index * 22.5
    return line(
      segments([
        polar(...goal, unit * 0.15, angle),
        polar(...goal, unit * (index % 2 === 0 ? 0.32 : 0.24), angle),
      ]),
      [palette.pop, 0.7],
      unit * 0.006,
    )
  })
  return (
    sky(stage, 20) +
    paint.glow(goal, unit * 0.7, palette.hi, 0.6) +
    rays.join('') +
    circle(...goal, unit * 0.1, palette.pop) +
    hills.join('') +
    trail
  )
}

export const peaks: Motif = [layers, summit, lake, journey]
