import type { Character } from '#built-in/gifs/scripts.ts'
import { oklch } from '#built-in/artwork/palette.ts'
import type { Random } from '#built-in/seeded-random.ts'

/** The few colours of one GIF: sixteen must do for all its frames, edges included. */
export interface Colours {
  ground: string
  /** Near the ground: for what moves behind. */
  veil: string
  shadow: string
  body: string
  shade: string
  light: string
  ink: string
  accent: string
  white: string
  blush: string
  tear: string
  word: string
  edge: string
}

/** Hue (degrees), lightness and chroma of each body. */
const bodies: Readonly<Record<Character, readonly [hue: number, lightness: number, chroma: number]>> = {
  cat: [62, 0.78, 0.14],
  popcorn: [24, 0.64, 0.19],
  ghost: [290, 0.94, 0.03],
  star: [92, 0.86, 0.16],
  moon: [100, 0.91, 0.08],
  robot: [225, 0.76, 0.1],
  heart: [8, 0.66, 0.2],
  bear: [55, 0.64, 0.11],
  clapper: [280, 0.72, 0.12],
  drop: [235, 0.74, 0.13],
  sun: [80, 0.84, 0.16],
  reel: [190, 0.77, 0.1],
  bunny: [350, 0.87, 0.07],
  cloud: [245, 0.93, 0.035],
  cup: [350, 0.68, 0.18],
  frog: [138, 0.77, 0.17],
  planet: [305, 0.7, 0.16],
  ticket: [70, 0.82, 0.13],
  slime: [165, 0.8, 0.14],
  camera: [20, 0.73, 0.14],
}

/** Hues that stay clean when they are dark; yellow and orange would be mud. */
const groundHues = [350, 325, 300, 278, 258, 238, 205, 180, 160, 22] as const
const depths: readonly [number, ...number[]] = [0.3, 0.34, 0.38, 0.44, 0.52]

/** The ground stands well apart from the body on the wheel. */
export function coloursOf(character: Character, random: Random): Colours {
  const [base, lightness, chroma] = bodies[character]
  const hue = base + random.range(-12, 12)
  const [first = 278, ...rest] = groundHues.filter((ground) => apart(ground, base) > 75)
  const across = random.pick([first, ...rest]) + random.range(-6, 6)
  const depth = random.pick(depths)
  return {
    ground: oklch(depth, 0.13, across),
    veil: oklch(depth + 0.075, 0.14, across + 6),
    shadow: oklch(depth - 0.08, 0.08, across),
    body: oklch(lightness, chroma, hue),
    shade: oklch(lightness - 0.13, chroma, hue - 8),
    light: oklch(Math.min(0.97, lightness + 0.1), chroma * 0.6, hue + 6),
    ink: oklch(0.2, 0.045, across),
    accent: oklch(0.84, 0.14, random.pick([95, 190, 145, 60, 330])),
    white: oklch(0.985, 0.01, hue),
    blush: oklch(0.7, 0.16, 15),
    // A blue body sheds pale tears.
    tear: apart(base, 235) < 50 ? oklch(0.96, 0.03, 220) : oklch(0.83, 0.11, 225),
    word: oklch(0.98, 0.02, hue),
    edge: oklch(depth - 0.16, 0.07, across),
  }
}

/** The smaller angle between two hues. */
function apart(a: number, b: number): number {
  return Math.abs(((((a - b) % 360) + 540) % 360) - 180)
}
