import { sql, type Selectable } from 'kysely'
import type { CaseState, ReportedContent } from '#shared/api/moderation.ts'
import type { Role } from '#shared/api/members.ts'
import type { ModerationAct, ReportKind, ReportReason } from '#shared/moderation.ts'
import type { Viewing } from '#server/core/audience.ts'
import { keyset, type KeysetPage, type Listed } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import type { ModerationDecisions, ReportCases } from '#server/db/schema.ts'

type Case = Selectable<ReportCases>
export interface CaseRecord extends Omit<Case, 'kind' | 'content'> {
  kind: ReportKind
  content: ReportedContent
}

type StoredDecision = Selectable<ModerationDecisions>
export interface DecisionRecord extends Omit<StoredDecision, 'act' | 'ground' | 'appeal_outcome'> {
  act: ModerationAct
  ground: ReportReason
  appeal_outcome: 'kept' | 'lifted' | null
}

/** The open case about something, locked; the first report creates it, later ones find it. */
export async function openCase(
  db: Db,
  given: {
    id: string
    kind: ReportKind
    target: string
    memberId: string | null
    content: ReportedContent
    at: Date
  },
): Promise<Pick<CaseRecord, 'id' | 'content'>> {
  const { rows } = await sql<Pick<CaseRecord, 'id' | 'content'>>`
    insert into report_cases as kept (id, kind, target, member_id, content, opened_at)
    values (${given.id}, ${given.kind}, ${given.target}, ${given.memberId}, ${JSON.stringify(given.content)}::jsonb,
      ${given.at})
    on conflict (kind, target) where decided_at is null do update set kind = kept.kind
    returning id, content`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an upsert answers its row')
  return row
}

export interface NewReport {
  caseId: string
  reporterId: string | null
  guest: { name: string; email: string } | null
  locale: string
  reason: ReportReason
  text: string
  /** What the reporter saw, when it differs from what the case has stored. */
  excerpt: string | null
  at: Date
}

/** Adds a report to a case and counts it, once for everybody; answers its number, and whether it is new. */
export async function insertReport(db: Db, given: NewReport): Promise<{ number: number; isNew: boolean }> {
  const { rows } = await sql<{ number: number; is_new: boolean }>`
    with made as (
      insert into reports (case_id, reporter_id, guest_name, guest_email, locale, reason, text, excerpt, created_at)
      values (${given.caseId}, ${given.reporterId}, ${given.guest?.name ?? null}, ${given.guest?.email ?? null},
        ${given.locale}, ${given.reason}, ${given.text}, ${given.excerpt}, ${given.at})
      on conflict do nothing returning id
    ), counted as (
      update report_cases set report_count = report_count + 1 where id = ${given.caseId} and exists (select from made)
    )
    select id as number, true as is_new from made
    union all
    select id, false from reports
    where not exists (select from made) and case_id = ${given.caseId}
      and (reporter_id = ${given.reporterId} or lower(guest_email) = lower(${given.guest?.email ?? null}::text))`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a report that is refused is there already')
  return { number: row.number, isNew: row.is_new }
}

export async function countReportsSince(db: Db, reporterId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reports where reporter_id = ${reporterId} and created_at > ${since}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** How many cases wait for each moderator, without those about themselves. */
export async function countWaiting(
  db: Db,
  viewerIds: readonly string[],
): Promise<{ viewerId: string; open: number; appeals: number }[]> {
  const { rows } = await sql<{ viewerId: string; open: number; appeals: number }>`
    select viewer.id as "viewerId",
      (select count(*)::int from report_cases c where c.decided_at is null and ${isOthers(sql`viewer.id`)}) as open,
      (select count(*)::int from moderation_decisions d join report_cases c on c.id = d.case_id
        where ${pending} and ${isOthers(sql`viewer.id`)}) as appeals
    from unnest(${[...viewerIds]}::uuid[]) viewer (id)`.execute(db)
  return rows
}

/** Moderators and operators, who are told how many cases wait. */
export const selectModerators = (db: Db): Promise<{ id: string; role: Role }[]> =>
  db
    .selectFrom('members')
    .select(['id', sql<Role>`role`.as('role')])
    .where('role', 'in', ['moderator', 'operator'])
    .where('suspended_at', 'is', null)
    .execute()

/** More than this in an hour is not human. */
const floods = { comments: 30, follows: 60, reports: 15 }
const hour = sql.lit('1 hour')

const lastHour = (
  table: 'replies' | 'follows' | 'reports',
  column: string,
  memberId: string,
  now: Date,
) => sql`
  (select count(*)::int from ${sql.table(table)}
    where ${sql.ref(column)} = ${sql.ref(memberId)} and created_at > ${now}::timestamptz - ${hour}::interval)`

export interface CaseListRow extends CaseRecord {
  reasons: ReportReason[]
  act: ModerationAct | null
  appealed: boolean
  flooding: boolean
}

const pending = sql`d.appealed_at is not null and d.appeal_decided_at is null`

const columnsOfRow = (now: Date) => sql`
  c.*, array(
    select reason from reports where case_id = c.id group by reason order by count(*) desc, reason
  ) as reasons, (
    select act from moderation_decisions where case_id = c.id order by decided_at desc, id desc limit 1
  ) as act,
  exists (select from moderation_decisions d where d.case_id = c.id and ${pending}) as appealed,
  c.member_id is not null and (${lastHour('replies', 'member_id', 'c.member_id', now)} >= ${sql.lit(floods.comments)}
    or ${lastHour('follows', 'follower_id', 'c.member_id', now)} >= ${sql.lit(floods.follows)}
    or ${lastHour('reports', 'reporter_id', 'c.member_id', now)} >= ${sql.lit(floods.reports)}) as flooding`

/**
 * Whether a case is about somebody else than the viewer: a moderator who is reported must not learn of it, nor by
 * whom.
 */
const isOthers = (viewerId: Viewing) => sql<boolean>`c.member_id is distinct from ${viewerId}`

export async function selectCases(
  db: Db,
  {
    viewerId,
    state,
    kind,
    reason,
    now,
  }: {
    viewerId: string
    state: CaseState
    kind?: ReportKind | undefined
    reason?: ReportReason | undefined
    now: Date
  },
  page: KeysetPage,
): Promise<Listed<CaseListRow>> {
  const newest = state === 'decided' ? 'c.decided_at' : 'c.opened_at'
  const { key, after, by, limit, list } = keyset(
    [
      [newest, 'timestamptz'],
      ['c.id', 'uuid'],
    ],
    page,
  )
  const conditions = {
    open: sql`c.decided_at is null`,
    decided: sql`c.decided_at is not null`,
    appeals: sql`exists (select from moderation_decisions d where d.case_id = c.id and ${pending})`,
  }
  const { rows } = await sql<CaseListRow & { key: string }>`
    select ${columnsOfRow(now)}, ${key} from report_cases c
    where ${conditions[state]} and ${isOthers(viewerId)} and ${after}
      and ${kind === undefined ? sql`true` : sql`c.kind = ${kind}`}
      and ${reason === undefined ? sql`true` : sql`exists (select from reports where case_id = c.id and reason = ${reason})`}
    order by ${by} limit ${limit}`.execute(db)
  return list(rows)
}

export async function selectCase(
  db: Db,
  { id, viewerId, now }: { id: string; viewerId: string; now: Date },
): Promise<CaseListRow | undefined> {
  const { rows } = await sql<CaseListRow>`
    select ${columnsOfRow(now)} from report_cases c where c.id = ${id} and ${isOthers(viewerId)}`.execute(db)
  return rows[0]
}

/** Locks the case, so that a second moderator sees what the first decided. */
export async function lockCase(db: Db, id: string): Promise<CaseRecord | undefined> {
  const { rows } = await sql<CaseRecord>`select * from report_cases where id = ${id} for update`.execute(db)
  return rows[0]
}

export async function closeCase(db: Db, id: string, at: Date): Promise<void> {
  await sql`update report_cases set decided_at = coalesce(decided_at, ${at}) where id = ${id}`.execute(db)
}

const shownReports = 100

/** The newest reports of a case. */
export async function selectReports(db: Db, caseId: string) {
  const { rows } = await sql<{
    id: number
    reporter_id: string | null
    guest_name: string | null
    guest_email: string | null
    locale: string
    reason: ReportReason
    text: string
    created_at: Date
  }>`select id, reporter_id, guest_name, guest_email, locale, reason, text, created_at from reports
    where case_id = ${caseId} order by id desc limit ${sql.lit(shownReports)}`.execute(db)
  return rows
}

/** Everybody who reported it, for the decision. */
export async function selectReporters(db: Db, caseId: string) {
  const { rows } = await sql<{
    id: number
    reporter_id: string | null
    guest_email: string | null
    locale: string
  }>`
    select id, reporter_id, guest_email, locale from reports
    where case_id = ${caseId} and (reporter_id is not null or guest_email is not null) order by id`.execute(
    db,
  )
  return rows
}

export async function selectDecisions(db: Db, caseId: string): Promise<DecisionRecord[]> {
  const { rows } = await sql<DecisionRecord>`
    select * from moderation_decisions where case_id = ${caseId} order by decided_at, id`.execute(db)
  return rows
}

export interface PersonRow {
  logs: number
  comments: number
  follows: number
  reports: number
  other_cases: number
}

/** What the author card shows beside the member's standing. */
export async function selectPerson(db: Db, memberId: string, caseId: string, now: Date): Promise<PersonRow> {
  const { rows } = await sql<PersonRow>`
    select (select count(*)::int from logs where member_id = m.id) as logs,
      ${lastHour('replies', 'member_id', 'm.id', now)} as comments,
      ${lastHour('follows', 'follower_id', 'm.id', now)} as follows,
      ${lastHour('reports', 'reporter_id', 'm.id', now)} as reports,
      (select count(*)::int from report_cases where member_id = m.id and id <> ${caseId}) as other_cases
    from members m where m.id = ${memberId}`.execute(db)
  return rows[0] ?? { logs: 0, comments: 0, follows: 0, reports: 0, other_cases: 0 }
}

const historyShown = 20

export async function selectHistory(db: Db, memberId: string, exceptCaseId: string) {
  const { rows } = await sql<{
    case_id: string
    kind: ReportKind
    act: ModerationAct
    ground: ReportReason
    decided_at: Date
  }>`
    select d.case_id, c.kind, d.act, d.ground, d.decided_at
    from moderation_decisions d join report_cases c on c.id = d.case_id
    where d.member_id = ${memberId} and d.case_id <> ${exceptCaseId}
    order by d.decided_at desc, d.id desc limit ${sql.lit(historyShown)}`.execute(db)
  return rows
}

export async function insertDecision(
  db: Db,
  row: {
    id: string
    caseId: string
    memberId: string | null
    moderatorId: string
    act: ModerationAct
    ground: ReportReason
    facts: string
    at: Date
    appealHash: Buffer | null
  },
): Promise<void> {
  await db
    .insertInto('moderation_decisions')
    .values({
      id: row.id,
      case_id: row.caseId,
      member_id: row.memberId,
      moderator_id: row.moderatorId,
      act: row.act,
      ground: row.ground,
      facts: row.facts,
      decided_at: row.at,
      appeal_hash: row.appealHash,
    })
    .execute()
}

export async function updateLifted(db: Db, decisionId: string, at: Date): Promise<void> {
  await db.updateTable('moderation_decisions').set({ lifted_at: at }).where('id', '=', decisionId).execute()
}

/** Whether another decision in force, which no operator undid, does the same to the same thing or member. */
export async function isStillHeld(db: Db, decision: Pick<DecisionRecord, 'id' | 'act'>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from moderation_decisions d join report_cases c on c.id = d.case_id,
        moderation_decisions own join report_cases o on o.id = own.case_id
      where own.id = ${decision.id} and d.id <> own.id and d.act = own.act and d.lifted_at is null
        and (case own.act when 'limit' then d.member_id = own.member_id
          when 'suspend' then d.member_id = own.member_id
            and d.decided_at >= (select suspended_at from members where id = own.member_id)
          else (c.kind, c.target) = (o.kind, o.target) end)
    ) as held`.execute(db)
  return rows[0]?.held ?? false
}

export interface StatementRow extends DecisionRecord {
  kind: ReportKind
  content: ReportedContent
}

const statementColumns = sql`d.*, c.kind, c.content from moderation_decisions d join report_cases c on c.id = d.case_id`

/** Decisions about a member; a report that was closed without one is not shown to them. */
export async function selectStatements(db: Db, memberId: string, page: KeysetPage) {
  const { key, after, by, limit, list } = keyset(
    [
      ['d.decided_at', 'timestamptz'],
      ['d.id', 'uuid'],
    ],
    page,
  )
  const { rows } = await sql<StatementRow & { key: string }>`
    select ${key}, ${statementColumns} where d.member_id = ${memberId} and d.act <> 'none' and ${after}
    order by ${by} limit ${limit}`.execute(db)
  return list(rows)
}

/** With `lock`, appeals and decisions about them happen one after another. */
export async function selectStatement(
  db: Db,
  by: { id: string } | { appealHash: Buffer },
  { lock } = { lock: false },
): Promise<StatementRow | undefined> {
  const meant = 'id' in by ? sql`d.id = ${by.id}` : sql`d.appeal_hash = ${by.appealHash}`
  const { rows } = await sql<StatementRow>`
    select ${statementColumns} where ${meant} and d.act <> 'none' ${lock ? sql`for update of d` : sql``}`.execute(
    db,
  )
  return rows[0]
}

export async function updateAppeal(db: Db, id: string, text: string, at: Date): Promise<void> {
  await db
    .updateTable('moderation_decisions')
    .set({ appeal_text: text, appealed_at: at })
    .where('id', '=', id)
    .execute()
}

export async function updateAppealDecision(
  db: Db,
  id: string,
  given: { moderatorId: string; outcome: 'kept' | 'lifted'; answer: string; at: Date },
): Promise<void> {
  await db
    .updateTable('moderation_decisions')
    .set({
      appeal_moderator_id: given.moderatorId,
      appeal_outcome: given.outcome,
      appeal_answer: given.answer,
      appeal_decided_at: given.at,
    })
    .where('id', '=', id)
    .execute()
}

export async function selectOwnReports(db: Db, reporterId: string, page: KeysetPage) {
  const { key, after, by, limit, list } = keyset([['r.id', 'integer']], page)
  const { rows } = await sql<{
    key: string
    id: number
    kind: ReportKind
    content: ReportedContent
    excerpt: string | null
    reason: ReportReason
    created_at: Date
    decided_at: Date | null
    acted: boolean
  }>`
    select ${key}, r.id, c.kind, c.content, r.excerpt, r.reason, r.created_at, c.decided_at,
      exists (
        select from moderation_decisions d where d.case_id = c.id and d.act not in ('none', 'message', 'restore')
      ) as acted
    from reports r join report_cases c on c.id = r.case_id
    where r.reporter_id = ${reporterId} and ${after} order by ${by} limit ${limit}`.execute(db)
  return list(rows)
}

const noContent: ReportedContent = { title: null, text: '', image: null, gif: null, spoilers: false }

/** Removes all that says who a deleted member was; what was decided stays. */
export async function forgetMember(db: Db, memberId: string): Promise<void> {
  await sql`
    update report_cases set content = ${JSON.stringify(noContent)}::jsonb where member_id = ${memberId}`.execute(
    db,
  )
  await sql`
    update reports set excerpt = ''
    where excerpt is not null and case_id in (select id from report_cases where member_id = ${memberId})`.execute(
    db,
  )
  await sql`
    update moderation_decisions set appeal_text = case when appeal_text is not null then '' end, facts = ''
    where member_id = ${memberId}`.execute(db)
}

/** Removes the names and addresses of guests from reports that were decided before a moment. */
export async function forgetGuests(db: Db, before: Date): Promise<void> {
  await sql`
    update reports r set guest_name = null, guest_email = null
    from report_cases c
    where c.id = r.case_id and r.guest_email is not null and c.decided_at < ${before}`.execute(db)
}
