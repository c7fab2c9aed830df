import type { Domain } from '#server/context.ts'
import { logsEvents } from './logs.events.ts'
import { logsRoutes } from './logs.routes.ts'

export const logs: Domain = {
  routes: logsRoutes,
  events: logsEvents,
}
