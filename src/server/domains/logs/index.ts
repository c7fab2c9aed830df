import type { Domain } from '#server/context.ts'
import { feedEvents } from './feed.events.ts'
import { logsRoutes } from './logs.routes.ts'

export const logs: Domain = {
  routes: logsRoutes,
  events: feedEvents,
}
