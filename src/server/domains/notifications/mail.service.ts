import { NIL } from 'uuid'
import { kindOfType, type ReachKind } from '#shared/api/notification-settings.ts'
import { notificationTypes } from '#shared/api/notifications.ts'
import { hourMs } from '#shared/durations.ts'
import { pickLocale, type Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { isolated } from '#shared/isolated.ts'
import { ownUrl } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { pagesOf } from '#server/core/pages.ts'
import { sendComposedMail } from '#server/domains/accounts/notices.service.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import { mailPage } from './mail-page.ts'
import * as queries from './mail.queries.ts'
import { sentenceOf, words } from './notification-texts.ts'
import { notificationViews, pathOf } from './notifications.views.ts'
import { hasMail, quietUntil, unsubscribeLink } from './settings.service.ts'
import { isOn, selectSettings, updateSettings } from './settings.queries.ts'

/** The least time between two such mails to a member. */
const pauseMs = hourMs
const membersAtOnce = 100
/** How many notifications one mail shows; the app has them all. */
const inOneMail = 20

/** Mails unseen notifications, one mail for each member. What fails is tried again after a minute. */
export async function mailUnseen(ctx: Context): Promise<void> {
  const read = (after: string) =>
    queries.selectDueMembers(ctx.db, { now: ctx.now(), after, limit: membersAtOnce })
  for await (const members of pagesOf(NIL, membersAtOnce, read, (id) => id))
    for (const id of members)
      try {
        await mailMemberUnseen(ctx, id)
      } catch (error) {
        ctx.logger.error({ err: error }, 'a mail of what was not seen failed')
      }
}

async function mailMemberUnseen(ctx: Context, memberId: string): Promise<void> {
  const now = ctx.now()
  await ctx.transact(async (tx) => {
    // The lock keeps two workers from sending the same mail.
    await lockMember(tx.db, memberId)
    if (!(await queries.isDue(tx.db, memberId, now))) return
    const reader = await queries.selectReader(tx.db, memberId)
    const settings = await selectSettings(tx.db, memberId)
    const types = typesOfKinds((kind) => isOn(settings.switched, 'mail', kind))
    const { ids, total } = await queries.selectUnseen(tx.db, memberId, types, inOneMail)
    if (!reader || reader.suspended_at || total === 0 || !hasMail(ctx))
      return queries.updateMailAt(tx.db, memberId, null)
    const sent = settings.mailed_at?.getTime() ?? 0
    const later =
      quietUntil(now, settings) ?? (sent + pauseMs > now.getTime() ? new Date(sent + pauseMs) : null)
    if (later) return queries.updateMailAt(tx.db, memberId, later)
    await queries.updateMailAt(tx.db, memberId, null)
    const locale = pickLocale([reader.locale])
    const views = await notificationViews({ ...ctx, db: tx.db }, memberId, ids, locale, { alsoHidden: true })
    const own = ownUrl(ctx.config)
    const items = views.flatMap((view) => {
      const title = sentenceOf(view, locale)
      if (title === null) return []
      return [{ title, detail: view.title && isolated(view.title), url: own + pathOf(view) }]
    })
    if (items.length === 0) return
    const { url, headers } = await unsubscribeLink(ctx, tx, memberId, 'notifications')
    await updateSettings(tx.db, memberId, { mailed_at: now })
    const { mail } = words[locale]
    const subject = total === 1 && items[0] ? plain(items[0].title, locale) : mail.subject(total)
    const page = mailPage({
      locale,
      subject,
      intro: null,
      sections: [{ heading: null, items }],
      open: { label: mail.open, url: own + paths.notifications() },
      unsubscribe: url,
      settings: own + paths.notificationSettings(),
    })
    await sendComposedMail(tx, memberId, { ...page, headers })
  })
}

const typesOfKinds = (isWanted: (kind: ReachKind) => boolean) =>
  notificationTypes.filter((type) => {
    const kind = kindOfType[type]
    return kind !== undefined && isWanted(kind)
  })

/**
 * Mail programs show the marks that isolate a name in the app as visible signs. Usernames are Latin, so in Arabic a
 * left-to-right mark on either side is enough to keep their @ and _ in place; elsewhere nothing is needed.
 */
const plain = (text: string, locale: Locale) =>
  text.replaceAll(/[\u2068\u2069]/g, locale === 'ar' ? '\u200e' : '')
