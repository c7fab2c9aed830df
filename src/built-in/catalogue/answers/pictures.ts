import { castingCode } from '#built-in/artwork/casting.ts'
import { variantCount } from '#built-in/artwork/sizes.ts'
import type { FilmImage, FilmPictures } from '#built-in/catalogue/wire.ts'

/** Every film has six drawn posters and six backdrops, 0 being the film's own. */
const variants = Array.from({ length: variantCount }, (_, variant) => variant)

/** Paths of the drawn artwork, as the film database writes its own: `/t/p/{size}` + path is the picture. */
export const posterPath = (filmId: number, genreIds: readonly number[], variant = 0) =>
  `/poster${filmId}-${variant}-${castingCode(filmId, genreIds, variant)}.jpg`
export const backdropPath = (filmId: number, variant = 0) => `/backdrop${filmId}-${variant}.jpg`
export const profilePath = (personId: number) => `/profile${personId}-0.jpg`

/**
 * The choice of artwork of a film, most voted first. Posters carry the title, so they are in a language; backdrops
 * have no text. As at the film database, `language` alone leaves out all that is not in it, and
 * `include_image_language` lists what to keep (`null`: without text).
 */
export function filmPictures(
  filmId: number,
  genreIds: readonly number[],
  query: URLSearchParams,
): FilmPictures {
  const wanted = query.get('include_image_language') ?? query.get('language')?.split('-')[0]
  const languages = wanted ? new Set(wanted.split(',').map((code) => code.trim())) : null
  const isWanted = (code: string) => languages === null || languages.has(code)
  const picture = (
    variant: number,
    shape: Pick<FilmImage, 'aspect_ratio' | 'height' | 'width' | 'iso_639_1' | 'file_path'>,
  ): FilmImage => ({
    ...shape,
    vote_average: Number((5.9 - 0.1 * variant).toFixed(1)),
    vote_count: 1200 - 137 * variant,
  })
  const backdrop = (variant: number) =>
    picture(variant, {
      aspect_ratio: 1.778,
      height: 1080,
      iso_639_1: null,
      file_path: backdropPath(filmId, variant),
      width: 1920,
    })
  const poster = (variant: number) =>
    picture(variant, {
      aspect_ratio: 0.667,
      height: 1500,
      iso_639_1: 'en',
      file_path: posterPath(filmId, genreIds, variant),
      width: 1000,
    })
  return {
    backdrops: isWanted('null') ? variants.map(backdrop) : [],
    logos: [],
    posters: isWanted('en') ? variants.map(poster) : [],
  }
}
