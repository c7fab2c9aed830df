import { sql, type RawBuilder } from 'kysely'
import type { SourceFilter } from '#server/adapters/film-source/film-source.ts'
import { isForViewer, mayShow } from '#server/core/audience.ts'
import type { Db } from '#server/db/database.ts'
import { likedFrom, recentRatings } from './film-ratings.views.ts'
import type { FilmRecord } from './films.queries.ts'

/** About the film `f`, with its figures `s` where there are some. */
export type Condition = RawBuilder<unknown>

/** What a film must meet of a filter of the source, as far as Scene's records tell: all but people and streaming. */
export function meets(filter: SourceFilter): Condition {
  const { genres, from, to, country, language, shortest, longest, minVotes } = filter
  const all: Condition[] = [sql`true`]
  if (genres && 'all' in genres) all.push(sql`f.genre_ids @> ${[...genres.all]}::integer[]`)
  if (from !== undefined) all.push(sql`f.release_date >= ${String(from)}`)
  if (to !== undefined) all.push(sql`f.release_date between '0' and ${`${to}-12-31`}`)
  if (country !== undefined) all.push(sql`f.origin_countries @> array[${country}]::text[]`)
  if (language !== undefined) all.push(sql`f.original_language = ${language}`)
  if (shortest !== undefined) all.push(sql`f.runtime >= ${shortest}`)
  if (longest !== undefined) all.push(sql`f.runtime between 1 and ${longest}`)
  if (minVotes !== undefined) all.push(sql`f.vote_count >= ${minVotes}`)
  return both(...all)
}

export const both = (...all: Condition[]): Condition => sql`(${sql.join(all, sql` and `)})`
export const either = (...all: Condition[]): Condition => sql`(${sql.join(all, sql` or `)})`

export const isLoggedHere: Condition = sql`s.logs > 0`

/** With fewer ratings an average means little. */
export const isRatedHere: Condition = sql`s.ratings >= 3`

export const isSeenBy = (viewerId: string): Condition =>
  sql`exists (select from logs where member_id = ${viewerId} and film_id = f.id)`

export const isNot = (condition: Condition): Condition => sql`not ${condition}`

export const isWantedBy = (viewerId: string): Condition =>
  sql`f.id in (select film_id from watchlist_items where member_id = ${viewerId})`

export const isOneOf = (ids: readonly number[]): Condition => sql`f.id = any(${ids}::integer[])`

/** Followed members whose films are read: those who logged last. */
const friendsRead = 200
/** Newest logs, ratings by hand and favourites read of each of them. */
const filmsRead = 200

/** Films that a followed member favours or gives four stars or more. */
export const isLikedByFriendsOf = (viewerId: string): Condition => sql`f.id in (
  with followed as materialized (
    select followee_id as id from follows join diaries on diaries.member_id = followee_id
    where follower_id = ${viewerId} and ${mayShow(viewerId, { member: 'followee_id' })} order by last_log_at desc nulls last limit ${friendsRead}
  ), rated as (
    ${recentRatings(viewerId, filmsRead, { logs: sql`true`, byHand: sql`true` })}
  )
  select film_id from rated where rating >= ${likedFrom}
  union
  select favourite.film_id from followed cross join lateral (
    select film_id from favourites where member_id = followed.id and ${isForViewer(viewerId, 'favourites')}
    order by created_at desc, film_id desc limit ${filmsRead}
  ) favourite
)`

/** Ties are broken by the film's number; unknown values come last. The steps of logs have an index. */
const orders = {
  popular: sql`s.logs_step desc nulls last, s.logs desc nulls last, f.vote_count desc`,
  average: sql`
    case when ${isRatedHere} then s.rating_sum::float8 / s.ratings end desc nulls last,
    s.logs desc nulls last, f.vote_count desc`,
  newest: sql`f.release_date desc`,
  oldest: sql`nullif(f.release_date, '')`,
  shortest: sql`nullif(f.runtime, 0)`,
  title: sql`lower(f.title)`,
}

/** Films that Scene has a record of. Reads as many records as meet the condition. */
export async function selectFilms(
  db: Db,
  condition: Condition,
  by: { order: keyof typeof orders; offset: number; limit: number },
): Promise<FilmRecord[]> {
  const { rows } = await sql<FilmRecord>`
    select f.* from films f left join film_stats s on s.film_id = f.id where ${condition}
    order by ${orders[by.order]}, f.id limit ${by.limit} offset ${by.offset}`.execute(db)
  return rows
}

export async function countFilms(db: Db, condition: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from films f left join film_stats s on s.film_id = f.id
    where ${condition}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Those of the films that meet the condition. */
export async function selectAmong(
  db: Db,
  ids: readonly number[],
  condition: Condition,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select f.id from films f left join film_stats s on s.film_id = f.id
    where f.id = any(${ids}::integer[]) and ${condition}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
