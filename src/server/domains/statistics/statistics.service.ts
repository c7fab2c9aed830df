import { NIL } from 'uuid'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/statistics.ts'
import { dayMs } from '#shared/durations.ts'
import { sourceName } from '#server/adapters/film-source/create-film-source.ts'
import type { Context } from '#server/context.ts'
import { addJob } from '#server/core/jobs.ts'
import type { Viewer } from '#server/core/http.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import { guestId } from '#server/core/audience.ts'
import { countFigures, type FiguresAudience } from './figures.queries.ts'
import { creditsJob } from './credits.service.ts'
import { figuresView } from './figures.views.ts'
import * as queries from './statistics.queries.ts'

/** The "year" that stands for all time. */
const allTime = 0

/** How long figures that wait for the film source are used before they are counted again. */
const waitMs = 30_000

/**
 * A member's stored figures of a year or of all time: of all logs for the member themselves, else of logs for all
 * members, or for guests. Missing or old ones are counted after the answer. Nothing for viewers who may not see them.
 */
export async function getStatistics(
  ctx: Context,
  viewer: Viewer,
  memberId: string,
  year: number = allTime,
): Promise<AnswerOf<typeof api.getStatistics>> {
  await requireMember(ctx, viewer, memberId)
  const access = await queries.selectAccess(ctx.db, memberId, viewer.id)
  if (!access?.isOpen) return { years: [], isCounting: false, computedAt: null, figures: null }
  const audience = audienceOf(memberId, viewer.id, access.isPartial)
  const of = { memberId, audience }
  const { kept, isCounting } = await keptFigures(ctx, of, year, { isOwn: memberId === viewer.id })
  const wanted = kept.get(year)
  return {
    years: yearsOf(kept.get(allTime)),
    isCounting,
    computedAt: wanted?.computed_at.toISOString() ?? null,
    figures: wanted ? await figuresView(ctx, viewer, { memberId, year, figures: wanted.figures }) : null,
  }
}

/** Which figures a viewer gets: when no logs are hidden, everybody gets the member's own. */
const audienceOf = (memberId: string, viewerId: string, isPartial: boolean): FiguresAudience =>
  memberId === viewerId || !isPartial ? 'me' : viewerId === guestId ? 'public' : 'members'

/** Years with viewings, newest first. */
const yearsOf = (kept: queries.Kept | undefined): number[] =>
  (kept?.figures.periods ?? []).flatMap(({ period, viewings }) => (viewings > 0 ? [period] : [])).toReversed()

/**
 * The stored figures of a year and of all time. Old ones are queued to be counted, and shown only to the member,
 * since they may include a log that was hidden or deleted since.
 */
export async function keptFigures(
  ctx: Pick<Context, 'db' | 'now'>,
  of: queries.FiguresOf,
  year: number,
  { isOwn }: { isOwn: boolean },
) {
  const years = [...new Set([allTime, year])]
  const kept = await queries.selectKept(ctx.db, of, years)
  let isCounting = false
  for (const one of years) {
    const row = kept.get(one)
    const ageMs = row ? ctx.now().getTime() - row.computed_at.getTime() : 0
    const isOld = !row?.current
    if (isOld || ageMs > dayMs || (row.waits && ageMs > waitMs)) await queueCount(ctx.db, of, one)
    isCounting ||= isOld
    if (isOld && !isOwn) kept.delete(one)
  }
  return { kept, isCounting }
}

const queueCount = (db: Context['db'], of: queries.FiguresOf, year: number): Promise<void> =>
  addJob(
    db,
    'statistics.count',
    { ...of, year },
    { key: `statistics.count:${of.memberId}:${year}:${of.audience}` },
  )

/**
 * Counts and stores a member's figures of a year (0 for all time), and queues the question for the people of new
 * films.
 */
export async function countStatistics(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  { memberId, audience }: queries.FiguresOf,
  year: number,
): Promise<void> {
  // Read before the logs, so that figures count as old when something changes meanwhile.
  const version = await queries.selectVersion(ctx.db, memberId)
  if (version === undefined) return
  if (await queries.noteFilms(ctx.db, memberId)) await addJob(ctx.db, creditsJob, {}, { key: creditsJob })
  const { figures, waits } = await countFigures(ctx.db, memberId, year, {
    source: sourceName(ctx),
    audience,
  })
  const computedAt = ctx.now()
  await queries.upsertStatistics(ctx.db, { memberId, audience, year, version, waits, computedAt, figures })
}

const renewingMs = 10_000
const renewedAtOnce = 100

/** Counts old figures again, for some seconds, as other jobs wait. */
export async function renewStatistics(ctx: Pick<Context, 'db' | 'now' | 'config'>): Promise<void> {
  const end = performance.now() + renewingMs
  for (;;) {
    const stale = await queries.selectStale(ctx.db, renewedAtOnce)
    for (const { year, ...of } of stale) {
      if (performance.now() > end) return
      await countStatistics(ctx, of, year)
    }
    if (stale.length < renewedAtOnce) return
  }
}

/** The year that is looked back at: in December the one that ends, in January the one that ended; else null. */
export function endingYear(now: Date): number | null {
  const month = now.getUTCMonth()
  if (month === 11) return now.getUTCFullYear()
  return month === 0 ? now.getUTCFullYear() - 1 : null
}

const sweptAtOnce = 100
const sweepPauseMs = 5_000

/**
 * In December and January, counts the year in review for members who never asked for it, so that its page is ready
 * when everybody comes at once. Each batch queues the next, so that other jobs run in between.
 */
export async function sweepYear(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  after: string = NIL,
): Promise<void> {
  const now = ctx.now()
  const year = endingYear(now)
  if (year === null) return
  const ids = await queries.selectUnkept(ctx.db, year, after, sweptAtOnce)
  for (const id of ids) {
    for (const one of [allTime, year]) await countStatistics(ctx, { memberId: id, audience: 'me' }, one)
  }
  const last = ids.at(-1)
  if (last === undefined) return
  const runAt = new Date(now.getTime() + sweepPauseMs)
  await addJob(ctx.db, 'statistics.sweep', { after: last }, { key: 'statistics.sweep', priority: 10, runAt })
}

/**
 * In January, notifies members with enough films that their year in review is there: each once, also those who have
 * enough only after an import. Each batch queues the next.
 */
export async function notifyYears(ctx: Context, after: string = NIL): Promise<void> {
  const now = ctx.now()
  const year = now.getUTCFullYear() - 1
  await ctx.transact(async (tx) => {
    const of = { films: api.yearFilms, after, now, limit: sweptAtOnce }
    const ids = await queries.markNotified(tx.db, year, of)
    for (const memberId of ids) await tx.emit('year.ended', { memberId, year })
    const last = ids.at(-1)
    if (last === undefined) return
    const runAt = new Date(now.getTime() + sweepPauseMs)
    await tx.addJob(
      'statistics.tell-years',
      { after: last },
      { key: 'statistics.tell-years', priority: 10, runAt },
    )
  })
}

const listsShown = 10

/** How much of the watchlist and of lists a member has seen, of what the viewer may see. */
export async function getProgress(
  ctx: Pick<Context, 'db' | 'shortReads' | 'changes'>,
  viewer: Viewer,
  memberId: string,
): Promise<AnswerOf<typeof api.getProgress>> {
  await requireMember(ctx, viewer, memberId)
  const access = await queries.selectAccess(ctx.db, memberId, viewer.id)
  if (!access?.isOpen) return { watchlist: { films: 0, seen: 0 }, lists: [] }
  return {
    watchlist: await queries.countWatchlist(ctx.db, memberId, viewer.id),
    lists: await queries.countLists(ctx.db, memberId, viewer.id, listsShown),
  }
}
