import type { Domain } from '#server/context.ts'
import { replyDeletionEvents } from './deletion.events.ts'
import { repliesRoutes } from './replies.routes.ts'

export const replies: Domain = {
  routes: repliesRoutes,
  events: replyDeletionEvents,
}
