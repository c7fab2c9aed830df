import { backdropSvg, posterSvg } from '#built-in/artwork/poster.ts'
import type { ArtFilm, ArtPerson } from '#built-in/artwork/picture.ts'
import { portraitSvg } from '#built-in/artwork/portrait.ts'
import type { Renderer } from '#built-in/artwork/render.ts'
import type { DrawnPicture } from '#built-in/artwork/sizes.ts'
import { layoutFor } from '#shared/drawn-posters.ts'

type DrawingSource = {
  /** With the title in a language, null for English; null where there is no such film, or no such title of it. */
  film(id: number, language: DrawnPicture['language']): Promise<ArtFilm | null>
  person(id: number): Promise<ArtPerson | null>
  renderer: Renderer
}

export type Drawings = {
  /**
   * The picture as WebP, or null when there is no such film, title or person. Nothing is kept:
   * pictures never change, so the caller may store them for good.
   */
  draw(picture: DrawnPicture): Promise<Buffer | null>
}

export function createDrawings(source: DrawingSource): Drawings {
  return {
    draw: async (picture) => {
      const svg = await svgOf(picture, source)
      if (svg === null) return null
      return source.renderer.render(svg, { width: picture.width, height: picture.height, format: 'webp' })
    },
  }
}

async function svgOf(
  { kind, id, variant, width, layout, hue, language }: DrawnPicture,
  source: DrawingSource,
): Promise<string | null> {
  if (kind === 'profile') {
    const person = await source.person(id)
    return person === null ? null : portraitSvg(person, variant)
  }
  const film = await source.film(id, language)
  if (film === null) return null
  if (kind === 'backdrop') return backdropSvg(film, variant)
  return posterSvg(film, variant, layout ?? layoutFor(width), hue)
}
