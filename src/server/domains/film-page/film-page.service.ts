import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { FilmItem, FilmRegion, getFilm } from '#shared/api/films.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { filmDetails } from '#server/domains/films/films.service.ts'
import { filmTexts } from '#server/domains/films/titles.service.ts'
import { shownFilms } from '#server/domains/films/trending.service.ts'
import { countFilmLists } from '#server/domains/lists/lists.service.ts'
import { filmActivity } from '#server/domains/logs/logs.service.ts'
import { filmMarks } from '#server/domains/shelves/shelves.service.ts'
import { recordPart, regionPart, sourcePart } from './film-page.views.ts'

type FilmPage = AnswerOf<typeof getFilm>

const friendsShown = 5
const similarShown = 20
const collectionShown = 60

/** The region of whoever tells none. */
const usualRegion = 'SA'

/**
 * All that the film page shows, in one answer. A film that the source dropped, or cannot tell of now, still answers
 * with what Scene itself remembers.
 */
export async function getFilmPage(
  ctx: Context,
  viewer: Viewer,
  filmId: number,
  region = usualRegion,
): Promise<FilmPage> {
  const [{ details, record, sourceDown }, activity, marks, lists] = await Promise.all([
    filmDetails(ctx, filmId),
    filmActivity(ctx, viewer, filmId, friendsShown),
    filmMarks(ctx, viewer, filmId),
    countFilmLists(ctx, viewer, filmId),
  ])
  // The source made it one with another.
  if (details && details.id !== filmId) return getFilmPage(ctx, viewer, details.id, region)
  const film = details
    ? sourcePart(details, await shownFilms(ctx, viewer, details.similar, similarShown), region)
    : record
      ? recordPart(record, region, sourceDown)
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

/** What is known of a film for a region. */
export async function getFilmRegion(ctx: Context, filmId: number, region: string): Promise<FilmRegion> {
  const { details, record, sourceDown } = await filmDetails(ctx, filmId)
  if (details) return regionPart(details, region)
  if (!record) throw fail('film.not_found')
  return recordPart(record, region, sourceDown).local
}

/** The films of the collection that a film is part of. */
export async function getFilmCollection(ctx: Context, viewer: Viewer, filmId: number): Promise<FilmItem[]> {
  const { details } = await filmDetails(ctx, filmId)
  if (!details?.collection) return []
  return shownFilms(ctx, viewer, await ctx.filmSource.collection(details.collection.id), collectionShown)
}
