import {
  arch,
  circle,
  fixed,
  line,
  path,
  polygon,
  rect,
  ridge,
  type Point,
} from '#built-in/artwork/shapes.ts'
import type { Composition, Motif, Stage } from '#built-in/artwork/picture.ts'

function sun({ x, y, unit, palette, paint, random }: Stage, height: number): string {
  const size = unit * random.range(0.16, 0.24)
  const sunX = x + unit * random.range(-0.24, 0.24)
  const sunY = y - unit * height
  const body = paint.linear(
    [sunX, sunY - size],
    [sunX, sunY + size],
    [
      [0, palette.pop],
      [1, palette.hi],
    ],
  )
  return paint.glow([sunX, sunY], size * 3.6, palette.hi, 0.7) + circle(sunX, sunY, size, body)
}

/** Five sine ridges, each with a lit crest. */
const sands: Composition = (stage) => {
  const { y, unit, width, height, palette, paint, random } = stage
  const ridges = palette.ramp.map((tone, index) => {
    const base = y + unit * (0.04 + index * 0.14)
    const phase = random.range(0, 6.28)
    const pace = random.range(0.55, 0.95)
    const points: Point[] = Array.from({ length: 12 }, (_, step) => [
      (width * (step - 1)) / 9,
      base + unit * (0.07 + index * 0.01) * Math.sin(phase + step * pace),
    ])
    const fill = paint.linear(
      [0, base - unit * 0.09],
      [width * 0.35, base + unit * 0.3],
      [
        [0, index === 0 ? palette.hi : tone],
        [0.5, palette.ramp[Math.min(4, index + 1)] ?? tone],
        [1, palette.ramp[4]],
      ],
    )
    return path(ridge(points, height), fill)
  })
  return sun(stage, random.range(0.12, 0.28)) + ridges.join('')
}

/** Table mountains on a plain. */
const mesas: Composition = (stage) => {
  const { x, y, unit, width, height, palette, paint, random } = stage
  const table = (centre: number, top: number, wide: number, base: number, tone: string): string => {
    const points: Point[] = [
      [centre - wide * 0.5, top],
      [centre + wide * random.range(0.36, 0.5), top + unit * random.range(-0.01, 0.02)],
      [centre + wide * 0.55, top + (base - top) * 0.5],
      [centre + wide * 0.95, base],
      [centre - wide * 0.95, base],
      [centre - wide * 0.58, top + (base - top) * 0.45],
    ]
    const fill = paint.linear(
      [0, top],
      [0, base],
      [
        [0, tone],
        [1, palette.ramp[4]],
      ],
    )
    const shade: Point[] = [
      [centre + wide * 0.12, top],
      [centre + wide * 0.45, top],
      [centre + wide * 0.55, top + (base - top) * 0.5],
      [centre + wide * 0.95, base],
      [centre + wide * 0.3, base],
    ]
    return polygon(points, fill) + polygon(shade, [palette.ink, 0.3])
  }
  const plain = y + unit * 0.32
  const side = random.sign()
  const ground = paint.linear(
    [0, plain],
    [0, Math.min(height, plain + unit * 0.5)],
    [
      [0, palette.ramp[1]],
      [1, palette.ramp[4]],
    ],
  )
  return (
    sun(stage, random.range(0.02, 0.14)) +
    table(x + side * unit * 0.42, y + unit * 0.02, unit * 0.16, plain, palette.ramp[1]) +
    table(x - side * unit * 0.26, y - unit * 0.2, unit * 0.2, plain, palette.ramp[0]) +
    table(x + side * unit * 0.16, y + unit * 0.12, unit * 0.07, plain, palette.ramp[1]) +
    rect([0, plain - 1, width, height - plain + 1], ground) +
    Array.from({ length: 5 }, (_, index) =>
      rect(
        [0, plain + unit * (0.03 + index * index * 0.018), width, unit * 0.004 * (index + 1)],
        [palette.ink, 0.3],
      ),
    ).join('')
  )
}

/** Colonnades stepping up to the light. */
const colonnade: Composition = (stage) => {
  const { x, y, unit, width, height, palette, paint, random } = stage
  const tiers = [palette.ramp[0], palette.ramp[2], palette.ramp[3]].map((tone, index) => {
    const top = y + unit * (-0.16 + index * 0.26)
    const tall = unit * 0.29
    const bay = unit * (0.12 + index * 0.035)
    const reach = unit * (0.3 + index * 0.34)
    const left = Math.max(-bay, x - reach)
    const right = Math.min(width + bay, x + reach)
    const openings: string[] = []
    const count = Math.floor((right - left) / bay)
    const start = (left + right) / 2 - (count * bay) / 2
    for (let step = 0; step < count; step++) {
      openings.push(
        path(
          arch(start + bay * (step + 0.5), top + tall, bay * 0.62, tall * 0.76),
          palette.ramp[Math.min(4, index + 2)] ?? palette.ink,
        ),
      )
    }
    const cornice = rect(
      [left - bay * 0.16, top - unit * 0.018, right - left + bay * 0.32, unit * 0.026],
      palette.hi,
    )
    const wall = paint.linear(
      [left, 0],
      [right, 0],
      [
        [0, palette.ramp[Math.min(4, index + 1)] ?? tone],
        [0.4, tone],
        [1, palette.ramp[Math.min(4, index + 2)] ?? tone],
      ],
    )
    return rect([left, top, right - left, height - top], wall) + cornice + openings.join('')
  })
  return sun(stage, random.range(0.2, 0.3)) + tiers.join('')
}

/** A lone rider's road to the horizon. */
const road: Composition = (stage) => {
  const { x, y, unit, width, height, palette, paint, random } = stage
  const horizon = y + unit * 0.1
  const eyeX = x + unit * random.range(-0.18, 0.18)
  const disc = unit * random.range(0.26, 0.32)
  const body = paint.linear(
    [0, horizon - disc],
    [0, horizon],
    [
      [0, palette.pop],
      [1, palette.hi],
    ],
  )
  const plain = paint.linear(
    [0, horizon],
    [0, Math.min(height, horizon + unit * 0.6)],
    [
      [0, palette.ramp[1]],
      [1, palette.ramp[4]],
    ],
  )
  const dashes = Array.from({ length: 6 }, (_, index) => {
    const from = horizon + unit * 0.035 * (index + 1) ** 1.55
    const size = unit * 0.012 * (index + 1) ** 1.3
    const half = (from - horizon) * 0.03
    return polygon(
      [
        [eyeX - half, from],
        [eyeX + half, from],
        [eyeX + half * 1.2, from + size],
        [eyeX - half * 1.2, from + size],
      ],
      palette.pop,
    )
  })
  const poles = Array.from({ length: 5 }, (_, index) => {
    const near = (index + 1) ** 1.7
    const px = eyeX + unit * 0.045 * near
    const tall = unit * 0.06 * near ** 0.9
    const foot = horizon + unit * 0.014 * near
    const cross = tall * 0.2
    const bar = (share: number, reach: number) =>
      `M${fixed(px - reach)} ${fixed(foot - tall * share)}H${fixed(px + reach)}`
    const next = (index + 2) ** 1.7
    const [nextX, nextTop] = [
      eyeX + unit * 0.045 * next,
      horizon + unit * 0.014 * next - unit * 0.06 * next ** 0.9,
    ]
    const wire = `M${fixed(px)} ${fixed(foot - tall * 0.95)}Q${fixed((px + nextX) / 2)} ${fixed((foot - tall + nextTop) / 2 + tall * 0.3)} ${fixed(nextX)} ${fixed(nextTop)}`
    return (
      line(`M${fixed(px)} ${fixed(foot)}V${fixed(foot - tall)}`, palette.ink, unit * 0.0035 * near ** 0.6) +
      line(
        bar(0.94, cross) + bar(0.82, cross) + bar(0.7, cross * 0.7),
        palette.ink,
        unit * 0.002 * near ** 0.6,
      ) +
      line(wire, [palette.ink, 0.8], unit * 0.0022)
    )
  })
  const dome = `M${(eyeX - disc).toFixed(1)} ${horizon.toFixed(1)}a${disc.toFixed(1)} ${disc.toFixed(1)} 0 0 1 ${(disc * 2).toFixed(1)} 0Z`
  return (
    paint.glow([eyeX, horizon], unit * 0.9, palette.hi, 0.7) +
    path(dome, body) +
    rect([0, horizon, width, height - horizon], plain) +
    polygon(
      [
        [eyeX - unit * 0.012, horizon],
        [eyeX + unit * 0.012, horizon],
        [eyeX + unit * 0.62, horizon + unit],
        [eyeX - unit * 0.62, horizon + unit],
      ],
      palette.ramp[4],
    ) +
    dashes.join('') +
    poles.join('')
  )
}

export const historicDunes: Motif = [colonnade, sands]

export const westernDunes: Motif = [mesas, sands, road]
