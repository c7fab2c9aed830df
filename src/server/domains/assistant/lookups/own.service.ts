import { realReview } from '#shared/review-text.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import type {
  Diary,
  DiaryFilm,
  Filters,
  OwnLogs,
  OwnStats,
  OwnWatchlist,
  Period,
} from '#server/adapters/language/language.ts'
import { filmCard, sourceRating } from './film-cards.ts'
import { filmCondition } from './film-filters.ts'
import * as queries from './own.queries.ts'
import { filmIdsOf, findPeople } from './people.service.ts'
import { someOf } from './variety.ts'

const filmsListed = 12
const filmsSuggested = 6
/** What to watch is drawn from so many of the best rated. */
const drawnFrom = 40
const logsListed = 10
const maxReviewLength = 300

/**
 * What to watch from the viewer’s watchlist, private items included; others every day, unless in an order.
 * @throws film.source_down only with people among the filters
 */
export async function myWatchlist(
  ctx: Context,
  viewer: Viewer,
  { filters, order }: { filters: Filters; order?: queries.WatchlistOrder },
): Promise<OwnWatchlist> {
  const { condition, unknownPeople } = await conditionOf(ctx, filters)
  const hidden = [...ctx.config.search.hiddenFilmIds]
  const [rows, total] = await Promise.all([
    queries.ownWatchlist(ctx.db, viewer.id, { condition, hidden, order }, drawnFrom),
    queries.watchlistSize(ctx.db, viewer.id),
  ])
  const suggested = order
    ? rows.slice(0, filmsSuggested)
    : someOf(rows, filmsSuggested, { viewer, now: ctx.now(), question: filters })
  return {
    films: suggested.map((row) => ({
      ...filmCard(row),
      minutes: row.runtime || null,
      genres: row.genre_ids,
      rating: sourceRating(ctx, row),
    })),
    fitting: rows[0]?.fitting ?? 0,
    total,
    unknownPeople,
  }
}

/**
 * The viewer’s rated films, the best or the worst first, then the newest; 12 at most.
 * @throws film.source_down only with people among the filters
 */
export async function myBest(
  ctx: Context,
  viewer: Viewer,
  { order, period, filters }: { order: 'best' | 'worst'; period: Period; filters: Filters },
): Promise<Diary> {
  const { condition, unknownPeople } = await conditionOf(ctx, filters)
  const rows = await queries.ownBest(ctx.db, viewer.id, { order, period, condition }, filmsListed)
  return { films: rows.map(diaryFilm), unknownPeople }
}

/** The viewer’s last logs; 12 at most. @throws film.source_down only with people among the filters */
export async function myLast(
  ctx: Context,
  viewer: Viewer,
  { period, filters }: { period: Period; filters: Filters },
): Promise<Diary> {
  const { condition, unknownPeople } = await conditionOf(ctx, filters)
  const rows = await queries.ownLast(ctx.db, viewer.id, { period, condition }, filmsListed)
  return { films: rows.map(diaryFilm), unknownPeople }
}

export async function myStats(
  ctx: Context,
  viewer: Viewer,
  { period }: { period: Period },
): Promise<OwnStats> {
  const row = await queries.ownStats(ctx.db, viewer.id, period)
  const average = row?.average ?? null
  return {
    logs: row?.logs ?? 0,
    films: row?.films ?? 0,
    rewatches: row?.rewatches ?? 0,
    reviews: row?.reviews ?? 0,
    minutes: row?.minutes ?? 0,
    averageRating: average === null ? null : Math.round(average * 100) / 100,
    genres: row?.genres ?? [],
    decade: row?.decades[0] ?? null,
  }
}

/** Whether, when and how the viewer logged a film. */
export async function myLogsOf(
  ctx: Context,
  viewer: Viewer,
  { filmId }: { filmId: number },
): Promise<OwnLogs> {
  const [mine, logs] = await Promise.all([
    queries.ownFilm(ctx.db, viewer.id, filmId),
    queries.ownLogsOf(ctx.db, viewer.id, filmId, logsListed),
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

function diaryFilm(row: queries.DiaryRow): DiaryFilm {
  return { ...filmCard(row), rating: stepsToStars(row.rating), day: row.day }
}

/** The filters as a condition on Scene’s own records. Somebody unknown takes part in nothing. */
export async function conditionOf(ctx: Context, filters: Filters) {
  const { people, unknown } = await findPeople(ctx, filters.people ?? [])
  const ofPeople = !filters.people?.length ? null : unknown.length > 0 ? [] : await filmIdsOf(ctx, people)
  return { condition: filmCondition(filters, ofPeople), unknownPeople: unknown }
}
