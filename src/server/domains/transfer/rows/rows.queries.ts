import { sql, type Selectable } from 'kysely'
import { doubts, type Acceptable, type Doubt, type RowReason, type RowState } from '#shared/api/transfer.ts'
import { keyset, type KeysetPage, type Listed } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import type { ImportRows } from '#server/db/schema.ts'
import { type TitledFilm, titledFilmColumns, type TitleReader } from '#server/domains/films/titles.views.ts'
import type { ImportEntry } from '../entry.ts'

export interface NewRow {
  row: number
  file: string
  line: number
  entry: ImportEntry
  /** Null where the file has no cells. */
  cells: Readonly<Record<string, string>> | null
  state: 'waiting' | 'failed' | 'not-film'
  reason: RowReason | null
  /** Null for rows that ask for no film. */
  filmKey: string | null
}

export async function insertRows(db: Db, importId: string, rows: readonly NewRow[]): Promise<void> {
  await sql`
    insert into import_rows (import_id, row, kind, file, line, entry, cells, state, reason, film_key)
    select ${importId}, row, entry->>'kind', file, line, entry, nullif(cells, 'null'), state, reason, "filmKey"
    from jsonb_to_recordset(${storable(rows)}::jsonb)
      as given (row integer, file text, line integer, entry jsonb, cells jsonb, state text, reason text,
        "filmKey" text)`.execute(db)
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; JSON has them only as these escapes. */
const unknown = /\\u(?:0000|d[89a-f])/

function storable(rows: readonly NewRow[]): string {
  const text = JSON.stringify(rows)
  if (!unknown.test(text)) return text
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}

/** A row as it was read, and what is known of its film. */
export interface PlainRow extends Pick<
  Selectable<ImportRows>,
  'row' | 'file' | 'line' | 'film_id' | 'confidence' | 'candidates' | 'film_key'
> {
  entry: ImportEntry
  state: RowState
  reason: RowReason | null
}

const plain = sql`row, file, line, entry, state, reason, film_id, confidence, candidates, film_key`

const needsAttention = sql`state in ('doubtful', 'not-found', 'failed')`

export async function selectWaitingRows(db: Db, importId: string, limit: number): Promise<PlainRow[]> {
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

/** Those of the rows that still need attention, locked. */
export async function lockAttention(db: Db, importId: string, among: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ row: number }>`
    select row from import_rows
    where import_id = ${importId} and row = any(${among}::integer[]) and ${needsAttention}
    order by row for update`.execute(db)
  return new Set(rows.map(({ row }) => row))
}

export async function selectRow(
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

/** Whether the member is asked for a row's film; all rows that name it alike are one question. */
const asksForFilm = sql`(film_key is not null and state in ('doubtful', 'not-found'))`

/**
 * The questions that an import leaves: rows that need attention, only the first of those that name their film alike.
 */
export async function selectQuestions(
  db: Db,
  importId: string,
  page: KeysetPage,
): Promise<Listed<PlainRow & { alike: number }>> {
  const { key, after, by, limit, list } = keyset([['row', 'integer']], page, 'asc')
  const { rows } = await sql<PlainRow & { key: string; alike: number }>`
    with open as (
      select ${plain}, case when ${asksForFilm} then film_key else row::text end as question
      from import_rows where import_id = ${importId} and ${needsAttention}
    ), questions as (
      select *, row_number() over (partition by question order by row) as place,
        (count(*) over (partition by question))::int - 1 as alike
      from open
    )
    select ${plain}, alike, ${key} from questions
    where place = 1 and ${after} order by ${by} limit ${limit}`.execute(db)
  return list(rows)
}

/** A row of any of a member's imports. */
export interface AlikeRow extends PlainRow {
  importId: string
}

/** The other rows of a member that name their film alike and need attention, in the order in which they came. */
export async function selectAlikeRows(db: Db, memberId: string, filmKey: string): Promise<AlikeRow[]> {
  const { rows } = await sql<AlikeRow>`
    select import_rows.import_id as "importId", row, file, line, entry, import_rows.state, reason, film_id, confidence,
      candidates, film_key
    from import_rows join imports on imports.id = import_rows.import_id
    where imports.member_id = ${memberId} and film_key = ${filmKey}
      and import_rows.state in ('doubtful', 'not-found')
    order by imports.created_at, imports.id, row`.execute(db)
  return rows
}

/** Rows that need a film from the member and were read before film keys were stored. */
export async function selectRowsWithoutKey(db: Db, limit: number) {
  const { rows } = await sql<Pick<PlainRow, 'row' | 'entry'> & { importId: string }>`
    select import_id as "importId", row, entry from import_rows
    where film_key is null and state in ('doubtful', 'not-found')
      and kind not in ('list', 'picture')
    limit ${limit}`.execute(db)
  return rows
}

export async function updateFilmKeys(
  db: Db,
  keys: readonly { importId: string; row: number; key: string }[],
): Promise<void> {
  await sql`
    update import_rows r set film_key = given.key
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as given ("importId" uuid, row integer, key text)
    where r.import_id = given."importId" and r.row = given.row`.execute(db)
}

/** Earlier answers of a member about names of films; null means leave out. */
export async function selectChoices(
  db: Db,
  memberId: string,
  filmKeys: string[],
): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ key: string; film: number | null }>`
    select film_key as key, film_id as film from import_choices
    where member_id = ${memberId} and film_key = any(${filmKeys}::text[])`.execute(db)
  return new Map(rows.map(({ key, film }) => [key, film]))
}

export async function upsertChoice(
  db: Db,
  choice: { memberId: string; importId: string; filmKey: string; filmId: number | null },
): Promise<void> {
  await sql`
    insert into import_choices (member_id, import_id, film_key, film_id)
    values (${choice.memberId}, ${choice.importId}, ${choice.filmKey}, ${choice.filmId})
    on conflict (member_id, film_key) do update set film_id = excluded.film_id, import_id = excluded.import_id`.execute(
    db,
  )
}

/** Counts doubtful rows with a film that can be accepted, by reason. */
export async function countDoubts(db: Db, importId: string): Promise<{ reason: Doubt; rows: number }[]> {
  const { rows } = await sql<{ reason: Doubt; rows: number }>`
    select reason, count(*)::int as rows from import_rows
    where import_id = ${importId} and state = 'doubtful' and candidates <> '{}'
    group by reason order by array_position(${[...doubts]}::text[], reason)`.execute(db)
  return rows
}

/** Lets rows wait again whose films were not found; answers how many. */
export async function reopenNotFound(db: Db, importId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update import_rows set state = 'waiting', reason = null, candidates = '{}'
    where import_id = ${importId} and state = 'not-found' and film_id is null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** A row with all cells of its file; null for one that was read before cells were stored. */
export interface WholeRow extends PlainRow {
  cells: Readonly<Record<string, string>> | null
}

/** Rows that need attention, have no film, or are about something that does not exist here, in order. */
export async function selectOpenRows(db: Db, importId: string, page: KeysetPage): Promise<Listed<WholeRow>> {
  const { key, after, by, limit, list } = keyset([['row', 'integer']], page, 'asc')
  const { rows } = await sql<WholeRow & { key: string }>`
    select ${plain}, cells, ${key} from import_rows
    where import_id = ${importId} and (${needsAttention} or state = 'not-film' or reason = 'not-here') and ${after}
    order by ${by} limit ${limit}`.execute(db)
  return list(rows)
}

/** What Scene knows of films. */
export async function selectCandidates(db: Db, reader: TitleReader, ids: number[]): Promise<TitledFilm[]> {
  const { rows } = await sql<TitledFilm>`
    select ${titledFilmColumns(reader)}
    from films f where f.id = any(${ids}::integer[])`.execute(db)
  return rows
}

/** Lets doubtful rows wait again, with their most likely films; answers how many. */
export async function acceptDoubtful(
  db: Db,
  importId: string,
  memberId: string,
  what: Acceptable,
): Promise<number> {
  const { rows } = await sql<{ accepted: number }>`
    with accepted as (
      update import_rows set state = 'waiting', film_id = candidates[1], reason = null
      where import_id = ${importId} and state = 'doubtful' and ${what === 'films' ? sql`true` : sql`reason = ${what}`}
        and exists (select 1 from films where films.id = candidates[1])
      returning film_key, film_id
    ), remembered as (
      insert into import_choices (member_id, import_id, film_key, film_id)
      select distinct on (film_key) ${memberId}::uuid, ${importId}::uuid, film_key, film_id from accepted
      where film_key is not null
      on conflict (member_id, film_key) do update set film_id = excluded.film_id, import_id = excluded.import_id
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
