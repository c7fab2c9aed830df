import { v7 as uuidv7 } from 'uuid'
import type { ParsedBody, ParsedQuery } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/moderation.ts'
import { isMeasure, type ModerationAct } from '#shared/moderation.ts'
import { pickLocale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { ownUrl } from '#server/config.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, type Listed } from '#server/core/keyset.ts'
import { hashToken, makeToken } from '#server/core/tokens.ts'
import { sendMailTo, sendMailToMember } from '#server/domains/accounts/notices.service.ts'
import { restoreMember, suspendMember } from '#server/domains/accounts/operator.service.ts'
import { noteAct } from '#server/domains/audit/audit.service.ts'
import { hideList, removeList } from '#server/domains/lists/lists.service.ts'
import { lockMemberLogs, moderateLog, removeLog } from '#server/domains/logs/logs.service.ts'
import { hidePicture, removeMedia } from '#server/domains/media/media.service.ts'
import { moderateReply, removeReply } from '#server/domains/replies/replies.service.ts'
import { moderationTexts, statementText } from './moderation-texts.ts'
import * as queries from './moderation.queries.ts'
import {
  appealEnd,
  canBeLifted,
  caseDetail,
  caseRows,
  excerptOf,
  mayActOn,
  possibleActs,
} from './moderation.views.ts'
import { announceWaiting } from './reports.service.ts'
import {
  selectStanding,
  selectTarget,
  updateLimited,
  clearPicture,
  type ReportTarget,
} from './targets.queries.ts'

const pageSize = 50

export async function listCases(
  ctx: Context,
  viewer: Viewer,
  { state, kind, reason, ...page }: ParsedQuery<typeof api.listCases>,
): Promise<Listed<api.CaseRow>> {
  const by = { viewerId: viewer.id, state, kind, reason, now: ctx.now() }
  const { items, next } = await queries.selectCases(ctx.db, by, pageOf(page, pageSize))
  return { items: await caseRows(ctx, items), next }
}

export async function countCases(ctx: Context, viewer: Viewer): Promise<api.CaseCounts> {
  const [counts] = await queries.countWaiting(ctx.db, [viewer.id])
  return { open: counts?.open ?? 0, appeals: counts?.appeals ?? 0 }
}

/**
 * A case as a moderator sees it. @throws moderation.not_found, also for cases about the moderator, who must not learn
 * who reported them
 */
export async function getCase(ctx: Context, viewer: Viewer, id: string): Promise<api.CaseDetail> {
  const row = await queries.selectCase(ctx.db, { id, viewerId: viewer.id, now: ctx.now() })
  if (!row) throw fail('moderation.not_found')
  return caseDetail(ctx, viewer, row)
}

/**
 * Decides about a case, and tells its author and who reported it. `restore` takes back what earlier decisions did.
 * @throws moderation.decided when somebody decided since the moderator looked; moderation.not_allowed,
 * moderation.impossible
 */
export async function decideCase(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { act, ground, facts, seen }: ParsedBody<typeof api.decideCase>,
): Promise<api.CaseDetail> {
  await ctx.transact(async (tx) => {
    const found = await queries.lockCase(tx.db, id)
    if (!found || found.member_id === viewer.id) throw fail('moderation.not_found')
    const decisions = await queries.selectDecisions(tx.db, id)
    if (decisions.length !== seen) throw fail('moderation.decided')
    const author = found.member_id === null ? undefined : await selectStanding(tx.db, found.member_id)
    if (!mayActOn(viewer, author)) throw fail('moderation.not_allowed')
    const target = await selectTarget(tx.db, { kind: found.kind, id: found.target }, null)
    if (!possibleActs(found, { target, author }, decisions).includes(act)) throw fail('moderation.impossible')
    if (act === 'restore') {
      // The member's logs are locked, since a limit and hidden logs may be lifted in the same decision.
      if (found.kind === 'log' && found.member_id !== null) await lockMemberLogs(tx, found.member_id)
      for (const decision of decisions.filter((one) => canBeLifted(one)))
        await liftDecision(ctx, tx, found, decision)
    } else await applyMeasure(ctx, tx, act, { target, memberId: found.member_id })
    const at = ctx.now()
    const token = isMeasure(act) ? makeToken() : null
    await queries.insertDecision(tx.db, {
      id: uuidv7(),
      caseId: id,
      memberId: found.member_id,
      moderatorId: viewer.id,
      act,
      ground,
      facts: facts.trim(),
      at,
      appealHash: token === null ? null : hashToken(token),
    })
    await queries.closeCase(tx.db, id, at)
    await noteAct(tx.db, at, { memberId: viewer.id }, `moderation.${act}`, {
      memberId: found.member_id,
      about: { kind: found.kind, case: id, ground },
    })
    if (act !== 'none') await notifyAuthor(ctx, tx, found, { act, ground, facts: facts.trim(), token, at })
    if (found.decided_at === null) await notifyReporters(tx, id, isMeasure(act))
    tx.announce(() => announceWaiting(ctx))
  })
  return getCase(ctx, viewer, id)
}

interface MeasureTarget {
  target: ReportTarget | undefined
  memberId: string | null
}

/**
 * Carries out a decision that was found possible. @throws moderation.impossible when its target was deleted meanwhile
 */
async function applyMeasure(ctx: Context, tx: Tx, act: ModerationAct, { target, memberId }: MeasureTarget) {
  if (memberId !== null && act === 'limit') await updateLimited(tx.db, memberId, ctx.now())
  if (memberId !== null && act === 'suspend' && !(await suspendMember(ctx, tx, memberId)).changed)
    throw fail('moderation.impossible')
  if (!target) return
  if (act === 'hide') await hideTarget(tx, target, ctx.now())
  if (act === 'remove') await removeTarget(ctx, tx, target)
  if (act === 'spoiler') await markTarget(tx, target, { spoilers: true })
}

async function markTarget(tx: Tx, { kind, id, authorId }: ReportTarget, mark: { spoilers: boolean }) {
  if (authorId === null) return
  if (kind === 'log') await moderateLog(tx, { id, authorId }, mark)
  if (kind === 'reply') await moderateReply(tx, { id, authorId }, mark)
}

async function hideTarget(tx: Tx, { kind, id, authorId }: ReportTarget, at: Date | null) {
  if (authorId === null) return
  if (kind === 'log') await moderateLog(tx, { id, authorId }, { hidden_at: at })
  if (kind === 'reply') await moderateReply(tx, { id, authorId }, { hidden_at: at })
  if (kind === 'list') await hideList(tx, id, at)
  if (kind === 'picture') await hidePicture(tx, id, at)
  if (at !== null && (kind === 'log' || kind === 'reply' || kind === 'list'))
    await tx.emit('content.hidden', { kind, id, authorId })
}

async function removeTarget(ctx: Context, tx: Tx, { kind, id, authorId }: ReportTarget) {
  if (authorId === null) return
  if (kind === 'log') await removeLog(ctx, tx, { id, authorId })
  if (kind === 'reply') await removeReply(ctx, tx, { id, authorId })
  if (kind === 'list') await removeList(ctx, tx, id)
  if (kind === 'picture') {
    await clearPicture(tx.db, id)
    await removeMedia(ctx, tx, [id])
  }
}

/** Undoes what a decision did, unless another decision in force did the same. What was deleted stays deleted. */
export async function liftDecision(
  ctx: Context,
  tx: Tx,
  found: queries.CaseRecord,
  decision: queries.DecisionRecord,
): Promise<void> {
  const isHeld = await queries.isStillHeld(tx.db, decision)
  await queries.updateLifted(tx.db, decision.id, ctx.now())
  if (isHeld) return
  const { member_id: memberId } = found
  if (memberId !== null && decision.act === 'limit') await updateLimited(tx.db, memberId, null)
  // Only the suspension of this decision ends: one that began later has nothing to do with it.
  if (memberId !== null && decision.act === 'suspend') await restoreMember(tx, memberId, decision.decided_at)
  const target = await selectTarget(tx.db, { kind: found.kind, id: found.target }, null)
  if (!target) return
  if (decision.act === 'hide') await hideTarget(tx, target, null)
  if (decision.act === 'spoiler') await markTarget(tx, target, { spoilers: false })
}

interface DecisionNotice {
  act: ModerationAct
  ground: queries.DecisionRecord['ground']
  facts: string
  token: string | null
  at: Date
}

/** Sends the statement of reasons: a mail, and a notification for members who can log in. */
async function notifyAuthor(
  ctx: Context,
  tx: Tx,
  found: queries.CaseRecord,
  { token, at, ...decided }: DecisionNotice,
) {
  const memberId = found.member_id
  if (memberId === null) return
  const appeal = token && {
    url: ownUrl(ctx.config) + paths.appealBy(token),
    until: appealEnd({ decided_at: at }),
  }
  const { kind } = found
  const excerpt = excerptOf(found.content)
  await sendMailToMember(tx, memberId, (locale) =>
    statementText(locale, { kind, excerpt, ...decided, appeal: appeal || null }),
  )
  await tx.emit('moderation.decided', { memberId, as: 'author' })
}

async function notifyReporters(tx: Tx, caseId: string, acted: boolean) {
  for (const { id, reporter_id, guest_email, locale } of await queries.selectReporters(tx.db, caseId)) {
    if (reporter_id !== null) await tx.emit('moderation.decided', { memberId: reporter_id, as: 'reporter' })
    if (guest_email !== null)
      await sendMailTo(tx, guest_email, moderationTexts[pickLocale([locale])].outcome(id, acted))
  }
}
