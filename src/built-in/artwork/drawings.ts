import { backdropSvg, posterSvg } from '#built-in/artwork/poster.ts'
import type { ArtFilm, ArtPerson } from '#built-in/artwork/picture.ts'
import { portraitSvg } from '#built-in/artwork/portrait.ts'
import type { Renderer } from '#built-in/artwork/render.ts'
import { type DrawnPicture, parsePicturePath } from '#built-in/artwork/sizes.ts'
import { layoutFor } from '#shared/drawn-posters.ts'

type DrawingSource = {
  film(id: number): Promise<ArtFilm | null>
  person(id: number): Promise<ArtPerson | null>
  renderer: Renderer
}

export type Drawing = { bytes: Buffer; contentType: 'image/webp' | 'image/jpeg' }

export type Drawings = {
  /**
   * The picture at `/t/p/{size}/{file}`, or null when there is no such size, film or person. Nothing is kept:
   * pictures never change, so the caller may store them for good.
   */
  draw(size: string, file: string): Promise<Drawing | null>
}

export function createDrawings(source: DrawingSource): Drawings {
  return {
    draw: async (size, file) => {
      const picture = parsePicturePath(size, file)
      const svg = picture === null ? null : await svgOf(picture, source)
      if (picture === null || svg === null) return null
      const bytes = await source.renderer.render(svg, picture)
      return { bytes, contentType: `image/${picture.format}` }
    },
  }
}

async function svgOf(
  { kind, id, variant, width, layout, hue }: DrawnPicture,
  source: DrawingSource,
): Promise<string | null> {
  if (kind === 'profile') {
    const person = await source.person(id)
    return person === null ? null : portraitSvg(person, variant)
  }
  const film = await source.film(id)
  if (film === null) return null
  if (kind === 'backdrop') return backdropSvg(film, variant)
  return posterSvg(film, variant, layout ?? layoutFor(width), hue)
}
