import type { Domain } from '#server/context.ts'
import { notificationsEvents } from './notifications.events.ts'
import { notificationsRoutes } from './notifications.routes.ts'

export const notifications: Domain = {
  routes: notificationsRoutes,
  events: notificationsEvents,
}
