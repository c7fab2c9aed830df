import { importSources } from '#shared/api/transfer.ts'
import type { Context, Tx } from '#server/context.ts'
import { updateDecidedRows, type Outcome } from './writing.queries.ts'
import { type PlainRow } from '../rows/rows.queries.ts'
import { addCounts, type Counts, type ImportRecord } from '../imports.queries.ts'
import { importView } from '../imports.views.ts'
import { nothing, type EntryRow, type FilmEntryRow, type Target, type RowResult } from './target.ts'
import { importRows } from './import-rows.ts'

/** A row with its film, if it needs one, or with its outcome. */
export type Decision =
  | ((FilmEntryRow | EntryRow) & { confidence: number | null })
  | {
      row: number
      state: Outcome['state']
      reason: Outcome['reason']
      confidence: number | null
      candidates: number[]
    }

const counters = {
  waiting: null,
  imported: 'imported',
  skipped: 'skipped',
  doubtful: 'doubtful',
  'not-found': 'not_found',
  failed: 'failed',
  'not-film': 'not_films',
} as const

interface DecidedRows {
  decisions: readonly Decision[]
  /** The rows as they were. */
  before: readonly Pick<PlainRow, 'row' | 'state'>[]
  /** The import whose removal causes these decisions. */
  leavingId?: string
}

/**
 * Writes what decided rows create, marks the rows and counts them, all in the caller's transaction, which has locked
 * the member's logs, the import and the rows.
 */
export async function applyDecisions(
  ctx: Context,
  tx: Tx,
  record: ImportRecord,
  { decisions, before, leavingId }: DecidedRows,
): Promise<ImportRecord> {
  const now = ctx.now()
  const rows = decisions.filter((decision) => 'entry' in decision)
  const target = { ...targetOf(record, now), ...(leavingId !== undefined && { leavingId }) }
  const written = await importRows(tx, target, rows)
  const byRow = new Map(written.map((one) => [one.row, one]))
  const outcomes = decisions.map((decision) => outcomeOf(decision, byRow.get(decision.row)))
  await updateDecidedRows(tx.db, record.id, outcomes, now)
  const counts: Counts = {}
  const add = (state: keyof typeof counters, by: number) => {
    const counter = counters[state]
    if (counter) counts[counter] = (counts[counter] ?? 0) + by
  }
  for (const { state } of outcomes) add(state, 1)
  for (const { state } of before) add(state, -1)
  return addCounts(tx.db, record.id, counts)
}

function outcomeOf(decision: Decision, written: RowResult | undefined): Outcome {
  if (!('entry' in decision)) return { ...decision, filmId: null, ...nothing }
  if (!written) throw new Error('a row was not written')
  const { filmId, confidence } = decision
  return { ...written, filmId, confidence, candidates: [] }
}

export const sendProgress = (ctx: Context, record: ImportRecord) =>
  ctx.realtime.toMembers([record.member_id], 'import', importView(record))

function targetOf(record: ImportRecord, now: Date): Target {
  const source = importSources.find((one) => one === record.source)
  if (!source) throw new Error(`an import of ${record.source}`)
  return {
    importId: record.id,
    memberId: record.member_id,
    source,
    privateLists: record.private_lists,
    startedAt: record.created_at,
    now,
  }
}
