import { sql } from 'kysely'
import type { ImportKind, RowReason, RowState } from '#shared/api/transfer.ts'
import { keyset, type Listed, type KeysetPage } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import type { ImportEntry } from './entry.ts'

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

export interface CandidateRow {
  id: number
  title: string
  release_date: string
  poster_path: string | null
}

/** What Scene knows of films. */
export async function readCandidates(db: Db, ids: number[]): Promise<CandidateRow[]> {
  return db
    .selectFrom('films')
    .select(['id', 'title', 'release_date', 'poster_path'])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()
}

/** What became of a row. */
export interface Outcome {
  row: number
  state: Exclude<RowState, 'waiting'>
  reason: RowReason | null
  filmId: number | null
  confidence: number | null
  candidates: number[]
  logId: string | null
  listId: string | null
  /** False for a row that only added to what was there. */
  created: boolean
  /** The stars that a row of ratings replaced, 0 for none; null where it brought none. */
  previousRating: number | null
}

export async function updateDecidedRows(
  db: Db,
  importId: string,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  await sql`
    update import_rows r set state = o.state, reason = o.reason, film_id = o."filmId", confidence = o.confidence,
      candidates = o.candidates, log_id = o."logId", list_id = o."listId", created = o.created,
      previous_rating = o."previousRating", made_at = case when o.state = 'imported' then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (row integer, state text, reason text,
      "filmId" integer, confidence smallint, candidates integer[], "logId" uuid, "listId" uuid, created boolean,
      "previousRating" smallint)
    where r.import_id = ${importId} and r.row = o.row`.execute(db)
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

/** Films that rows of an import put on the profile. */
export async function profileFilms(db: Db, importId: string): Promise<number[]> {
  const { rows } = await sql<{ film_id: number }>`
    select film_id from import_rows
    where import_id = ${importId} and kind = 'profile-favourite' and state = 'imported'`.execute(db)
  return rows.map((row) => row.film_id)
}

/** Lists that an import made as such. */
export async function madeLists(db: Db, importId: string): Promise<string[]> {
  const { rows } = await sql<{ list_id: string }>`
    select list_id from import_rows
    where import_id = ${importId} and kind = 'list' and created and list_id is not null`.execute(db)
  return rows.map((row) => row.list_id)
}

/** A row that wrote something. */
export interface MadeRow {
  row: number
  kind: ImportKind
  /** Null where none was asked for. */
  film_id: number | null
  log_id: string | null
  list_id: string | null
  created: boolean
  previous_rating: number | null
  /** Null for an entry whose log another one took over: it added nothing. */
  made_at: Date | null
  /** Whether what it put on a shelf went since, and a later import put it there again. */
  is_superseded: boolean
  /** As the row said it. */
  is_private: boolean
  poster: string | null
}

/** The next of them behind a row. */
export async function madeRows(db: Db, importId: string, after: number, limit: number): Promise<MadeRow[]> {
  const { rows } = await sql<MadeRow>`
    select row, kind, film_id, log_id, list_id, created, previous_rating, made_at,
      kind in ('favourite', 'watchlist', 'poster', 'profile-favourite') and exists (
        select 1 from imports mine join imports i on i.member_id = mine.member_id and i.id <> mine.id
          join import_rows o on o.import_id = i.id
        where mine.id = r.import_id and o.film_id = r.film_id and o.kind = r.kind and o.state = 'imported'
          and o.made_at > r.made_at
      ) as is_superseded,
      coalesce((entry->>'isPrivate')::boolean, false) as is_private, entry->>'poster' as poster
    from import_rows r
    where import_id = ${importId} and row > ${after} and state = 'imported' order by row limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Those of the lists that other imports made as such. */
export async function listsOfOthers(db: Db, importId: string, lists: string[]): Promise<string[]> {
  const { rows } = await sql<{ list_id: string }>`
    select list_id from import_rows
    where list_id = any(${lists}::uuid[]) and kind = 'list' and created and import_id <> ${importId}`.execute(
    db,
  )
  return rows.map((row) => row.list_id)
}

export async function deleteRows(db: Db, importId: string, rows: number[]): Promise<void> {
  await sql`delete from import_rows where import_id = ${importId} and row = any(${rows}::integer[])`.execute(
    db,
  )
}

/** A picture as it was given, of a row of kind `picture`. */
export interface GivenPicture {
  row: number
  bytes: Buffer
}

export async function insertPicture(db: Db, importId: string, { row, bytes }: GivenPicture): Promise<void> {
  await db.insertInto('import_pictures').values({ import_id: importId, row, bytes }).execute()
}

export async function findPicture(db: Db, importId: string, row: number): Promise<Buffer | null> {
  const found = await db
    .selectFrom('import_pictures')
    .select('bytes')
    .where('import_id', '=', importId)
    .where('row', '=', row)
    .executeTakeFirst()
  return found?.bytes ?? null
}

export async function deletePicture(db: Db, importId: string, row: number): Promise<void> {
  await db.deleteFrom('import_pictures').where('import_id', '=', importId).where('row', '=', row).execute()
}

export async function deletePictures(db: Db, importId: string): Promise<void> {
  await db.deleteFrom('import_pictures').where('import_id', '=', importId).execute()
}

/** Of imports that ended before an instant. */
export async function deleteOldPictures(db: Db, before: Date): Promise<void> {
  await sql`
    delete from import_pictures p using imports i
    where i.id = p.import_id and i.finished_at < ${before}`.execute(db)
}

/** Lets pictures wait again whose logs were undecided; answers how many. */
export async function reopenPictures(db: Db, importId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update import_rows r set state = 'waiting', reason = null from import_pictures p
    where p.import_id = ${importId} and r.import_id = p.import_id and r.row = p.row and r.state = 'skipped'`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

interface Wanted {
  importId: string
  memberId: string
  /** Of the log or list. */
  importKey: string
}

/** The log that the import made, if it has no picture and was not changed since; locked in a transaction. */
export async function bareLog(db: Db, { importId, memberId, importKey }: Wanted): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select l.id from logs l
    join import_rows r on r.log_id = l.id and r.import_id = ${importId} and r.created and r.made_at >= l.updated_at
    where l.member_id = ${memberId} and l.import_key = ${importKey} and l.image is null
    limit 1 for update of l`.execute(db)
  return rows[0]?.id ?? null
}

/** The list that the import made, if it has no cover and was not changed since; locked in a transaction. */
export async function bareList(db: Db, { importId, memberId, importKey }: Wanted): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select l.id from lists l
    join import_rows r on r.list_id = l.id and r.import_id = ${importId} and r.created and r.kind = 'list'
    where l.member_id = ${memberId} and l.import_key = ${importKey} and l.cover is null
      and l.imported_at = l.updated_at
    limit 1 for update of l`.execute(db)
  return rows[0]?.id ?? null
}

/** Whether the member may still say which film a log of the import is of. */
export async function isUndecided(db: Db, importId: string, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from import_rows where import_id = ${importId} and kind = 'log' and entry->>'key' = ${key}
      and state in ('doubtful', 'not-found', 'failed') limit 1`.execute(db)
  return rows.length > 0
}
