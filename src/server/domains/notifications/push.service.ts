import { createHash } from 'node:crypto'
import { kindOfType } from '#shared/api/notification-settings.ts'
import { dayMs } from '#shared/durations.ts'
import { pickLocale, type Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { ownUrl } from '#server/config.ts'
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

/** After which it tells nothing new; the service forgets it then too. */
const staleMs = dayMs

/** Who has browsers that are pushed to, as this process keeps it: all others ask nothing more with a notification. */
const reached = rowCaches(({ db }: { db: Db }) => ({
  topic: 'push',
  max: keptRows,
  load: async (ids: readonly string[]) =>
    new Map((await queries.selectReached(db, ids)).map((id) => [id, { isReached: true }])),
  changed: { keyOf: (id: string) => id },
  keepsMissing: true,
}))

/** Has a member's browsers told of a notification that is there now. */
export async function pushLater(ctx: Context, memberId: string, notificationId: string): Promise<void> {
  if ((await reached(ctx).get([memberId])).has(memberId))
    await queries.queuePushes(ctx.db, memberId, notificationId, ctx.now())
}

interface Message {
  title: string
  body: string
  path: string
  /** What a later one of the same takes the place of. */
  topic: string
}

/** Which of a thing's notifications take each other's place on a screen: likes of one review are one. */
const topicOf = (parts: readonly (string | null)[]) =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 32)

/** As every browser reads it: those that know declarative messages show it by themselves. */
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
 * Sends one. A subscription that its service no longer knows goes.
 * @throws where the service is away or wants less: the job tries again, and the topic lets one of two be shown.
 */
async function send(
  ctx: Context,
  subscription: queries.Subscription,
  message: Message,
  ttlSeconds: number,
): Promise<void> {
  // What is known as a push service may have become another.
  if (!ctx.push.isService(subscription.endpoint))
    return void (await deleteSubscription(ctx.db, subscription.id))
  const payload = await payloadOf(ctx, subscription.member_id, pickLocale([subscription.locale]), message)
  const own = ownUrl(ctx.config)
  const answer = await ctx.push.send(
    subscription,
    { payload, topic: message.topic, ttlSeconds },
    {
      // Some services refuse one that is no mail address and of this machine.
      subject: own.startsWith('https://') ? own : 'mailto:scene@example.org',
      ...(await pushKeys(ctx)),
    },
  )
  const { status } = answer
  if (status === null) throw new Error(`no answer of the push service: ${answer.fault}`)
  if (status === 404 || status === 410) await deleteSubscription(ctx.db, subscription.id)
  else if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`)
  else if (status >= 400) ctx.logger.warn({ status }, 'a push service refused a message')
  else await queries.setSent(ctx.db, subscription.id, ctx.now())
}

/** One message at a later time for all that came since; many that wait are one. */
async function catchUpLater(ctx: Context, subscriptionId: string, since: Date, runAt: Date): Promise<void> {
  await queries.setWaiting(ctx.db, subscriptionId, since)
  await addJob(ctx.db, 'push.catch-up', { subscriptionId }, { key: `push:${subscriptionId}:catch-up`, runAt })
}

/** Tells a browser of a notification, unless it was read or the member wants none of it now. */
export async function sendPush(
  ctx: Context,
  { notificationId, subscriptionId }: { notificationId: string; subscriptionId: string },
): Promise<void> {
  const subscription = await queries.selectSubscription(ctx.db, subscriptionId)
  const told = await queries.selectTold(ctx.db, notificationId)
  const now = ctx.now()
  if (!subscription || !told || told.read_at) return
  const ageMs = now.getTime() - told.created_at.getTime()
  if (ageMs >= staleMs) return
  const { member_id: memberId } = subscription
  const locale = pickLocale([subscription.locale])
  const [view] = await notificationViews(ctx, memberId, [notificationId], locale, { alsoHidden: true })
  const kind = view && kindOfType[view.type]
  const title = view && sentenceOf(view, locale)
  const settings = await selectSettings(ctx.db, memberId)
  if (!kind || !title || !isOn(settings.switched, 'push', kind)) return
  const quiet = quietUntil(now, settings) ?? (await queries.takeFromBudget(ctx.db, subscriptionId, now))
  if (quiet) return catchUpLater(ctx, subscriptionId, told.created_at, quiet)
  const message = {
    title,
    body: view.title ?? '',
    path: pathOf(view),
    topic: topicOf([view.type, view.replyId ?? view.reviewId ?? view.listId ?? view.from._id]),
  }
  try {
    await send(ctx, subscription, message, Math.round((staleMs - ageMs) / 1000))
  } catch (error) {
    // It is tried again, which takes from the budget anew.
    await queries.returnToBudget(ctx.db, subscriptionId)
    throw error
  }
}

/** Tells a browser how many came while it was to be quiet, or had been told enough. */
export async function catchUp(ctx: Context, { subscriptionId }: { subscriptionId: string }): Promise<void> {
  const subscription = await queries.selectSubscription(ctx.db, subscriptionId)
  if (!subscription?.waiting_since) return
  const { member_id: memberId, waiting_since: since } = subscription
  const settings = await selectSettings(ctx.db, memberId)
  // The hours may have been changed meanwhile.
  const quiet = quietUntil(ctx.now(), settings)
  if (quiet) return catchUpLater(ctx, subscriptionId, since, quiet)
  const types = Object.entries(kindOfType)
    .filter(([, kind]) => isOn(settings.switched, 'push', kind))
    .map(([type]) => type)
  // What comes from here on waits anew.
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
    await queries.setWaiting(ctx.db, subscriptionId, since)
    throw error
  }
}
