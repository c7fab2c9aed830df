import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Logs } from '#server/db/schema.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { filmRating } from '#server/domains/films/film-ratings.views.ts'
import { type TitledFilm, titledFilmColumns } from '#server/domains/films/titles.views.ts'
import { diaryDay } from './logs.queries.ts'

type Part = Pick<Context, 'db'>

/** Whole days, both inclusive; null is no bound. */
interface Days {
  from: string | null
  to: string | null
}

/** Limits the films: to days of the diary, and by a condition on `films f`. */
interface Which {
  period: Days
  condition: RawBuilder<unknown>
}

/** A film that is only marked as seen has no day, so it is left out unless the period is all time. */
function within({ from, to }: Days): RawBuilder<unknown> {
  const conditions = [
    ...(from === null ? [] : [sql`${diaryDay} >= ${from}::date`]),
    ...(to === null ? [] : [sql`${diaryDay} <= ${to}::date`]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join([sql`not seen_only`, ...conditions], sql` and `)
}

/** Which of the films the viewer logged. */
export async function loggedAmong(
  ctx: Part,
  viewer: Viewer,
  filmIds: readonly number[],
): Promise<Set<number>> {
  const rows = await ctx.db
    .selectFrom('logs')
    .select('film_id')
    .distinct()
    .where('member_id', '=', viewer.id)
    .where((eb) => eb('film_id', '=', eb.fn.any(eb.val(filmIds))))
    .execute()
  return new Set(rows.map((row) => row.film_id))
}

/** What the viewer's logs tell of a film: whether it was seen, how many entries the diary has, what it is given and the newest day. */
export async function filmInDiary(ctx: Part, viewer: Viewer, filmId: number) {
  const { rows } = await sql<{
    seen: boolean
    logs: number
    rating: number | null
    last_day: string | null
  }>`
    select count(*) > 0 as seen, count(*) filter (where not seen_only)::int as logs,
      max(${diaryDay}) filter (where not seen_only)::text as last_day,
      ${filmRating(sql`${viewer.id}`, sql`${filmId}`, 'giver')} as rating
    from logs where member_id = ${viewer.id} and film_id = ${filmId}`.execute(ctx.db)
  const [row] = rows
  return {
    seen: row?.seen ?? false,
    logs: row?.logs ?? 0,
    rating: stepsToStars(row?.rating ?? null),
    lastDay: row?.last_day ?? null,
  }
}

export interface DiaryRow extends TitledFilm, Pick<Selectable<Logs>, 'rating'> {
  /** `YYYY-MM-DD`; null for a film that is only marked as seen. */
  day: string | null
}

/**
 * The viewer's rated films of a period, each with its newest rating in the period; for all time with its current
 * rating.
 */
export async function ratedFilms(
  ctx: Part,
  viewer: Viewer,
  by: Which & { order: 'best' | 'worst' },
  limit: number,
): Promise<DiaryRow[]> {
  const direction = by.order === 'best' ? sql`desc` : sql`asc`
  const isEver = by.period.from === null && by.period.to === null
  const rating = isEver ? filmRating(sql`${viewer.id}`, sql`logs.film_id`, 'giver') : sql`logs.rating`
  const { rows } = await sql<DiaryRow>`
    with rated as (
      select distinct on (film_id) film_id, ${rating} as rating,
        case when not seen_only then ${diaryDay} end as day, created_at
      from logs
      where member_id = ${viewer.id} and ${within(by.period)}
      order by film_id, logs.rating is null, created_at desc, id desc
    )
    select ${titledFilmColumns(viewer.titles)}, rated.rating, rated.day::text as day
    from rated join films f on f.id = rated.film_id
    where rated.rating is not null and ${by.condition}
    order by rated.rating ${direction}, rated.day desc nulls last, rated.created_at desc, f.id
    limit ${limit}`.execute(ctx.db)
  return rows
}

const orders = {
  shortest: sql`f.runtime`,
  longest: sql`f.runtime desc`,
  oldest: sql`f.release_date`,
} as const

/** The films of the viewer's diary by their length or age, each with its newest entry; those of which it is not known are left out. */
export async function diaryFilmsBy(
  ctx: Part,
  viewer: Viewer,
  { order, ...by }: Which & { order: keyof typeof orders },
  limit: number,
): Promise<(DiaryRow & { runtime: number })[]> {
  const isKnown = order === 'oldest' ? sql`f.release_date <> ''` : sql`f.runtime > 0`
  const { rows } = await sql<DiaryRow & { runtime: number }>`
    with logged as (
      select distinct on (film_id) film_id, rating, ${diaryDay} as day
      from logs where member_id = ${viewer.id} and not seen_only and ${within(by.period)}
      order by film_id, ${diaryDay} desc, created_at desc, id desc
    )
    select ${titledFilmColumns(viewer.titles)}, f.runtime, logged.rating, logged.day::text as day
    from logged join films f on f.id = logged.film_id
    where ${isKnown} and ${by.condition}
    order by ${orders[order]}, logged.day desc, f.id limit ${limit}`.execute(ctx.db)
  return rows
}

/** The entries of the viewer's diary, the newest first. */
export async function newestInDiary(
  ctx: Part,
  viewer: Viewer,
  by: Which,
  limit: number,
): Promise<DiaryRow[]> {
  const { rows } = await sql<DiaryRow>`
    select ${titledFilmColumns(viewer.titles)}, rating, ${diaryDay}::text as day
    from logs join films f on f.id = logs.film_id
    where member_id = ${viewer.id} and not seen_only and ${within(by.period)} and ${by.condition}
    order by ${diaryDay} desc, created_at desc, logs.id desc limit ${limit}`.execute(ctx.db)
  return rows
}

interface DiaryStats {
  logs: number
  films: number
  rewatches: number
  reviews: number
  minutes: number
  average: number | null
  genres: { id: number; films: number }[]
  decades: { from: number; films: number }[]
}

/**
 * Figures of the viewer's diary and, for all time, of films that are only marked as seen. The average is in stars;
 * genres and decades are the most frequent ones.
 */
export async function diaryStats(ctx: Part, viewer: Viewer, period: Days): Promise<DiaryStats> {
  const { rows } = await sql<DiaryStats>`
    with mine as materialized (
      select film_id, rating, rewatch_count, review, seen_only, f.runtime, f.genre_ids, f.release_date
      from logs join films f on f.id = logs.film_id
      where member_id = ${viewer.id} and ${within(period)} and not (seen_only and exists (
        select from logs e where e.member_id = logs.member_id and e.film_id = logs.film_id and not e.seen_only
      ))
    )
    select count(*) filter (where not seen_only)::int as logs, count(distinct film_id)::int as films,
      count(*) filter (where rewatch_count > 0)::int as rewatches,
      count(*) filter (where review <> '')::int as reviews,
      coalesce(sum(runtime), 0)::int as minutes, (avg(rating) / 2)::float8 as average,
      coalesce((
        select json_agg(top) from (
          select genre as id, count(distinct film_id)::int as films from mine, unnest(genre_ids) genre
          group by genre order by 2 desc, 1 limit 3
        ) top
      ), '[]') as genres,
      coalesce((
        select json_agg(top) from (
          select left(release_date, 3)::int * 10 as "from", count(distinct film_id)::int as films from mine
          where release_date ~ '^[0-9]{4}' group by 1 order by 2 desc, 1 desc limit 1
        ) top
      ), '[]') as decades
    from mine`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('a count answered no row')
  return row
}

/** The newest entries of the viewer's diary that are of a film; ratings are half stars. */
export async function filmLogDays(ctx: Part, viewer: Viewer, filmId: number, limit: number) {
  const { rows } = await sql<{ day: string; rating: number | null; rewatch: boolean; review: string }>`
    select ${diaryDay}::text as day, rating, rewatch_count > 0 as rewatch, review from logs
    where member_id = ${viewer.id} and film_id = ${filmId} and not seen_only
    order by created_at desc, id desc limit ${limit}`.execute(ctx.db)
  return rows
}
