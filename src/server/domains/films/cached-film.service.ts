import type { SourceFilmDetails } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { findFilm, type FilmRow } from './films.queries.ts'

/** What Scene has at hand of a film; the film source is not asked. Null when that is nothing. */
export async function findCachedFilm(
  ctx: Pick<Context, 'db' | 'filmSource'>,
  id: number,
): Promise<FilmRow | SourceFilmDetails | null> {
  return (await findFilm(ctx.db, id)) ?? (await ctx.filmSource.peekFilm(id))
}
