import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { filmsListed } from '../lookups/film-cards.ts'
import { isNotRefused } from './refusals.service.ts'
import { selectLikedByTaste, type TasteFilmRow } from './taste.queries.ts'

/**
 * Films that meet a condition on `films f`, that several members of similar taste liked and that the viewer neither
 * logged nor refused; 12 at most, those of the most similar members first. `stars`: what these members give each
 * film.
 */
export async function likedByTaste(
  ctx: Context,
  viewer: Viewer,
  condition: RawBuilder<unknown>,
): Promise<{ films: TasteFilmRow[]; stars: Map<number, number> }> {
  const films = await selectLikedByTaste(
    ctx.db,
    viewer,
    {
      condition: sql`${condition} and ${isNotRefused(viewer)}`,
      hidden: [...ctx.config.search.hiddenFilmIds],
    },
    filmsListed,
  )
  return { films, stars: new Map(films.map(({ id, average }) => [id, Math.round(average) / 2])) }
}
