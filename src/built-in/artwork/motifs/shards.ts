import { circle, path, polar, polygon, segments, type Point } from '#built-in/artwork/shapes.ts'
import type { Composition, Motif } from '#built-in/artwork/picture.ts'

/** Splinters flying from one point. */
const burst: Composition = ({ x, y, unit, width, height, palette, paint, random }) => {
  const originX = x + unit * random.range(-0.2, 0.2)
  const originY = y + unit * random.range(-0.02, 0.16)
  const reach = Math.hypot(width, height) * 0.62
  const tones = [palette.ramp[0], palette.ramp[1], palette.ramp[2], palette.alt, palette.hi, palette.lo]
  const count = 26
  const rays = Array.from({ length: count }, (_, index) => {
    const angle = (index * 360) / count + random.range(-5, 5)
    const spread = random.range(2.2, 7.5)
    const start = unit * random.range(0.1, 0.24)
    const length = start + (reach - start) * random.range(0.3, 1)
    const tone = tones[index % tones.length] ?? palette.hi
    const tip = polar(originX, originY, start, angle)
    const fade = paint.linear(tip, polar(originX, originY, length, angle), [
      [0, tone, 1],
      [1, tone, 0.12],
    ])
    return polygon(
      [
        tip,
        polar(originX, originY, length, angle - spread),
        polar(originX, originY, length * 0.92, angle + spread),
      ],
      fade,
    )
  })
  const sparks = Array.from({ length: 12 }, () => {
    const [px, py] = polar(originX, originY, unit * random.range(0.2, 0.55), random.range(0, 360))
    const size = unit * random.range(0.006, 0.018)
    const angle = random.range(0, 120)
    return polygon(
      [0, 120, 240].map((step) => polar(px, py, size, angle + step)),
      palette.pop,
    )
  })
  return (
    paint.glow([originX, originY], unit * 0.8, palette.hi, 0.55) +
    rays.join('') +
    paint.glow([originX, originY], unit * 0.36, palette.pop, 1) +
    circle(originX, originY, unit * 0.06, palette.pop) +
    sparks.join('')
  )
}

/** Slanted blades at speed across the whole picture. */
const slashes: Composition = ({ x, y, unit, width, palette, paint, random }) => {
  const lean = random.sign() * random.range(0.5, 0.8)
  const count = 15
  const span = width + unit * 1.1
  const tones = [palette.ramp[3], palette.ramp[1], palette.alt, palette.ramp[2], palette.hi, palette.ramp[0]]
  const blades = Array.from({ length: count }, (_, index) => {
    const left = -unit * 0.55 + (span * index) / count + random.range(-0.04, 0.04) * unit
    const wide = (span / count) * random.range(0.35, 1.15)
    const top = y - unit * random.range(0.15, 0.66)
    const bottom = y + unit * random.range(0.05, 0.58)
    const shift = (at: number) => (y - at) * lean
    const tone = tones[(index * 5) % tones.length] ?? palette.hi
    const fade = paint.linear(
      [0, top],
      [0, bottom],
      [
        [0, tone, 1],
        [1, tone, 0.15],
      ],
    )
    return polygon(
      [
        [left + shift(top), top],
        [left + wide + shift(top), top - wide * 0.5],
        [left + wide + shift(bottom), bottom],
        [left + shift(bottom), bottom + wide * 0.5],
      ],
      fade,
    )
  })
  const bright = unit * 0.05
  const shift = unit * 0.62 * lean
  const flash = polygon(
    [
      [x + shift, y - unit * 0.62],
      [x + bright + shift, y - unit * 0.64],
      [x + bright - shift, y + unit * 0.62],
      [x - shift, y + unit * 0.64],
    ],
    palette.pop,
  )
  return paint.glow([x, y], unit * 0.8, palette.hi, 0.5) + blades.join('') + flash
}

/** A cut stone of flat faces. */
const facets: Composition = ({ x, y, unit, palette, paint, random }) => {
  const sides = random.pick([7, 8, 9])
  const start = random.range(0, 360)
  const outer: Point[] = []
  const inner: Point[] = []
  for (let side = 0; side < sides; side++) {
    const angle = start + (side * 360) / sides + random.range(-9, 9)
    outer.push(polar(x, y, unit * random.range(0.36, 0.47), angle))
    inner.push(polar(x, y, unit * random.range(0.17, 0.25), angle + 180 / sides + random.range(-6, 6)))
  }
  const eye = polar(x, y, unit * 0.05, random.range(0, 360))
  const light = random.range(200, 320)
  const shade = (a: Point, b: Point) => {
    const angle = (Math.atan2((a[1] + b[1]) / 2 - y, (a[0] + b[0]) / 2 - x) * 180) / Math.PI
    const facing = (Math.cos(((angle - light) * Math.PI) / 180) + 1) / 2
    const tones = [
      palette.ramp[4],
      palette.ramp[3],
      palette.ramp[2],
      palette.ramp[1],
      palette.alt,
      palette.hi,
    ]
    const step = Math.min(5, Math.max(0, Math.round(facing * 5 + random.range(-0.8, 0.8))))
    return tones[step] ?? palette.hi
  }
  const faces: string[] = []
  for (let side = 0; side < sides; side++) {
    const a = outer[side] ?? eye
    const b = outer[(side + 1) % sides] ?? eye
    const c = inner[side] ?? eye
    const d = inner[(side + 1) % sides] ?? eye
    faces.push(
      polygon([a, b, c], shade(a, b)),
      polygon([b, c, d], shade(b, d)),
      polygon([c, d, eye], side === 0 ? palette.pop : shade(c, d)),
    )
  }
  const debris = Array.from({ length: 9 }, () => {
    const [px, py] = polar(x, y, unit * random.range(0.5, 0.66), random.range(0, 360))
    const angle = random.range(0, 360)
    const size = unit * random.range(0.01, 0.035)
    return polygon(
      [polar(px, py, size, angle), polar(px, py, size, angle + 130), polar(px, py, size * 0.8, angle + 230)],
      random.pick([palette.ramp[0], palette.ramp[1]]),
    )
  })
  return paint.glow([x, y], unit * 0.85, palette.hi, 0.5) + debris.join('') + faces.join('')
}

/** Arrowheads in column, the foremost lit. */
const chevrons: Composition = ({ x, y, unit, palette, paint, random }) => {
  const count = random.pick([5, 6, 7])
  const thick = (unit * 0.56) / count
  const rise = unit * random.range(0.24, 0.36)
  const tilt = random.pick([0, 0, 18, -18])
  const tones = [palette.pop, palette.hi, palette.alt, palette.ramp[0], palette.ramp[1], palette.ramp[2]]
  const heads = Array.from({ length: count }, (_, index) => {
    const top = y - unit * 0.52 + index * thick * 1.62
    const reach = unit * (0.2 + index * (0.34 / count))
    const drop = rise * (reach / (unit * 0.5))
    const tone = tones[Math.min(index, tones.length - 1)] ?? palette.hi
    return path(
      `${segments([
        [x, top],
        [x + reach, top + drop],
        [x + reach, top + drop + thick],
        [x, top + thick],
        [x - reach, top + drop + thick],
        [x - reach, top + drop],
      ])}Z`,
      [tone, Math.round((1 - index / (count + 3)) * 100) / 100],
    )
  })
  const turn = `<g transform="rotate(${tilt} ${x} ${y})">${heads.join('')}</g>`
  return paint.glow([x, y - unit * 0.3], unit * 0.8, palette.hi, 0.55) + turn
}

export const shards: Motif = [burst, facets, slashes, chevrons]
