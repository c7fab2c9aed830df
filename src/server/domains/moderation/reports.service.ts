import { v7 as uuidv7 } from 'uuid'
import type { ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/moderation.ts'
import { isEmail } from '#shared/username.ts'
import { matchPath, routePatterns } from '#shared/paths.ts'
import type { ReportKind } from '#shared/moderation.ts'
import { ownUrl } from '#server/config.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, type PageQuery } from '#server/core/keyset.ts'
import { sendMailTo } from '#server/domains/accounts/notices.service.ts'
import { refuseNewcomerFlood } from '#server/domains/members/newcomers.service.ts'
import { receiptText } from './moderation-texts.ts'
import * as queries from './moderation.queries.ts'
import { ownReport, reportedExcerpt } from './moderation.views.ts'
import { selectTarget, type ReportTarget } from './targets.queries.ts'

const pageSize = 50

/**
 * Reports something that the member can see.
 * @throws report.not_found, also for what the member may not see; report.own, member.new_account
 */
export async function createReport(
  ctx: Context,
  viewer: Viewer,
  { kind, target: id, reason, text }: ParsedBody<typeof api.createReport>,
): Promise<{ number: number }> {
  const target = await selectTarget(ctx.db, { kind, id }, viewer.id)
  if (!target || target.authorId === null) throw fail('report.not_found')
  if (target.authorId === viewer.id) throw fail('report.own')
  const report = {
    reporterId: viewer.id,
    guest: null,
    locale: viewer.titles.language,
    reason,
    text: text.trim(),
  }
  return ctx.transact(async (tx) => {
    const count = (since: Date) => queries.countReportsSince(tx.db, viewer.id, since)
    await refuseNewcomerFlood(ctx, tx, viewer.id, { of: 'reports', count })
    const { number } = await addReport(ctx, tx, target, report)
    return { number }
  })
}

type Report = Omit<queries.NewReport, 'caseId' | 'excerpt' | 'at'>

async function addReport(ctx: Context, tx: Tx, target: ReportTarget, report: Report) {
  const at = ctx.now()
  const { kind, id, authorId: memberId, content } = target
  const opened = await queries.openCase(tx.db, { id: uuidv7(), kind, target: id, memberId, content, at })
  const seen = reportedExcerpt(kind, content)
  // What this reporter saw is stored only when it differs from what the case has. Guests cannot read their reports.
  const isAsKept = report.reporterId === null || seen === reportedExcerpt(kind, opened.content)
  const made = await queries.insertReport(tx.db, {
    ...report,
    caseId: opened.id,
    excerpt: isAsKept ? null : seen,
    at,
  })
  if (made.isNew) tx.announce(() => announceWaiting(ctx))
  return made
}

/** Tells moderators how much waits. */
export async function announceWaiting(ctx: Context): Promise<void> {
  const moderators = await queries.selectModerators(ctx.db)
  const ids = moderators.map(({ id }) => id)
  for (const { viewerId, ...waiting } of await queries.countWaiting(ctx.db, ids))
    ctx.realtime.toMembers([viewerId], 'reports', waiting)
}

/**
 * Reports a page for somebody without an account, who gets a mail if they say where to. The answer does not tell whether the address leads
 * to anything, since that may not be public.
 */
export async function createGuestReport(
  ctx: Context,
  { address, name, email: given, reason, text, language }: ParsedBody<typeof api.createGuestReport>,
): Promise<{ number: number }> {
  const email = given.trim()
  const isNameless = email === '' && name.trim() === ''
  if (!isNameless && !isEmail(email)) throw fail('auth.email_invalid')
  const own = new URL(ownUrl(ctx.config))
  const place = placeOf(address.trim(), own.host)
  const found = place && (await selectTarget(ctx.db, place, null))
  // Otherwise a moderator could report something to read what its author keeps private.
  const target =
    (found?.isForAuthorAlone ? null : found) ??
    (await selectTarget(ctx.db, { kind: 'address', id: address.trim() }, null))
  if (!target) throw new Error('an address is always there')
  const guest = isNameless ? null : { name: name.trim(), email }
  const report = { reporterId: null, guest, locale: language, reason, text: text.trim() }
  return ctx.transact(async (tx) => {
    const { number, isNew } = await addReport(ctx, tx, target, report)
    const page = pageOfScene(address.trim(), own)
    if (isNew && guest) await sendMailTo(tx, guest.email, receiptText(language, number, page))
    return { number }
  })
}

/** The screens that show something that can be reported, by what their first id is. */
const places: readonly (readonly [ReportKind, string])[] = [
  ['log', routePatterns.review],
  ['log', routePatterns.log],
  ['log', routePatterns.replies],
  ['log', routePatterns.answerReply],
  ['list', routePatterns.list],
  ['list', routePatterns.listReplies],
  ['member', routePatterns.memberProfile],
  ['member', routePatterns.user],
]

/** An address without what need not be in it; null for one that is not of this Scene. */
function pageOfScene(address: string, own: URL): string | null {
  const url = URL.parse(address)
  return url?.host === own.host ? own.origin + url.pathname : null
}

/** What an address of this Scene leads to; null for all others. */
export function placeOf(address: string, host: string): { kind: ReportKind; id: string } | null {
  const url = URL.parse(address, `https://${host}`)
  if (!url || url.host !== host) return null
  if (url.pathname.startsWith('/media/')) return { kind: 'picture', id: url.pathname }
  for (const [kind, pattern] of places) {
    const id = matchPath(pattern, url.pathname)?.[0]
    if (id) return { kind, id }
  }
  return null
}

export async function listOwnReports(ctx: Context, viewer: Viewer, query: PageQuery) {
  const { items, next } = await queries.selectOwnReports(ctx.db, viewer.id, pageOf(query, pageSize))
  return { items: items.map(ownReport), next }
}
