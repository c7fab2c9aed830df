import * as api from '#shared/api/webhooks.ts'
import type { Domain } from '#server/context.ts'
import { deliver, webhooksEvents } from './deliveries.service.ts'
import * as service from './webhooks.service.ts'

export const webhooks: Domain = {
  routes(mount, ctx) {
    mount(api.listWebhooks, (_, { viewer }) => service.listWebhooks(ctx, viewer))
    mount(api.createWebhook, ({ body }, { viewer }) => service.createWebhook(ctx, viewer, body))
    mount(api.resumeWebhook, ({ params }, { viewer }) => service.resumeWebhook(ctx, viewer, params.webhookId))
    mount(api.renewWebhookSecret, ({ params }, { viewer }) =>
      service.renewSecret(ctx, viewer, params.webhookId),
    )
    mount(api.testWebhook, ({ params }, { viewer }) => service.testWebhook(ctx, viewer, params.webhookId))
    mount(api.deleteWebhook, ({ params }, { viewer }) => service.deleteWebhook(ctx, viewer, params.webhookId))
  },
  events: webhooksEvents,
  jobs(ctx) {
    ctx.jobs.define('webhooks.deliver', ({ deliveryId }) => deliver(ctx, deliveryId))
  },
}
