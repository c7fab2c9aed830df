import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { ParsedBody } from '#shared/api/endpoint.ts'
import {
  channels,
  reachKinds,
  type MailKind,
  type ReachSettings,
  type renewPush as renewApi,
  type subscribePush as subscribeApi,
  type updateNotificationSettings as updateApi,
} from '#shared/api/notification-settings.ts'
import { deviceOf } from '#shared/device-name.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { paths } from '#shared/paths.ts'
import { ownUrl } from '#server/config.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { localTime } from '#server/core/local-time.ts'
import { hashToken } from '#server/core/tokens.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import { chooseTimeZone } from '#server/domains/members/time-zone.service.ts'
import { pushKeys } from './push-keys.ts'
import * as queries from './settings.queries.ts'

/** Whether mails can be read: they are sent, or kept in the mailbox. */
export const hasMail = ({ config }: Pick<Context, 'config'>): boolean =>
  config.mail.delivery === 'smtp' || config.mail.delivery === 'mailbox'

export async function getSettings(ctx: Context, viewer: Viewer): Promise<ReachSettings> {
  const [row, devices, { publicKey }] = await Promise.all([
    queries.selectSettings(ctx.db, viewer.id),
    queries.selectDevices(ctx.db, viewer.id),
    pushKeys(ctx),
  ])
  const reachOf = (kind: (typeof reachKinds)[number]) => ({
    inApp: queries.isOn(row.switched, 'inApp', kind),
    push: queries.isOn(row.switched, 'push', kind),
    mail: queries.isOn(row.switched, 'mail', kind),
  })
  return {
    reach: {
      likes: reachOf('likes'),
      comments: reachOf('comments'),
      follows: reachOf('follows'),
      requests: reachOf('requests'),
      shares: reachOf('shares'),
      year: reachOf('year'),
    },
    quiet:
      row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
    timeZone: row.time_zone,
    mailAfterMinutes: row.mail_after_minutes,
    digestDay: row.digest_day,
    hasMail: hasMail(ctx),
    pushKey: publicKey,
    devices: devices.map((device) => {
      const { browser, system } = deviceOf(device.user_agent)
      return {
        id: device.id,
        browser,
        system,
        since: device.created_at.toISOString(),
        sentAt: device.sent_at?.toISOString() ?? null,
        isCurrent: device.session_id === viewer.sessionId,
      }
    }),
  }
}

/** @throws player.time_zone */
export async function updateSettings(
  ctx: Context,
  viewer: Viewer,
  { reach = {}, quiet, timeZone, mailAfterMinutes, digestDay }: ParsedBody<typeof updateApi>,
): Promise<ReachSettings> {
  await ctx.transact(async (tx) => {
    // Locked, so that two changes at the same time are both kept.
    await lockMember(tx.db, viewer.id)
    await chooseTimeZone(tx.db, viewer.id, timeZone)
    let { switched } = await queries.selectSettings(tx.db, viewer.id)
    for (const kind of reachKinds)
      for (const channel of channels) {
        const on = reach[kind]?.[channel]
        if (on !== undefined) switched = queries.switchedWith(switched, { channel, kind, on })
      }
    await queries.updateSettings(tx.db, viewer.id, {
      switched,
      ...(quiet !== undefined && { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
      ...(mailAfterMinutes !== undefined && { mail_after_minutes: mailAfterMinutes }),
      ...(digestDay !== undefined && { digest_day: digestDay }),
    })
  })
  return getSettings(ctx, viewer)
}

/** @throws push.host for what is no push service's */
export async function subscribe(
  ctx: Context,
  viewer: Viewer,
  { endpoint, keys }: ParsedBody<typeof subscribeApi>,
): Promise<ReachSettings> {
  if (!ctx.push.isService(endpoint)) throw fail('push.host')
  await ctx.transact((tx) =>
    queries.insertSubscription(tx.db, {
      id: uuidv7(),
      member_id: viewer.id,
      session_id: viewer.sessionId,
      endpoint,
      ...keys,
      created_at: ctx.now(),
    }),
  )
  ctx.changes.report('push', viewer.id)
  return getSettings(ctx, viewer)
}

/**
 * Updates the address of a browser's subscription. Proof is what only the browser and Scene know of the old one.
 * @throws push.host; push.not_found, also when the new address is taken
 */
export async function renewPush(
  ctx: Context,
  { former, endpoint, keys }: ParsedBody<typeof renewApi>,
): Promise<typeof done> {
  if (!ctx.push.isService(endpoint)) throw fail('push.host')
  if (!(await ctx.transact((tx) => queries.replaceSubscription(tx.db, former, { endpoint, ...keys }))))
    throw fail('push.not_found')
  return done
}

/** @throws push.not_found, also for another member's. */
export async function unsubscribe(ctx: Context, viewer: Viewer, id: string): Promise<typeof done> {
  if (!(await ctx.transact((tx) => queries.deleteSubscription(tx.db, id, viewer.id))))
    throw fail('push.not_found')
  return done
}

const tokenBytes = 24
/** How long the links in a mail are valid. */
const tokenMs = 400 * dayMs

/** A link that ends mails of a kind, and the headers by which mail programs offer it (RFC 8058). */
export async function unsubscribeLink(ctx: Context, tx: Tx, memberId: string, kind: MailKind) {
  const token = randomBytes(tokenBytes).toString('base64url')
  await queries.insertUnsubscribeToken(tx.db, {
    token_hash: hashToken(token),
    member_id: memberId,
    kind,
    created_at: ctx.now(),
  })
  const url = ownUrl(ctx.config) + paths.unsubscribe(token)
  return {
    url,
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

/** Turns off the mails of the link's kind; repeating it is fine. @throws unsubscribe.not_found */
export function unsubscribeMail(ctx: Context, token: string): Promise<{ kind: MailKind }> {
  return ctx.transact(async (tx) => {
    const found = await queries.selectUnsubscribeToken(tx.db, hashToken(token))
    if (!found) throw fail('unsubscribe.not_found')
    const { member_id: memberId, kind } = found
    if (kind === 'digest') await queries.updateSettings(tx.db, memberId, { digest_day: null })
    else {
      await lockMember(tx.db, memberId)
      let { switched } = await queries.selectSettings(tx.db, memberId)
      for (const one of reachKinds)
        switched = queries.switchedWith(switched, { channel: 'mail', kind: one, on: false })
      await queries.updateSettings(tx.db, memberId, { switched })
    }
    return { kind }
  })
}

export const pruneUnsubscribeTokens = (ctx: Context): Promise<void> =>
  queries.deleteUnsubscribeTokens(ctx.db, new Date(ctx.now().getTime() - tokenMs))

/**
 * When the quiet hours end, in the member's time zone; null outside of them. When clocks change it may be an hour
 * off.
 */
export function quietUntil(
  now: Date,
  {
    quiet_from: from,
    quiet_to: to,
    time_zone: zone,
  }: Pick<queries.SettingsRow, 'quiet_from' | 'quiet_to' | 'time_zone'>,
): Date | null {
  if (from === null || to === null || from === to) return null
  const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
  const day = 1440
  const since = (localTime(now, zone).minutes - minutesOf(from) + day) % day
  const length = (minutesOf(to) - minutesOf(from) + day) % day
  if (since >= length) return null
  return new Date(Math.floor(now.getTime() / minuteMs) * minuteMs + (length - since) * minuteMs)
}
