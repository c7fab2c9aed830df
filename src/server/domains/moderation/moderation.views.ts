import type {
  CaseDetail,
  CaseRow,
  DecisionStatement,
  OwnReport,
  ReportedContent,
} from '#shared/api/moderation.ts'
import { dayMs } from '#shared/durations.ts'
import { paths } from '#shared/paths.ts'
import {
  actsOf,
  appealDays,
  canBeTakenBack,
  isMeasure,
  type ModerationAct,
  type ReportKind,
} from '#shared/moderation.ts'
import type { Role } from '#shared/api/members.ts'
import { firstWords } from '#shared/review-text.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { memberRefs } from '#server/domains/members/members.views.ts'
import * as queries from './moderation.queries.ts'
import { selectStanding, selectTarget, type MemberStanding, type ReportTarget } from './targets.queries.ts'

const excerptWords = 20

/** The first words of what something says, else its title. */
export function excerptOf({ title, text }: ReportedContent): string {
  return firstWords(text, excerptWords) || (title ?? '')
}

/**
 * What the reporter sees of the reported thing. Of a member only the name, since the rest may not be for the
 * reporter.
 */
export const reportedExcerpt = (kind: ReportKind, content: ReportedContent): string =>
  kind === 'member' ? (content.title ?? '') : excerptOf(content)

export const appealEnd = ({ decided_at }: { decided_at: Date }) =>
  new Date(decided_at.getTime() + appealDays * dayMs)

/** Whether somebody may appeal now. */
export const mayAppeal = (
  decision: Pick<queries.DecisionRecord, 'act' | 'decided_at' | 'lifted_at' | 'appealed_at'>,
  now: Date,
): boolean =>
  isMeasure(decision.act) &&
  decision.lifted_at === null &&
  decision.appealed_at === null &&
  appealEnd(decision) > now

const isoOf = (at: Date | null) => at?.toISOString() ?? null

export async function caseRows(ctx: Context, rows: readonly queries.CaseListRow[]): Promise<CaseRow[]> {
  const authors = await memberRefs(ctx, idsOf(rows.map((row) => row.member_id)))
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    author: authors.get(row.member_id ?? '') ?? null,
    excerpt: excerptOf(row.content),
    reports: row.report_count,
    reasons: row.reasons,
    openedAt: row.opened_at.toISOString(),
    decidedAt: isoOf(row.decided_at),
    act: row.act,
    appealed: row.appealed,
    flooding: row.flooding,
  }))
}

const idsOf = (ids: readonly (string | null)[]) => ids.filter((id) => id !== null)

const ranks: Record<Role, number> = { member: 0, moderator: 1, operator: 2 }

/** Nobody decides about themselves or somebody of a higher role. */
export const mayActOn = (
  viewer: Pick<Viewer, 'id' | 'role'>,
  author: { id: string; role: Role } | undefined,
): boolean => author === undefined || (author.id !== viewer.id && ranks[author.role] <= ranks[viewer.role])

/** Where a reported thing is shown. */
function pathOf({ kind, id, thread: { logId, listId }, content }: ReportTarget): string | null {
  switch (kind) {
    case 'member':
      return paths.profile(id)
    case 'log':
      return paths.review(id)
    case 'reply':
      return logId !== null ? paths.replies(logId) : listId === null ? null : paths.listReplies(listId)
    case 'list':
      return paths.list(id)
    case 'picture':
      return content.image
    case 'address':
      return null
  }
}

/** The decisions that are possible about a case now. */
export function possibleActs(
  given: Pick<queries.CaseRecord, 'kind' | 'member_id'>,
  { target, author }: { target: ReportTarget | undefined; author: MemberStanding | undefined },
  decisions: readonly queries.DecisionRecord[],
): ModerationAct[] {
  const acts = actsOf[given.kind].filter((act) => {
    if (act === 'none') return true
    if (!isAboutMember(act)) return target !== undefined
    // A member who is suspended already, perhaps by an operator, cannot be suspended by this case.
    return given.member_id !== null && !(act === 'suspend' && author?.suspended)
  })
  const holds = decisions.some((one) => canBeLifted(one))
  // A case that was closed or decided cannot be closed again.
  const open = decisions.length === 0 ? acts : acts.filter((act) => act !== 'none')
  return holds ? [...open, 'restore'] : open
}

const isAboutMember = (act: ModerationAct) => act === 'limit' || act === 'suspend' || act === 'message'

export const canBeLifted = ({ act, lifted_at }: Pick<queries.DecisionRecord, 'act' | 'lifted_at'>): boolean =>
  canBeTakenBack(act) && lifted_at === null

export async function caseDetail(
  ctx: Context,
  viewer: Viewer,
  row: queries.CaseListRow,
): Promise<CaseDetail> {
  const now = ctx.now()
  const { member_id: memberId } = row
  const [[shown], target, reports, decisions, moderators, standing, person, history] = await Promise.all([
    caseRows(ctx, [row]),
    selectTarget(ctx.db, { kind: row.kind, id: row.target }, null),
    queries.selectReports(ctx.db, row.id),
    queries.selectDecisions(ctx.db, row.id),
    queries.selectModerators(ctx.db),
    memberId === null ? undefined : selectStanding(ctx.db, memberId),
    memberId === null ? undefined : queries.selectPerson(ctx.db, memberId, row.id, now),
    memberId === null ? [] : queries.selectHistory(ctx.db, memberId, row.id),
  ])
  if (!shown) throw new Error('one row has one view')
  const refs = await memberRefs(
    ctx,
    idsOf([
      ...reports.map((report) => report.reporter_id),
      ...decisions.flatMap((one) => [one.moderator_id, one.appeal_moderator_id]),
    ]),
  )
  const deciders = moderators.filter((one) => mayActOn(one, standing))
  return {
    ...shown,
    path: target && !target.isForAuthorAlone ? pathOf(target) : null,
    before: row.content,
    now: target?.isForAuthorAlone ? row.content : (target?.content ?? null),
    hidden: target?.isHidden ?? false,
    acts: mayActOn(viewer, standing) ? possibleActs(row, { target, author: standing }, decisions) : [],
    person: standing && person ? personView(standing, person, history) : null,
    told: reports.map((report) => ({
      number: report.id,
      reporter: refs.get(report.reporter_id ?? '') ?? null,
      guest:
        report.guest_email === null ? null : { name: report.guest_name ?? '', email: report.guest_email },
      reason: report.reason,
      text: report.text,
      createdAt: report.created_at.toISOString(),
    })),
    decisions: decisions.map((one) => ({
      _id: one.id,
      act: one.act,
      ground: one.ground,
      facts: one.facts,
      moderator: refs.get(one.moderator_id ?? '') ?? null,
      decidedAt: one.decided_at.toISOString(),
      liftedAt: isoOf(one.lifted_at),
      appeal:
        one.appealed_at === null
          ? null
          : {
              text: one.appeal_text ?? '',
              at: one.appealed_at.toISOString(),
              outcome: one.appeal_outcome,
              answer: one.appeal_answer ?? '',
              moderator: refs.get(one.appeal_moderator_id ?? '') ?? null,
              mayDecide:
                one.appeal_decided_at === null &&
                mayActOn(viewer, standing) &&
                mayDecideAgain(viewer, one, deciders),
            },
    })),
  }
}

const personView = (
  standing: MemberStanding,
  person: queries.PersonRow,
  history: Awaited<ReturnType<typeof queries.selectHistory>>,
): CaseDetail['person'] => ({
  role: standing.role,
  joinedAt: standing.created_at.toISOString(),
  logs: person.logs,
  limited: standing.limited,
  suspended: standing.suspended,
  lastHour: { comments: person.comments, follows: person.follows, reports: person.reports },
  history: history.map((one) => ({
    caseId: one.case_id,
    kind: one.kind,
    act: one.act,
    ground: one.ground,
    decidedAt: one.decided_at.toISOString(),
  })),
  otherCases: person.other_cases,
})

/**
 * Whether a moderator may decide about an appeal: the one who made the decision may not if somebody else can, among
 * those who may decide about its author.
 */
export const mayDecideAgain = (
  viewer: Viewer,
  { moderator_id }: Pick<queries.DecisionRecord, 'moderator_id'>,
  deciders: readonly { id: string }[],
): boolean => moderator_id !== viewer.id || deciders.every(({ id }) => id === viewer.id)

export function statementView(row: queries.StatementRow, now: Date): DecisionStatement {
  return {
    _id: row.id,
    kind: row.kind,
    excerpt: excerptOf(row.content),
    act: row.act,
    ground: row.ground,
    facts: row.facts,
    decidedAt: row.decided_at.toISOString(),
    liftedAt: isoOf(row.lifted_at),
    appealUntil: mayAppeal(row, now) ? appealEnd(row).toISOString() : null,
    appeal:
      row.appealed_at === null
        ? null
        : {
            text: row.appeal_text ?? '',
            at: row.appealed_at.toISOString(),
            outcome: row.appeal_outcome,
            answer: row.appeal_answer ?? '',
          },
  }
}

export const ownReport = (
  row: Awaited<ReturnType<typeof queries.selectOwnReports>>['items'][number],
): OwnReport => ({
  number: row.id,
  kind: row.kind,
  excerpt: row.excerpt ?? reportedExcerpt(row.kind, row.content),
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  decidedAt: isoOf(row.decided_at),
  acted: row.decided_at === null ? null : row.acted,
})
