import type { Context } from '#server/context.ts'

export function sessionsEvents(ctx: Context) {
  ctx.events.on('session.revoked', async (tx, { sessionIds }) => {
    tx.afterCommit(() => ctx.realtime.endSessions(sessionIds))
  })
}
