import { sql, type RawBuilder } from 'kysely'
import { stepsToStars } from '#shared/rating.ts'
import type { Db } from '#server/db/database.ts'
import type { OwnFilm, Period } from '#server/adapters/language/language.ts'

/** The day a log stands under in a diary; the index `logs_member_day` has the same words. */
const diaryDay = sql`coalesce(watched_at, (created_at at time zone 'utc')::date)`

function within(day: RawBuilder<unknown>, { from, to }: Period): RawBuilder<unknown> {
  const since = from === null ? sql`true` : sql`${day} >= ${from}::date`
  return to === null ? since : sql`${since} and ${day} <= ${to}::date`
}

/** Which of the films the member logged. */
export async function seenAmong(db: Db, memberId: string, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('logs')
    .select('film_id')
    .distinct()
    .where('member_id', '=', memberId)
    .where((eb) => eb('film_id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return new Set(rows.map((row) => row.film_id))
}

/** What a member did with a film. */
export async function ownFilm(db: Db, memberId: string, filmId: number): Promise<OwnFilm> {
  const { rows } = await sql<{
    logs: number
    rating: number | null
    last_day: string | null
    on_watchlist: boolean
    favourite: boolean
  }>`
    select count(*)::int as logs, max(${diaryDay})::text as last_day,
      (array_agg(rating order by created_at desc, id desc) filter (where rating is not null))[1] as rating,
      exists (select 1 from watchlist_items where member_id = ${memberId} and film_id = ${filmId}) as on_watchlist,
      exists (select 1 from favourites where member_id = ${memberId} and film_id = ${filmId}) as favourite
    from logs where member_id = ${memberId} and film_id = ${filmId}`.execute(db)
  const [row] = rows
  return {
    logs: row?.logs ?? 0,
    rating: stepsToStars(row?.rating ?? null),
    lastDay: row?.last_day ?? null,
    onWatchlist: row?.on_watchlist ?? false,
    favourite: row?.favourite ?? false,
  }
}

interface FilmColumns {
  id: number
  title: string
  poster_path: string | null
  release_date: string
}

export interface WatchlistRow extends FilmColumns {
  runtime: number
  genre_ids: number[]
  vote_average: number
  vote_count: number
  fitting: number
}

export type WatchlistOrder = 'shortest' | 'longest'

/** Films of unknown length are last. */
const watchlistOrders = {
  shortest: sql`nullif(f.runtime, 0) asc nulls last,`,
  longest: sql`nullif(f.runtime, 0) desc nulls last,`,
}

/** A member’s own watchlist, in the order asked for, then what the source rates best first. */
export async function ownWatchlist(
  db: Db,
  memberId: string,
  {
    condition,
    hidden,
    order,
  }: { condition: RawBuilder<unknown>; hidden: readonly number[]; order?: WatchlistOrder | undefined },
  limit: number,
): Promise<WatchlistRow[]> {
  const first = order ? watchlistOrders[order] : sql``
  const { rows } = await sql<WatchlistRow>`
    select f.id, f.title, f.poster_path, f.release_date, f.runtime, f.genre_ids, f.vote_average,
      f.vote_count, count(*) over ()::int as fitting
    from watchlist_items w join films f on f.id = w.film_id
    where w.member_id = ${memberId} and ${condition} and f.id <> all(${hidden}::integer[])
    order by ${first} f.vote_average desc, f.id limit ${limit}`.execute(db)
  return rows
}

export async function watchlistSize(db: Db, memberId: string): Promise<number> {
  const { size } = await db
    .selectFrom('watchlist_items')
    .select((eb) => eb.fn.countAll<string>().as('size'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return Number(size)
}

export interface DiaryRow extends FilmColumns {
  rating: number | null
  day: string
}

/** A member’s rated films of a period, each with the newest rating in it. */
export async function ownBest(
  db: Db,
  memberId: string,
  by: { order: 'best' | 'worst'; period: Period; condition: RawBuilder<unknown> },
  limit: number,
): Promise<DiaryRow[]> {
  const direction = by.order === 'best' ? sql`desc` : sql`asc`
  const { rows } = await sql<DiaryRow>`
    with rated as (
      select distinct on (film_id) film_id, rating, ${diaryDay} as day, created_at from logs
      where member_id = ${memberId} and rating is not null and ${within(diaryDay, by.period)}
      order by film_id, created_at desc, id desc
    )
    select f.id, f.title, f.poster_path, f.release_date, rated.rating, rated.day::text as day
    from rated join films f on f.id = rated.film_id
    where ${by.condition}
    order by rated.rating ${direction}, rated.day desc, rated.created_at desc, f.id
    limit ${limit}`.execute(db)
  return rows
}

/** A member’s logs, the newest in the diary first. */
export async function ownLast(
  db: Db,
  memberId: string,
  by: { period: Period; condition: RawBuilder<unknown> },
  limit: number,
): Promise<DiaryRow[]> {
  const { rows } = await sql<DiaryRow>`
    select f.id, f.title, f.poster_path, f.release_date, rating, ${diaryDay}::text as day
    from logs join films f on f.id = logs.film_id
    where member_id = ${memberId} and ${within(diaryDay, by.period)} and ${by.condition}
    order by ${diaryDay} desc, created_at desc, logs.id desc limit ${limit}`.execute(db)
  return rows
}

export interface StatsRow {
  logs: number
  films: number
  rewatches: number
  reviews: number
  minutes: number
  average: number | null
  genres: { id: number; films: number }[]
  decades: { from: number; films: number }[]
}

export async function ownStats(db: Db, memberId: string, period: Period): Promise<StatsRow | undefined> {
  const { rows } = await sql<StatsRow>`
    with mine as materialized (
      select film_id, rating, rewatch_count, review, f.runtime, f.genre_ids, f.release_date
      from logs join films f on f.id = logs.film_id
      where member_id = ${memberId} and ${within(diaryDay, period)}
    )
    select count(*)::int as logs, count(distinct film_id)::int as films,
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
    from mine`.execute(db)
  return rows[0]
}

/** A member’s newest logs of a film. */
export async function ownLogsOf(db: Db, memberId: string, filmId: number, limit: number) {
  const { rows } = await sql<{ day: string; rating: number | null; rewatch: boolean; review: string }>`
    select ${diaryDay}::text as day, rating, rewatch_count > 0 as rewatch, review from logs
    where member_id = ${memberId} and film_id = ${filmId}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
