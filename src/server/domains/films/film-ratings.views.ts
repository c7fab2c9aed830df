import { sql, type RawBuilder } from 'kysely'
import type { HalfSteps } from '#shared/rating.ts'

/** The newest of `given` first; what was set by hand in the moment of a viewing counts. */
const newest = sql`given.given_at desc, given.by_hand desc, given.id desc`

/** What a member gives a film now, in half stars: the newest of what was set by hand and of viewings with stars. */
export const filmRating = (member: RawBuilder<unknown>, film: RawBuilder<unknown>) => sql<HalfSteps | null>`(
    select rating from given_stars given where given.member_id = ${member} and given.film_id = ${film}
    order by ${newest} limit 1
  )`

/** What a member said of each film last: `film_id`, `rating`, null where it was taken away, `given_at`, `by_hand`. */
export const filmRatingsOf = (memberId: string) => sql`
  select distinct on (film_id) film_id, rating, given_at, by_hand from given_stars given where member_id = ${memberId}
  order by film_id, ${newest}`

/** The films that a member gives stars, each with what it is given now: `film_id`, `rating`. */
export const ratedFilmsOf = (memberId: string) => sql`
  select film_id, rating from (${filmRatingsOf(memberId)}) given where rating is not null`

/**
 * Of each member of `followed (id)` what the newest stars say of films: `member_id`, `film_id`, `rating`. Reads so many
 * of their logs that meet a condition, with stars or without, and so many ratings by hand.
 */
export const recentRatings = (
  limit: number,
  { logs, byHand }: { logs: RawBuilder<unknown>; byHand: RawBuilder<unknown> },
) => sql`
  select * from (
    select distinct on (given.film_id, followed.id) given.film_id, followed.id as member_id, given.rating
    from followed cross join lateral (
      select film_id, rating, given_at, by_hand, id from (
        select film_id, rating, created_at as given_at, false as by_hand, id from logs
        where member_id = followed.id and hidden_at is null and ${logs} order by created_at desc, id desc limit ${limit}
      ) viewings where rating is not null
      union all (
        select film_id, rating, set_at, true, id from film_ratings
        where member_id = followed.id and ${byHand} order by set_at desc limit ${limit}
      )
    ) given
    order by given.film_id, followed.id, ${newest}
  ) newest where rating is not null`
