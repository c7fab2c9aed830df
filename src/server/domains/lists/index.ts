import type { Domain } from '#server/context.ts'
import { listDeletionEvents } from './deletion.events.ts'
import { listsRoutes } from './lists.routes.ts'

export const lists: Domain = {
  routes: listsRoutes,
  events: listDeletionEvents,
}
