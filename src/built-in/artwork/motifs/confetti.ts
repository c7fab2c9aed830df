import {
  circle,
  fixed,
  halfDisc,
  line,
  path,
  polar,
  polygon,
  rect,
  ring,
  smoothLine,
  turned,
  type Point,
} from '#built-in/artwork/shapes.ts'
import type { Composition, Motif } from '#built-in/artwork/picture.ts'

/** Paper bits thrown over a disc. */
const thrown: Composition = ({ x, y, unit, width, palette, paint, random }) => {
  const tones: [string, ...string[]] = [palette.pop, palette.hi, palette.alt, palette.ramp[0]]
  const columns = Math.round((7 * width) / unit)
  const bits: string[] = []
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < columns; column++) {
      const px = (width * (column + 0.5 + random.range(-0.36, 0.36))) / columns
      const py = y + unit * (-0.54 + row * 0.145 + random.range(-0.05, 0.05))
      const size = unit * random.range(0.022, 0.045)
      const tone = random.pick(tones)
      const kind = random.int(0, 4)
      const turn = random.range(0, 180)
      if (kind === 0) bits.push(circle(px, py, size * 0.7, tone))
      else if (kind === 1)
        bits.push(turned(rect([px - size, py - size * 0.4, size * 2, size * 0.8], tone, 3), turn, px, py))
      else if (kind === 2)
        bits.push(
          polygon(
            [0, 120, 240].map((step) => polar(px, py, size, turn + step)),
            tone,
          ),
        )
      else if (kind === 3) bits.push(ring(px, py, size * 0.75, tone, size * 0.35))
      else bits.push(path(halfDisc(px, py, size, turn), tone))
    }
  }
  const disc = unit * random.range(0.3, 0.36)
  const fill = paint.linear(
    [x, y - disc],
    [x, y + disc],
    [
      [0, palette.alt],
      [1, palette.ramp[2]],
    ],
  )
  return paint.glow([x, y], unit * 0.85, palette.hi, 0.5) + circle(x, y, disc, fill) + bits.join('')
}

/** A floor of quarter-circle tiles. */
const tiles: Composition = ({ unit, width, height, floor, palette, random }) => {
  const size = unit / random.pick([4, 5])
  const columns = Math.ceil(width / size)
  const rows = Math.ceil(Math.min(height, floor + size) / size)
  const grounds: [string, ...string[]] = [palette.ramp[2], palette.ramp[3], palette.ramp[1], palette.lo]
  const fronts: [string, ...string[]] = [palette.hi, palette.pop, palette.alt, palette.ramp[0]]
  const cells: string[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = column * size
      const top = row * size
      const front = random.pick(fronts)
      const corner = random.int(0, 3)
      const cx = left + (corner % 2) * size
      const cy = top + (corner > 1 ? size : 0)
      const start = [0, 90, 270, 180][corner] ?? 0
      const quarter = (radius: number) => {
        const [ax, ay] = polar(cx, cy, radius, start)
        const [bx, by] = polar(cx, cy, radius, start + 90)
        const r = fixed(radius)
        return `M${fixed(cx)} ${fixed(cy)}L${fixed(ax)} ${fixed(ay)}A${r} ${r} 0 0 1 ${fixed(bx)} ${fixed(by)}Z`
      }
      const kind = random.int(0, 5)
      cells.push(rect([left, top, size + 0.6, size + 0.6], random.pick(grounds)))
      if (kind <= 2) cells.push(path(quarter(size), front))
      if (kind === 1) cells.push(path(quarter(size * 0.52), random.pick(grounds)))
      if (kind === 3) cells.push(circle(left + size / 2, top + size / 2, size * 0.34, front))
      if (kind === 4)
        cells.push(
          path(halfDisc(left + size / 2, top, size / 2, 0), front),
          path(halfDisc(left + size / 2, top + size / 2, size / 2, 0), random.pick(fronts)),
        )
      if (kind === 5)
        cells.push(
          circle(left + size / 2, top + size / 2, size * 0.4, front),
          circle(left + size / 2, top + size / 2, size * 0.2, palette.lo),
        )
    }
  }
  return cells.join('')
}

/** Streamers waving across. */
const streamers: Composition = ({ x, y, unit, width, palette, paint, random }) => {
  const tones = [palette.ramp[1], palette.alt, palette.hi, palette.pop, palette.ramp[0]]
  const turn = random.range(-32, 32)
  const ribbons = tones.map((tone, index) => {
    const phase = random.range(0, 6.28)
    const points: Point[] = Array.from({ length: 10 }, (_, step) => [
      x - width + (width * 2 * step) / 9,
      y + unit * (-0.34 + index * 0.16) + unit * 0.11 * Math.sin(phase + step * 1.7),
    ])
    return line(smoothLine(points), tone, unit * random.range(0.05, 0.11), 'stroke-linecap="round"')
  })
  const dots = Array.from({ length: 16 }, () =>
    circle(
      x + unit * random.range(-0.6, 0.6),
      y + unit * random.range(-0.55, 0.5),
      unit * random.range(0.012, 0.03),
      random.pick([palette.pop, palette.hi, palette.lo]),
    ),
  )
  return (
    paint.glow([x, y], unit * 0.85, palette.hi, 0.5) + turned(ribbons.join(''), turn, x, y) + dots.join('')
  )
}

/** Rays of a stage curtain around a spot. */
const fanfare: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const rays = random.pick([16, 20, 24])
  const originY = y + unit * random.range(0, 0.3)
  const reach = Math.hypot(width, height)
  const start = random.range(0, 20)
  const wedges = Array.from({ length: rays / 2 }, (_, index) => {
    const angle = start + (index * 720) / rays
    const fill = index % 2 === 0 ? palette.ramp[1] : palette.ramp[2]
    return polygon(
      [[x, originY], polar(x, originY, reach, angle), polar(x, originY, reach, angle + 360 / rays)],
      [fill, 0.85],
    )
  })
  const discs = [palette.alt, palette.hi, palette.pop].map((tone, index) =>
    circle(x, originY, unit * (0.34 - index * 0.095), tone),
  )
  const balls = Array.from({ length: 9 }, (_, index) => {
    const [px, py] = polar(x, originY, unit * 0.46, index * 40 + start)
    return circle(px, py, unit * 0.032, index % 3 === 0 ? palette.pop : palette.hi)
  })
  return (
    wedges.join('') + paint.glow([x, originY], unit * 0.8, palette.hi, 0.45) + discs.join('') + balls.join('')
  )
}

/** Stacked half discs, like smiles. */
const smiles: Composition = ({ x, y, unit, palette, paint, random }) => {
  const flip = random.sign()
  const tones = [palette.pop, palette.hi, palette.alt, palette.ramp[0]]
  const count = 4
  const radius = unit * 0.27
  const stack = tones.map((tone, index) => {
    const cy = y - unit * 0.4 + (index * unit * 0.92) / count
    const cx = x + unit * 0.11 * (index % 2 === 0 ? 1 : -1) * flip
    return path(halfDisc(cx, cy, radius, 0), tone)
  })
  const spots = [-1, 1].map((side) =>
    circle(x + flip * unit * 0.11 + side * radius * 0.45, y - unit * 0.49, unit * 0.04, palette.pop),
  )
  return (
    paint.glow([x, y], unit * 0.85, palette.alt, 0.55) +
    turned(stack.join('') + spots.join(''), random.pick([0, 12, -12]), x, y)
  )
}

/** Printer's dots swelling around a centre. */
const halftone: Composition = ({ x, y, unit, width, palette, paint, random }) => {
  const step = unit / 13
  const fx = x + unit * random.range(-0.2, 0.2)
  const fy = y + unit * random.range(-0.15, 0.1)
  const dots: string[] = []
  for (let row = -9; row <= 9; row++) {
    for (let column = -Math.ceil(width / step / 1.8); column <= width / step / 1.8; column++) {
      const px = x + (column + (row % 2 === 0 ? 0 : 0.5)) * step
      const py = y + row * step * 0.88
      const far = Math.hypot(px - fx, py - fy) / unit
      const size = step * 0.54 * Math.max(0, 1 - far * 1.32)
      if (size < 2) continue
      dots.push(circle(px, py, size, far < 0.17 ? palette.pop : far < 0.4 ? palette.hi : palette.alt))
    }
  }
  return (
    paint.glow([fx, fy], unit * 0.9, palette.alt, 0.55) + turned(dots.join(''), random.range(-25, 25), x, y)
  )
}

export const confetti: Motif = [thrown, tiles, smiles, streamers, fanfare, halftone]
