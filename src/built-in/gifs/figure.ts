import { circle, fixed, line, path, polar, star, type Point } from '#built-in/artwork/shapes.ts'
import { beings } from '#built-in/gifs/beings.ts'
import { both, roundEnds, type Body, type DrawBody } from '#built-in/gifs/body.ts'
import type { Character, GifMood } from '#built-in/gifs/scripts.ts'
import type { Colours } from '#built-in/gifs/colours.ts'
import { faceOf } from '#built-in/gifs/faces.ts'
import type { PackGif } from '#built-in/gifs/pack.ts'
import { things } from '#built-in/gifs/things.ts'
import { since, swing, type Time } from '#built-in/gifs/timing.ts'

const draw: Readonly<Record<Character, DrawBody>> = { ...beings, ...things }

export function bodyOf(character: Character, colours: Colours, time: Time): Body {
  return draw[character](colours, time)
}

/** How the whole body moves: shift, turn in degrees, and stretch. */
export interface Pose {
  x: number
  y: number
  turn: number
  wide: number
  tall: number
}

const still: Pose = { x: 0, y: 0, turn: 0, wide: 1, tall: 1 }

const poses: Readonly<Record<GifMood, (time: Time) => Pose>> = {
  trending: (time) => ({ ...still, y: -2 + 2 * swing(time, 2), turn: 5 * swing(time) }),
  sad: (time) => ({
    ...still,
    y: 2,
    turn: 3 * swing(time),
    wide: 1 - 0.02 * swing(time),
    tall: 0.98 + 0.03 * swing(time),
  }),
  celebrating: (time) => {
    const up = Math.abs(swing(time))
    return { ...still, y: 4 - 15 * up, turn: 5 * swing(time), wide: 1.06 - 0.1 * up, tall: 0.94 + 0.1 * up }
  },
  laughing: (time) => ({
    ...still,
    y: 2 * swing(time, 2, 0.25),
    turn: 7 * swing(time),
    wide: 1 + 0.03 * swing(time, 2),
    tall: 1 - 0.04 * swing(time, 2),
  }),
  'mind-blown': (time) => ({
    ...still,
    x: 1.2 * swing(time, 2),
    y: 7,
    wide: 1 + 0.03 * swing(time),
    tall: 1 + 0.03 * swing(time),
  }),
}

/** Where the hand of a side is, from the shoulder. */
const hands: Readonly<Record<GifMood, (time: Time, side: 1 | -1) => Point>> = {
  trending: (time, side) => (side === 1 ? [17 + 3 * swing(time, 2), -21] : [13, 13]),
  sad: () => [7, 23],
  celebrating: (time, side) => [15 + 4 * swing(time, 2, side / 4), -27],
  laughing: (time, side) => (side === 1 ? [15 + 2 * swing(time, 2), 8] : [-6, 15 + 2 * swing(time, 2)]),
  'mind-blown': (time) => [5 + swing(time, 2), -27],
}

function limbs(
  { shoulder, hip }: Body,
  mood: GifMood,
  time: Time,
  { ink }: Colours,
): { arms: string; legs: string } {
  const arms = both((side) => {
    const [hx, hy] = hands[mood](time, side)
    const [fx, fy] = [side * (shoulder - 3), 14]
    const [tx, ty] = [side * (shoulder + hx), 14 + hy]
    const bend = `Q${fixed(side * (shoulder + Math.max(10, hx)))} ${fixed(14 + hy * 0.3)}`
    return (
      line(`M${fixed(fx)} ${fixed(fy)}${bend} ${fixed(tx)} ${fixed(ty)}`, ink, 6.5, roundEnds) +
      circle(tx, ty, 5, ink)
    )
  })
  if (hip === null) return { arms, legs: '' }
  const legs = both((side) => {
    const spread = mood === 'celebrating' ? 6 * Math.abs(swing(time)) : 0
    const foot = `${fixed(side * (16 + spread))} 58H${fixed(side * (23 + spread))}`
    return line(`M${fixed(side * 14)} ${fixed(hip)}L${foot}`, ink, 6.5, roundEnds)
  })
  return { arms, legs }
}

/** A paper hat, a little askew. */
function hat({ crown }: Body, { accent, white, blush }: Colours, time: Time): string {
  const content =
    `<path d="M-17 0L0 -34L17 0Q0 6 -17 0Z" fill="${accent}" stroke="${accent}" stroke-width="4" ${roundEnds}/>` +
    line('M-12 -8L8 -16M-5 -21L3 -25', white, 4, roundEnds) +
    circle(0, -36, 6, blush)
  return `<g transform="translate(6 ${fixed(crown + 6)}) rotate(${fixed(10 + 4 * swing(time))})">${content}</g>`
}

/** A head that goes off: a flash on the skull, a cloud that swells above it, and sparks. */
function explosion({ crown }: Body, { white, accent, blush, ink }: Colours, time: Time): string {
  const sparks = Array.from({ length: 8 }, (_, index) => {
    const way = since(time, (index * 3) / 8)
    const [x, y] = polar(0, crown - 14, 24 + 40 * way, -170 + index * 22.9)
    const size = 7.5 * Math.sin(Math.PI * way)
    return size < 1 ? '' : path(star([x, y], size, size * 0.4, 4, 0), index % 2 === 0 ? accent : white)
  })
  const swell = 1 + 0.1 * swing(time)
  const puff = (x: number, y: number, r: number, fill: string) =>
    circle(x * swell, -24 + (y + 24) * swell, r * swell, fill)
  const cloud =
    puff(-20, -22, 13, blush) +
    puff(20, -22, 13, blush) +
    puff(-11, -35, 14, blush) +
    puff(12, -34, 14, blush) +
    puff(0, -24, 17, blush) +
    puff(-9, -25, 9, accent) +
    puff(10, -24, 9, accent) +
    puff(1, -31, 10, accent) +
    puff(0, -23, 7, white)
  const flash = path(star([0, 2], 23 + 2 * swing(time, 1, 0.5), 11, 8, 11 * swing(time)), accent)
  const stem = path('M-8 4C-4 -6 -5 -12 -8 -16H8C5 -12 4 -6 8 4Z', blush)
  const crack = line('M-19 9L-11 4L-5 10L1 4L8 10L14 4L19 9', ink, 3, roundEnds)
  return `${sparks.join('')}<g transform="translate(0 ${fixed(crown)})">${flash}${stem}${cloud}${crack}</g>`
}

/** The highest point of a figure in a mood, from the middle of its body. */
export function reachOf(body: Body, mood: GifMood, wearsHat: boolean): number {
  if (mood === 'mind-blown') return Math.max(-body.top, 48 - body.crown)
  const hands = mood === 'celebrating' ? 34 : 0
  return Math.max(-body.top, wearsHat ? 36 - body.crown : 0, hands) + (mood === 'celebrating' ? 12 : 3)
}

/** The whole figure around 0 0: its feet are at 58 when it stands. */
export function figureOf(
  { mood, character, expression }: PackGif,
  colours: Colours,
  wearsHat: boolean,
  time: Time,
): { drawn: string; pose: Pose } {
  const body = bodyOf(character, colours, time)
  const { arms, legs } = limbs(body, mood, time, colours)
  const [x, y] = body.face
  const place = `translate(${fixed(x)} ${fixed(y)}) scale(${body.faceScale ?? 1})`
  const face = `<g transform="${place}">${faceOf(expression, colours, time, body.eyes)}</g>`
  const drawn = [
    legs + body.behind + arms + body.front + face + (body.over ?? ''),
    mood === 'mind-blown' ? explosion(body, colours, time) : '',
    wearsHat ? hat(body, colours, time) : '',
  ]
  return { drawn: drawn.join(''), pose: poses[mood](time) }
}
