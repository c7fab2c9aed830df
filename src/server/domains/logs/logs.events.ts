import type { Context } from '#server/context.ts'
import { followersPage, type FollowersRow } from './told-followers.queries.ts'

const pageSize = 1000

/**
 * Followers notified live of one log. A member followed by more reaches the rest when their feed is next
 * read: the work after a log must not grow with fame.
 */
const maxRecipients = 10_000

/** Tells the followers' open clients, after the commit, that their feed has something new. */
export function logsEvents(ctx: Context) {
  ctx.events.on('log.created', async (tx, { logId, authorId }) => {
    // Outside of the announcement, which goes on here when it is repeated.
    let cursor: string | undefined
    let notified = 0
    const page = () => followersPage({ logId, authorId }, { limit: pageSize, cursor })
    // The first page comes with the commit; what is not known to be committed is looked for.
    let first: FollowersRow[] | undefined
    tx.beforeCommit<FollowersRow>(
      () => page().statement,
      (rows) => (first = rows),
    )
    tx.announce(async () => {
      while (notified < maxRecipients) {
        const { statement, list } = page()
        const { items, next } = list(first ?? (await statement.execute(ctx.shortReads)).rows)
        first = undefined
        ctx.realtime.toMembers(items, 'feed', { logId, authorId })
        if (next === null) return
        cursor = next
        notified += pageSize
      }
    })
  })
}
