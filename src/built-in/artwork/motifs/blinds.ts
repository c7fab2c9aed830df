import { circle, path, polygon, rect, segments, turned, type Point } from '#built-in/artwork/shapes.ts'
import type { Composition, Motif, Stage } from '#built-in/artwork/picture.ts'

/** A row of towers with some windows lit; `base` is the street. */
function towers(stage: Stage, base: number, tallest: number, tone: string, lit: number): string {
  const { unit, width, palette, random } = stage
  const parts: string[] = []
  let left = -unit * 0.03
  while (left < width) {
    const wide = unit * random.range(0.09, 0.2)
    const tall = tallest * random.range(0.35, 1)
    const roof = base - tall
    parts.push(rect([left, roof, wide, tall + unit * 0.9], tone))
    const crown = random.int(0, 4)
    if (crown === 0)
      parts.push(rect([left + wide * 0.46, roof - unit * 0.08, wide * 0.06, unit * 0.08], tone))
    if (crown === 1)
      parts.push(rect([left + wide * 0.22, roof - unit * 0.035, wide * 0.56, unit * 0.036], tone))
    if (crown === 2)
      parts.push(
        polygon(
          [
            [left, roof],
            [left + wide, roof],
            [left + wide, roof - wide * 0.4],
          ],
          tone,
        ),
      )
    const pane = unit * 0.016
    for (let py = roof + pane * 1.6; py < base + unit * 0.1; py += pane * 2.3) {
      for (let px = left + pane; px < left + wide - pane * 1.6; px += pane * 2) {
        if (random.next() < lit) parts.push(rect([px, py, pane, pane * 1.25], [palette.pop, 0.9]))
      }
    }
    left += wide + unit * random.range(-0.005, 0.02)
  }
  return parts.join('')
}

/** A city under a low disc, seen through slats. */
const skyline: Composition = (stage) => {
  const { x, y, unit, width, height, palette, paint, random } = stage
  const disc = unit * random.range(0.24, 0.3)
  const discX = x + unit * random.range(-0.2, 0.2)
  const discY = y - unit * random.range(0.06, 0.16)
  const base = y + unit * 0.42
  const slats = Array.from({ length: 12 }, (_, index) =>
    rect([0, y - unit * 0.62 + index * unit * 0.105, width, unit * 0.03], [palette.ink, 0.34]),
  )
  const fill = paint.linear(
    [discX, discY - disc],
    [discX, discY + disc],
    [
      [0, palette.pop],
      [1, palette.hi],
    ],
  )
  const haze = paint.linear(
    [0, base - unit * 0.5],
    [0, base + unit * 0.2],
    [
      [0, palette.hi, 0],
      [1, palette.hi, 0.3],
    ],
  )
  return (
    paint.glow([discX, discY], unit * 0.8, palette.hi, 0.6) +
    circle(discX, discY, disc, fill) +
    slats.join('') +
    towers(stage, base, unit * 0.62, palette.ramp[2], 0.05) +
    rect([0, 0, width, height], haze) +
    towers(stage, base + unit * 0.12, unit * 0.48, palette.ink, 0.1)
  )
}

/** Light through a blind, thrown askew on a wall. */
const thrown: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const lean = random.sign() * random.range(0.16, 0.3)
  const wide = unit * random.range(0.62, 0.74)
  const tall = unit * 0.98
  const slats = random.pick([9, 11, 13])
  const step = tall / slats
  const warm = paint.linear(
    [x - wide / 2, y - tall / 2],
    [x + wide / 2, y + tall / 2],
    [
      [0, palette.pop],
      [0.5, palette.hi],
      [1, palette.alt],
    ],
  )
  const strips = Array.from({ length: slats }, (_, index) => {
    const top = y - tall / 2 + index * step
    const bottom = top + step * 0.58
    const shift = (at: number) => (y - at) * 0.22 * Math.sign(lean)
    return polygon(
      [
        [x - wide / 2 + shift(top), top - (wide / 2) * lean],
        [x + wide / 2 + shift(top), top + (wide / 2) * lean],
        [x + wide / 2 + shift(bottom), bottom + (wide / 2) * lean],
        [x - wide / 2 + shift(bottom), bottom - (wide / 2) * lean],
      ],
      warm,
    )
  })
  const bar = unit * 0.022
  const slope = 0.22 * Math.sign(lean)
  const frame = polygon(
    [
      [x - bar + (tall / 2) * slope, y - tall / 2 - unit * 0.02],
      [x + bar + (tall / 2) * slope, y - tall / 2 - unit * 0.02],
      [x + bar - (tall / 2) * slope, y + tall / 2],
      [x - bar - (tall / 2) * slope, y + tall / 2],
    ],
    palette.lo,
  )
  return (
    rect([0, 0, width, height], [palette.ink, 0.25]) +
    paint.glow([x, y], unit * 0.85, palette.hi, 0.55) +
    strips.join('') +
    frame
  )
}

/** A street between walls, looking up to a strip of sky. */
const alley: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const eyeX = x + unit * random.range(-0.12, 0.12)
  const eyeY = y + unit * 0.24
  const lamp: Point = [eyeX, y - unit * 0.3]
  const walls: string[] = []
  for (const side of [-1, 1] as const) {
    let near = side < 0 ? -unit * 0.1 : width + unit * 0.1
    palette.ramp.toReversed().forEach((tone, index) => {
      const next = near + (eyeX - near) * random.range(0.3, 0.42)
      const up = (at: number) => eyeY - Math.abs(at - eyeX) * (1.75 - index * 0.1) - unit * 0.1
      const down = (at: number) => eyeY + Math.abs(at - eyeX) * 0.75 + unit * 0.03
      walls.push(
        polygon(
          [
            [near, up(near)],
            [next, up(next)],
            [next, down(next)],
            [near, down(near)],
          ],
          tone,
        ),
      )
      for (let floor = 1; floor < 6; floor++) {
        if (random.next() > 0.38) continue
        const share = floor / 7
        const [a, b] = [near + (next - near) * 0.35, near + (next - near) * 0.62]
        const high = (at: number) => up(at) + (eyeY - up(at)) * share
        const low = (at: number) => up(at) + (eyeY - up(at)) * (share + 0.075)
        walls.push(
          polygon(
            [
              [a, high(a)],
              [b, high(b)],
              [b, low(b)],
              [a, low(a)],
            ],
            [palette.pop, 0.85],
          ),
        )
      }
      near = next
    })
  }
  const cone = paint.linear(
    lamp,
    [eyeX, height],
    [
      [0, palette.pop, 0.8],
      [0.6, palette.hi, 0.12],
      [1, palette.hi, 0],
    ],
  )
  return (
    paint.glow([eyeX, eyeY - unit * 0.2], unit * 0.75, palette.hi, 0.85) +
    walls.join('') +
    polygon([lamp, [eyeX + unit * 0.34, height], [eyeX - unit * 0.34, height]], cone) +
    circle(...lamp, unit * 0.03, palette.pop) +
    paint.glow(lamp, unit * 0.22, palette.pop, 0.8)
  )
}

/** Broad slats of changing tone, one open. */
const louvres: Composition = ({ x, y, unit, width, palette, paint, random }) => {
  const turn = random.pick([0, 90, 32, -32])
  const count = 13
  const step = unit * 0.115
  const open = random.int(5, 7)
  const span = width + unit
  const tones = [
    palette.ramp[0],
    palette.ramp[1],
    palette.ramp[2],
    palette.ramp[3],
    palette.ramp[2],
    palette.ramp[1],
  ]
  const slats = Array.from({ length: count }, (_, index) => {
    const top = y - (count * step) / 2 + index * step
    const tone =
      index === open
        ? palette.pop
        : index === open + 1
          ? palette.hi
          : (tones[index % tones.length] ?? palette.hi)
    const fill = paint.linear(
      [0, top],
      [0, top + step],
      [
        [0, tone],
        [0.8, tone, 0.35],
        [1, tone, 0],
      ],
    )
    return rect([x - span, top, span * 2, step], index === open ? palette.pop : fill)
  })
  return paint.glow([x, y], unit * 0.9, palette.alt, 0.45) + turned(slats.join(''), turn, x, y)
}

/** A hanging lamp over an empty table. */
const interrogation: Composition = ({ x, y, unit, height, palette, paint, random }) => {
  const lampX = x + unit * random.range(-0.1, 0.1)
  const lampY = y - unit * 0.3
  const light = paint.linear(
    [lampX, lampY],
    [lampX, y + unit * 0.5],
    [
      [0, palette.pop, 0.95],
      [0.5, palette.hi, 0.5],
      [1, palette.hi, 0.04],
    ],
  )
  const tableY = y + unit * 0.34
  const cord = rect([lampX - unit * 0.004, 0, unit * 0.008, lampY], palette.ink)
  const shade: Point[] = [
    [lampX - unit * 0.045, lampY - unit * 0.1],
    [lampX + unit * 0.045, lampY - unit * 0.1],
    [lampX + unit * 0.16, lampY],
    [lampX - unit * 0.16, lampY],
  ]
  return (
    paint.glow([lampX, lampY + unit * 0.2], unit * 0.8, palette.hi, 0.4) +
    polygon(
      [
        [lampX - unit * 0.15, lampY],
        [lampX + unit * 0.15, lampY],
        [lampX + unit * 0.5, tableY],
        [lampX - unit * 0.5, tableY],
      ],
      light,
    ) +
    path(
      `M${lampX - unit * 0.5} ${tableY}a${unit * 0.5} ${unit * 0.1} 0 0 0 ${unit} 0a${unit * 0.5} ${unit * 0.1} 0 0 0 ${-unit} 0Z`,
      palette.hi,
    ) +
    path(
      `M${lampX - unit * 0.5} ${tableY}a${unit * 0.5} ${unit * 0.1} 0 0 0 ${unit} 0l${-unit * 0.12} ${height}h${-unit * 0.76}Z`,
      palette.lo,
    ) +
    cord +
    path(`${segments(shade)}Z`, palette.ink) +
    circle(lampX, lampY, unit * 0.045, palette.pop) +
    paint.glow([lampX, lampY], unit * 0.3, palette.pop, 0.7)
  )
}

export const skylines: Motif = [skyline, alley, thrown, interrogation]

export const blinds: Motif = [louvres, thrown]
