import { sql } from 'kysely'
import { followsBack, isLeftToFollower, mayShow, type Onlooker } from '#server/core/audience.ts'
import { keepable } from '#server/core/kept-statement.ts'
import { keyset, type KeysetPage } from '#server/core/keyset.ts'
import { newest, newestOf, type LogsPage } from './logs.queries.ts'

/**
 * Logs of followed members, newest first, without films that were only marked as seen. On the first page, the newest
 * `limit` logs can only be by the `limit` followed members who logged last, and none can be older than the oldest of
 * those members' last logs: so hardly more entries are read than shown, however much is logged. Later pages read up
 * to `limit` logs of every followed member. `offset 0` keeps the look-up of each followed member by key: as a join,
 * all members may be read instead.
 */
export function feedPage(of: Onlooker, page: KeysetPage, since: Date | null): LogsPage {
  return newestOf(
    page,
    keepable('of followed members', { ...of, since }, (values) => feedOf(values, page)),
  )
}

function feedOf({ memberId, hides, since }: Onlooker & { since: Date | null }, page: KeysetPage) {
  const { after, by, limit, isFirst } = keyset(newest, page)
  const recent = since ? sql`and d.last_at >= ${since}` : sql``
  const within = since ? sql`and log.created_at >= ${since}` : sql``
  // When films or words are hidden, it is not known how many of these members have something to show.
  const isBound = isFirst && !hides
  const bound = isBound ? sql`order by d.last_at desc limit ${limit}` : sql``
  const recentEnough = isBound ? sql`and log.created_at >= ${lastOf('followed', limit)}` : sql``
  // Only then, since texts are not in the index and cost more to read.
  const shown = hides
    ? sql`and ${mayShow(memberId, { member: 'log.member_id', film: 'log.film_id', text: 'log.review' })}`
    : sql``
  return sql`
    with followed as materialized (
      select fo.followee_id as id, d.last_at from follows fo
        cross join lateral (
          select case when last_mutual_log_at is not null and ${followsBack(memberId, 'diaries.member_id')}
            then last_mutual_log_at else last_log_at end as last_at
          from diaries where member_id = fo.followee_id offset 0
        ) d
      where fo.follower_id = ${memberId} and d.last_at is not null ${recent}
        and ${mayShow(memberId, { member: 'fo.followee_id' })}
      ${bound}
    )
    select log.id from followed cross join lateral (
      select log.id, log.created_at from logs log
      where log.member_id = followed.id and not log.seen_only and ${isLeftToFollower(memberId, 'log')} ${within} ${recentEnough}
        and ${after} ${shown}
      order by ${by} limit ${limit}
    ) log
    order by ${by} limit ${limit}`
}

/** When the last of the `limit` members who wrote last (`last_at`) did; before all time where there are fewer. */
export const lastOf = (authors: string, limit: number) => sql`(
  select case when count(*) < ${limit} then '-infinity' else min(last_at) end from ${sql.table(authors)})`
