import { sql } from 'kysely'
import { hasNotMuted } from '#server/core/audience.ts'
import { keptStatement } from '#server/core/kept-statement.ts'
import { cursorOf, keyset, type KeysetPage, type Listed, type SortKey } from '#server/core/keyset.ts'

/**
 * Followers of a log's author who are in its audience and have not muted the author, newest first, as in the index.
 * None when the log does not exist. All in one row: there are many, and this is usually read together with a write.
 */
export function followersPage(of: { logId: string; authorId: string }, page: KeysetPage) {
  const statement = keptStatement(
    page.cursor ? null : `followers told ${page.limit}`,
    of,
    ({ logId, authorId }) => {
      const { after, by, limit } = keyset(newestFollowers, page)
      return sql<FollowersRow>`
      select (array_agg(follower_id))[1:${page.limit}] as ids,
        case when count(*) > ${page.limit} then json_build_array(
          ((array_agg(created_at))[${page.limit}])::text, ((array_agg(follower_id))[${page.limit}])::text
        )::text end as key
      from (
      select follower_id, created_at
      from (select audience from logs where id = ${logId} and hidden_at is null) log cross join follows
      where followee_id = ${authorId} and ${after}
        and (log.audience <= 'followers' or log.audience = 'mutuals'
          and exists (select from follows back where back.follower_id = ${authorId} and back.followee_id = follows.follower_id))
        and ${hasNotMuted('follower_id', authorId)}
      order by ${by} limit ${limit}) page`
    },
  )
  return {
    statement,
    list: ([row]: FollowersRow[]): Listed<string> => ({
      items: row?.ids ?? [],
      next: row?.key ? cursorOf(row.key) : null,
    }),
  }
}

export interface FollowersRow {
  /** Null where there are none. */
  ids: string[] | null
  /** The cursor of the last one, when there are more. */
  key: string | null
}

const newestFollowers: readonly SortKey[] = [
  ['created_at', 'timestamptz'],
  ['follower_id', 'uuid'],
]
