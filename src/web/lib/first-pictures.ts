import { castingsOf } from '#shared/poster-castings.ts'
import { backdropOf, defaultBackdrop, posterOf, type Candidates, type SizedPicture } from './pictures.ts'

/** A log as a tile: three columns on phones, wider from 600 px. */
export const tileSizes = '(min-width: 1024px) 190px, (min-width: 600px) 25vw, (min-width: 480px) 31vw, 30vw'

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

interface FeedFilm {
  poster: string | null
  posterOverride: string | null
  titleLang?: string | undefined
}

/** The posters of the first page of a feed, as its tiles show them; null for a film without one. */
export function feedPosters(logs: readonly FeedFilm[], locale: string): (SizedPicture | null)[] {
  const first = logs.slice(0, feedPage.tiles)
  const posters = first.map(({ poster, posterOverride }) => posterOverride ?? poster)
  const hues = castingsOf(posters, feedPage.columns)
  return first.map(({ titleLang }, at) =>
    posterOf([posters[at]], { sizes: tileSizes, hue: hues[at], language: titleLang ?? locale }),
  )
}
