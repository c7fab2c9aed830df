import { compositionOf } from '#built-in/artwork/motifs/motifs.ts'
import { huesOf } from '#built-in/artwork/palette.ts'
import {
  background,
  backdropSize,
  createCanvas,
  documentOf,
  filmLook,
  vignette,
} from '#built-in/artwork/picture.ts'
import type { ArtFilm } from '#built-in/artwork/picture.ts'
import { seedOf } from '#built-in/seeded-random.ts'
import { rect } from '#built-in/artwork/shapes.ts'

/** The backdrop of a film, 1920 × 1080 user units: its poster's motif in wide, without text. */
export function backdropSvg(film: ArtFilm, variant: number): string {
  const { palette, choice } = filmLook(film.id, variant, huesOf(film.genreIds))
  const canvas = createCanvas(backdropSize, palette, seedOf('backdrop', film.id, variant))
  const { width, height, paint } = canvas
  const ground = background(canvas)
  const stage = { ...canvas, unit: height, x: width * 0.55, y: height * 0.5, floor: height }
  const motif = compositionOf(film.genreIds, choice)(stage)
  const scrim = paint.linear(
    [0, height * 0.45],
    [0, height],
    [
      [0, palette.ink, 0],
      [1, palette.ink, 0.6],
    ],
  )
  return documentOf(canvas, ground + motif + vignette(canvas, 0.55) + rect([0, 0, width, height], scrim))
}
