import { sql } from 'kysely'
import type { ImportKind, RowReason, RowState } from '#shared/api/transfer.ts'
import type { Db } from '#server/db/database.ts'

/** Counts decided rows of an import by film, day ('' without one) and kind. */
export async function countEntries(db: Db, importId: string, filmIds: number[]) {
  const { rows } = await sql<{ film_id: number; kind: ImportKind; day: string; entries: number }>`
    select film_id, kind, coalesce(entry->>'watchedAt', '') as day, count(*)::int as entries from import_rows
    where import_id = ${importId} and film_id = any(${filmIds}::integer[]) and kind in ('log', 'review')
      and state in ('imported', 'skipped')
    group by 1, 2, 3`.execute(db)
  return rows
}

export interface LogMaker {
  kind: ImportKind
  importId: string
}

/** The rows that made the logs, without logs that were changed since. */
export async function selectMakers(db: Db, logIds: string[]): Promise<Map<string, LogMaker>> {
  const { rows } = await sql<LogMaker & { id: string }>`
    select l.id, r.kind, r.import_id as "importId"
    from logs l join import_rows r on r.log_id = l.id and r.created and r.made_at >= l.updated_at
    where l.id = any(${logIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...maker }) => [id, maker]))
}

/**
 * Those of the films for which a row of the member's imports says "seen" and keeps a log when all else is removed.
 */
export async function selectSeen(db: Db, memberId: string, filmIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ film_id: number }>`
    select distinct r.film_id from imports i join import_rows r on r.import_id = i.id
    where i.member_id = ${memberId} and r.kind = 'seen' and r.film_id = any(${filmIds}::integer[])
      and r.log_id is not null`.execute(db)
  return rows.map((row) => row.film_id)
}

/**
 * Records that diary entries took over these logs: the rows that made them count from now on as rows that only added to
 * them. A row of stars loses its place in the log (it is assigned again), a review leaves the log when the entry has a text
 * of its own (`hasText`), and an earlier entry without a day is recorded as having added nothing.
 */
export async function releaseLogs(db: Db, logs: readonly { id: string; hasText: boolean }[]): Promise<void> {
  await sql`
    update import_rows r set created = false, previous_rating = null,
      made_at = case when r.kind <> 'log' then r.made_at end,
      log_id = case when r.kind = 'review' and given."hasText" then null else r.log_id end
    from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb) as given (id uuid, "hasText" boolean)
    where r.log_id = given.id and r.kind in ('log', 'review', 'rating', 'seen')`.execute(db)
}

/** A row that gave stars to a film, of any of a member's imports. */
export interface RatingRow {
  importId: string
  row: number
  filmId: number
  rating: number | null
  /** As it is in the row. */
  loggedAt: string | null
  /** The log that it created or added to. */
  logId: string | null
  created: boolean
  /** The stars that it replaced there, 0 for none; null when the log's stars are not from this row. */
  previousRating: number | null
  /** Of the log; null without one. */
  createdAt: Date | null
  /** Whether the log is as the row left it. */
  isUnchanged: boolean
}

/**
 * Rows with stars for the films, in the order in which they came, without those of an import that is being removed.
 */
export async function selectRatingRows(
  db: Db,
  { memberId, leavingId }: { memberId: string; leavingId?: string | undefined },
  filmIds: number[],
): Promise<RatingRow[]> {
  const { rows } = await sql<RatingRow>`
    select r.import_id as "importId", r.row, r.film_id as "filmId", (r.entry->>'rating')::int as rating,
      r.entry->>'loggedAt' as "loggedAt", r.log_id as "logId", r.created, r.previous_rating as "previousRating",
      l.created_at as "createdAt", coalesce(l.updated_at <= r.made_at, false) as "isUnchanged"
    from imports i join import_rows r on r.import_id = i.id left join logs l on l.id = r.log_id
    where i.member_id = ${memberId} and i.id is distinct from ${leavingId ?? null}::uuid
      and r.kind = 'rating' and r.film_id = any(${filmIds}::integer[]) and r.state = 'imported'
    order by i.created_at, i.id, r.row`.execute(db)
  return rows
}

/** A row of ratings, and the log that got its stars. */
export interface RatingPlace {
  importId: string
  row: number
  logId: string
}

export async function placeRatings(db: Db, places: readonly RatingPlace[], now: Date): Promise<void> {
  await sql`
    update import_rows r set log_id = p."logId", previous_rating = 0, made_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p ("importId" uuid, row integer, "logId" uuid)
    where r.import_id = p."importId" and r.row = p.row`.execute(db)
}

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
  /** The stars that a row of ratings replaced, 0 for none; null when it has none. */
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
      previous_rating = o."previousRating", made_at = case when o.state = 'imported' then ${now}::timestamptz end,
      cells = case when r.kind <> 'rating' and o.state in ('imported', 'skipped') and o.reason is distinct from 'not-here'
        then null else r.cells end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (row integer, state text, reason text,
      "filmId" integer, confidence smallint, candidates integer[], "logId" uuid, "listId" uuid, created boolean,
      "previousRating" smallint)
    where r.import_id = ${importId} and r.row = o.row`.execute(db)
}

/** Films that an import added to the profile. */
export async function selectProfileFilms(db: Db, importId: string): Promise<number[]> {
  const { rows } = await sql<{ film_id: number }>`
    select film_id from import_rows
    where import_id = ${importId} and kind = 'profile-favourite' and state = 'imported'`.execute(db)
  return rows.map((row) => row.film_id)
}

export async function selectMadeLists(db: Db, importId: string): Promise<string[]> {
  const { rows } = await sql<{ list_id: string }>`
    select list_id from import_rows
    where import_id = ${importId} and kind = 'list' and created and list_id is not null`.execute(db)
  return rows.map((row) => row.list_id)
}
