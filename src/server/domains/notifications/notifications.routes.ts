import * as api from '#shared/api/notifications.ts'
import type { Context } from '#server/context.ts'
import { done, paged, type Mount } from '#server/core/http.ts'
import * as notifications from './notifications.service.ts'

export function notificationsRoutes(mount: Mount, ctx: Context) {
  mount(api.listNotifications, ({ query }, call) =>
    paged(call, notifications.listNotifications(ctx, call.viewer, query)),
  )
  mount(api.listNotificationGroups, ({ query }, call) =>
    paged(call, notifications.listGroups(ctx, call.viewer, query)),
  )
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
