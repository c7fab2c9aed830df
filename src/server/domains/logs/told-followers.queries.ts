import { sql } from 'kysely'
import { hasNotMuted } from '#server/core/audience.ts'
import { keptStatement } from '#server/core/kept-statement.ts'
import { keyset, listed, type KeysetPage, type Listed, type SortKey } from '#server/core/keyset.ts'

/**
 * Followers of a log's author whom the log is for and who did not mute the author, the newest first: as the index has them.
 * None when the log is not there.
 */
export function followersPage(of: { logId: string; authorId: string }, page: KeysetPage) {
  const statement = keptStatement(
    page.cursor ? null : `followers told ${page.limit}`,
    of,
    ({ logId, authorId }) => {
      const { placed, after, by, limit } = keyset(newestFollowers, page)
      return sql<FollowerRow>`
      select follower_id, ${placed}
      from (select audience from logs where id = ${logId} and hidden_at is null) log cross join follows
      where followee_id = ${authorId} and ${after}
        and (log.audience <= 'followers' or log.audience = 'mutuals'
          and exists (select from follows back where back.follower_id = ${authorId} and back.followee_id = follows.follower_id))
        and ${hasNotMuted('follower_id', authorId)}
      order by ${by} limit ${limit}`
    },
  )
  return {
    statement,
    list: (rows: FollowerRow[]): Listed<string> => {
      const { items, next } = listed(rows, page.limit)
      return { items: items.map((row) => row.follower_id), next }
    },
  }
}

export interface FollowerRow {
  follower_id: string
  key: string | null
}

const newestFollowers: readonly SortKey[] = [
  ['created_at', 'timestamptz'],
  ['follower_id', 'uuid'],
]
