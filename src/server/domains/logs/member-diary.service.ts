import { firstYear, periodDays } from '#shared/diary-period.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, type PageQuery } from '#server/core/keyset.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import { diaryEntries, diaryPage } from './logs.views.ts'
import * as queries from './member-diary.queries.ts'

const pageSize = 100
const onThisDayShown = 30
/** How many entries of a day the calendar shows. */
const entriesShown = 3

/** What a member's diary holds by month, and what it says of this day in other years. `today` is a day, `YYYY-MM-DD`. */
export async function getDiary(ctx: Context, viewer: Viewer, userId: string, today: string) {
  await requireMember(ctx, viewer, userId)
  const of = { memberId: userId, viewerId: viewer.id }
  const [counts, ids] = await Promise.all([
    queries.countMonths(ctx.db, of),
    queries.selectDays(ctx.db, of, sameDayOfOtherYears(today), onThisDayShown),
  ])
  return {
    months: counts.flatMap(({ month, logs }) => (month === null ? [] : [{ month, logs }])),
    undated: counts.find(({ month }) => month === null)?.logs ?? 0,
    onThisDay: await diaryEntries(ctx, viewer, ids),
  }
}

/** This day in earlier years. The member's calendar may be a day ahead of ours, and so in the next year. */
function sameDayOfOtherYears(today: string): string[] {
  const year = Number(today.slice(0, 4))
  const years = Array.from({ length: Math.max(0, year - firstYear) }, (_, ago) => year - 1 - ago)
  return years.map((one) => `${one}${today.slice(4)}`).filter((day) => periodDays(day) !== null)
}

/** The entries of a year, a month or a day. */
export async function listDiary(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  period: string,
  query: PageQuery,
) {
  await requireMember(ctx, viewer, userId)
  const of = { memberId: userId, viewerId: viewer.id }
  return diaryPage(ctx, viewer, queries.periodPage(of, daysOfPeriod(period), pageOf(query, pageSize)))
}

/** The days of a month that have entries. */
export async function getDiaryCalendar(ctx: Context, viewer: Viewer, userId: string, month: string) {
  await requireMember(ctx, viewer, userId)
  const of = { memberId: userId, viewerId: viewer.id }
  const days = await queries.selectCalendar(ctx.db, of, daysOfPeriod(month), entriesShown)
  const entries = await diaryEntries(
    ctx,
    viewer,
    days.flatMap(({ ids }) => ids),
  )
  const byId = new Map(entries.map((entry) => [entry._id, entry]))
  return days.map(({ day, logs, ids }) => ({ day, logs, entries: ids.flatMap((id) => byId.get(id) ?? []) }))
}

/** The contract allows only these three forms. */
function daysOfPeriod(period: string): { from: string; to: string } {
  const days = periodDays(period)
  if (!days) throw new Error(`no part of the calendar: ${period}`)
  return days
}
