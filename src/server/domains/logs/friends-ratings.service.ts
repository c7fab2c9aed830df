import { sql, type RawBuilder } from 'kysely'
import { stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { filmRating, likedFrom, recentRatings } from '#server/domains/films/film-ratings.views.ts'
import { mayShow } from '#server/core/audience.ts'
import { selectFriendsAverage } from './film-logs.queries.ts'
import { type TitledFilm, titledFilmColumns } from '#server/domains/films/titles.views.ts'

/** Followed members whose logs are read: those who logged last. */
const friendsRead = 200
/** Newest logs read of each of them. */
const logsRead = 200
const ratingsNamed = 3

interface LovedFilmRow extends TitledFilm {
  average: number
  friends: number
  ratings: { username: string; rating: number }[]
  seen: boolean
}

/**
 * Films with an average of 4 stars or more by followed members, those that most of them love first. The newest rating
 * of each member counts. Periods go by the time of writing; films that were only marked as seen or rated by hand are
 * in none. At most `friendsRead` × `logsRead` logs are read, and as many ratings by hand.
 */
export async function lovedByFriends(
  ctx: Pick<Context, 'db' | 'config'>,
  viewer: Viewer,
  by: { period: { from: string | null; to: string | null }; condition: RawBuilder<unknown> },
  limit: number,
): Promise<LovedFilmRow[]> {
  const { from, to } = by.period
  const since = from === null ? sql`true` : sql`created_at >= ${from}::date::timestamp at time zone 'utc'`
  const until = to === null ? sql`true` : sql`created_at < (${to}::date + 1)::timestamp at time zone 'utc'`
  const isEver = from === null && to === null
  const logs = isEver ? sql`true` : sql`not seen_only and ${since} and ${until}`
  const byHand = isEver ? sql`true` : sql`false`
  const { rows } = await sql<LovedFilmRow>`
    with followed as materialized (
      select fo.followee_id as id from follows fo
        cross join lateral (select last_log_at from diaries where member_id = fo.followee_id offset 0) d
      where fo.follower_id = ${viewer.id} and ${mayShow(viewer.id, { member: 'fo.followee_id' })}
      order by d.last_log_at desc nulls last limit ${friendsRead}
    ), rated as materialized (
      ${recentRatings(viewer.id, logsRead, { logs, byHand })}
    ), loved as (
      select film_id, avg(rating) as average, count(*)::int as friends from rated
      group by film_id having avg(rating) >= ${likedFrom}
    )
    select ${titledFilmColumns(viewer.titles)}, (loved.average / 2)::float8 as average, loved.friends,
      (
        select json_agg(top) from (
          select m.username, (r.rating / 2.0)::float8 as rating from rated r join members m on m.id = r.member_id
          where r.film_id = loved.film_id order by r.rating desc, m.username limit ${ratingsNamed}
        ) top
      ) as ratings,
      exists (select 1 from logs own where own.member_id = ${viewer.id} and own.film_id = f.id) as seen
    from loved join films f on f.id = loved.film_id
    where ${by.condition} and f.id <> all(${[...ctx.config.search.hiddenFilmIds]}::integer[])
    order by loved.friends desc, loved.average desc, f.id limit ${limit}`.execute(ctx.db)
  return rows
}

/** How many followed members logged a film, and how many stars those who rate it give on average; null without any. */
export async function friendsAverage(ctx: Pick<Context, 'db'>, viewer: Viewer, filmId: number) {
  const { friends, average } = await selectFriendsAverage(ctx.db, viewer.id, filmId)
  return { friends, average: stepsToStars(average) }
}

/** For each film that followed members rate 4 stars or more, the member who rates it highest, and the stars. */
export async function bestFriendRatings(
  ctx: Pick<Context, 'db'>,
  viewer: Viewer,
  filmIds: readonly number[],
): Promise<Map<number, { username: string; rating: number }>> {
  const { rows } = await sql<{ id: number; username: string; rating: number }>`
    with followed as materialized (
      select followee_id as id from follows where follower_id = ${viewer.id}
        and ${mayShow(viewer.id, { member: 'followee_id' })}
      order by created_at desc limit ${friendsRead}
    )
    select wanted.id, friend.username, (friend.rating / 2.0)::float8 as rating
    from unnest(${filmIds}::integer[]) as wanted (id)
    cross join lateral (
      select m.username, newest.rating from followed
        cross join lateral (select ${filmRating(sql`followed.id`, sql`wanted.id`, { viewer: viewer.id })} as rating) newest
        join members m on m.id = followed.id
      where newest.rating >= ${likedFrom}
      order by newest.rating desc, m.username limit 1
    ) friend`.execute(ctx.db)
  return new Map(rows.map(({ id, ...friend }) => [id, friend]))
}
