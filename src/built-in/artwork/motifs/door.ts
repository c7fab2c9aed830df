import { circle, fixed, path, polygon, rect, segments, type Point } from '#built-in/artwork/shapes.ts'
import type { Composition, Motif } from '#built-in/artwork/picture.ts'

/** A door ajar and the light it lets out. */
const ajar: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const side = random.sign()
  const doorX = x + unit * random.range(-0.12, 0.12)
  const wide = unit * 0.26
  const top = y - unit * 0.42
  const foot = y + unit * 0.22
  const light = paint.linear(
    [0, top],
    [0, foot],
    [
      [0, palette.hi],
      [1, palette.pop],
    ],
  )
  const spill = paint.linear(
    [doorX, foot],
    [doorX - side * unit * 0.2, foot + unit * 0.6],
    [
      [0, palette.pop, 0.95],
      [0.5, palette.hi, 0.4],
      [1, palette.hi, 0],
    ],
  )
  const room = paint.linear(
    [0, 0],
    [0, foot],
    [
      [0, palette.ramp[4]],
      [1, palette.ramp[3]],
    ],
  )
  const leaf: Point[] = [
    [doorX + (side * wide) / 2, top],
    [doorX + (side * wide) / 2 + side * unit * 0.13, top - unit * 0.06],
    [doorX + (side * wide) / 2 + side * unit * 0.13, foot + unit * 0.1],
    [doorX + (side * wide) / 2, foot],
  ]
  return (
    rect([0, 0, width, foot], room) +
    paint.glow([doorX, y - unit * 0.08], unit * 0.75, palette.hi, 0.6) +
    rect([0, foot, width, height - foot], palette.ink) +
    polygon(
      [
        [doorX - wide / 2, foot],
        [doorX + wide / 2, foot],
        [doorX - side * unit * 0.1 + unit * 0.42, foot + unit * 0.56],
        [doorX - side * unit * 0.1 - unit * 0.42, foot + unit * 0.56],
      ],
      spill,
    ) +
    rect(
      [doorX - wide / 2 - unit * 0.016, top - unit * 0.016, wide + unit * 0.032, foot - top + unit * 0.016],
      palette.ink,
    ) +
    rect([doorX - wide / 2, top, wide, foot - top], light) +
    path(`${segments(leaf)}Z`, palette.ramp[2]) +
    circle(doorX + side * (wide / 2 + unit * 0.11), y - unit * 0.06, unit * 0.011, palette.pop)
  )
}

/** A keyhole with something bright behind. */
const keyhole: Composition = ({ x, y, unit, palette, paint, random }) => {
  const radius = unit * random.range(0.17, 0.2)
  const cy = y - unit * 0.14
  const foot = y + unit * 0.38
  const light = paint.radial([x, cy], unit * 0.62, [
    [0, palette.pop],
    [0.45, palette.hi],
    [1, palette.alt],
  ])
  const shape = `M${fixed(x - radius * 0.52)} ${fixed(cy + radius * 0.82)}L${fixed(x - radius * 0.98)} ${fixed(foot)}H${fixed(x + radius * 0.98)}L${fixed(x + radius * 0.52)} ${fixed(cy + radius * 0.82)}Z`
  const steps = [0.62, 0.5, 0.38].map((size, index) =>
    circle(x, y, unit * size, [palette.ramp[3 - index] ?? palette.lo, 0.75]),
  )
  const inside = random.int(0, 1)
  return (
    paint.glow([x, y], unit * 0.9, palette.hi, 0.5) +
    steps.join('') +
    paint.glow([x, cy], unit * 0.5, palette.pop, 0.5) +
    circle(x, cy, radius, light) +
    path(shape, light) +
    (inside === 0
      ? circle(x, cy, radius * 0.4, palette.lo)
      : path(
          `M${fixed(x - radius * 0.62)} ${fixed(cy)}Q${fixed(x)} ${fixed(cy - radius * 0.62)} ${fixed(x + radius * 0.62)} ${fixed(cy)}Q${fixed(x)} ${fixed(cy + radius * 0.62)} ${fixed(x - radius * 0.62)} ${fixed(cy)}Z`,
          palette.lo,
        ) + circle(x, cy, radius * 0.18, palette.pop))
  )
}

/** Doorway within doorway within doorway. */
const corridor: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const endX = x + unit * random.range(-0.1, 0.1)
  const endY = y - unit * 0.04
  const frames: string[] = []
  const tones = [palette.ramp[4], palette.ramp[3], palette.ramp[2], palette.ramp[1], palette.ramp[0]]
  for (let index = 0; index < 9; index++) {
    const share = 0.76 ** index
    const cx = endX + (x - endX) * share
    const cy = endY + (y - endY) * share
    const [w, h] = [unit * 0.9 * share, unit * 1.24 * share]
    const tone = index % 2 === 0 ? (tones[Math.floor(index / 2)] ?? palette.hi) : palette.ink
    frames.push(rect([cx - w / 2, cy - h / 2, w, h], tone))
  }
  const share = 0.76 ** 9
  const [w, h] = [unit * 0.9 * share, unit * 1.24 * share]
  const floor = paint.linear(
    [0, endY],
    [0, height],
    [
      [0, palette.pop, 0.75],
      [0.7, palette.hi, 0.06],
      [1, palette.hi, 0],
    ],
  )
  return (
    rect([0, 0, width, height], [palette.ink, 0.35]) +
    frames.join('') +
    polygon(
      [
        [endX - w / 2, endY + h / 2],
        [endX + w / 2, endY + h / 2],
        [x + unit * 0.3, y + unit * 0.62],
        [x - unit * 0.3, y + unit * 0.62],
      ],
      floor,
    ) +
    rect([endX - w / 2, endY - h / 2, w, h], palette.pop) +
    paint.glow([endX, endY], unit * 0.42, palette.pop, 0.7)
  )
}

/** Stairs turning into the dark. */
const stairs: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const side = random.sign()
  const count = 9
  const steps = Array.from({ length: count }, (_, index) => {
    const left = side > 0 ? -10 : x - unit * 0.42 + index * unit * 0.1
    const right = side > 0 ? x + unit * 0.42 - index * unit * 0.1 : width + 10
    const top = y + unit * (0.46 - index * 0.092)
    const tone = palette.ramp[Math.max(0, 4 - Math.floor(index / 2))] ?? palette.lo
    return (
      rect(
        [left, top, right - left, height - top],
        index % 2 === 0 ? tone : (palette.ramp[Math.max(1, 4 - Math.floor(index / 2))] ?? tone),
      ) + rect([left, top, right - left, unit * 0.012], [palette.hi, 0.25 + index * 0.07])
    )
  })
  const lightX = x - side * unit * 0.3
  return (
    paint.glow([lightX, y - unit * 0.42], unit * 0.85, palette.hi, 0.75) +
    circle(lightX + side * unit * 0.42, y - unit * 0.3, unit * 0.12, palette.pop) +
    paint.glow([lightX + side * unit * 0.42, y - unit * 0.3], unit * 0.4, palette.pop, 0.4) +
    steps.join('')
  )
}

export const doors: Motif = [ajar, keyhole, corridor, stairs]
