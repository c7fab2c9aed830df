import type { Colours } from '#built-in/gifs/colours.ts'
import type { Backdrop } from '#built-in/gifs/scripts.ts'
import { since, type Time } from '#built-in/gifs/timing.ts'
import type { Random } from '#built-in/seeded-random.ts'
import {
  circle,
  line,
  path,
  polar,
  polygon,
  rect,
  ring,
  star,
  turned,
  type Point,
} from '#built-in/artwork/shapes.ts'

export interface GifPlace {
  width: number
  height: number
  /** What the drawing is built around. */
  centre: Point
  colours: Colours
}

/** Draws what moves behind, at a time. What is seeded is chosen once, for all frames. */
type Motion = (time: Time) => string

type Make = (place: GifPlace, random: Random) => Motion

/** Waves that widen from the middle. */
const rings: Make = ({ centre: [x, y], colours }, random) => {
  const waves = random.pick([3, 4])
  const dotted = random.pick([false, true, false])
  return (time) => {
    const shown: string[] = []
    for (let index = 0; index < waves; index++) {
      const radius = 150 * since(time / waves, 1 - index / waves)
      const width = 15 - radius * 0.07
      const extra = dotted ? 'stroke-dasharray="2 22" stroke-linecap="round"' : ''
      if (radius > 4) shown.push(ring(x, y, radius, colours.veil, width, extra))
    }
    return shown.join('')
  }
}

/** Strokes or drops that fall, a little aslant. */
const rain: Make = ({ width, height, colours }, random) => {
  const slant = random.range(0.08, 0.2) * random.sign()
  const drops = Array.from({ length: 22 }, (_, index) => ({
    x: ((index + random.range(0.1, 0.9)) * (width + 60)) / 22 - 30,
    phase: random.next(),
    length: random.range(14, 26),
    bright: index % 6 === 0,
  }))
  return (time) =>
    drops
      .map(({ x, phase, length, bright }) => {
        const y = since(time, phase) * (height + 60) - 30
        const at = x - slant * (y - height / 2)
        const data = `M${at.toFixed(1)} ${y.toFixed(1)}L${(at - slant * length).toFixed(1)} ${(y + length).toFixed(1)}`
        return line(data, bright ? colours.accent : colours.veil, bright ? 3 : 4, 'stroke-linecap="round"')
      })
      .join('')
}

/** Paper that flutters down. */
const confetti: Make = ({ width, height, colours }, random) => {
  const tones: readonly [string, ...string[]] = [
    colours.accent,
    colours.body,
    colours.white,
    colours.blush,
    colours.veil,
  ]
  const pieces = Array.from({ length: 30 }, (_, index) => ({
    x: ((index + random.range(0, 1)) * width) / 30,
    phase: random.next(),
    drift: random.range(-9, 9),
    turn: random.range(0, 360),
    spin: random.sign() * 180,
    size: random.range(3, 5.5),
    tone: tones[index % tones.length] ?? tones[0],
    kind: random.int(0, 2),
  }))
  return (time) =>
    pieces
      .map(({ x, phase, drift, turn, spin, size, tone, kind }) => {
        const way = since(time, phase)
        const px = x + drift * Math.sin(way * 2 * Math.PI)
        const py = way * (height + 24) - 12
        if (kind === 0) return circle(px, py, size * 0.75, tone)
        const angle = turn + spin * way
        if (kind === 1)
          return turned(rect([px - size, py - size / 2, size * 2, size], tone, 1), angle, px, py)
        return polygon(
          [0, 120, 240].map((corner) => polar(px, py, size, angle + corner)),
          tone,
        )
      })
      .join('')
}

/** Rays that turn by one ray in a loop. */
const burst: Make = ({ centre: [x, y], colours }, random) => {
  const rays = random.pick([9, 11, 13])
  const way = random.sign()
  const spark = random.pick([true, false])
  return (time) => {
    const step = 360 / rays
    const start = way * time * step
    const wedges = Array.from({ length: rays }, (_, index) => {
      const angle = start + index * step
      return polygon([[x, y], polar(x, y, 220, angle), polar(x, y, 220, angle + step / 2)], colours.veil)
    })
    const sparks = spark
      ? Array.from({ length: rays }, (_, index) => {
          const [sx, sy] = polar(
            x,
            y,
            78 + 7 * Math.sin((time + index / rays) * 2 * Math.PI),
            start + (index + 0.75) * step,
          )
          return path(star([sx, sy], 5, 2, 4, 0), colours.accent)
        })
      : []
    return wedges.join('') + sparks.join('')
  }
}

const make: Readonly<Record<Backdrop, Make>> = { ring: rings, rain, confetti, burst }

export function surroundings(backdrop: Backdrop, place: GifPlace, random: Random): Motion {
  return make[backdrop](place, random)
}
