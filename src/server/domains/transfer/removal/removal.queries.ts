import type { Audience } from '#shared/audience.ts'
import { sql } from 'kysely'
import type { ImportKind, ImportSource, RowState } from '#shared/api/transfer.ts'
import type { Db } from '#server/db/database.ts'
import type { ImportAbout, ImportEntry } from '../entry.ts'

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
  /** Null for an entry whose log another row took over, so that it added nothing. */
  made_at: Date | null
  /** Whether the film was removed from the shelf since, and a later import added it again. */
  is_superseded: boolean
  /** The audience that the row gave. */
  audience: Audience | null
  poster: string | null
  /** For a comment: its own id. */
  key: string | null
  about: ImportAbout['type'] | null
  logged_at: string | null
}

/** The next rows after a row. */
export async function selectMadeRows(
  db: Db,
  importId: string,
  after: number,
  limit: number,
): Promise<MadeRow[]> {
  const { rows } = await sql<MadeRow>`
    select row, kind, film_id, log_id, list_id, created, previous_rating, made_at,
      kind in ('favourite', 'watchlist', 'poster', 'profile-favourite') and exists (
        select 1 from imports mine join imports i on i.member_id = mine.member_id and i.id <> mine.id
          join import_rows o on o.import_id = i.id
        where mine.id = r.import_id and o.film_id = r.film_id and o.kind = r.kind and o.state = 'imported'
          and o.made_at > r.made_at
      ) as is_superseded,
      coalesce(entry->>'audience', case when (entry->>'isPrivate')::boolean then 'me' end) as audience, entry->>'poster' as poster,
      entry->>'key' as key, entry->'about'->>'type' as about, entry->>'loggedAt' as logged_at
    from import_rows r
    where import_id = ${importId} and row > ${after} and state = 'imported' order by row limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Those of the lists that other imports created. */
export async function selectListsOfOthers(db: Db, importId: string, lists: string[]): Promise<string[]> {
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

/** A row of another import that refers to a log, or made it before a diary entry took it over. */
export interface ClaimRow {
  importId: string
  row: number
  kind: 'log' | 'review' | 'rating' | 'seen'
  state: RowState
  entry: ImportEntry
  source: ImportSource
  startedAt: Date
  logId: string
  filmId: number
  /** Of the log. */
  importKey: string
  /** Whether the member has other logs of the film that stay. */
  hasOthers: boolean
}

/** Rows of other imports that refer to logs of this one, those with the most content first. */
export async function selectClaims(
  db: Db,
  given: { memberId: string; importId: string; logIds: string[] },
): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select r.import_id as "importId", r.row, r.kind, r.state, r.entry, i.source,
      i.created_at as "startedAt", l.id as "logId", l.film_id as "filmId", l.import_key as "importKey",
      exists (
        select 1 from logs o
        where o.member_id = l.member_id and o.film_id = l.film_id and o.id <> all(${given.logIds}::uuid[])
          and not exists (
            select 1 from import_rows m where m.log_id = o.id and m.import_id = ${given.importId} and m.created
              and m.made_at >= o.updated_at
          )
      ) as "hasOthers"
    from import_rows r join imports i on i.id = r.import_id join logs l on l.id = r.log_id
    where r.log_id = any(${given.logIds}::uuid[]) and i.member_id = ${given.memberId}
      and r.import_id <> ${given.importId} and r.kind in ('log', 'review', 'rating', 'seen')
      and r.state in ('imported', 'skipped')
    order by array_position(array['log', 'review', 'rating', 'seen'], r.kind), i.created_at, i.id, r.row`.execute(
    db,
  )
  return rows
}

/** Assigns logs to these rows. */
export async function returnToClaims(db: Db, claims: readonly ClaimRow[], now: Date): Promise<void> {
  await sql`
    update import_rows r set created = true, state = 'imported', reason = null, candidates = '{}', made_at = ${now},
      previous_rating = case when r.kind = 'rating' then 0 end
    from jsonb_to_recordset(${JSON.stringify(claims.map(({ importId, row }) => ({ importId, row })))}::jsonb)
      as returned ("importId" uuid, row integer)
    where r.import_id = returned."importId" and r.row = returned.row`.execute(db)
}

/** Rows of other imports that are decided again when an import is removed. */
export interface ReopenScope {
  memberId: string
  /** The import that is removed. */
  importId: string
  filmIds: number[]
  /** Rows whose logs were deleted. */
  homeless: readonly Pick<ClaimRow, 'importId' | 'row'>[]
}

/** A row about a film as such, before it waits again. */
export interface ReopenedRow {
  importId: string
  row: number
  kind: 'rating' | 'seen'
  filmId: number
  state: RowState
  entry: ImportEntry
  confidence: number | null
}

/**
 * Lets rows about films wait again, in the order in which they came, as though they had not been imported: those
 * without a log, and stars that no log got.
 */
export async function reopenRows(db: Db, given: ReopenScope): Promise<ReopenedRow[]> {
  const { rows } = await sql<ReopenedRow>`
    with homeless as (
      select "importId" as import_id, row
      from jsonb_to_recordset(${JSON.stringify(given.homeless.map(({ importId, row }) => ({ importId, row })))}::jsonb)
        as h ("importId" uuid, row integer)
    ), open as (
      select r.import_id, r.row, r.state, i.created_at as came_at
      from imports i join import_rows r on r.import_id = i.id
      where i.member_id = ${given.memberId} and i.id <> ${given.importId} and r.kind in ('rating', 'seen')
        and r.film_id = any(${given.filmIds}::integer[])
        and ((r.import_id, r.row) in (select import_id, row from homeless)
          or r.kind = 'rating' and r.state = 'imported' and not r.created and r.previous_rating is null)
    ), reopened as (
      update import_rows r set state = 'waiting', reason = null, log_id = null, previous_rating = null, created = false
      from open where r.import_id = open.import_id and r.row = open.row
      returning r.import_id, r.row, r.kind, r.film_id, open.state, r.entry, r.confidence, open.came_at
    )
    select import_id as "importId", row, kind, film_id as "filmId", state, entry, confidence
    from reopened order by came_at, import_id, row`.execute(db)
  return rows
}

/** Films that imports of a member put on the profile. */
export async function selectImportedProfileFilms(db: Db, memberId: string): Promise<number[]> {
  const { rows } = await sql<{ film_id: number }>`
    select distinct r.film_id from imports i join import_rows r on r.import_id = i.id
    where i.member_id = ${memberId} and r.kind = 'profile-favourite' and r.state = 'imported'`.execute(db)
  return rows.map((row) => row.film_id)
}
