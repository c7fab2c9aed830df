import { createHash } from 'node:crypto'
import { kindOfType } from '#shared/api/notification-settings.ts'
import { dayMs } from '#shared/durations.ts'
import { pickLocale, type Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { isLoopbackHost, ownUrl } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { addJob } from '#server/core/jobs.ts'
import { keptRows, rowCaches } from '#server/core/row-cache.ts'
import type { Db } from '#server/db/database.ts'
import { sentenceOf, words } from './notification-texts.ts'
import { countUnread } from './notifications.queries.ts'
import { notificationViews, pathOf } from './notifications.views.ts'
import { pushKeys } from './push-keys.ts'
import * as queries from './push.queries.ts'
import { quietUntil } from './settings.service.ts'
import { deleteSubscription, isOn, selectSettings } from './settings.queries.ts'

/** After this a push is of no use, and the push service drops it. */
const staleMs = dayMs

/** Caches who has push subscriptions, so that a notification costs nothing more for all others. */
const reached = rowCaches(({ db }: { db: Db }) => ({
  topic: 'push',
  max: keptRows,
  load: async (ids: readonly string[]) =>
    new Map((await queries.selectReached(db, ids)).map((id) => [id, { isReached: true }])),
  changed: { keyOf: (id: string) => id },
  listKeys: (limit) => queries.selectAllReached(db, limit),
}))

/** Queues a push of a notification to a member's browsers. */
export async function pushLater(ctx: Context, memberId: string, notificationId: string): Promise<void> {
  if ((await reached(ctx).get([memberId])).has(memberId))
    await queries.queuePushes(ctx.db, memberId, notificationId, ctx.now())
}

interface Message {
  title: string
  body: string
  path: string
  /** A later message of the same topic replaces this one. */
  topic: string
}

/** The topic, by which notifications replace each other on a screen: all likes of one review have the same. */
const topicOf = (parts: readonly (string | null)[]) =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 32)

/**
 * The payload, readable by every browser; those that support declarative web push show it without the service worker.
 */
async function payloadOf(ctx: Context, memberId: string, locale: Locale, message: Message): Promise<string> {
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title: message.title,
      body: message.body,
      navigate: ownUrl(ctx.config) + message.path,
      lang: locale,
      dir: locale === 'ar' ? 'rtl' : 'ltr',
      silent: false,
      tag: message.topic,
      app_badge: String(await countUnread(ctx.db, memberId)),
    },
  })
}

/**
 * Sends a message. A subscription that its service does not know any more is deleted. @throws when the service is
 * down or wants fewer messages: the job is tried again, and the topic keeps a message that arrived twice from being
 * shown twice
 */
async function send(
  ctx: Context,
  subscription: queries.Subscription,
  message: Message,
  ttlSeconds: number,
): Promise<void> {
  // The list of push services may have changed since the subscription.
  if (!ctx.push.isService(subscription.endpoint))
    return void (await deleteSubscription(ctx.db, subscription.id))
  const payload = await payloadOf(ctx, subscription.member_id, pickLocale([subscription.locale]), message)
  const own = new URL(ownUrl(ctx.config))
  const isPublic = own.protocol === 'https:' && !isLoopbackHost(own.hostname)
  const answer = await ctx.push.send(
    subscription,
    { payload, topic: message.topic, ttlSeconds },
    {
      // Some services refuse a subject that is neither a mail address nor a public address.
      subject: isPublic ? own.origin : 'mailto:scene@example.org',
      ...(await pushKeys(ctx)),
    },
  )
  const { status } = answer
  if (status === null) throw new Error(`no answer of the push service: ${answer.fault}`)
  if (status === 404 || status === 410) await deleteSubscription(ctx.db, subscription.id)
  else if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`)
  else if (status >= 400) ctx.logger.warn({ status }, 'a push service refused a message')
  else await queries.updateSent(ctx.db, subscription.id, ctx.now())
}

/** Queues one message at a later time for everything that came since; several requests become one. */
async function catchUpLater(ctx: Context, subscriptionId: string, since: Date, runAt: Date): Promise<void> {
  await queries.updateWaiting(ctx.db, subscriptionId, since)
  await addJob(ctx.db, 'push.catch-up', { subscriptionId }, { key: `push:${subscriptionId}:catch-up`, runAt })
}

/** Pushes a notification to a browser, unless it was read or the member has turned it off. */
export async function sendPush(
  ctx: Context,
  { notificationId, subscriptionId }: { notificationId: string; subscriptionId: string },
): Promise<void> {
  const subscription = await queries.selectSubscription(ctx.db, subscriptionId)
  const pushed = await queries.selectPushed(ctx.db, notificationId)
  const now = ctx.now()
  if (!subscription || !pushed || pushed.read_at) return
  const ageMs = now.getTime() - pushed.created_at.getTime()
  if (ageMs >= staleMs) return
  const { member_id: memberId } = subscription
  const locale = pickLocale([subscription.locale])
  const [view] = await notificationViews(ctx, memberId, [notificationId], locale, { alsoHidden: true })
  const kind = view && kindOfType[view.type]
  const title = view && sentenceOf(view, locale)
  const settings = await selectSettings(ctx.db, memberId)
  if (!kind || !title || !isOn(settings.switched, 'push', kind)) return
  const quiet = quietUntil(now, settings) ?? (await queries.useBudget(ctx.db, subscriptionId, now))
  if (quiet) return catchUpLater(ctx, subscriptionId, pushed.created_at, quiet)
  const message = {
    title,
    body: view.title ?? '',
    path: pathOf(view),
    topic: topicOf([view.type, view.replyId ?? view.reviewId ?? view.listId ?? view.from._id]),
  }
  try {
    await send(ctx, subscription, message, Math.round((staleMs - ageMs) / 1000))
  } catch (error) {
    // The job is tried again, and takes from the budget again.
    await queries.returnToBudget(ctx.db, subscriptionId)
    throw error
  }
}

/** Tells a browser how many notifications came during quiet hours or beyond its budget. */
export async function catchUp(ctx: Context, { subscriptionId }: { subscriptionId: string }): Promise<void> {
  const subscription = await queries.selectSubscription(ctx.db, subscriptionId)
  if (!subscription?.waiting_since) return
  const { member_id: memberId, waiting_since: since } = subscription
  const settings = await selectSettings(ctx.db, memberId)
  // The member may have changed the quiet hours meanwhile.
  const quiet = quietUntil(ctx.now(), settings)
  if (quiet) return catchUpLater(ctx, subscriptionId, since, quiet)
  const types = Object.entries(kindOfType)
    .filter(([, kind]) => isOn(settings.switched, 'push', kind))
    .map(([type]) => type)
  // From here on notifications are held back anew.
  await queries.endWaiting(ctx.db, subscriptionId)
  const count = await queries.countSince(ctx.db, memberId, types, since)
  if (count === 0) return
  const message = {
    title: words[pickLocale([subscription.locale])].caughtUp(count),
    body: '',
    path: paths.notifications(),
    topic: topicOf(['catch-up']),
  }
  try {
    await send(ctx, subscription, message, staleMs / 1000)
  } catch (error) {
    await queries.updateWaiting(ctx.db, subscriptionId, since)
    throw error
  }
}
