import { sql } from 'kysely'
import { hasNotMuted } from '#server/core/audience.ts'
import { keptStatement } from '#server/core/kept-statement.ts'
import { cursorOf, keyset, type KeysetPage, type Listed, type SortKey } from '#server/core/keyset.ts'

/**
 * Followers of a log's author who are in its audience and have not muted the author, newest first, as in the index.
 * None when the log does not exist. All in one row: there are many, and this is usually read together with a write.
 */
export function selectFollowersPage(of: { logId: string; authorId: string }, page: KeysetPage) {
  const statement = keptStatement(
    page.cursor ? null : `followers told ${page.limit}`,
    of,
    ({ logId, authorId }) => {
      const { after, by } = keyset(newestFollowers, page)
      return sql<FollowersRow>`
      select array_agg(follower_id) as ids, case when count(*) = ${page.limit} then min(created_at)::text end as oldest
      from (
      select follower_id, created_at from follows
      where followee_id = ${authorId} and ${after}
        and case (select audience from logs where id = ${logId} and hidden_at is null)
          when 'public' then true when 'members' then true when 'followers' then true
          when 'mutuals' then exists (
            select from follows back where back.follower_id = ${authorId} and back.followee_id = follows.follower_id)
          else false end
        and ${hasNotMuted('follower_id', authorId)}
      order by ${by} limit ${page.limit}) page`
    },
  )
  return {
    statement,
    list: ([row]: FollowersRow[]): Listed<string> => {
      const items = row?.ids ?? []
      const last = items.at(-1)
      return { items, next: row?.oldest && last ? cursorOf(JSON.stringify([row.oldest, last])) : null }
    },
  }
}

export interface FollowersRow {
  /** Null where there are none. */
  ids: string[] | null
  /** When the last one of a full page began to follow. */
  oldest: string | null
}

const newestFollowers: readonly SortKey[] = [
  ['created_at', 'timestamptz'],
  ['follower_id', 'uuid'],
]
