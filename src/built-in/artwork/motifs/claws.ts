import {
  circle,
  fixed,
  line,
  path,
  polar,
  polygon,
  segments,
  smoothLine,
  type Point,
} from '#built-in/artwork/shapes.ts'
import type { Composition, Motif, Stage } from '#built-in/artwork/picture.ts'

function moon({ palette, paint }: Stage, centre: Point, radius: number): string {
  const [x, y] = centre
  const face = paint.radial([x - radius * 0.3, y - radius * 0.35], radius * 1.5, [
    [0, palette.pop],
    [0.6, palette.hi],
    [1, palette.ramp[1]],
  ])
  return paint.glow(centre, radius * 2.6, palette.hi, 0.65) + circle(x, y, radius, face)
}

/** A moon torn by claws. */
const torn: Composition = (stage) => {
  const { x, y, unit, palette, random } = stage
  const radius = unit * random.range(0.34, 0.39)
  const lean = random.sign() * random.range(0.2, 0.34)
  const cuts = Array.from({ length: 4 }, (_, index) => {
    const start = x + unit * (-0.27 + index * 0.18) + lean * unit * 0.4
    const top = y - unit * random.range(0.4, 0.55)
    const bottom = y + unit * random.range(0.4, 0.56)
    const wide = unit * random.range(0.026, 0.042)
    const end = start - lean * unit
    const bow = unit * 0.06 * Math.sign(lean)
    const middleX = (start + end) / 2
    return path(
      `M${fixed(start)} ${fixed(top)}Q${fixed(middleX + wide + bow)} ${fixed(y)} ${fixed(end)} ${fixed(bottom)}` +
        `Q${fixed(middleX - wide + bow)} ${fixed(y)} ${fixed(start)} ${fixed(top)}Z`,
      palette.ink,
    )
  })
  return moon(stage, [x, y], radius) + cuts.join('')
}

/** Bare trunks before a moon. */
const forest: Composition = (stage) => {
  const { x, y, unit, width, height, palette, paint, random } = stage
  const radius = unit * random.range(0.2, 0.27)
  const centre: Point = [x + unit * random.range(-0.2, 0.2), y - unit * random.range(0.05, 0.2)]
  const trunk = (px: number, wide: number, tone: string) => {
    const sway = unit * random.range(-0.035, 0.035)
    const body = polygon(
      [
        [px - wide / 2 + sway, -10],
        [px + wide / 2 + sway, -10],
        [px + wide * 0.7, height],
        [px - wide * 0.7, height],
      ],
      tone,
    )
    const boughs = Array.from({ length: 4 }, () => {
      const from = y + unit * random.range(-0.5, 0.15)
      const side = random.sign()
      const reach = unit * random.range(0.07, 0.19)
      const points: Point[] = [
        [px, from],
        [px + side * reach * 0.5, from - reach * 0.3],
        [px + side * reach, from - reach * random.range(0.6, 1.1)],
      ]
      return line(smoothLine(points), tone, wide * random.range(0.14, 0.3), 'stroke-linecap="round"')
    })
    return body + boughs.join('')
  }
  const rows = [
    { tone: palette.ramp[1], wide: 0.014, count: 9 },
    { tone: palette.ramp[3], wide: 0.026, count: 6 },
    { tone: palette.ink, wide: 0.05, count: 4 },
  ].map(({ tone, wide, count }) => {
    const many = Math.round((count * width) / unit)
    return Array.from({ length: many }, (_, index) =>
      trunk((width * (index + random.range(0.1, 0.9))) / many, unit * wide * random.range(0.7, 1.3), tone),
    ).join('')
  })
  const mist = paint.linear(
    [0, y],
    [0, y + unit * 0.5],
    [
      [0, palette.hi, 0],
      [1, palette.hi, 0.32],
    ],
  )
  return (
    moon(stage, centre, radius) +
    (rows[0] ?? '') +
    (rows[1] ?? '') +
    `<rect width="${width}" height="${height}" fill="${mist}"/>` +
    (rows[2] ?? '')
  )
}

/** Teeth closing on a light. */
const maw: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const count = random.pick([7, 9])
  const teeth = (jaw: 'upper' | 'lower', tone: string, reach: number) => {
    const top = jaw === 'upper'
    const many = Math.round((count * width) / unit)
    const points: Point[] = []
    for (let index = 0; index <= many; index++) {
      const px = (width * index) / many
      const middle = 1 - Math.min(1, Math.abs(px - x) / (unit * 0.62))
      const gum = top ? y - unit * (0.44 + middle * 0.1) : y + unit * (0.34 + middle * 0.12)
      points.push([px, gum])
      const tip = (unit * reach * random.range(0.7, 1.15) * (top ? 1 : -1)) / (1 + middle * 0.5)
      if (index < many) points.push([px + width / many / 2, gum + tip])
    }
    const edge = top ? -10 : height + 10
    return polygon([...points, [width, edge], [0, edge]], tone)
  }
  const eye = unit * random.range(0.1, 0.14)
  return (
    paint.glow([x, y], unit * 0.8, palette.hi, 0.95) +
    circle(x, y, eye * 2.1, [palette.pop, 0.16]) +
    circle(x, y, eye, palette.pop) +
    circle(x, y, eye * 0.36, palette.ink) +
    teeth('upper', palette.ramp[2], 0.42) +
    teeth('lower', palette.ramp[2], 0.4) +
    teeth('upper', palette.ink, 0.3) +
    teeth('lower', palette.ink, 0.28)
  )
}

/** A web hung in a corner of light. */
const web: Composition = (stage) => {
  const { x, y, unit, palette, random } = stage
  const centre: Point = [x + unit * random.range(-0.18, 0.18), y + unit * random.range(-0.14, 0.06)]
  const spokes = random.pick([11, 13])
  const start = random.range(0, 30)
  const angles = Array.from(
    { length: spokes },
    (_, index) => start + (index * 360) / spokes + random.range(-6, 6),
  )
  const threads = angles.map((angle) =>
    line(segments([centre, polar(...centre, unit * 1.3, angle)]), [palette.pop, 0.75], unit * 0.0032),
  )
  const rounds = Array.from({ length: 10 }, (_, turn) => {
    const radius = unit * (0.05 + turn * 0.052 + turn * turn * 0.0026)
    const data = angles.map((angle, index) => {
      const next = (angles[(index + 1) % spokes] ?? angle) + (index === spokes - 1 ? 360 : 0)
      const from = polar(...centre, radius, angle)
      const sag = polar(...centre, radius * 0.86, (angle + next) / 2)
      const to = polar(...centre, radius, next)
      return `M${from.map(fixed).join(' ')}Q${sag.map(fixed).join(' ')} ${to.map(fixed).join(' ')}`
    })
    return line(data.join(''), [palette.pop, Math.round((0.85 - turn * 0.055) * 100) / 100], unit * 0.003)
  })
  const drop = unit * random.range(0.3, 0.38)
  const [spiderX, spiderY] = [centre[0] + unit * random.range(0.12, 0.2) * random.sign(), centre[1] + drop]
  const legs = Array.from({ length: 8 }, (_, index) => {
    const side = index < 4 ? -1 : 1
    const lift = (index % 4) - 1.5
    const knee: Point = [spiderX + side * unit * 0.05, spiderY + lift * unit * 0.026 - unit * 0.022]
    const foot: Point = [spiderX + side * unit * 0.083, spiderY + lift * unit * 0.044 + unit * 0.016]
    return line(
      segments([[spiderX, spiderY], knee, foot]),
      palette.ink,
      unit * 0.007,
      'stroke-linejoin="round" stroke-linecap="round"',
    )
  })
  return (
    moon(stage, centre, unit * 0.33) +
    threads.join('') +
    rounds.join('') +
    legs.join('') +
    circle(spiderX, spiderY, unit * 0.03, palette.ink) +
    circle(spiderX, spiderY + unit * 0.04, unit * 0.042, palette.ink)
  )
}

/** A house on a hill with one window lit. */
const house: Composition = (stage) => {
  const { x, y, unit, width, height, palette, random } = stage
  const ground = y + unit * 0.3
  const hx = x + unit * random.range(-0.12, 0.12)
  const wall = palette.ink
  const tower = (left: number, wide: number, tall: number, roof: number) =>
    polygon(
      [
        [left, ground + 40],
        [left, ground - tall],
        [left + wide, ground - tall],
        [left + wide, ground + 40],
      ],
      wall,
    ) +
    polygon(
      [
        [left - wide * 0.16, ground - tall],
        [left + wide / 2, ground - tall - roof],
        [left + wide * 1.16, ground - tall],
      ],
      wall,
    )
  const side = random.sign()
  const hill = `M0 ${fixed(ground + unit * 0.14)}Q${fixed(hx)} ${fixed(ground - unit * 0.3)} ${fixed(width)} ${fixed(ground + unit * 0.14)}V${height}H0Z`
  const pane = (px: number, py: number, tone: string) =>
    path(
      `M${fixed(px)} ${fixed(py)}v${fixed(-unit * 0.05)}a${fixed(unit * 0.016)} ${fixed(unit * 0.016)} 0 0 1 ${fixed(unit * 0.032)} 0v${fixed(unit * 0.05)}Z`,
      tone,
    )
  return (
    moon(stage, [hx + side * unit * 0.16, y - unit * 0.2], unit * random.range(0.26, 0.31)) +
    path(hill, palette.ramp[3]) +
    tower(hx - unit * 0.13, unit * 0.26, unit * 0.22, unit * 0.13) +
    tower(hx - side * unit * 0.15 - unit * 0.045, unit * 0.09, unit * 0.4, unit * 0.16) +
    tower(hx + side * unit * 0.17 - unit * 0.04, unit * 0.08, unit * 0.28, unit * 0.11) +
    pane(hx - side * unit * 0.15 - unit * 0.016, ground - unit * 0.28, palette.pop) +
    pane(hx - unit * 0.075, ground - unit * 0.08, palette.ramp[3]) +
    pane(hx + unit * 0.045, ground - unit * 0.08, palette.ramp[3]) +
    path(
      `M0 ${fixed(ground + unit * 0.2)}Q${fixed(hx)} ${fixed(ground - unit * 0.16)} ${fixed(width)} ${fixed(ground + unit * 0.2)}V${height}H0Z`,
      palette.ink,
    )
  )
}

export const claws: Motif = [torn, forest, house, maw, web]
