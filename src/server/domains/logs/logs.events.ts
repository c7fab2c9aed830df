import type { Context } from '#server/context.ts'
import { selectFollowersPage, type FollowersRow } from './notified-followers.queries.ts'

const pageSize = 1000

/**
 * How many followers are notified live of one log. The others see it when they next read their feed: the work after a
 * log must not grow with its author's fame.
 */
const maxRecipients = 10_000

/** Tells the followers' open clients, after the commit, that their feed has something new. */
export function logsEvents(ctx: Context) {
  ctx.events.on('log.created', async (tx, { logId, authorId }) => {
    // Kept outside of the announcement, so that it continues here when it is repeated.
    let cursor: string | undefined
    let notified = 0
    const page = () => selectFollowersPage({ logId, authorId }, { limit: pageSize, cursor })
    // The first page is read with the commit; when the commit is uncertain it is read afterwards.
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
