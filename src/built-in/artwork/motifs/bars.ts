import {
  circle,
  fixed,
  line,
  path,
  polar,
  rect,
  ridge,
  ring,
  ringSlice,
  smoothLine,
  type Point,
} from '#built-in/artwork/shapes.ts'
import type { Composition, Motif } from '#built-in/artwork/picture.ts'

/** Columns of sound. */
const equaliser: Composition = ({ x, y, unit, width, palette, paint, random }) => {
  const count = Math.round((11 * width) / unit)
  const step = width / count
  const phase = random.range(0, 6.28)
  const columns = Array.from({ length: count }, (_, index) => {
    const px = index * step + step * 0.16
    const beat = 0.42 + 0.3 * Math.sin(phase + index * 0.75) + random.range(-0.16, 0.22)
    const tall = unit * Math.max(0.1, beat) * 0.56
    const fill = paint.linear(
      [0, y - tall],
      [0, y + tall],
      [
        [0, palette.pop],
        [0.35, palette.hi],
        [0.65, palette.alt],
        [1, palette.ramp[2]],
      ],
    )
    return rect([px, y - tall, step * 0.68, tall * 2], fill, step * 0.34)
  })
  return paint.glow([x, y], unit * 0.9, palette.alt, 0.5) + columns.join('')
}

/** A record with light on its grooves. */
const record: Composition = ({ x, y, unit, palette, paint, random }) => {
  const radius = unit * 0.43
  const cx = x + unit * random.pick([0, 0.14, -0.14])
  const grooves = Array.from({ length: 13 }, (_, index) =>
    ring(cx, y, radius * (0.42 + index * 0.043), [palette.hi, index % 4 === 0 ? 0.55 : 0.22], 2.4),
  )
  const turn = random.range(200, 330)
  const shine = [turn, turn + 180].map((angle) =>
    path(ringSlice([cx, y], radius * 0.38, radius * 0.985, angle - 17, angle + 17), [palette.hi, 0.28]),
  )
  return (
    paint.glow([cx, y], unit * 0.9, palette.hi, 0.6) +
    circle(cx, y, radius, palette.ink) +
    grooves.join('') +
    shine.join('') +
    circle(cx, y, radius * 0.35, palette.hi) +
    path(
      `M${fixed(cx - radius * 0.35)} ${fixed(y)}a${fixed(radius * 0.35)} ${fixed(radius * 0.35)} 0 0 0 ${fixed(radius * 0.7)} 0Z`,
      palette.alt,
    ) +
    circle(cx, y, radius * 0.19, palette.pop) +
    circle(cx, y, radius * 0.035, palette.ink)
  )
}

/** Stacked traces of one song. */
const traces: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const lines = Array.from({ length: 17 }, (_, index) => {
    const base = y + unit * (-0.34 + index * 0.052)
    const points: Point[] = Array.from({ length: 41 }, (__, step) => {
      const px = (width * (step - 1)) / 38
      const near = Math.exp(-(((px - x) / (unit * 0.2)) ** 2))
      return [px, base - unit * near * random.range(0.01, 0.15)]
    })
    const tone = index % 6 === 3 ? palette.pop : palette.hi
    return (
      path(ridge(points, Math.min(height, base + unit * 0.3)), palette.lo) +
      line(smoothLine(points), tone, unit * 0.0055)
    )
  })
  return paint.glow([x, y - unit * 0.1], unit * 0.9, palette.alt, 0.6) + lines.join('')
}

/** Bars around a stage. */
const carousel: Composition = ({ x, y, unit, palette, paint, random }) => {
  const count = random.pick([36, 44, 52])
  const inner = unit * random.range(0.16, 0.2)
  const phase = random.range(0, 6.28)
  const beats = random.pick([3, 4, 5])
  const tones = [palette.pop, palette.hi, palette.alt, palette.hi]
  const rays = Array.from({ length: count }, (_, index) => {
    const angle = (index * 360) / count
    const wave = 0.55 + 0.45 * Math.sin(phase + (index * beats * 2 * Math.PI) / count)
    const length = unit * (0.05 + 0.22 * wave) + unit * random.range(0, 0.04)
    const from = polar(x, y, inner * 1.25, angle)
    const to = polar(x, y, inner * 1.25 + length, angle)
    return line(
      `M${from.map(fixed).join(' ')}L${to.map(fixed).join(' ')}`,
      tones[index % 4] ?? palette.hi,
      ((inner * 7.8) / count) * 0.62,
      'stroke-linecap="round"',
    )
  })
  return (
    paint.glow([x, y], unit * 0.85, palette.alt, 0.6) +
    rays.join('') +
    ring(x, y, inner, palette.pop, unit * 0.008) +
    circle(x, y, inner * 0.62, palette.hi)
  )
}

/** Strings over a sound hole. */
const strings: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const cx = x + unit * random.range(-0.1, 0.1)
  const radius = unit * random.range(0.29, 0.33)
  const threads = Array.from({ length: 6 }, (_, index) => {
    const px = cx + unit * (-0.16 + index * 0.064)
    const swing = index === 2 || index === 4 ? unit * 0.03 : 0
    const data = `M${fixed(px)} 0Q${fixed(px + swing * 2)} ${fixed(y)} ${fixed(px)} ${fixed(height)}`
    const ghost =
      swing > 0
        ? line(
            `M${fixed(px)} 0Q${fixed(px - swing * 2)} ${fixed(y)} ${fixed(px)} ${fixed(height)}`,
            [palette.pop, 0.4],
            unit * 0.004,
          )
        : ''
    return ghost + line(data, palette.pop, unit * (0.0095 - index * 0.001))
  })
  const wood = paint.linear(
    [0, 0],
    [width, height],
    [
      [0, palette.ramp[0]],
      [1, palette.ramp[3]],
    ],
  )
  return (
    `<rect width="${width}" height="${height}" fill="${wood}"/>` +
    paint.glow([cx, y], unit * 0.8, palette.hi, 0.6) +
    circle(cx, y, radius * 1.22, [palette.hi, 0.4]) +
    ring(cx, y, radius * 1.15, [palette.pop, 0.8], unit * 0.007) +
    ring(cx, y, radius * 1.08, [palette.lo, 0.9], unit * 0.016) +
    circle(cx, y, radius, palette.ink) +
    threads.join('')
  )
}

export const bars: Motif = [equaliser, record, traces, carousel, strings]
