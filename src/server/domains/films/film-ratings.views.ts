import { sql, type RawBuilder } from 'kysely'
import type { HalfSteps } from '#shared/rating.ts'
import { isForAll, isLeftTo } from '#server/core/audience.ts'

/** What shows that somebody likes a film: 4 stars, in half stars. */
export const likedFrom: HalfSteps = 8

/** The newest of `given` first; what was set by hand in the moment of a viewing counts. */
export const newestGiven = sql`given.given_at desc, given.by_hand desc, given.id desc`

/** For whom ratings are read: a viewer, everybody, all members, or the member who gave them. */
export type RatingReaders = { viewer: string } | 'public' | 'members' | 'giver'

function isForReaders(to: RatingReaders) {
  if (to === 'giver') return sql<boolean>`true`
  return typeof to === 'string' ? isForAll(to, 'given') : isLeftTo(to.viewer, 'given')
}

/**
 * What a member gives a film now, in half stars: the newest of what was set by hand and of viewings with stars. Where
 * nothing was set by hand, viewings stand in an index in this order. `byHand` says it where a statement knows.
 */
export const filmRating = (
  member: RawBuilder<unknown>,
  film: RawBuilder<unknown>,
  to: RatingReaders,
  byHand = sql`exists (select from film_ratings where member_id = ${member} and film_id = ${film})`,
) => sql<HalfSteps | null>`(case
    when ${byHand} then (
      select rating from given_stars given
      where given.member_id = ${member} and given.film_id = ${film} and ${isForReaders(to)}
      order by ${newestGiven} limit 1
    ) else (
      select rating from logs given
      where given.member_id = ${member} and given.film_id = ${film} and rating is not null and ${isForReaders(to)}
      order by created_at desc, id desc limit 1
    ) end)`

/** What a member said of each film last: `film_id`, `rating`, null where it was taken away, `given_at`, `by_hand`. */
export const filmRatingsOf = (memberId: string, to: RatingReaders) => sql`
  select distinct on (film_id) film_id, rating, given_at, by_hand from given_stars given
  where member_id = ${memberId} and ${isForReaders(to)}
  order by film_id, ${newestGiven}`

/** The films that a member gives stars, each with what it is given now: `film_id`, `rating`. */
export const ratedFilmsOf = (memberId: string, to: RatingReaders) => sql`
  select film_id, rating from (${filmRatingsOf(memberId, to)}) given where rating is not null`

/**
 * For each member of `followed (id)`, their newest ratings of films that the viewer may see: `member_id`, `film_id`,
 * `rating`. Reads at most a given number of their logs that meet a condition, with stars or without, and as many
 * ratings by hand.
 */
export const recentRatings = (
  viewerId: string,
  limit: number,
  { logs, byHand }: { logs: RawBuilder<unknown>; byHand: RawBuilder<unknown> },
) => sql`
  select * from (
    select distinct on (given.film_id, followed.id) given.film_id, followed.id as member_id, given.rating
    from followed cross join lateral (
      select film_id, rating, given_at, by_hand, id from (
        select film_id, rating, created_at as given_at, false as by_hand, id from logs
        where member_id = followed.id and ${isLeftTo(viewerId, 'logs')} and ${logs} order by created_at desc, id desc limit ${limit}
      ) viewings where rating is not null
      union all (
        select film_id, rating, given_at, true, id from given_stars
        where member_id = followed.id and given_stars.by_hand and ${isLeftTo(viewerId, 'given_stars')} and ${byHand}
        order by given_at desc limit ${limit}
      )
    ) given
    order by given.film_id, followed.id, ${newestGiven}
  ) newest where rating is not null`
