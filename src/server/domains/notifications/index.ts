import type { Context, Domain } from '#server/context.ts'
import type { FastifyInstance } from 'fastify'
import { limitAddress } from '#server/core/http/caller.ts'
import * as api from '#shared/api/notification-settings.ts'
import { routePatterns } from '#shared/paths.ts'
import { previewDigest, sendDigests } from './digest.service.ts'
import { mailUnseen } from './mail.service.ts'
import { notificationsEvents } from './notifications.events.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { catchUp, sendPush } from './push.service.ts'
import * as settings from './settings.service.ts'

export const notifications: Domain = {
  routes(mount, ctx, app) {
    notificationsRoutes(mount, ctx)
    mount(api.getNotificationSettings, (_, { viewer }) => settings.getSettings(ctx, viewer))
    mount(api.updateNotificationSettings, ({ body }, { viewer }) =>
      settings.updateSettings(ctx, viewer, body),
    )
    mount(api.previewDigest, (_, { viewer }) => previewDigest(ctx, viewer))
    mount(api.subscribePush, ({ body }, { viewer }) => settings.subscribe(ctx, viewer, body))
    mount(api.renewPush, ({ body }) => settings.renewPush(ctx, body))
    mount(api.unsubscribePush, ({ params }, { viewer }) => settings.unsubscribe(ctx, viewer, params.pushId))
    mount(api.unsubscribeMail, ({ params }) => settings.unsubscribeMail(ctx, params.token))
    void app.register(async (mails) => oneClickRoute(ctx, mails))
  },
  events: notificationsEvents,
  jobs(ctx) {
    ctx.jobs.define('push.send', (push) => sendPush(ctx, push))
    ctx.jobs.define('push.catch-up', (push) => catchUp(ctx, push))
    ctx.jobs.define('notifications.mail', () => mailUnseen(ctx))
    ctx.jobs.schedule('* * * * *', 'notifications.mail')
    ctx.jobs.define('notifications.digest', () => sendDigests(ctx))
    ctx.jobs.schedule('13 * * * *', 'notifications.digest')
    ctx.jobs.define('notifications.prune', () => settings.pruneUnsubscribeTokens(ctx))
    ctx.jobs.schedule('23 4 * * *', 'notifications.prune')
  },
}

/**
 * Mail programs call this when their own "unsubscribe" button is pressed (RFC 8058); people open the same address as
 * a page.
 */
function oneClickRoute(ctx: Context, app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_, payload, next) => {
    payload.resume()
    next(null)
  })
  app.post<{ Params: { token: string } }>(
    routePatterns.unsubscribe,
    { onRequest: (request) => ctx.limits.use('guest.write', limitAddress(request.ip)) },
    async ({ params }, reply) => {
      await settings.unsubscribeMail(ctx, params.token)
      return reply.code(200).send({ ok: true })
    },
  )
}
