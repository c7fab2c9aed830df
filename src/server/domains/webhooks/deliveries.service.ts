import { createHmac } from 'node:crypto'
import { ownUrl } from '#server/config.ts'
import type { Context, Tx } from '#server/context.ts'
import { keptRows, rowCaches } from '#server/core/row-cache.ts'
import type { Db } from '#server/db/database.ts'
import type { WebhookAnswer } from '#server/adapters/webhooks/webhook-sender.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { paths } from '#shared/paths.ts'
import * as queries from './webhooks.queries.ts'
import { releaseYear } from '#server/domains/films/films.views.ts'

/** Milliseconds until the next try, after each that failed. */
export const retryMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  dayMs,
] as const
/** Each wait is longer by a random share up to this, so that messages do not all come at once. */
const jitter = 0.1

/** How many messages in a row may be given up before a webhook is paused. */
const maxFailures = 5

/** Changes of a list come in bursts: those within this time become one message. */
const listPauseMs = 10_000

/** Longest text in a message, in characters, so that a message stays below 20 kB. */
const maxText = 4000

/** Caches who has webhooks, so that a write costs nothing more for all others. */
const owners = rowCaches(({ db }: { db: Db }) => ({
  topic: 'webhook',
  max: keptRows,
  load: async (ids: readonly string[]) =>
    new Map((await queries.selectOwners(db, ids)).map((id) => [id, { hasWebhooks: true }])),
  changed: { keyOf: (id: string) => id },
  listKeys: (limit) => queries.selectAllOwners(db, limit),
}))

/**
 * Queues messages to a member's webhooks about their logs and lists, in the transaction of the change. When somebody
 * else may have had access to the account, all its webhooks are paused, as that person may have made one.
 */
export function webhooksEvents(ctx: Context) {
  const queueMessages = (
    tx: Tx,
    memberId: string,
    type: 'log.created' | 'list.changed',
    subject: string,
    pauseMs: number,
  ) => {
    const known = owners(ctx).peek(memberId)
    if (known === null) return
    if (!known) tx.afterCommit(async () => void (await owners(ctx).get([memberId])))
    const at = ctx.now()
    tx.beforeCommit(() =>
      queries.insertDeliveries(memberId, type, subject, { at, runAt: new Date(at.getTime() + pauseMs) }),
    )
  }
  ctx.events.on('member.sessions_ended', (tx, { memberId }) =>
    queries.pauseWebhooks(tx.db, memberId, ctx.now()),
  )
  ctx.events.on('log.created', async (tx, { logId, authorId }) => {
    queueMessages(tx, authorId, 'log.created', logId, 0)
  })
  ctx.events.on('list.changed', async (tx, { listId, memberId }) => {
    queueMessages(tx, memberId, 'list.changed', listId, listPauseMs)
  })
}

const cut = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…`.toWellFormed() : text)

/** What a message says; null where what it is about is gone. */
async function dataOf(ctx: Context, { type, subject }: queries.DeliveryRow): Promise<object | null> {
  const own = ownUrl(ctx.config)
  if (type === 'webhook.test') return {}
  if (type === 'log.created') {
    const log = await queries.selectMessageLog(ctx.db, subject ?? '')
    return (
      (log && {
        id: log.id,
        url: own + paths.log(log.id),
        film: {
          id: log.film_id,
          imdbId: log.imdb_id,
          title: log.title,
          year: releaseYear(log),
        },
        rating: log.rating === null ? null : log.rating / 2,
        review: cut(log.review),
        spoilers: log.spoilers,
        tags: log.tags,
        watchedOn: log.watched_on,
        rewatchCount: log.rewatch_count,
        audience: log.audience,
        createdAt: log.created_at.toISOString(),
      }) ??
      null
    )
  }
  const list = await queries.selectMessageList(ctx.db, subject ?? '')
  return (
    (list && {
      id: list.id,
      url: own + paths.list(list.id),
      title: list.title,
      description: cut(list.description),
      filmsCount: list.films_count,
      isRanked: list.is_ranked,
      audience: list.audience,
      updatedAt: list.updated_at.toISOString(),
    }) ??
    null
  )
}

/** Signatures as in Standard Webhooks: one by each valid secret. */
async function signatures(ctx: Context, webhook: queries.WebhookRow, signed: string): Promise<string> {
  const { old_secret: old, old_secret_until: until } = webhook
  const sealed = [webhook.secret, ...(old && until && until > ctx.now() ? [old] : [])]
  const secrets = await Promise.all(sealed.map((secret) => ctx.secrets.open(secret, webhook.id)))
  return secrets
    .flatMap((secret) =>
      secret ? [`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`] : [],
    )
    .join(' ')
}

export const queueDelivery = (tx: Tx, deliveryId: string, runAt?: Date) =>
  tx.addJob(
    'webhooks.deliver',
    { deliveryId },
    { key: `webhook:${deliveryId}`, priority: queries.jobPriority, ...(runAt && { runAt }) },
  )

/**
 * Sends a waiting message and records the outcome. A failed one is tried again later, and later messages wait for it,
 * so that an address which is down is not tried with every message. Nothing is sent while a webhook is paused.
 */
export async function deliver(ctx: Context, deliveryId: string): Promise<void> {
  const found = await ctx.transact((tx) => queries.lockDelivery(tx.db, deliveryId))
  if (!found || found.delivery.state !== 'waiting' || found.webhook.paused_at) return
  const { delivery, webhook } = found
  const retryAt = await queries.selectRetryBefore(ctx.db, delivery, ctx.now())
  if (retryAt) {
    await ctx.transact((tx) => queueDelivery(tx, deliveryId, retryAt))
    return
  }
  const body = delivery.body ?? (await firstBody(ctx, delivery))
  if (body === null) {
    await ctx.transact((tx) => queries.updateDelivery(tx.db, delivery.id, { state: 'failed', next_at: null }))
    return
  }
  const timestamp = String(Math.floor(ctx.now().getTime() / 1000))
  const headers = {
    'webhook-id': delivery.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': await signatures(ctx, webhook, `${delivery.id}.${timestamp}.${body}`),
  }
  const answer = await ctx.webhooks.post(new URL(webhook.url), headers, body)
  await ctx.transact(async (tx) => {
    const now = await queries.lockDelivery(tx.db, deliveryId)
    if (now?.delivery.state === 'waiting') await noteAnswer(ctx, tx, now, answer)
  })
}

/**
 * The body of a message, fixed at the first try; null when there is nothing left to report. Later changes are
 * reported by messages of their own.
 */
async function firstBody(ctx: Context, { id }: queries.DeliveryRow): Promise<string | null> {
  return ctx.transact(async (tx) => {
    const locked = await queries.lockDelivery(tx.db, id)
    const data = locked && (await dataOf({ ...ctx, db: tx.db }, locked.delivery))
    if (!data) return null
    const { type, created_at: at } = locked.delivery
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
    await queries.updateDelivery(tx.db, id, { body })
    return body
  })
}

async function noteAnswer(
  ctx: Context,
  tx: Tx,
  { delivery, webhook }: { delivery: queries.DeliveryRow; webhook: queries.WebhookRow },
  answer: WebhookAnswer,
): Promise<void> {
  const attempts = delivery.attempts + 1
  const said = {
    attempts,
    status: answer.status,
    fault: answer.status === null ? answer.fault : null,
  }
  if (answer.status !== null && answer.status >= 200 && answer.status < 300) {
    await queries.updateDelivery(tx.db, delivery.id, { ...said, state: 'delivered', next_at: null })
    if (webhook.failures > 0) await queries.updateWebhook(tx.db, webhook.id, { failures: 0 })
    return queries.pruneDeliveries(tx.db, webhook.id, queries.keptDeliveries)
  }
  const isGone = answer.status === 410
  const wait = retryMs[attempts - 1]
  if (wait === undefined || isGone) {
    const failures = webhook.failures + 1
    const isPaused = isGone || failures >= maxFailures
    await queries.updateDelivery(tx.db, delivery.id, { ...said, state: 'failed', next_at: null })
    await queries.updateWebhook(tx.db, webhook.id, { failures, ...(isPaused && { paused_at: ctx.now() }) })
    if (isPaused) await tx.emit('webhook.paused', { memberId: webhook.member_id })
    return queries.pruneDeliveries(tx.db, webhook.id, queries.keptDeliveries)
  }
  const asked = answer.status === null ? 0 : (answer.retryAfterMs ?? 0)
  const longest = retryMs.at(-1) ?? wait
  const pause = Math.max(wait * (1 + Math.random() * jitter), Math.min(asked, longest))
  const runAt = new Date(ctx.now().getTime() + pause)
  await queries.updateDelivery(tx.db, delivery.id, { ...said, next_at: runAt })
  await queueDelivery(tx, delivery.id, runAt)
}
