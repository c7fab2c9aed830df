import type { Domain } from '#server/context.ts'
import { logDeletionEvents } from './deletion.events.ts'
import { feedEvents } from './feed.events.ts'
import { logsRoutes } from './logs.routes.ts'

export const logs: Domain = {
  routes: logsRoutes,
  events(ctx) {
    logDeletionEvents(ctx)
    feedEvents(ctx)
  },
}
