import { sql } from 'kysely'
import { keepable } from '#server/core/kept-statement.ts'
import type { KeysetPage } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import { diaryDay, logsPage, visibleTo, type LogsPage } from './logs.queries.ts'

/** Whose diary is read, and by whom. */
export interface DiaryReading {
  memberId: string
  viewerId: string
}

/** A member's entries of some days, both inclusive: a range of `logs_member_day`. */
const entriesOf = (memberId: string, { from, to }: { from: string; to: string }) => sql<boolean>`
  member_id = ${memberId} and not seen_only and ${diaryDay} between ${from}::date and ${to}::date`

/**
 * The number of entries of each month, newest first, from one pass over the member's logs. The row without a month
 * counts films that are only marked as seen.
 */
export async function countMonths(db: Db, { memberId, viewerId }: DiaryReading) {
  const { rows } = await sql<{ month: string | null; logs: number }>`
    select to_char(month, 'YYYY-MM') as month, logs from (
      select case when not seen_only then date_trunc('month', ${diaryDay}::timestamp) end as month, count(*)::int as logs
      from logs where member_id = ${memberId} and ${visibleTo(viewerId)} group by 1
    ) counted
    order by counted.month desc nulls last`.execute(db)
  return rows
}

/** The entries of single days, the newest day first. */
export async function selectDays(
  db: Db,
  { memberId, viewerId }: DiaryReading,
  days: string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from logs
    where member_id = ${memberId} and not seen_only and ${diaryDay} = any(${days}::date[]) and ${visibleTo(viewerId)}
    order by ${diaryDay} desc, created_at desc, id desc limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

export const periodPage = (
  of: DiaryReading,
  days: { from: string; to: string },
  page: KeysetPage,
): LogsPage =>
  logsPage(
    page,
    of.viewerId,
    keepable('of days', { memberId: of.memberId, ...days }, (values) => entriesOf(values.memberId, values)),
    'watched',
  )

/** Days with entries in their order, each with the ids of those written last. */
export async function selectCalendar(
  db: Db,
  of: DiaryReading,
  days: { from: string; to: string },
  shown: number,
) {
  const { rows } = await sql<{ day: string; logs: number; ids: string[] }>`
    select ${diaryDay}::text as day, count(*)::int as logs,
      (array_agg(id order by created_at desc, id desc))[1:${sql.lit(shown)}] as ids
    from logs where ${entriesOf(of.memberId, days)} and ${visibleTo(of.viewerId)}
    group by ${diaryDay} order by ${diaryDay}`.execute(db)
  return rows
}
