import type { ImportKind } from '#shared/api/transfer.ts'
import type { Context, Tx } from '#server/context.ts'
import { deleteJobs, jobStates } from '#server/core/jobs.ts'
import { lockMemberLogs } from '#server/domains/logs/logs.import.ts'
import { acceptAddresses } from './asset-urls.ts'
import { deletePictures } from './pictures.queries.ts'
import { sourceName } from '#server/adapters/film-source/create-film-source.ts'
import { lockWaiting, selectChoices, selectWaitingRows, type PlainRow } from '../rows/rows.queries.ts'
import { importPicture } from './pictures.service.ts'
import * as queries from '../imports.queries.ts'
import type { ImportRecord } from '../imports.queries.ts'
import { createMatcher, type Matcher } from '../matching/match.service.ts'
import type { Match } from '../matching/resolve.ts'
import { applyDecisions, sendProgress, type Decision } from '../writing/apply-decisions.ts'

/** After this long a run gives way to other jobs. */
const turnMs = 2000
/** Progress is sent no more often. */
const progressEveryMs = 250
/** How long a batch should take; it bounds how late a cancellation, the end or progress can be. */
const batchMs = 1000
const batchSizes = { first: 100, min: 50, max: 1000 }
/** Until the film source is asked again. */
const retryWhenDownMs = 20_000

const job = 'imports.run'
const jobKey = (memberId: string) => `imports:${memberId}`
/** Lower than mail and everything else that somebody waits for. */
const priority = 10

/** Queues the work on a member's running imports, in the caller's transaction. */
export const queueRun = (tx: Tx, memberId: string, runAt?: Date): Promise<void> =>
  tx.addJob(job, { memberId }, { key: jobKey(memberId), priority, ...(runAt && { runAt }) })

const deleteRuns = (tx: Tx, memberId: string): Promise<void> => deleteJobs(tx.db, [jobKey(memberId)])

/** Deletes a member's imports and the work that is queued on them; what they made stays. */
export async function deleteMemberImports(tx: Tx, memberId: string): Promise<void> {
  await deleteRuns(tx, memberId)
  await queries.deleteImportsOf(tx.db, memberId)
}

/**
 * Continues a member's imports, one after the other, for a while, and then queues the next run. Each batch is one
 * transaction that begins with the first waiting row, so the process may die anywhere. Each run has its own matcher.
 */
export async function runImports(
  ctx: Context,
  memberId: string,
  startMatcher: (ctx: Context) => Matcher = createMatcher,
): Promise<void> {
  for (;;) {
    const result = await whileLocked(ctx, memberId, () => runTurn(ctx, memberId, startMatcher(ctx)))
    // Another worker is running them, and looks for more when it is done.
    if (result === null) return
    if (result !== 'done') {
      const runAt = result === 'down' ? new Date(ctx.now().getTime() + retryWhenDownMs) : undefined
      return ctx.transact((tx) => queueRun(tx, memberId, runAt))
    }
    // A run that was queued meanwhile could not get the lock and did nothing.
    if (!(await queries.selectOldestRunning(ctx.db, memberId))) return
  }
}

/** Runs work under the member's lock; null when another worker has it. */
function whileLocked<T>(ctx: Context, memberId: string, work: () => Promise<T>): Promise<T | null> {
  return ctx.db.connection().execute(async (connection) => {
    if (!(await queries.tryLockMember(connection, memberId))) return null
    try {
      return await work()
    } finally {
      await queries.unlockMember(connection, memberId)
    }
  })
}

async function runTurn(ctx: Context, memberId: string, matcher: Matcher): Promise<'done' | 'more' | 'down'> {
  const began = performance.now()
  let lastSent = began
  let size = batchSizes.first
  for (;;) {
    const batchBegan = performance.now()
    const isLast = batchBegan - began > turnMs
    const record = await queries.selectOldestRunning(ctx.db, memberId)
    if (!record) return 'done'
    const waiting = await selectWaitingRows(ctx.db, record.id, 2 * size)
    const [first] = waiting
    if (!first) {
      await finish(ctx, record)
      continue
    }
    // Pictures come last and one by one, as each takes a while.
    if (first.entry.kind === 'picture') {
      const after = await importPicture(ctx, record, first)
      lastSent = sendThrottled(ctx, after, lastSent)
      if (isLast) return 'more'
      size = 1
      continue
    }
    const rows = waiting.slice(0, size).filter((row) => row.entry.kind !== 'picture')
    const decisions = await acceptAddresses(ctx, await decide(ctx, memberId, matcher, rows))
    // While the database writes, films of the next batch are looked up; the matcher remembers them.
    const [after] = await Promise.all([
      writeBatch(ctx, record, rows, decisions),
      isLast ? [] : decide(ctx, memberId, matcher, waiting.slice(size)),
    ])
    lastSent = sendThrottled(ctx, after, lastSent)
    const isDown = decisions.length < rows.length
    const changed = await queries.noteSource(ctx.db, record.id, isDown ? ctx.now() : null)
    if (changed) sendProgress(ctx, changed)
    if (isDown) return 'down'
    if (isLast) return 'more'
    size = nextSize(size, performance.now() - batchBegan)
  }
}

const nextSize = (size: number, tookMs: number): number =>
  Math.round(Math.min(batchSizes.max, Math.max(batchSizes.min, (size * batchMs) / Math.max(1, tookMs))))

/** Kinds of rows that have no film. */
export const withoutFilm: ReadonlySet<ImportKind> = new Set(['list', 'picture', 'comment', 'like', 'follow'])

/** Rows that the source could not be asked about are left out. */
async function decide(
  ctx: Context,
  memberId: string,
  matcher: Matcher,
  rows: PlainRow[],
): Promise<Decision[]> {
  // Rows that the member decided have their film already.
  const unknown = rows.filter((row) => row.film_id === null && !withoutFilm.has(row.entry.kind))
  const keys = new Set(unknown.flatMap((row) => row.film_key ?? []))
  const choices = keys.size > 0 ? await selectChoices(ctx.db, memberId, [...keys]) : new Map<string, null>()
  const open = unknown.filter((row) => !choices.has(row.film_key ?? ''))
  const matches = open.length > 0 ? await matcher.match(open.map((row) => row.entry)) : []
  const byRow = new Map(open.map((row, index) => [row.row, matches[index]]))
  return rows.flatMap(({ row, entry, film_id: filmId, film_key: key, confidence }): Decision[] => {
    if (filmId !== null) return [{ row, entry, filmId, confidence }]
    if (withoutFilm.has(entry.kind)) return [{ row, entry, filmId, confidence }]
    const chosen = key === null ? undefined : choices.get(key)
    if (chosen === null)
      return [{ row, state: 'skipped', reason: 'left-out', confidence: null, candidates: [] }]
    if (chosen !== undefined) return [{ row, entry, filmId: chosen, confidence: null }]
    return decisionOf(row, entry, byRow.get(row))
  })
}

function decisionOf(row: number, entry: PlainRow['entry'], match: Match | undefined): Decision[] {
  if (!match || match.state === 'down') return []
  if (match.state === 'sure') return [{ row, entry, filmId: match.filmId, confidence: match.confidence }]
  const { state, reason, confidence, candidates } = match
  return [{ row, state, reason, confidence, candidates }]
}

/** Null when the import was stopped, or the rows decided, in the meantime. */
async function writeBatch(
  ctx: Context,
  { id, member_id }: ImportRecord,
  rows: PlainRow[],
  decisions: Decision[],
): Promise<ImportRecord | null> {
  if (decisions.length === 0) return null
  return ctx.transact(async (tx) => {
    if (!(await lockMemberLogs(tx, member_id))) return null
    const record = await queries.lockImport(tx.db, id)
    if (record?.state !== 'running') return null
    const waiting = await lockWaiting(
      tx.db,
      id,
      decisions.map((decision) => decision.row),
    )
    const still = decisions.filter((decision) => waiting.has(decision.row))
    const before = rows.filter((row) => waiting.has(row.row))
    return applyDecisions(ctx, tx, record, { decisions: still, before })
  })
}

/** Ends an import, unless rows wait again meanwhile. */
async function finish(ctx: Context, { id }: ImportRecord): Promise<void> {
  await ctx.transact(async (tx) => {
    await queries.lockImport(tx.db, id)
    if ((await selectWaitingRows(tx.db, id, 1)).length === 0) await endImport(ctx, tx, id, 'done')
  })
}

/** Ends a running import and tells its member. */
export async function endImport(
  ctx: Context,
  tx: Tx,
  id: string,
  state: 'done' | 'cancelled' | 'failed',
): Promise<void> {
  const record = await queries.endRunning(tx.db, id, state, ctx.now(), sourceName(ctx))
  if (record && state !== 'done') await deletePictures(tx.db, id)
  if (record)
    tx.announce(async () => {
      const ended = await queries.selectImport(ctx.db, record.member_id, id)
      if (ended) sendProgress(ctx, ended)
    })
}

/** Sends progress, unless that was just done; answers when it was sent last. */
function sendThrottled(ctx: Context, record: ImportRecord | null, lastSent: number): number {
  const now = performance.now()
  if (!record || now - lastSent < progressEveryMs) return lastSent
  sendProgress(ctx, record)
  return now
}

/**
 * Queues imports without a worker, such as those of a process that died. An import whose runs fail again and again is
 * ended, so that the member's next one can run.
 */
export async function resumeImports(ctx: Context): Promise<void> {
  await ctx.transact(async (tx) => {
    const members = await queries.lockIdleMembers(tx.db)
    const states = await jobStates(tx.db, members.map(jobKey))
    for (const memberId of members) {
      const state = states.get(jobKey(memberId))
      if (state === 'waiting') continue
      const record = state === 'spent' ? await queries.selectOldestRunning(tx.db, memberId) : undefined
      if (record) await endImport(ctx, tx, record.id, 'failed')
      await deleteRuns(tx, memberId)
      await queueRun(tx, memberId)
    }
  })
}
