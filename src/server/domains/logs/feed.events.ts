import type { Context } from '#server/context.ts'
import { followersToTell } from './log-lists.queries.ts'

const pageSize = 1000

/**
 * Followers told live of one log. A member followed by more reaches the rest when their feed is next
 * read: the work after a log must not grow with fame.
 */
const maxRecipients = 10_000

/** Tells the followers' open clients, after the commit, that their feed has something new. */
export function feedEvents(ctx: Context) {
  ctx.events.on('log.created', async (tx, { logId, authorId }) => {
    // Outside of the announcement, which goes on here when it is repeated.
    let after = '00000000-0000-0000-0000-000000000000'
    let told = 0
    tx.announce(async () => {
      while (told < maxRecipients) {
        const ids = await followersToTell(ctx.db, { logId, authorId }, after, pageSize)
        ctx.realtime.toMembers(ids, 'feed', { logId, authorId })
        const last = ids.at(-1)
        if (ids.length < pageSize || !last) return
        after = last
        told += pageSize
      }
    })
  })
}
