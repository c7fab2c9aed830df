import {
  circle,
  halfDisc,
  path,
  polar,
  ridge,
  ring,
  smoothLoop,
  turned,
  type Point,
} from '#built-in/artwork/shapes.ts'
import type { Composition, Motif, Stage } from '#built-in/artwork/picture.ts'

function blob({ random }: Stage, centre: Point, radius: number, wobble: number): string {
  const corners = random.int(6, 8)
  const start = random.range(0, 360)
  return smoothLoop(
    Array.from({ length: corners }, (_, index) =>
      polar(...centre, radius * random.range(1 - wobble, 1 + wobble), start + (index * 360) / corners),
    ),
  )
}

/** Soft drops over one another. */
const drops: Composition = (stage) => {
  const { x, y, unit, palette, paint, random } = stage
  const tones = [palette.ramp[1], palette.alt, palette.hi, palette.ramp[0], palette.pop]
  const turn = random.range(0, 360)
  const bodies = tones.map((tone, index) => {
    const centre = polar(x, y, unit * (0.34 - index * 0.06), turn + index * 137.5)
    const radius = unit * (0.38 - index * 0.062)
    const fill = paint.linear(polar(...centre, radius, -120), polar(...centre, radius, 60), [
      [0, tone],
      [1, tone, 0.62],
    ])
    return path(blob(stage, centre, radius, 0.2), fill)
  })
  const bubbles = Array.from({ length: 10 }, () => {
    const [px, py] = polar(x, y, unit * random.range(0.36, 0.62), random.range(0, 360))
    return circle(
      px,
      py,
      unit * random.range(0.01, 0.036),
      random.pick([palette.pop, palette.hi, palette.alt]),
    )
  })
  return paint.glow([x, y], unit * 0.85, palette.alt, 0.5) + bodies.join('') + bubbles.join('')
}

/** Round hills, a sun and clouds. */
const hills: Composition = (stage) => {
  const { x, y, unit, width, height, palette, paint, random } = stage
  const sunX = x + unit * random.range(-0.24, 0.24)
  const sunY = y - unit * random.range(0.16, 0.26)
  const sun = unit * random.range(0.15, 0.2)
  const waves = [palette.ramp[0], palette.alt, palette.ramp[1], palette.ramp[2], palette.ramp[3]].map(
    (tone, index) => {
      const base = y + unit * (0.06 + index * 0.14)
      const phase = random.range(0, 6.28)
      const pace = random.range(1.1, 1.9)
      const points: Point[] = Array.from({ length: 9 }, (_, step) => [
        (width * (step - 0.5)) / 7,
        base + unit * 0.075 * Math.sin(phase + step * pace),
      ])
      return path(ridge(points, height), tone)
    },
  )
  const cloud = (cx: number, cy: number, size: number) =>
    [-1.3, -0.3, 0.8, 1.5]
      .map((shift, index) =>
        circle(cx + shift * size, cy, size * ([0.55, 0.95, 0.8, 0.45][index] ?? 0.5), [palette.pop, 0.22]),
      )
      .join('')
  const trees = Array.from({ length: 5 }, () => {
    const tx = x + unit * random.range(-0.48, 0.48)
    const ty = y + unit * random.range(0.12, 0.3)
    const size = unit * random.range(0.03, 0.06)
    return (
      circle(tx, ty, size, palette.lo) +
      path(
        `M${tx.toFixed(1)} ${(ty - size * 0.3).toFixed(1)}v${(size * 2).toFixed(1)}h${(size * 0.22).toFixed(1)}v${(-size * 2).toFixed(1)}Z`,
        palette.ink,
      )
    )
  })
  return (
    paint.glow([sunX, sunY], sun * 4, palette.hi, 0.7) +
    ring(sunX, sunY, sun * 1.4, [palette.pop, 0.35], 3) +
    ring(sunX, sunY, sun * 1.75, [palette.pop, 0.2], 3) +
    circle(sunX, sunY, sun, palette.pop) +
    cloud(x - unit * 0.3, y - unit * random.range(0.02, 0.42), unit * 0.07) +
    cloud(x + unit * 0.34, y - unit * random.range(0.02, 0.42), unit * 0.055) +
    waves.slice(0, 2).join('') +
    trees.join('') +
    waves.slice(2).join('')
  )
}

/** Large petals around a heart. */
const flower: Composition = ({ x, y, unit, palette, paint, random }) => {
  const petals = random.pick([6, 8, 10])
  const start = random.range(0, 60)
  const make = (count: number, reach: number, size: number, tone: string, opacity: number, shift: number) =>
    Array.from({ length: count }, (_, index) => {
      const [px, py] = polar(x, y, unit * reach, start + shift + (index * 360) / count)
      return circle(px, py, unit * size, [tone, opacity])
    }).join('')
  return (
    paint.glow([x, y], unit * 0.9, palette.hi, 0.5) +
    make(petals, 0.34, 0.17, palette.ramp[1], 0.75, 180 / petals) +
    make(petals, 0.27, 0.15, palette.alt, 0.85, 0) +
    make(petals, 0.17, 0.11, palette.hi, 0.95, 180 / petals) +
    circle(x, y, unit * 0.13, palette.pop) +
    circle(x, y, unit * 0.055, palette.lo)
  )
}

/** Smooth stones, balanced. */
const pebbles: Composition = (stage) => {
  const { x, y, unit, palette, paint, random } = stage
  const tones = [palette.ramp[2], palette.alt, palette.ramp[0], palette.hi, palette.pop]
  let top = y + unit * 0.56
  const stones = tones.map((tone, index) => {
    const wide = unit * (0.34 - index * 0.055) * random.range(0.9, 1.08)
    const tall = unit * (0.125 - index * 0.013)
    const centreX = x + unit * random.range(-0.05, 0.05)
    const centreY = top - tall
    top -= tall * 1.94
    const shape = smoothLoop(
      Array.from({ length: 8 }, (_, step) => {
        const angle = (step * Math.PI) / 4
        const give = random.range(0.94, 1.06)
        return [centreX + Math.cos(angle) * wide * give, centreY + Math.sin(angle) * tall * 1.02] as const
      }),
    )
    const fill = paint.linear(
      [0, centreY - tall],
      [0, centreY + tall],
      [
        [0, tone],
        [1, palette.lo],
      ],
    )
    return turned(path(shape, fill), random.range(-5, 5), centreX, centreY)
  })
  const sunY = y - unit * 0.2
  return (
    paint.glow([x, sunY], unit * 0.8, palette.hi, 0.55) +
    circle(x + unit * random.range(-0.12, 0.12), sunY, unit * 0.3, [palette.hi, 0.2]) +
    path(halfDisc(x, y + unit * 0.6, unit * 0.75, 180), [palette.ink, 0.35]) +
    stones.join('')
  )
}

export const blobs: Motif = [drops, hills, flower, pebbles]
