import { circle, path, rect, ridge, ring, smoothLine, type Point } from '#built-in/artwork/shapes.ts'
import type { Composition, Motif } from '#built-in/artwork/picture.ts'

/** A sun setting into rolling water. */
const sunset: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const radius = unit * random.range(0.25, 0.32)
  const sunX = x + unit * random.range(-0.16, 0.16)
  const sunY = y - unit * random.range(0.06, 0.14)
  const body = paint.linear(
    [sunX, sunY - radius],
    [sunX, sunY + radius],
    [
      [0, palette.pop],
      [1, palette.hi],
    ],
  )
  const tones = [
    palette.alt,
    palette.ramp[0],
    palette.ramp[1],
    palette.ramp[2],
    palette.ramp[3],
    palette.ramp[4],
  ]
  const waves = tones.map((tone, index) => {
    const base = y + unit * (0.06 + index * 0.115)
    const phase = random.range(0, 6.28)
    const points: Point[] = Array.from({ length: 19 }, (_, step) => [
      (width * (step - 1)) / 16,
      base + unit * (0.022 + index * 0.005) * Math.sin(phase + step * (1.25 - index * 0.06)),
    ])
    const fill = paint.linear(
      [0, base - unit * 0.05],
      [0, base + unit * 0.24],
      [
        [0, tone],
        [1, palette.ramp[Math.min(4, index)] ?? tone],
      ],
    )
    return path(ridge(points, height), fill)
  })
  return (
    paint.glow([sunX, sunY], radius * 3, palette.hi, 0.7) +
    ring(sunX, sunY, radius * 1.25, [palette.pop, 0.3], 3) +
    ring(sunX, sunY, radius * 1.5, [palette.pop, 0.18], 3) +
    circle(sunX, sunY, radius, body) +
    waves.join('')
  )
}

/** Overlapping wave scales, with one lit. */
const scales: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const radius = unit / random.pick([5.2, 6.4])
  const parts: string[] = []
  const litRow = random.int(4, 6)
  const rows = Math.ceil((height - (y - unit * 0.2)) / (radius * 0.5)) + 1
  const columns = Math.ceil(width / (radius * 2)) + 2
  const litColumn = Math.floor(columns / 2) - (random.next() < 0.5 ? 1 : 0)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cx = (column - 0.5) * radius * 2 + (row % 2 === 0 ? 0 : radius)
      const cy = y - unit * 0.04 + row * radius * 0.5
      const lit = row === litRow && column === litColumn
      const tone = palette.ramp[Math.min(4, Math.floor(row / 2.4))] ?? palette.lo
      parts.push(
        circle(cx, cy, radius, lit ? palette.pop : tone),
        circle(cx, cy, radius * 0.92, lit ? palette.hi : palette.lo),
        circle(cx, cy, radius * 0.7, lit ? palette.pop : tone),
        circle(cx, cy, radius * 0.46, lit ? palette.hi : palette.lo),
        circle(cx, cy, radius * 0.24, lit ? palette.pop : tone),
      )
    }
  }
  const sun = unit * random.range(0.22, 0.27)
  const sunX = x + unit * random.range(-0.2, 0.2)
  return (
    paint.glow([sunX, y - unit * 0.24], unit * 0.75, palette.hi, 0.75) +
    circle(sunX, y - unit * 0.24, sun, palette.pop) +
    parts.join('')
  )
}

/** Two lights and one reflection. */
const pair: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const radius = unit * random.range(0.18, 0.22)
  const shore = y + unit * 0.16
  const apart = radius * random.range(0.5, 0.72)
  const side = random.sign()
  const water = paint.linear(
    [0, shore],
    [0, Math.min(height, shore + unit * 0.6)],
    [
      [0, palette.ramp[1]],
      [1, palette.ink],
    ],
  )
  const glints = Array.from({ length: 14 }, (_, index) => {
    const wide = (radius * 2.1 + apart) * (1 - index * 0.055) * random.range(0.55, 1)
    const shift = unit * random.range(-0.03, 0.03)
    return rect(
      [x - wide / 2 + shift, shore + unit * (0.018 + index * 0.033), wide, unit * 0.014],
      [index % 3 === 1 ? palette.pop : palette.hi, Math.round((0.85 - index * 0.05) * 100) / 100],
      unit * 0.007,
    )
  })
  const high = shore - radius * random.range(1.15, 1.5)
  return (
    paint.glow([x, high], unit * 0.85, palette.hi, 0.75) +
    circle(x - side * apart, high - unit * 0.06, radius, palette.hi) +
    circle(x + side * apart, high + unit * 0.03, radius * 0.94, [palette.pop, 0.92]) +
    rect([0, shore, width, height - shore], water) +
    glints.join('')
  )
}

/** Two flowing bands that meet and part. */
const entwined: Composition = ({ x, y, unit, width, palette, paint, random }) => {
  const turn = random.pick([-58, 58, -90, -35])
  const phase = random.range(0, 6.28)
  const pace = random.range(0.62, 0.8)
  const span = width + unit
  const steps = 21
  const at = (step: number, shift: number, lift: number): Point => [
    x - span + (span * 2 * step) / (steps - 1),
    y + unit * 0.17 * Math.sin(phase + shift + step * pace) + unit * lift,
  ]
  const band = (shift: number, thick: number, tone: string) => {
    const upper = Array.from({ length: steps }, (_, step) => at(step, shift, -thick))
    const lower = Array.from({ length: steps }, (_, step) => at(steps - 1 - step, shift, thick))
    return path(`${smoothLine(upper)}L${smoothLine(lower).slice(1)}Z`, tone)
  }
  const first = paint.linear(
    [x - unit * 0.6, y],
    [x + unit * 0.6, y],
    [
      [0, palette.pop],
      [1, palette.hi],
    ],
  )
  const second = paint.linear(
    [x - unit * 0.6, y],
    [x + unit * 0.6, y],
    [
      [0, palette.alt],
      [1, palette.ramp[1]],
    ],
  )
  return (
    paint.glow([x, y], unit * 0.9, palette.alt, 0.55) +
    `<g transform="rotate(${turn} ${x} ${y})">` +
    band(Math.PI, 0.1, palette.ramp[2]) +
    band(Math.PI + 0.25, 0.065, second) +
    band(0, 0.055, first) +
    '</g>'
  )
}

export const waves: Motif = [sunset, pair, scales, entwined]
