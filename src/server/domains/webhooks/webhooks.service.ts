import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import { webhookEvents, type createWebhook as createApi, type Webhook } from '#shared/api/webhooks.ts'
import { dayMs } from '#shared/durations.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { done, type Viewer } from '#server/core/http.ts'
import type { Db } from '#server/db/database.ts'
import { requireConfirmed } from '#server/domains/accounts/confirmation.service.ts'
import { sendNotice } from '#server/domains/accounts/notices.service.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import { queueDelivery } from './deliveries.service.ts'
import * as queries from './webhooks.queries.ts'

const maxWebhooks = 5
const secretBytes = 32

const secretText = (secret: Buffer) => `whsec_${secret.toString('base64')}`

function webhookView(row: queries.WebhookRow, deliveries: readonly queries.DeliveryRow[]): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    createdAt: row.created_at.toISOString(),
    pausedAt: row.paused_at?.toISOString() ?? null,
    deliveries: deliveries
      .filter((delivery) => delivery.webhook_id === row.id)
      .map(({ id, type, created_at: at, state, attempts, status, fault, next_at: nextAt }) => ({
        id,
        type,
        at: at.toISOString(),
        state,
        attempts,
        status,
        fault,
        nextAt: state === 'waiting' ? (nextAt?.toISOString() ?? null) : null,
      })),
  }
}

export async function listWebhooks(ctx: Context, viewer: Viewer): Promise<Webhook[]> {
  const rows = await queries.selectWebhooks(ctx.db, viewer.id)
  const ids = rows.map(({ id }) => id)
  const deliveries = await queries.selectDeliveries(ctx.db, ids, queries.keptDeliveries)
  return rows.map((row) => webhookView(row, deliveries))
}

async function requireWebhook(db: Db, viewer: Viewer, id: string): Promise<queries.WebhookRow> {
  const row = await queries.selectWebhook(db, viewer.id, id)
  if (!row) throw fail('webhook.not_found')
  return row
}

async function oneWebhook(db: Db, viewer: Viewer, id: string): Promise<Webhook> {
  const row = await requireWebhook(db, viewer, id)
  return webhookView(row, await queries.selectDeliveries(db, [id], queries.keptDeliveries))
}

/**
 * Creates a webhook; the member gets a mail, as for a token.
 * @throws auth.step_up_required, webhook.address for an address that no message may go to, webhook.full
 */
export async function createWebhook(
  ctx: Context,
  viewer: Viewer,
  { url, events = [...webhookEvents] }: ParsedBody<typeof createApi>,
): Promise<AnswerOf<typeof createApi>> {
  const parsed = URL.parse(url)
  if (!parsed || parsed.username || parsed.password || !ctx.webhooks.mayReach(parsed))
    throw fail('webhook.address')
  await requireConfirmed(ctx, viewer)
  const id = uuidv7()
  const secret = randomBytes(secretBytes)
  const sealed = await ctx.secrets.seal(secret, id)
  return ctx.transact(async (tx) => {
    // Locked, since many calls at once would pass the limit together.
    await lockMember(tx.db, viewer.id)
    const rows = await queries.selectWebhooks(tx.db, viewer.id)
    if (rows.length >= maxWebhooks) throw fail('webhook.full')
    await queries.insertWebhook(tx.db, {
      id,
      member_id: viewer.id,
      url: parsed.href,
      events: [...new Set(events)],
      secret: sealed,
      created_at: ctx.now(),
    })
    await sendNotice(tx, viewer.id, 'webhook-made', parsed.host)
    return { ...(await oneWebhook(tx.db, viewer, id)), secret: secretText(secret) }
  })
}

/**
 * The secret before goes on signing for a day, so that whoever reads messages may change over.
 * @throws auth.step_up_required, webhook.not_found
 */
export async function renewSecret(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<AnswerOf<typeof createApi>> {
  await requireConfirmed(ctx, viewer)
  const secret = randomBytes(secretBytes)
  const sealed = await ctx.secrets.seal(secret, id)
  return ctx.transact(async (tx) => {
    const row = await requireWebhook(tx.db, viewer, id)
    await queries.updateWebhook(tx.db, id, {
      secret: sealed,
      old_secret: row.secret,
      old_secret_until: new Date(ctx.now().getTime() + dayMs),
    })
    return { ...(await oneWebhook(tx.db, viewer, id)), secret: secretText(secret) }
  })
}

export function resumeWebhook(ctx: Context, viewer: Viewer, id: string): Promise<Webhook> {
  return ctx.transact(async (tx) => {
    await requireWebhook(tx.db, viewer, id)
    await queries.updateWebhook(tx.db, id, { paused_at: null, failures: 0 })
    for (const waiting of await queries.selectWaiting(tx.db, id)) await queueDelivery(tx, waiting.id)
    return oneWebhook(tx.db, viewer, id)
  })
}

export function testWebhook(ctx: Context, viewer: Viewer, id: string): Promise<Webhook> {
  return ctx.transact(async (tx) => {
    await requireWebhook(tx.db, viewer, id)
    const at = ctx.now()
    const deliveryId = uuidv7()
    await queries.insertDelivery(tx.db, {
      id: deliveryId,
      webhook_id: id,
      type: 'webhook.test',
      created_at: at,
      next_at: at,
    })
    await queueDelivery(tx, deliveryId)
    return oneWebhook(tx.db, viewer, id)
  })
}

export async function deleteWebhook(ctx: Context, viewer: Viewer, id: string): Promise<typeof done> {
  if (!(await ctx.transact((tx) => queries.deleteWebhook(tx.db, viewer.id, id))))
    throw fail('webhook.not_found')
  return done
}
