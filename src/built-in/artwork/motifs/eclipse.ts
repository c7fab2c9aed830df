import {
  arch,
  circle,
  fixed,
  halfChord,
  halfDisc,
  path,
  polar,
  rect,
  ring,
  turned,
} from '#built-in/artwork/shapes.ts'
import type { Composition, Motif } from '#built-in/artwork/picture.ts'

/** A lit disc half covered by a dark one, a thin path with a small companion around them. */
const eclipse: Composition = ({ x, y, unit, palette, paint, random }) => {
  const radius = unit * random.range(0.3, 0.36)
  const angle = random.range(-70, 70) + (random.sign() < 0 ? 180 : 0)
  const [coverX, coverY] = polar(x, y, radius * random.range(0.42, 0.62), angle)
  const path_ = radius * random.range(1.24, 1.36)
  const [moonX, moonY] = polar(x, y, path_, angle + random.range(120, 240))
  const lit = paint.linear(polar(x, y, radius, angle + 180), polar(x, y, radius, angle), [
    [0, palette.pop],
    [0.35, palette.hi],
    [1, palette.ramp[1]],
  ])
  const dark = paint.linear(
    polar(coverX, coverY, radius, angle + 180),
    polar(coverX, coverY, radius, angle),
    [
      [0, palette.ink],
      [1, palette.lo],
    ],
  )
  return (
    paint.glow([x, y], radius * 2.5, palette.hi, 0.6) +
    ring(x, y, path_, [palette.pop, 0.45], 3) +
    circle(x, y, radius, lit) +
    circle(coverX, coverY, radius * 0.97, dark) +
    circle(moonX, moonY, unit * 0.022, palette.pop)
  )
}

/** Steps of light around a black disc with one bright edge. */
const totality: Composition = ({ x, y, unit, palette, paint, random }) => {
  const radius = unit * random.range(0.2, 0.25)
  const angle = random.range(200, 340)
  const steps = [5, 4, 3, 2, 1].map((step) =>
    circle(x, y, radius * (1 + step * 0.34), [palette.hi, 0.08 + (5 - step) * 0.035]),
  )
  const [shadowX, shadowY] = polar(x, y, radius * 0.09, angle + 180)
  return (
    paint.glow([x, y], radius * 3.4, palette.alt, 0.7) +
    steps.join('') +
    circle(x, y, radius * 1.03, palette.pop) +
    circle(shadowX, shadowY, radius * 0.985, palette.ink) +
    paint.glow(polar(x, y, radius * 1.02, angle), radius * 0.6, palette.pop, 0.95)
  )
}

/** Two discs sharing a lens. */
const meeting: Composition = ({ x, y, unit, palette, paint, random }) => {
  const radius = unit * random.range(0.29, 0.33)
  const half = radius * random.range(0.5, 0.66)
  const angle = random.pick([0, 28, -28, 90, 62])
  const rise = Math.sqrt(radius * radius - half * half)
  const r = fixed(radius)
  const lens = `M${fixed(x)} ${fixed(y - rise)}A${r} ${r} 0 0 1 ${fixed(x)} ${fixed(y + rise)}A${r} ${r} 0 0 1 ${fixed(x)} ${fixed(y - rise)}Z`
  const left = paint.linear(
    [x - half - radius, y],
    [x + half, y],
    [
      [0, palette.hi],
      [1, palette.ramp[0]],
    ],
  )
  const right = paint.linear(
    [x - half, y],
    [x + half + radius, y],
    [
      [0, palette.ramp[2]],
      [1, palette.alt],
    ],
  )
  return (
    paint.glow([x, y], unit * 0.85, palette.alt, 0.4) +
    turned(
      circle(x - half, y, radius, left) + circle(x + half, y, radius, right) + path(lens, palette.pop),
      angle,
      x,
      y,
    )
  )
}

/** A column of phases from new to full and back. */
const phases: Composition = ({ x, y, unit, palette, paint, random }) => {
  const count = 7
  const radius = unit * 0.061
  const tilt = random.pick([0, 24, -24, 90])
  const reach = unit * 0.82
  const moons = Array.from({ length: count }, (_, index) => {
    const centreY = y - reach / 2 + (reach * index) / (count - 1)
    const middle = (count - 1) / 2
    const lit = 1 - Math.abs(index - middle) / middle
    const side = index < middle ? 1 : 0
    const bulge = fixed(radius * Math.abs(2 * lit - 1))
    const inward = lit > 0.5 ? side : 1 - side
    const [top, bottom] = [fixed(centreY - radius), fixed(centreY + radius)]
    const r = fixed(radius)
    const shape = `M${fixed(x)} ${top}A${r} ${r} 0 0 ${side} ${fixed(x)} ${bottom}A${bulge} ${r} 0 0 ${inward} ${fixed(x)} ${top}Z`
    const face =
      index === middle
        ? circle(x, centreY, radius, palette.pop)
        : lit > 0
          ? path(shape, palette.hi)
          : ring(x, centreY, radius - 2, [palette.hi, 0.5], 3)
    return circle(x, centreY, radius, palette.lo) + face
  })
  return paint.glow([x, y], unit * 0.6, palette.hi, 0.55) + turned(moons.join(''), tilt, x, y)
}

/** A disc cut in two, the halves slipped apart. */
const divided: Composition = ({ x, y, unit, palette, paint, random }) => {
  const radius = unit * random.range(0.31, 0.36)
  const angle = random.pick([-90, -60, -120, -45, 0])
  const slip = radius * random.range(0.24, 0.5) * random.sign()
  const [oneX, oneY] = polar(x, y, slip / 2, angle)
  const [otherX, otherY] = polar(x, y, -slip / 2, angle)
  const upper = paint.linear(
    polar(x, y, radius, angle + 90),
    [x, y],
    [
      [0, palette.hi],
      [1, palette.ramp[1]],
    ],
  )
  const lower = paint.linear([x, y], polar(x, y, radius, angle - 90), [
    [0, palette.alt],
    [1, palette.pop],
  ])
  const [dotX, dotY] = polar(x, y, radius * 0.55, angle + 90)
  return (
    paint.glow([x, y], radius * 2.3, palette.hi, 0.42) +
    path(halfDisc(oneX, oneY, radius, angle), upper) +
    path(halfDisc(otherX, otherY, radius, angle + 180), lower) +
    circle(dotX + oneX - x, dotY + oneY - y, unit * 0.045, palette.ink)
  )
}

/** Doorways one behind another with a sun in the last. */
const arches: Composition = ({ x, y, unit, height, palette, paint, random }) => {
  const floor = Math.min(height, y + unit * 0.62)
  const centreX = x + unit * random.range(-0.06, 0.06)
  const tones = [palette.ramp[4], palette.ramp[3], palette.ramp[2], palette.ramp[1], palette.ramp[0]]
  const tall = unit * 1.1
  const frames = tones.map((tone, index) => {
    const share = 1 - index * 0.165
    return path(arch(centreX, floor, unit * 0.86 * share, tall * share), tone)
  })
  const inner = arch(centreX, floor, unit * 0.18, tall * 0.26)
  const disc = unit * random.range(0.1, 0.13)
  const discY = floor - tall * 0.31
  return (
    paint.glow([centreX, discY], unit * 0.8, palette.hi, 0.5) +
    frames.join('') +
    paint.glow([centreX, discY], unit * 0.3, palette.pop, 0.75) +
    circle(centreX, discY, disc, palette.pop) +
    path(inner, palette.ink)
  )
}

/** A disc too large for the picture, sliced towards the horizon. */
const rising: Composition = ({ x, y, unit, palette, paint, random }) => {
  const radius = unit * random.range(0.44, 0.5)
  const centreX = x + unit * random.range(-0.16, 0.16)
  const centreY = y + unit * 0.12
  const body = paint.linear(
    [centreX, centreY - radius],
    [centreX, centreY + radius],
    [
      [0, palette.pop],
      [0.45, palette.hi],
      [1, palette.alt],
    ],
  )
  const cuts = Array.from({ length: 8 }, (_, index) => {
    const top = centreY - radius * 0.1 + index * radius * 0.145
    const thick = radius * (0.012 + index * 0.0135)
    const half = halfChord(radius, top + thick * 0.1 - centreY)
    return rect([centreX - half, top, half * 2, thick], palette.lo)
  })
  const [smallX, smallY] = polar(centreX, centreY, radius * 1.22, random.pick([-128, -52, -145, -35]))
  return (
    paint.glow([centreX, centreY], radius * 2, palette.hi, 0.45) +
    circle(centreX, centreY, radius, body) +
    cuts.join('') +
    circle(smallX, smallY, unit * 0.035, palette.pop)
  )
}

/** One disc seen at several moments along its fall. */
const passage: Composition = ({ x, y, unit, palette, paint, random }) => {
  const radius = unit * random.range(0.17, 0.2)
  const side = random.sign()
  const bow = unit * random.range(0.3, 0.5)
  const count = 6
  const moments = Array.from({ length: count }, (_, index) => {
    const time = index / (count - 1)
    const px = x + side * unit * (0.26 - 0.52 * time)
    const py = y + unit * 0.34 - bow * 1.5 * Math.sin((Math.PI / 2) * (0.15 + time * 0.85))
    const last = index === count - 1
    return last
      ? paint.glow([px, py], radius * 2.2, palette.pop, 0.6) + circle(px, py, radius, palette.pop)
      : circle(px, py, radius, [palette.hi, Math.round((0.1 + time * 0.5) * 100) / 100])
  })
  return paint.glow([x, y], unit * 0.8, palette.alt, 0.45) + moments.join('')
}

export const eclipses: Motif = [eclipse, meeting, rising, divided, totality, arches, passage, phases]
