import {
  circle,
  line,
  path,
  polar,
  ridge,
  smoothLine,
  smoothLoop,
  type Point,
} from '#built-in/artwork/shapes.ts'
import type { Composition, Motif } from '#built-in/artwork/picture.ts'

const ringCount = 19

/** Height lines around one summit, every fifth bold. */
const island: Composition = ({ x, y, unit, palette, paint, random }) => {
  const waves = [2, 3, 5].map((pace) => ({
    pace,
    phase: random.range(0, 6.28),
    size: random.range(0.04, 0.11),
  }))
  const drift = random.range(0, 360)
  const rings = Array.from({ length: ringCount }, (_, index) => {
    const size = unit * (0.045 + (ringCount - 1 - index) * 0.036)
    const [cx, cy] = polar(x, y, unit * 0.009 * index, drift)
    const points: Point[] = Array.from({ length: 24 }, (__, step) => {
      const angle = (step * Math.PI) / 12
      const wobble = waves.reduce(
        (sum, wave) => sum + wave.size * Math.sin(angle * wave.pace + wave.phase + index * 0.05),
        1,
      )
      return [cx + Math.cos(angle) * size * wobble, cy + Math.sin(angle) * size * wobble]
    })
    const bold = (ringCount - 1 - index) % 5 === 0
    const shape = smoothLoop(points)
    const fill = path(shape, [palette.hi, 0.042])
    return fill + line(shape, bold ? palette.pop : [palette.hi, 0.7], unit * (bold ? 0.006 : 0.0026))
  })
  const [peakX, peakY] = polar(x, y, unit * 0.009 * ringCount, drift)
  return (
    paint.glow([x, y], unit * 0.75, palette.alt, 0.5) +
    rings.join('') +
    circle(peakX, peakY, unit * 0.013, palette.pop)
  )
}

/** Layers of earth, each its own tone. */
const strata: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const tones = [palette.pop, palette.hi, palette.alt, ...palette.ramp]
  const phase = random.range(0, 6.28)
  const lean = random.range(-0.12, 0.12)
  const bands = tones.map((tone, index) => {
    const base = y + unit * (-0.3 + index * 0.105)
    const points: Point[] = Array.from({ length: 10 }, (_, step) => {
      const px = (width * (step - 0.5)) / 8
      const sway = Math.sin(phase + step * 0.9 + index * 0.34) * 0.045 + Math.sin(step * 1.9 + index) * 0.016
      return [px, base + unit * sway + (px - x) * lean]
    })
    return path(ridge(points, height), tone)
  })
  const disc = unit * 0.11
  const discX = x + unit * random.range(-0.26, 0.26)
  return (
    paint.glow([discX, y - unit * 0.4], unit * 0.6, palette.hi, 0.6) +
    circle(discX, y - unit * 0.42, disc, [palette.pop, 0.9]) +
    bands.join('')
  )
}

/** Fine lines pushed aside by something unseen. */
const field: Composition = ({ x, y, unit, width, palette, paint, random }) => {
  const bodies = Array.from({ length: 2 }, () => ({
    x: x + unit * random.range(-0.3, 0.3),
    y: y + unit * random.range(-0.3, 0.3),
    pull: random.range(0.12, 0.2) * random.sign(),
  }))
  const lines = Array.from({ length: 34 }, (_, index) => {
    const base = y + unit * (-0.62 + index * 0.037)
    const points: Point[] = Array.from({ length: 25 }, (__, step) => {
      const px = (width * (step - 1)) / 22
      const push = bodies.reduce((sum, body) => {
        const far = ((px - body.x) ** 2 + (base - body.y) ** 2) / (unit * unit)
        return sum + body.pull * Math.exp(-far * 22) * Math.sign(base - body.y || 1)
      }, 0)
      return [px, base + unit * push]
    })
    return line(
      smoothLine(points),
      index % 5 === 0 ? palette.pop : [palette.hi, 0.75],
      unit * (index % 5 === 0 ? 0.007 : 0.004),
    )
  })
  const marks = bodies.map((body) => paint.glow([body.x, body.y], unit * 0.4, palette.alt, 0.8))
  return marks.join('') + lines.join('')
}

/** A viewfinder over a far shore. */
const lens: Composition = ({ x, y, unit, palette, paint, random }) => {
  const radius = unit * 0.37
  const blades = random.pick([6, 7, 8])
  const start = random.range(0, 60)
  const open = radius * random.range(0.34, 0.5)
  const leaves = Array.from({ length: blades }, (_, index) => {
    const angle = start + (index * 360) / blades
    const tones = [palette.ramp[0], palette.ramp[1], palette.ramp[2], palette.ramp[3]]
    const corner = polar(x, y, open, angle)
    const next = polar(x, y, open, angle + 360 / blades)
    const a = polar(x, y, radius * 1.6, angle + 68)
    const b = polar(x, y, radius * 1.6, angle + 68 + 360 / blades)
    return `<polygon points="${[corner, next, b, a].map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')}" fill="${tones[index % tones.length] ?? palette.hi}"/>`
  })
  const outline = `M${(x - radius).toFixed(1)} ${y.toFixed(1)}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`
  return (
    paint.glow([x, y], unit * 0.85, palette.hi, 0.5) +
    circle(x, y, radius * 1.13, palette.lo) +
    circle(x, y, radius, palette.pop) +
    paint.clip(outline, leaves.join('')) +
    line(outline, palette.pop, unit * 0.008) +
    line(outline, [palette.hi, 0.5], unit * 0.022)
  )
}

export const contours: Motif = [island, strata, lens, field]
