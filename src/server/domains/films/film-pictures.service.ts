import type { SourceFilmDetails } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { findFilm } from './films.queries.ts'

interface SourcePicture {
  file_path: string
  vote_count: number
}

export interface FilmPictures {
  /** Null when the source dropped the film and Scene's own record is all there is. */
  details: SourceFilmDetails | null
  /** The film's usual poster, which is among `posters`. */
  poster: string | null
  /** Raw paths, most votes first. */
  posters: SourcePicture[]
  backdrops: SourcePicture[]
}

/** The pictures of a film that members choose from. @throws film.not_found, film.source_down */
export async function filmPictures(
  ctx: Pick<Context, 'db' | 'filmSource'>,
  id: number,
): Promise<FilmPictures> {
  const details = await ctx.filmSource.film(id)
  const film = details ?? (await findFilm(ctx.db, id))
  if (!film) throw fail('film.not_found')
  return {
    details,
    poster: film.poster_path,
    posters: withUsual(details?.posters ?? [], film.poster_path),
    backdrops: withUsual(details?.backdrops ?? [], film.backdrop_path),
  }
}

/** The usual picture may be in a language whose pictures are not asked for. */
function withUsual(pictures: SourcePicture[], usual: string | null): SourcePicture[] {
  if (usual === null || pictures.some((picture) => picture.file_path === usual)) return pictures
  return [...pictures, { file_path: usual, vote_count: 0 }]
}
