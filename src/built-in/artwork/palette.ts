import type { Random } from '#built-in/seeded-random.ts'
import { hueDegrees } from '#shared/genre-hues.ts'

/** The colours of one picture, all as `#rrggbb`: resvg paints fractional `hsl()` black. */
export type Palette = {
  /** The two ends of the background gradient, light to dark. */
  backgroundTop: string
  backgroundBottom: string
  hi: string
  pop: string
  /** A middle tone of the second hue, for large areas that must stand apart from `hi`. */
  alt: string
  lo: string
  ink: string
  /** Five steps from far and light (0) to near and dark (4). */
  ramp: readonly [string, string, string, string, string]
}

/** The palette around one of the six hues, shifted by up to 12 degrees; its accent lies nearly across the circle. */
export function paletteOf(hue: number, random: Random): Palette {
  const degrees = hueDegrees(hue) + random.range(-12, 12)
  return toneHues(degrees, degrees + 150, 1)
}

/** The fixed tones over two hues; `colour` scales the chroma (1 for films, less for neutral pictures). */
export function toneHues(a: number, b: number, colour: number): Palette {
  const tone = (lightness: number, chroma: number, hue: number) =>
    oklch(lightness, chroma * colour, lightness < 0.5 ? shadeHue(hue) : hue)
  // Far steps lean towards the accent hue, as air does between near and far hills.
  const step = (lightness: number, chroma: number, lean: number) => tone(lightness, chroma, turn(a, b, lean))
  return {
    backgroundTop: tone(0.3, 0.1, a),
    backgroundBottom: tone(0.14, 0.05, a),
    hi: tone(0.74, 0.15, a),
    pop: tone(0.86, 0.13, b),
    alt: tone(0.58, 0.16, b),
    lo: tone(0.22, 0.08, a),
    ink: tone(0.11, 0.03, a),
    ramp: [
      step(0.56, 0.15, 0.45),
      step(0.46, 0.14, 0.3),
      step(0.37, 0.12, 0.18),
      step(0.28, 0.09, 0.08),
      step(0.19, 0.06, 0),
    ],
  }
}

/**
 * The hue of a dark tone. Yellow darkened at its own hue is mud, so shadows of yellow turn to brown and those of
 * lime to green, as a painter's do.
 */
function shadeHue(hue: number): number {
  const around = ((hue % 360) + 360) % 360
  if (around > 62 && around < 106) return 62 - (around - 62) * 0.3
  return around >= 106 && around < 146 ? 146 : around
}

/** The hue a `share` (0 to 1) of the shorter way from `a` to `b`, in degrees. */
function turn(a: number, b: number, share: number): number {
  const difference = ((((b - a) % 360) + 540) % 360) - 180
  return a + difference * share
}

/** An OKLCH colour as `#rrggbb`. Colours outside sRGB lose chroma, not lightness or hue. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  for (let reduced = chroma; reduced > 0.002; reduced *= 0.94) {
    const channels = linearRgb(lightness, reduced, hue)
    if (channels.every((channel) => channel >= -0.0005 && channel <= 1.0005)) return hex(channels)
  }
  return hex(linearRgb(lightness, 0, hue))
}

/** Björn Ottosson's OKLab matrices (https://bottosson.github.io/posts/oklab/). */
function linearRgb(lightness: number, chroma: number, hue: number): [number, number, number] {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function hex(channels: readonly number[]): string {
  const bytes = channels.map((channel) => {
    const clamped = Math.min(1, Math.max(0, channel))
    const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${bytes.join('')}`
}
