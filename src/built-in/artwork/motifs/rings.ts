import {
  circle,
  fixed,
  line,
  path,
  polar,
  polygon,
  rect,
  ring,
  ringSlice,
  turned,
  type Point,
} from '#built-in/artwork/shapes.ts'
import type { Composition, Motif } from '#built-in/artwork/picture.ts'

/** Rings sliding off their centre, like a fall. */
const vertigo: Composition = ({ x, y, unit, palette, paint, random }) => {
  const drift = random.range(0, 360)
  const count = 9
  const rings = Array.from({ length: count }, (_, index) => {
    const radius = unit * 0.54 * (1 - index / count)
    const [cx, cy] = polar(x, y, unit * 0.016 * index, drift)
    const tones = [
      palette.ramp[3],
      palette.ramp[1],
      palette.ramp[2],
      palette.alt,
      palette.ramp[3],
      palette.ramp[0],
      palette.lo,
      palette.hi,
      palette.pop,
    ]
    return circle(cx, cy, radius, tones[index] ?? palette.hi)
  })
  return paint.glow([x, y], unit * 0.95, palette.hi, 0.45) + rings.join('')
}

/** One line winding inwards. */
const spiral: Composition = ({ x, y, unit, palette, paint, random }) => {
  const turns = random.pick([5, 6, 7])
  const side = random.sign()
  const start = random.range(0, 360)
  const steps = turns * 44
  const arm = (shift: number, tone: string, share: number) => {
    const outer: Point[] = []
    const inner: Point[] = []
    for (let step = 0; step <= steps; step++) {
      const time = step / steps
      const angle = start + shift + side * time * turns * 360
      const radius = unit * 0.58 * time ** 1.25
      const thick = (unit * 0.58 * share * time ** 0.9) / turns
      outer.push(polar(x, y, radius + thick, angle))
      inner.push(polar(x, y, Math.max(0, radius - thick * 0.2), angle))
    }
    return polygon([...outer, ...inner.toReversed()], tone)
  }
  const light = paint.radial([x, y], unit * 0.6, [
    [0, palette.pop],
    [0.4, palette.hi],
    [1, palette.ramp[1]],
  ])
  return (
    paint.glow([x, y], unit * 0.9, palette.alt, 0.5) +
    arm(0, light, 0.5) +
    circle(x, y, unit * 0.018, palette.pop)
  )
}

/** Broken rings: a way in, or none. */
const maze: Composition = ({ x, y, unit, palette, paint, random }) => {
  const count = 7
  const arcs = Array.from({ length: count }, (_, index) => {
    const inner = unit * (0.1 + index * 0.063)
    const gap = random.range(28, 70)
    const start = random.range(0, 360)
    const tone =
      [palette.pop, palette.hi, palette.alt, palette.ramp[0], palette.hi, palette.ramp[1], palette.alt][
        index
      ] ?? palette.hi
    return path(ringSlice([x, y], inner, inner + unit * 0.034, start, start + 359 - gap), tone)
  })
  return (
    paint.glow([x, y], unit * 0.9, palette.hi, 0.45) + arcs.join('') + circle(x, y, unit * 0.05, palette.pop)
  )
}

/** Squares turning as they sink. */
const shaft: Composition = ({ x, y, unit, palette, paint, random }) => {
  const step = random.sign() * random.range(5, 9)
  const count = 11
  const squares = Array.from({ length: count }, (_, index) => {
    const size = unit * 1.02 * 0.82 ** index
    const tone =
      index === count - 1
        ? palette.pop
        : index % 2 === 0
          ? (palette.ramp[Math.max(0, 3 - Math.floor(index / 2.4))] ?? palette.lo)
          : palette.ink
    return turned(rect([x - size / 2, y - size / 2, size, size], tone), step * index, x, y)
  })
  return (
    paint.glow([x, y], unit * 0.9, palette.hi, 0.6) +
    squares.join('') +
    paint.glow([x, y], unit * 0.3, palette.pop, 0.5)
  )
}

/** A sight settling on a point. */
const sight: Composition = ({ x, y, unit, width, palette, paint, random }) => {
  const cx = x + unit * random.range(-0.1, 0.1)
  const cy = y + unit * random.range(-0.08, 0.04)
  const radius = unit * random.range(0.31, 0.36)
  const ticks = Array.from({ length: 60 }, (_, index) => {
    const long = index % 5 === 0
    const from = polar(cx, cy, radius * 0.94, index * 6)
    const to = polar(cx, cy, radius * (long ? 0.82 : 0.89), index * 6)
    return line(
      `M${from.map(fixed).join(' ')}L${to.map(fixed).join(' ')}`,
      [palette.pop, long ? 0.95 : 0.6],
      unit * (long ? 0.006 : 0.003),
    )
  })
  const lit = paint.radial([cx, cy], radius, [
    [0, palette.hi],
    [0.6, palette.alt],
    [1, palette.ramp[2]],
  ])
  const sweep = random.range(0, 360)
  return (
    paint.glow([cx, cy], unit * 0.9, palette.hi, 0.45) +
    rect([0, cy - 2, width, 4], [palette.hi, 0.5]) +
    rect([cx - 2, 0, 4, cy + unit * 0.62], [palette.hi, 0.5]) +
    circle(cx, cy, radius, lit) +
    path(`M${fixed(cx)} ${fixed(cy)}${ringSlice([cx, cy], 1, radius, sweep, sweep + 64)}`, [
      palette.pop,
      0.3,
    ]) +
    ring(cx, cy, radius, palette.pop, unit * 0.01) +
    ring(cx, cy, radius * 1.2, [palette.hi, 0.6], unit * 0.004) +
    ring(cx, cy, radius * 0.5, [palette.pop, 0.7], unit * 0.005) +
    ticks.join('') +
    circle(cx, cy, unit * 0.03, palette.ink) +
    circle(cx, cy, unit * 0.013, palette.pop)
  )
}

export const rings: Motif = [vertigo, spiral, sight, shaft, maze]
