import * as api from '#shared/api/notifications.ts'
import type { Context } from '#server/context.ts'
import { done, type Mount } from '#server/core/http.ts'
import * as notifications from './notifications.service.ts'

export function notificationsRoutes(mount: Mount, ctx: Context) {
  mount(api.listNotifications, async ({ query }, call) => {
    const { items, next } = await notifications.listNotifications(ctx, call.viewer, query)
    call.nextCursor(next)
    return items
  })
  mount(api.listNotificationGroups, async ({ query }, call) => {
    const { items, next } = await notifications.listGroups(ctx, call.viewer, query)
    call.nextCursor(next)
    return items
  })
  mount(api.countUnread, (_input, call) => notifications.countUnread(ctx, call.viewer))
  mount(api.markAllRead, async (_input, call) => {
    await notifications.markAllRead(ctx, call.viewer)
    return done
  })
  mount(api.markOneRead, async ({ params }, call) => {
    await notifications.markOneRead(ctx, call.viewer, params.id)
    return done
  })
}
