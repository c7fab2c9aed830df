import type { FilmItem, FilmRegion } from '#shared/api/films.ts'
import type { Context } from '#server/context.ts'
import { onlooker } from '#server/core/audience.ts'
import { WrittenAnswer, type Viewer } from '#server/core/http.ts'
import { jsonBytes } from '#server/core/http/json.ts'
import { filmDetails, isOfSource } from '#server/domains/films/films.service.ts'
import { filmTexts } from '#server/domains/films/titles.service.ts'
import { shownFilms } from '#server/domains/films/trending.service.ts'
import { filmListsCount } from '#server/domains/lists/lists.service.ts'
import { filmActivity, popularOfFilm } from '#server/domains/logs/logs.service.ts'
import { filmMarks } from '#server/domains/shelves/shelves.service.ts'
import { selectViewersPart } from './film-page.queries.ts'
import { recordPart, regionPart, sourcePart, type ViewersPart } from './film-page.views.ts'
import { keptFilmPart, openJson } from './kept-film-parts.ts'

const comma = Buffer.from(',')
const similarShown = 20
const collectionShown = 60

/** The region when the caller names none. */
const usualRegion = 'SA'

/**
 * All that the film page shows, in one answer. A film that the source dropped, or cannot tell of now, still answers
 * with what Scene itself remembers. What is the same for all who read it is kept as JSON.
 */
export async function getFilmPage(
  ctx: Context,
  viewer: Viewer,
  filmId: number,
  region = usualRegion,
): Promise<WrittenAnswer> {
  const reader = await onlooker(ctx, viewer.id)
  const [{ film, sourceDown }, row, popularReviews] = await Promise.all([
    filmDetails(ctx, filmId),
    selectViewersPart(ctx.shortReads, reader, filmId),
    popularOfFilm(ctx, viewer, reader, filmId),
  ])
  // The source merged it into another film.
  if (isOfSource(film) && film.id !== filmId) return getFilmPage(ctx, viewer, film.id, region)
  const texts = () => filmTexts(ctx, viewer.titles, film)
  const shared = isOfSource(film)
    ? await keptFilmPart(ctx, { details: film, reader: viewer.titles, region }, async () => ({
        ...sourcePart(film, await shownFilms(ctx, viewer, film.similar, similarShown), {
          language: viewer.titles.language,
          region,
        }),
        ...(await texts()),
      }))
    : openJson({ ...recordPart(film, region, sourceDown), ...(await texts()) })
  const viewersPart: ViewersPart = {
    ...filmMarks.view(row),
    ...(await filmActivity.view(ctx, viewer, row)),
    ...filmListsCount.view(row),
    popularReviews,
  }
  return new WrittenAnswer(Buffer.concat([shared, comma, jsonBytes(viewersPart).subarray(1)]))
}

/** What is known of a film for a region. */
export async function getFilmRegion(ctx: Context, filmId: number, region: string): Promise<FilmRegion> {
  const { film, sourceDown } = await filmDetails(ctx, filmId)
  return isOfSource(film)
    ? regionPart(film, region)
    : { ...recordPart(film, region, sourceDown).local, offers: null }
}

/** The films of the collection that a film is part of. */
export async function getFilmCollection(ctx: Context, viewer: Viewer, filmId: number): Promise<FilmItem[]> {
  const { film } = await filmDetails(ctx, filmId)
  if (!isOfSource(film) || !film.collection) return []
  return shownFilms(ctx, viewer, await ctx.filmSource.collection(film.collection.id), collectionShown)
}
