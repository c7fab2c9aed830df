import type { Context } from '#server/context.ts'
import { selectFollowers } from './logs.queries.ts'

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
    tx.announce(async () => {
      while (notified < maxRecipients) {
        const page = { limit: pageSize, cursor }
        const { items, next } = await selectFollowers(ctx.shortReads, { logId, authorId }, page)
        ctx.realtime.toMembers(items, 'feed', { logId, authorId })
        if (next === null) return
        cursor = next
        notified += pageSize
      }
    })
  })
}
