import type { ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/moderation.ts'
import { dayMs } from '#shared/durations.ts'
import type { Context } from '#server/context.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { fail } from '#server/core/errors.ts'
import { hashToken } from '#server/core/tokens.ts'
import { pageOf, type Listed, type PageQuery } from '#server/core/keyset.ts'
import { sendMailToMember } from '#server/domains/accounts/notices.service.ts'
import { noteAct } from '#server/domains/audit/audit.service.ts'
import { liftDecision } from './decisions.service.ts'
import { appealText } from './moderation-texts.ts'
import * as queries from './moderation.queries.ts'
import {
  canBeLifted,
  excerptOf,
  mayActOn,
  mayAppeal,
  mayDecideAgain,
  statementView,
} from './moderation.views.ts'
import { announceWaiting } from './reports.service.ts'
import { selectStanding } from './targets.queries.ts'

const pageSize = 50

/** Decisions of moderators about the viewer and what they wrote. */
export async function listStatements(
  ctx: Context,
  viewer: Viewer,
  query: PageQuery,
): Promise<Listed<api.DecisionStatement>> {
  const { items, next } = await queries.selectStatements(ctx.db, viewer.id, pageOf(query, pageSize))
  return { items: items.map((row) => statementView(row, ctx.now())), next }
}

/** @throws moderation.not_found, also for a decision about somebody else; appeal.over */
export function appealDecision(
  ctx: Context,
  viewer: Viewer,
  id: string,
  text: string,
): Promise<api.DecisionStatement> {
  return appeal(ctx, text, async (db) => {
    const row = await queries.selectStatement(db, { id }, { lock: true })
    if (!row || row.member_id !== viewer.id) throw fail('moderation.not_found')
    return row
  })
}

/** @throws appeal.link */
export async function readStatementByLink(ctx: Context, token: string): Promise<api.DecisionStatement> {
  const row = await queries.selectStatement(ctx.db, { appealHash: hashToken(token) })
  if (!row) throw fail('appeal.link')
  return statementView(row, ctx.now())
}

/** @throws appeal.link, appeal.over */
export function appealByLink(ctx: Context, token: string, text: string): Promise<api.DecisionStatement> {
  return appeal(ctx, text, async (db) => {
    const row = await queries.selectStatement(db, { appealHash: hashToken(token) }, { lock: true })
    if (!row) throw fail('appeal.link')
    return row
  })
}

function appeal(
  ctx: Context,
  text: string,
  find: (db: Context['db']) => Promise<queries.StatementRow>,
): Promise<api.DecisionStatement> {
  return ctx.transact(async (tx) => {
    const row = await find(tx.db)
    const now = ctx.now()
    if (!mayAppeal(row, now)) throw fail('appeal.over')
    await queries.updateAppeal(tx.db, row.id, text.trim(), now)
    tx.announce(() => announceWaiting(ctx))
    return statementView({ ...row, appeal_text: text.trim(), appealed_at: now }, now)
  })
}

/**
 * Decides about an appeal, and tells its author.
 * @throws moderation.not_found; moderation.decided when somebody did; moderation.not_allowed; appeal.same_moderator
 */
export async function decideAppeal(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { outcome, answer }: ParsedBody<typeof api.decideAppeal>,
): Promise<typeof done> {
  await ctx.transact(async (tx) => {
    const seen = await queries.selectStatement(tx.db, { id })
    // The case is locked before its decision, in the same order as when a case is decided.
    const found = seen && (await queries.lockCase(tx.db, seen.case_id))
    const decision = await queries.selectStatement(tx.db, { id }, { lock: true })
    if (!found || !decision || decision.appealed_at === null || found.member_id === viewer.id)
      throw fail('moderation.not_found')
    if (decision.appeal_decided_at !== null) throw fail('moderation.decided')
    const { member_id: memberId } = decision
    const author = memberId === null ? undefined : await selectStanding(tx.db, memberId)
    if (!mayActOn(viewer, author)) throw fail('moderation.not_allowed')
    const deciders = (await queries.selectModerators(tx.db)).filter((one) => mayActOn(one, author))
    if (!mayDecideAgain(viewer, decision, deciders)) throw fail('appeal.same_moderator')
    const at = ctx.now()
    if (outcome === 'lifted' && canBeLifted(decision)) await liftDecision(ctx, tx, found, decision)
    await queries.updateAppealDecision(tx.db, id, {
      moderatorId: viewer.id,
      outcome,
      answer: answer.trim(),
      at,
    })
    await noteAct(tx.db, at, { memberId: viewer.id }, 'moderation.appeal', {
      memberId,
      about: { kind: found.kind, case: found.id, outcome },
    })
    if (memberId !== null) {
      const of = { kind: found.kind, excerpt: excerptOf(found.content) }
      await sendMailToMember(tx, memberId, (locale) =>
        appealText(locale, of, { act: decision.act, outcome, answer: answer.trim() }),
      )
      await tx.emit('moderation.decided', { memberId, as: 'author' })
    }
    tx.announce(() => announceWaiting(ctx))
  })
  return done
}

const monthMs = 30 * dayMs

/** Forgets the names and addresses of guests whose reports were decided a month ago. */
export const pruneGuests = (ctx: Context): Promise<void> =>
  queries.forgetGuests(ctx.db, new Date(ctx.now().getTime() - monthMs))

export const forgetReported = (db: Context['db'], memberId: string): Promise<void> =>
  queries.forgetMember(db, memberId)
