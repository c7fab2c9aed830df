import type { AssistantFilm } from '#shared/api/assistant.ts'
import type { Context } from '#server/context.ts'
import { titleView, type FilmTitles, type TitleReader } from '#server/domains/films/titles.views.ts'
import { posterUrl, releaseYear } from '#server/domains/films/films.views.ts'

/** How many films an answer lists. */
export const filmsListed = 12

type CardFilm = FilmTitles & { id: number; release_date: string; poster_path: string | null }

/** As answers show it, with the title that the reader wants to see. */
export const namedCard = (film: CardFilm, reader: TitleReader): AssistantFilm => ({
  id: film.id,
  ...titleView(film, reader),
  year: releaseYear(film),
  poster: posterUrl(film.poster_path),
})

/** The fields of a film that the client gets. */
export const cardOf = ({ id, title, titleLang, year, poster }: AssistantFilm): AssistantFilm => ({
  id,
  title,
  ...(titleLang !== undefined && { titleLang }),
  year,
  poster,
})

/**
 * The source's rating out of 10, with one decimal. Undefined without votes, and for the invented votes of the
 * built-in catalogue.
 */
export function sourceRating(
  { config }: Pick<Context, 'config'>,
  film: { vote_average: number; vote_count: number },
): number | null {
  if (config.filmSource.builtIn || film.vote_average === 0 || film.vote_count === 0) return null
  return Math.round(film.vote_average * 10) / 10
}

/** What people think of a film, and how many of them; no votes where there is no rating. */
export function sourceVotes(
  ctx: Pick<Context, 'config'>,
  film: { vote_average: number; vote_count: number },
) {
  const rating = sourceRating(ctx, film)
  return { rating, votes: rating === null ? 0 : film.vote_count }
}
