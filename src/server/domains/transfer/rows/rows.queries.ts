import { sql } from 'kysely'
import type { RowReason, RowState } from '#shared/api/transfer.ts'
import { keyset, type Listed, type KeysetPage } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import {
  posterColumn,
  titleColumns,
  type FilmTitles,
  type TitleReader,
} from '#server/domains/films/titles.views.ts'
import type { ImportEntry } from '../entry.ts'

export interface NewRow {
  row: number
  file: string
  line: number
  entry: ImportEntry
  state: 'waiting' | 'failed'
  reason: RowReason | null
}

export async function insertRows(db: Db, importId: string, rows: readonly NewRow[]): Promise<void> {
  await sql`
    insert into import_rows (import_id, row, kind, file, line, entry, state, reason)
    select ${importId}, row, entry->>'kind', file, line, entry, state, reason
    from jsonb_to_recordset(${storable(rows)}::jsonb)
      as given (row integer, file text, line integer, entry jsonb, state text, reason text)`.execute(db)
}

/** PostgreSQL knows neither NUL nor half a character: both are escaped in JSON, where they are rare. */
const unknown = /\\u(?:0000|d[89a-f])/

function storable(rows: readonly NewRow[]): string {
  const text = JSON.stringify(rows)
  if (!unknown.test(text)) return text
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}

/** A row as it was read, and what is known of its film. */
export interface PlainRow {
  row: number
  file: string
  line: number
  entry: ImportEntry
  state: RowState
  reason: RowReason | null
  film_id: number | null
  confidence: number | null
  candidates: number[]
}

const plain = sql`row, file, line, entry, state, reason, film_id, confidence, candidates`

export async function waitingRows(db: Db, importId: string, limit: number): Promise<PlainRow[]> {
  const { rows } = await sql<PlainRow>`
    select ${plain} from import_rows where import_id = ${importId} and state = 'waiting'
    order by row limit ${limit}`.execute(db)
  return rows
}

/** Those of the rows that still wait, locked. */
export async function lockWaiting(db: Db, importId: string, among: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ row: number }>`
    select row from import_rows
    where import_id = ${importId} and row = any(${among}::integer[]) and state = 'waiting'
    order by row for update`.execute(db)
  return new Set(rows.map(({ row }) => row))
}

export async function findRow(
  db: Db,
  importId: string,
  row: number,
  { lock = false } = {},
): Promise<PlainRow | undefined> {
  const { rows } = await sql<PlainRow>`
    select ${plain} from import_rows where import_id = ${importId} and row = ${row}
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

const needsAttention = sql`state in ('doubtful', 'not-found', 'failed')`

/** Rows that need attention, in their order. */
export async function attentionRows(db: Db, importId: string, page: KeysetPage): Promise<Listed<PlainRow>> {
  const { key, after, by, limit, list } = keyset([['row', 'integer']], page, 'asc')
  const { rows } = await sql<PlainRow & { key: string }>`
    select ${plain}, ${key} from import_rows
    where import_id = ${importId} and ${needsAttention} and ${after} order by ${by} limit ${limit}`.execute(
    db,
  )
  return list(rows)
}

interface CandidateRow extends FilmTitles {
  id: number
  release_date: string
  poster_path: string | null
}

/** What Scene knows of films. */
export async function readCandidates(db: Db, reader: TitleReader, ids: number[]): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select f.id, ${titleColumns(reader)}, f.release_date, ${posterColumn(reader)} as poster_path
    from films f where f.id = any(${ids}::integer[])`.execute(db)
  return rows
}

/** Lets doubtful rows wait again, as their likeliest films; answers how many. The reason tells stars that differ still. */
export async function acceptDoubtful(db: Db, importId: string, what: 'films' | 'ratings'): Promise<number> {
  const { rows } = await sql<{ accepted: number }>`
    with accepted as (
      update import_rows set state = 'waiting', film_id = candidates[1],
        reason = case when reason = 'other-rating' then reason end
      where import_id = ${importId} and state = 'doubtful'
        and (reason = 'other-rating') = ${what === 'ratings'}
        and exists (select 1 from films where films.id = candidates[1])
      returning 1
    ) select count(*)::int as accepted from accepted`.execute(db)
  return rows[0]?.accepted ?? 0
}

/** Leaves out the rows that wait for their film to be looked for; answers how many. */
export async function leaveOutWaiting(db: Db, importId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    with left_out as (
      update import_rows set state = 'skipped', reason = 'left-out'
      where import_id = ${importId} and state = 'waiting' and film_id is null returning 1
    ) select count(*)::int as left from left_out`.execute(db)
  return rows[0]?.left ?? 0
}
