import { castingsOf } from '#shared/poster-castings.ts'
import { backdropOf, defaultBackdrop, posterOf, type Candidates, type SizedPicture } from './pictures.ts'

/** A log as a tile: three columns on phones, wider from 600 px. */
export const tileSizes = '(min-width: 1024px) 190px, (min-width: 600px) 25vw, (min-width: 480px) 31vw, 30vw'

/** A favourite film on a profile: four columns on phones. */
export const favouriteSizes = '(min-width: 1024px) 168px, (min-width: 768px) 20vw, 22vw'

/** The poster at the top of a film's page. */
export const filmPosterSizes = '(min-width: 1024px) 200px, (min-width: 600px) 160px, 112px'

const heroSizes = '100vw'

/** Artwork across the top of a screen; null without any. */
export function heroOf(...candidates: Candidates): SizedPicture | null {
  const picture = backdropOf(...candidates)
  return picture && { ...picture, sizes: heroSizes }
}

/** `heroOf`, with the default backdrop when there is none. */
export const heroSource = (...candidates: Candidates): SizedPicture =>
  heroOf(...candidates) ?? { src: defaultBackdrop, sizes: heroSizes }

/** Tiles of a page of the feed. */
export const feedPage = { columns: 3, tiles: 6 } as const

interface PosteredFilm {
  poster: string | null
  posterOverride?: string | null | undefined
  titleLang?: string | undefined
}

interface Grid {
  columns: number
  sizes: string
}

/** The posters of a grid, as its tiles show them; null for a film without one. */
function gridPosters(films: readonly PosteredFilm[], locale: string, { columns, sizes }: Grid) {
  const posters = films.map(({ poster, posterOverride }) => posterOverride ?? poster)
  const hues = castingsOf(posters, columns)
  return films.map(({ titleLang }, at) =>
    posterOf([posters[at]], { sizes, hue: hues[at], language: titleLang ?? locale }),
  )
}

/** The posters of the first page of a feed, or of a profile's newest logs on a phone, which has them in the same columns. */
export const feedPosters = (logs: readonly PosteredFilm[], locale: string): (SizedPicture | null)[] =>
  gridPosters(logs.slice(0, feedPage.tiles), locale, { columns: feedPage.columns, sizes: tileSizes })

/** The posters of a profile's favourite films on a phone. */
export const favouritePosters = (films: readonly PosteredFilm[], locale: string): (SizedPicture | null)[] =>
  gridPosters(films, locale, { columns: 4, sizes: favouriteSizes })
