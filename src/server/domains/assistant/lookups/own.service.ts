import { sql } from 'kysely'
import { realReview } from '#shared/review-text.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import type {
  DiaryFilm,
  DiaryFilms,
  DiaryOrder,
  Filters,
  OwnFilm,
  OwnLogs,
  OwnStats,
  OwnWatchlist,
  Period,
} from '#server/adapters/language/language.ts'
import type { TitleReader } from '#server/domains/films/titles.views.ts'
import { filmsListed, namedCard, sourceRating } from './film-cards.ts'
import { filmCondition } from './film-filters.ts'
import * as diary from '#server/domains/logs/diary.service.ts'
import { pickFromWatchlist, shelvedAmong } from '#server/domains/shelves/shelves.service.ts'
import { filmIdsOf, findPeople } from './people.service.ts'
import { someOf } from './variety.ts'
import { reasonsFor } from '../taste/reasons.service.ts'
import { isNotRefused } from '../taste/refusals.service.ts'

const filmsSuggested = 6
/** How many of the best rated films recommendations are drawn from. */
const drawnFrom = 40
const logsListed = 10
const maxReviewLength = 300

/**
 * What to watch from the viewer's watchlist, private items included; others every day, unless in an order.
 * @throws film.source_down only with people among the filters
 */
export async function myWatchlist(
  ctx: Context,
  viewer: Viewer,
  { filters, order }: { filters: Filters; order?: 'shortest' | 'longest' },
): Promise<OwnWatchlist> {
  const { condition, unknownPeople } = await conditionOf(ctx, filters)
  const { films, fitting, total } = await pickFromWatchlist(
    ctx,
    viewer,
    { condition: sql`${condition} and ${isNotRefused(viewer)}`, order },
    drawnFrom,
  )
  const suggested = order
    ? films.slice(0, filmsSuggested)
    : someOf(films, filmsSuggested, { viewer, now: ctx.now(), question: filters })
  const reasons = await reasonsFor(ctx, viewer, suggested, { asksSource: false })
  return {
    films: suggested.map((row) => ({
      ...namedCard(row, viewer.titles),
      minutes: row.runtime || null,
      genres: row.genre_ids,
      rating: sourceRating(ctx, row),
      because: reasons.get(row.id) ?? null,
    })),
    fitting,
    total,
    unknownPeople,
  }
}

/**
 * The viewer's rated films, the best or the worst first, then the newest; 12 at most.
 * @throws film.source_down only with people among the filters
 */
export async function myBest(
  ctx: Context,
  viewer: Viewer,
  { order, period, filters }: { order: 'best' | 'worst'; period: Period; filters: Filters },
): Promise<DiaryFilms> {
  const { condition, unknownPeople } = await conditionOf(ctx, filters)
  const rows = await diary.ratedFilms(ctx, viewer, { order, period, condition }, filmsListed)
  return { films: rows.map((row) => diaryFilm(row, viewer.titles)), unknownPeople }
}

/**
 * The viewer's last logs, or the films of the diary in an order; 12 at most.
 * @throws film.source_down only with people among the filters
 */
export async function myLast(
  ctx: Context,
  viewer: Viewer,
  { period, filters, order }: { period: Period; filters: Filters; order?: DiaryOrder },
): Promise<DiaryFilms> {
  const { condition, unknownPeople } = await conditionOf(ctx, filters)
  if (order) {
    const films = await diary.diaryFilmsBy(ctx, viewer, { period, condition, order }, filmsListed)
    return {
      films: films.map((row) => ({ ...diaryFilm(row, viewer.titles), minutes: row.runtime })),
      unknownPeople,
    }
  }
  const rows = await diary.newestInDiary(ctx, viewer, { period, condition }, filmsListed)
  return { films: rows.map((row) => diaryFilm(row, viewer.titles)), unknownPeople }
}

export async function myStats(
  ctx: Context,
  viewer: Viewer,
  { period }: { period: Period },
): Promise<OwnStats> {
  const { average, decades, ...counts } = await diary.diaryStats(ctx, viewer, period)
  return {
    ...counts,
    averageRating: average === null ? null : Math.round(average * 100) / 100,
    decade: decades[0] ?? null,
  }
}

/** What the viewer did with a film. */
export async function ownFilm(ctx: Context, viewer: Viewer, filmId: number): Promise<OwnFilm> {
  const [logged, { watchlist, favourites }] = await Promise.all([
    diary.filmInDiary(ctx, viewer, filmId),
    shelvedAmong(ctx, viewer, [filmId]),
  ])
  return { ...logged, onWatchlist: watchlist.has(filmId), favourite: favourites.has(filmId) }
}

/** Whether, when and how the viewer logged a film. */
export async function myLogsOf(
  ctx: Context,
  viewer: Viewer,
  { filmId }: { filmId: number },
): Promise<OwnLogs> {
  const [mine, logs] = await Promise.all([
    ownFilm(ctx, viewer, filmId),
    diary.filmLogDays(ctx, viewer, filmId, logsListed),
  ])
  return {
    mine,
    logs: logs.map((log) => ({
      day: log.day,
      rating: stepsToStars(log.rating),
      rewatch: log.rewatch,
      review: realReview(log.review).slice(0, maxReviewLength),
    })),
  }
}

function diaryFilm(row: diary.DiaryRow, reader: TitleReader): DiaryFilm {
  return { ...namedCard(row, reader), rating: stepsToStars(row.rating), day: row.day }
}

/** The filters as a condition on Scene's own records. Somebody unknown takes part in nothing. */
export async function conditionOf(ctx: Context, filters: Filters) {
  const { people, unknown } = await findPeople(ctx, filters.people ?? [])
  const ofPeople = !filters.people?.length ? null : unknown.length > 0 ? [] : await filmIdsOf(ctx, people)
  return { condition: filmCondition(filters, ofPeople), unknownPeople: unknown }
}
