import { oklch } from '#built-in/artwork/palette.ts'
import { createRandom, seedOf, type Random } from '#built-in/seeded-random.ts'
import {
  circle,
  createPaint,
  fixed,
  halfDisc,
  path,
  polar,
  polygon,
  rect,
  ring,
} from '#built-in/artwork/shapes.ts'

/** Avatars are composed on a square of this many user units. */
export const avatarSize = 400

type Mark = (light: string, tone: string, random: Random) => string

/** A sun going under. */
const sunset: Mark = (light, tone) =>
  circle(200, 178, 92, light) +
  Array.from({ length: 5 }, (_, index) =>
    rect([0, 196 + index * 40, 400, 22 + index * 5], [tone, 0.95]),
  ).join('')

/** A moon beside its shadow. */
const moon: Mark = (light, tone, random) => {
  const [px, py] = polar(200, 200, 62, random.range(0, 360))
  return circle(200, 200, 118, light) + circle(px, py, 96, tone)
}

/** Four petals. */
const petals: Mark = (light, tone, random) => {
  const turn = random.pick([0, 45])
  const leaves = [0, 90, 180, 270].map((angle) => {
    const [px, py] = polar(200, 200, 66, angle + turn)
    return circle(px, py, 72, [light, 0.82])
  })
  return leaves.join('') + circle(200, 200, 40, tone)
}

/** Two hills. */
const hills: Mark = (light, tone, random) => {
  const left = random.range(120, 170)
  return (
    circle(400 - left, 136, 46, light) +
    polygon(
      [
        [left - 190, 400],
        [left, 150],
        [left + 190, 400],
      ],
      [light, 0.9],
    ) +
    polygon(
      [
        [left + 10, 400],
        [left + 150, 216],
        [left + 330, 400],
      ],
      tone,
    )
  )
}

/** Half discs passing. */
const halves: Mark = (light, tone, random) => {
  const angle = random.pick([0, 45, 90, 135])
  const [ax, ay] = polar(200, 200, 46, angle)
  return (
    path(halfDisc(ax, ay, 104, angle), light) + path(halfDisc(400 - ax, 400 - ay, 104, angle + 180), tone)
  )
}

/** Rings from a corner. */
const ripples: Mark = (light, tone, random) => {
  const x = random.pick([0, 400])
  const y = random.pick([0, 400])
  return [330, 258, 186].map((radius) => ring(x, y, radius, light, 34)).join('') + circle(x, y, 124, tone)
}

const marks: readonly [Mark, ...Mark[]] = [sunset, moon, petals, hills, halves, ripples]

/** The avatar of a member without a picture, 400 × 400 user units: two colours and one of six marks, by seed. */
export function avatarSvg(seed: string): string {
  const random = createRandom(seedOf('avatar', seed, 0))
  const paint = createPaint()
  const hue = random.range(0, 360)
  const other = hue + random.sign() * random.range(40, 110)
  const angle = random.range(20, 160)
  const ground = paint.linear(polar(200, 200, 260, angle + 180), polar(200, 200, 260, angle), [
    [0, oklch(0.66, 0.17, hue)],
    [1, oklch(0.4, 0.15, other)],
  ])
  const light = oklch(0.91, 0.08, hue + 20)
  const tone = oklch(0.3, 0.11, other)
  const mark = random.pick(marks)(light, tone, random)
  const size = fixed(avatarSize)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}"><defs>${paint.definitions()}</defs>${rect([0, 0, 400, 400], ground)}${mark}</svg>`
}
