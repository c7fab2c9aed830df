import { importSources } from '#shared/api/transfer.ts'
import type { Tx } from '#server/context.ts'
import { settleRows, type Outcome, type PlainRow } from './import-rows.queries.ts'
import { count, type Counts, type ImportRecord } from './imports.queries.ts'
import type { EntryRow, FilmRow, Target, Written } from './writing/target.ts'
import { writeRows } from './writing/write-rows.ts'

/** A row with the film that it means, if it asks for one, or what it came to without. */
export type Decision =
  | ((FilmRow | EntryRow) & { confidence: number | null })
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
} as const

/**
 * Writes what decided rows make, marks them and counts them, all in the caller's transaction, which holds the
 * member's logs, the import and the rows. `before` are the rows as they were.
 */
export async function settle(
  tx: Tx,
  record: ImportRecord,
  decisions: readonly Decision[],
  before: readonly Pick<PlainRow, 'row' | 'state'>[],
  now: Date,
): Promise<ImportRecord> {
  const rows = decisions.filter((decision) => 'entry' in decision)
  const written = await writeRows(tx, targetOf(record, now), rows)
  const byRow = new Map(written.map((one) => [one.row, one]))
  const outcomes = decisions.map((decision) => outcomeOf(decision, byRow.get(decision.row)))
  await settleRows(tx.db, record.id, outcomes, now)
  const counts: Counts = {}
  const add = (state: keyof typeof counters, by: number) => {
    const counter = counters[state]
    if (counter) counts[counter] = (counts[counter] ?? 0) + by
  }
  for (const { state } of outcomes) add(state, 1)
  for (const { state } of before) add(state, -1)
  return count(tx.db, record.id, counts)
}

function outcomeOf(decision: Decision, written: Written | undefined): Outcome {
  if (!('entry' in decision)) return { ...decision, filmId: null, logId: null, listId: null, created: false }
  if (!written) throw new Error('a row was not written')
  return { ...written, filmId: decision.filmId, confidence: decision.confidence, candidates: [] }
}

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
