import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { getFilm } from '#shared/api/films.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { filmDetails } from '#server/domains/films/films.service.ts'
import { filmTexts } from '#server/domains/films/titles.service.ts'
import { shownFilms } from '#server/domains/films/trending.service.ts'
import { countFilmLists } from '#server/domains/lists/lists.service.ts'
import { filmActivity } from '#server/domains/logs/logs.service.ts'
import { filmMarks } from '#server/domains/shelves/shelves.service.ts'
import { recordPart, sourcePart } from './film-page.views.ts'

type FilmPage = AnswerOf<typeof getFilm>

const friendsShown = 5
const similarShown = 20

/**
 * All that the film page shows, in one answer. A film that the source dropped still answers with what
 * Scene itself remembers.
 */
export async function getFilmPage(ctx: Context, viewer: Viewer, filmId: number): Promise<FilmPage> {
  const [{ details, record }, activity, marks, lists] = await Promise.all([
    filmDetails(ctx, filmId),
    filmActivity(ctx, viewer, filmId, friendsShown),
    filmMarks(ctx, viewer, filmId),
    countFilmLists(ctx, viewer, filmId),
  ])
  const film = details
    ? sourcePart(details, await shownFilms(ctx, viewer, details.similar, similarShown))
    : record
      ? recordPart(record)
      : null
  if (!film) throw fail('film.not_found')
  return {
    ...film,
    ...(await filmTexts(ctx, viewer.titles, { details, record })),
    ...marks,
    ...activity,
    lists,
  }
}
