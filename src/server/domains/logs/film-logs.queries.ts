import { sql, type Selectable } from 'kysely'
import type { HalfSteps } from '#shared/rating.ts'
import {
  isForAll,
  isLeftTo,
  isLeftToFollower,
  isShownToStrangers,
  mayShow,
  type Onlooker,
} from '#server/core/audience.ts'
import { keepable } from '#server/core/kept-statement.ts'
import { keyset, type KeysetPage } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { newestGiven } from '#server/domains/films/film-ratings.views.ts'
import { logsPage, newest, newestOf, type LogsPage } from './logs.queries.ts'

/** A log of the film with text that is shown to the viewer, who may see it. */
const isShownReview = ({ memberId, hides }: Onlooker, filmId: number) => sql<boolean>`
  film_id = ${filmId} and review <> '' and ${isShownToStrangers(memberId)}
  and ${mayShow(memberId, hides ? { text: 'review' } : {})}`

/** A member's logs of a film, newest first. */
export const memberFilmLogsPage = (
  viewerId: string,
  of: { memberId: string; filmId: number },
  page: KeysetPage,
): LogsPage =>
  logsPage(
    page,
    viewerId,
    keepable(
      'of a film by a member',
      of,
      ({ memberId, filmId }) => sql`member_id = ${memberId} and film_id = ${filmId}`,
    ),
  )

/** Logs of a film with text, most liked first, then newest. */
export const popularReviewsPage = (reader: Onlooker, filmId: number, page: KeysetPage): LogsPage =>
  logsPage(
    page,
    reader.memberId,
    keepable('popular of a film', { ...reader, filmId }, (of) => isShownReview(of, of.filmId)),
    'likes',
  )

/** The same for logs that are public on the web, by exactly the condition of the index `logs_public_reviews`. */
export const publicReviewsPage = (reader: Onlooker, filmId: number, page: KeysetPage): LogsPage =>
  logsPage(
    page,
    reader.memberId,
    keepable(
      'public of a film',
      { ...reader, filmId },
      (of) => sql`${isShownReview(of, of.filmId)} and ${isForAll('public', 'log')}`,
    ),
    'likes',
  )

/**
 * Each followed member who has logs of the film that the viewer may see, with the time of the newest and the member's rating
 * of the film. Reads one range of an index: the film's own logs. A rating by hand has no audience of its own; whoever may
 * see one of the member's logs of the film may see it.
 */
const friendsOf = (viewerId: string, filmId: number) => sql`
  select member_id, max(given_at) filter (where not by_hand) as logged_at,
    (array_agg(rating order by ${newestGiven}) filter (where rating is not null or by_hand))[1] as rating
  from (
    select array(
      select followee_id from follows
      where follower_id = ${viewerId} and ${mayShow(viewerId, { member: 'followee_id' })}
    ) as ids offset 0
  ) followed cross join lateral (
    select member_id, rating, created_at as given_at, false as by_hand, id from logs
    where film_id = ${filmId} and member_id = any(followed.ids) and ${isLeftToFollower(viewerId, 'logs')}
    union all
    select member_id, rating, set_at, true, id from film_ratings
    where film_id = ${filmId} and member_id = any(followed.ids)
  ) given
  group by member_id having not bool_and(by_hand)`

/** How many followed members logged a film, and how many half stars they give it on average; null without any. */
export async function selectFriendsAverage(db: Db, memberId: string, filmId: number) {
  const { rows } = await sql<{ friends: number; average: number | null }>`
    select count(*)::int as friends, avg(rating)::float8 as average
    from (${friendsOf(memberId, filmId)}) friends`.execute(db)
  return rows[0] ?? { friends: 0, average: null }
}

/** The newest log of the film by each followed member; with `hides`, without texts that hold words which the member hides. */
export function friendsLogsPage({ memberId, hides }: Onlooker, filmId: number, page: KeysetPage): LogsPage {
  return newestOf(
    page,
    keepable('of a film by friends', { memberId, hides, filmId }, (of) => {
      const { after, by, limit } = keyset(newest, page)
      // Only then, since texts are not in the index and cost more to read.
      const shown = of.hides ? sql`and ${mayShow(of.memberId, { text: 'review' })}` : sql``
      return sql`
        select log.id from follows fo cross join lateral (
          select id, created_at from logs
          where member_id = fo.followee_id and film_id = ${of.filmId} and ${isLeftTo(of.memberId, 'logs')} ${shown}
          order by created_at desc, id desc limit 1
        ) log
        where fo.follower_id = ${of.memberId} and ${mayShow(of.memberId, { member: 'fo.followee_id' })} and ${after}
        order by ${by} limit ${limit}`
    }),
  )
}

export interface FilmActivityRow {
  /** Null for a film that was not counted yet or was never logged. */
  stats: Selectable<DB['film_stats']> | null
  /** The viewer's own, newest first, marks as seen without stars; null where there are none. */
  mine: { id: string; rating: HalfSteps | null; created_at: string; seen_only: boolean }[] | null
  /** The followed members who logged it last, and what each gives the film in half stars; null where there are none. */
  friends: string[] | null
  friends_stars: (HalfSteps | null)[] | null
  friends_count: number
  /** How many of all friends rated it, and their average in half stars. */
  friends_ratings: number
  friends_average: number | null
}

/** One row about the logs of a film; its cost does not grow with the number of logs. */
export const filmActivity = (
  viewerId: string,
  filmId: number,
  { friends, mine }: { friends: number; mine: number },
) => {
  const newestFirst = sql`order by created_at desc, id desc`
  const first = (column: string) =>
    sql`(array_agg(${sql.ref(column)} order by logged_at desc, member_id desc))[1:${friends}]`
  return sql`
    select
      (select to_json(s) from film_stats s where s.film_id = ${filmId}) as stats,
      (
        select json_agg(own order by own.created_at desc, own.id desc)
        from (
          select id, rating, created_at, seen_only from logs where member_id = ${viewerId} and film_id = ${filmId}
          ${newestFirst} limit ${mine}
        ) own
      ) as mine,
      ${first('member_id')} as friends, ${first('rating')} as friends_stars,
      count(*)::int as friends_count, count(rating)::int as friends_ratings, avg(rating)::float8 as friends_average
    from (${friendsOf(viewerId, filmId)}) logged`
}
