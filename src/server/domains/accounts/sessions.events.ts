import type { Context } from '#server/context.ts'

export function sessionsEvents(ctx: Context) {
  ctx.events.on('session.revoked', async (tx, { sessionIds }) => {
    // Sockets that are cut for nothing come back by themselves.
    tx.announce(() => ctx.realtime.endSessions(sessionIds))
  })
}
