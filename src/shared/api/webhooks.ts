import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, line } from './fields.ts'

export const webhookEvents = ['log.created', 'list.changed'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdAt: z.string(),
  /** Since the address said that it is gone, or five messages in a row were given up; null while it is told. */
  pausedAt: z.nullable(z.string()),
  /** The last twenty messages, the newest first. */
  deliveries: z.array(
    z.object({
      id,
      type: z.enum([...webhookEvents, 'webhook.test']),
      at: z.string(),
      state: z.enum(['waiting', 'delivered', 'failed']),
      attempts: z.number(),
      /** The HTTP status of the last answer; null where none came. */
      status: z.nullable(z.number()),
      /** Why none came. */
      fault: z.nullable(z.enum(['timeout', 'address', 'network'])),
      /** When it is tried again. */
      nextAt: z.nullable(z.string()),
    }),
  ),
})
export type Webhook = z.output<typeof webhook>

/** `secret` begins with `whsec_` and is told here alone. */
const withSecret = z.extend(webhook, { secret: z.string() })

const url = line(500).check(z.regex(/^https?:\/\//, 'must begin with http:// or https://'))

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'One’s webhooks with their last messages',
  answer: z.array(webhook),
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.step_up_required', 'webhook.full', 'webhook.address'],
  summary:
    'Have an address told of new logs and changed lists, signed as Standard Webhooks says (`webhook-id`, `webhook-timestamp`, `webhook-signature`). The secret is answered here alone. A mail tells of it',
  body: z.object({ url, events: z.optional(z.array(z.enum(webhookEvents)).check(z.minLength(1))) }),
  answer: withSecret,
})

export const resumeWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:webhookId/resume',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['webhook.not_found'],
  summary: 'Let a paused webhook go on: what waits is told now',
  params: z.object({ webhookId: id }),
  answer: webhook,
})

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/:webhookId/secret',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.step_up_required', 'webhook.not_found'],
  summary: 'Make the secret anew; the one before signs beside it for a day',
  params: z.object({ webhookId: id }),
  answer: withSecret,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:webhookId/test',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['webhook.not_found'],
  summary: 'Send a message of the type `webhook.test`',
  params: z.object({ webhookId: id }),
  answer: webhook,
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/:webhookId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['webhook.not_found'],
  summary: 'Tell an address nothing more',
  params: z.object({ webhookId: id }),
  answer: done,
})
