import { toneHues, type Palette } from '#built-in/artwork/palette.ts'
import { createPaint, rect, type Paint } from '#built-in/artwork/shapes.ts'
import { createRandom, type Random } from '#built-in/seeded-random.ts'

/** What a film's pictures are drawn from. `genreIds` are the film database's, the most telling first. */
export type ArtFilm = {
  id: number
  title: string
  year: string
  director: string | null
  genreIds: number[]
}

/** What a person's portrait is drawn from. */
export type ArtPerson = { id: number; name: string }

export type Canvas = { width: number; height: number; palette: Palette; paint: Paint; random: Random }

/** The sizes, in user units, in which pictures are composed. */
export const posterSize = { width: 1000, height: 1500 } as const
export const backdropSize = { width: 1920, height: 1080 } as const

export function createCanvas(
  size: { width: number; height: number },
  palette: Palette,
  seed: number,
): Canvas {
  return { ...size, palette, paint: createPaint(), random: createRandom(seed) }
}

/** The neutral violet of pictures that belong to nobody. */
export function neutralPalette(): Palette {
  return toneHues(294, 286, 0.62)
}

/** The gradient every picture starts from, with a soft light in one upper corner. */
export function background({ width, height, palette, paint, random }: Canvas): string {
  const angle = ((90 + random.range(-34, 34)) * Math.PI) / 180
  const reach = Math.hypot(width, height) / 2
  const [dx, dy] = [Math.cos(angle) * reach, Math.sin(angle) * reach]
  const gradient = paint.linear(
    [width / 2 - dx, height / 2 - dy],
    [width / 2 + dx, height / 2 + dy],
    [
      [0, palette.backgroundTop],
      [1, palette.backgroundBottom],
    ],
  )
  const corner = random.pick([0.05, 0.95])
  return (
    rect([0, 0, width, height], gradient) +
    paint.glow(
      [width * corner, height * random.range(0, 0.2)],
      Math.min(width, height) * 0.9,
      palette.alt,
      0.32,
    )
  )
}

/** Darkens the corners, so that the eye stays inside. */
export function vignette({ width, height, palette, paint }: Canvas, opacity: number): string {
  const shade = paint.radial([width / 2, height * 0.45], Math.hypot(width, height) * 0.58, [
    [0, palette.ink, 0],
    [0.6, palette.ink, 0],
    [1, palette.ink, opacity],
  ])
  return rect([0, 0, width, height], shade)
}

/** The fine light edge that parts dark artwork from a dark page. */
export function innerEdge({ width, height }: Canvas): string {
  return `<rect x="1.5" y="1.5" width="${width - 3}" height="${height - 3}" fill="none" stroke="#ffffff" stroke-opacity="0.08" stroke-width="3"/>`
}

/** The finished document. Nothing outside its box is drawn. */
export function documentOf({ width, height, paint }: Canvas, content: string): string {
  const box = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}><defs>${paint.definitions()}</defs>${content}</svg>`
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** What a motif draws on. Posters, backdrops and portraits differ only in these numbers. */
export type Stage = {
  width: number
  height: number
  /** The shorter side: radii are shares of it, so that the same motif fits upright and wide pictures. */
  unit: number
  /** The point the composition is built around. */
  x: number
  y: number
  /** The height below which nothing important is drawn: a title lies there on posters. */
  floor: number
  palette: Palette
  paint: Paint
  random: Random
}

/** One way of drawing a motif; answers SVG elements. */
export type Composition = (stage: Stage) => string

/** The compositions of one genre's motif; a film's variants take them in turn. */
export type Motif = readonly [Composition, ...Composition[]]
