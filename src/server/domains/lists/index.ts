import type { Domain } from '#server/context.ts'
import { deleteEditorsBetween } from './list-editors.queries.ts'
import { listsRoutes } from './lists.routes.ts'

export const lists: Domain = {
  routes: listsRoutes,
  events: (ctx) =>
    ctx.events.on('member.blocked', (tx, { memberId, blockedId }) =>
      deleteEditorsBetween(tx.db, memberId, blockedId),
    ),
}
