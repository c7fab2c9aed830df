import { sql } from 'kysely'
import type { ImportKind, ImportSource, RowReason, RowState } from '#shared/api/transfer.ts'
import type { Db } from '#server/db/database.ts'
import type { ImportEntry } from './entry.ts'

/** How many rows of an import are decided for a film and a day ('' without one), by their kind. */
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

/** The rows that made the logs; without logs that were changed since. */
export async function selectMakers(db: Db, logIds: string[]): Promise<Map<string, LogMaker>> {
  const { rows } = await sql<LogMaker & { id: string }>`
    select l.id, r.kind, r.import_id as "importId"
    from logs l join import_rows r on r.log_id = l.id and r.created and r.made_at >= l.updated_at
    where l.id = any(${logIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...maker }) => [id, maker]))
}

/** Those of the films that a row of a member's imports says were seen, and that it keeps when all else goes. */
export async function selectSeen(db: Db, memberId: string, filmIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ film_id: number }>`
    select distinct r.film_id from imports i join import_rows r on r.import_id = i.id
    where i.member_id = ${memberId} and r.kind = 'seen' and r.film_id = any(${filmIds}::integer[])
      and r.log_id is not null`.execute(db)
  return rows.map((row) => row.film_id)
}

/**
 * Logs that an entry of a diary took over are no longer what other rows made: these only added to them. Stars are given
 * anew, a review is no longer the log’s where the entry has a text, and an entry without a day added nothing.
 */
export async function releaseLogs(db: Db, logs: readonly { id: string; hasText: boolean }[]): Promise<void> {
  await sql`
    update import_rows r set created = false, previous_rating = null,
      made_at = case when r.kind <> 'log' then r.made_at end,
      log_id = case when r.kind = 'review' and given."hasText" then null else r.log_id end
    from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb) as given (id uuid, "hasText" boolean)
    where r.log_id = given.id and r.kind in ('log', 'review', 'rating', 'seen')`.execute(db)
}

/** A row that gives stars to a film, of any of a member’s imports. */
export interface RatingRow {
  importId: string
  row: number
  filmId: number
  state: RowState
  rating: number | null
  /** The log that it made or added to. */
  logId: string | null
  created: boolean
  /** The stars that it replaced there, 0 for none; null when the log’s stars are not the row’s. */
  previousRating: number | null
  /** Of the log; null without one. */
  createdAt: Date | null
  /** Whether it gave stars to a log before. */
  hasAdded: boolean
  /** Whether the log is as the row left it. */
  isUnchanged: boolean
}

/**
 * The rows that give stars to the films and that the member did not leave out, in the order in which they came.
 * Those of an import that is being removed are no longer among them.
 */
export async function selectRatingRows(
  db: Db,
  { memberId, leavingId }: { memberId: string; leavingId?: string | undefined },
  filmIds: number[],
): Promise<RatingRow[]> {
  const { rows } = await sql<RatingRow>`
    select r.import_id as "importId", r.row, r.film_id as "filmId", r.state, (r.entry->>'rating')::int as rating,
      r.log_id as "logId", r.created, r.previous_rating as "previousRating", l.created_at as "createdAt",
      r.made_at is not null as "hasAdded", coalesce(l.updated_at <= r.made_at, false) as "isUnchanged"
    from imports i join import_rows r on r.import_id = i.id left join logs l on l.id = r.log_id
    where i.member_id = ${memberId} and i.id is distinct from ${leavingId ?? null}::uuid
      and r.kind = 'rating' and r.film_id = any(${filmIds}::integer[])
      and (r.state = 'imported' or r.state = 'skipped' and r.reason = 'there-already'
        or r.state = 'doubtful' and r.reason = 'other-rating')
    order by i.created_at, i.id, r.row`.execute(db)
  return rows
}

/** What became of a row of ratings by what came after it. */
export interface RatingOutcome extends Pick<RatingRow, 'importId' | 'row' | 'logId' | 'previousRating'> {
  state: Extract<RowState, 'imported' | 'skipped' | 'doubtful'>
  reason: Extract<RowReason, 'there-already' | 'other-rating'> | null
}

export async function updateRatingRows(db: Db, outcomes: readonly RatingOutcome[], now: Date): Promise<void> {
  await sql`
    update import_rows r set state = o.state, reason = o.reason, log_id = o."logId",
      previous_rating = o."previousRating",
      candidates = case when o.state = 'doubtful' then array[r.film_id] else '{}' end,
      made_at = case when o."previousRating" is null then r.made_at else ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o ("importId" uuid, row integer, state text, reason text, "logId" uuid, "previousRating" smallint)
    where r.import_id = o."importId" and r.row = o.row`.execute(db)
}

/** A row of another import that says something of a log, or made it before an entry of a diary took it over. */
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

/** The rows of other imports that speak of logs of this one, those that say most of it first. */
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
      and r.state in ('imported', 'doubtful', 'skipped')
    order by array_position(array['log', 'review', 'rating', 'seen'], r.kind), i.created_at, i.id, r.row`.execute(
    db,
  )
  return rows
}

/** Makes logs those of the rows. */
export async function returnToClaims(db: Db, claims: readonly ClaimRow[], now: Date): Promise<void> {
  await sql`
    update import_rows r set created = true, state = 'imported', reason = null, candidates = '{}', made_at = ${now},
      previous_rating = case when r.kind = 'rating' then 0 end
    from jsonb_to_recordset(${JSON.stringify(claims.map(({ importId, row }) => ({ importId, row })))}::jsonb)
      as returned ("importId" uuid, row integer)
    where r.import_id = returned."importId" and r.row = returned.row`.execute(db)
}

/** Rows of other imports that are decided again when an import goes. */
export interface Reopening {
  memberId: string
  /** The import that goes. */
  importId: string
  filmIds: number[]
  /** Rows whose logs went. */
  homeless: readonly Pick<ClaimRow, 'importId' | 'row'>[]
  /** Logs that got stars back. */
  restored: string[]
}

/** A row that says something of a film as such, as it was before it waits again. */
export interface ReopenedRow {
  importId: string
  row: number
  kind: 'rating' | 'seen'
  filmId: number
  state: RowState
  entry: ImportEntry
  confidence: number | null
  /** Its stars were taken over, and others took their place. */
  isAccepted: boolean
}

/**
 * Lets rows of films wait again, as though they had not come yet, in the order in which they came: those without a log,
 * stars that no log got, stars that others had replaced, and what repeats any of them.
 */
export async function reopenRows(db: Db, given: Reopening): Promise<ReopenedRow[]> {
  const { rows } = await sql<ReopenedRow>`
    with said as (
      select r.import_id, r.row, r.kind, r.film_id, r.state, r.log_id, r.previous_rating, r.created,
        (r.entry->>'rating')::int as rating, i.created_at as came_at,
        newest.rating is distinct from (r.entry->>'rating')::int as differs,
        newest.id = r.log_id and newest.id = any(${given.restored}::uuid[]) and newest.updated_at <= r.made_at
          as regained
      from imports i join import_rows r on r.import_id = i.id
      left join lateral (
        select id, rating, updated_at from logs where member_id = i.member_id and film_id = r.film_id
        order by created_at desc, id desc limit 1
      ) newest on true
      where i.member_id = ${given.memberId} and i.id <> ${given.importId} and r.kind in ('rating', 'seen')
        and r.film_id = any(${given.filmIds}::integer[])
    ), homeless as (
      select "importId" as import_id, row
      from jsonb_to_recordset(${JSON.stringify(given.homeless.map(({ importId, row }) => ({ importId, row })))}::jsonb)
        as h ("importId" uuid, row integer)
    ), open as (
      select * from said
      where (import_id, row) in (select import_id, row from homeless)
        or kind = 'rating' and log_id is not null and not created and previous_rating is null
          and (state in ('doubtful', 'skipped') or state = 'imported' and differs)
    ), again as (
      select * from open
      union all
      select * from said s
      where kind = 'rating' and state = 'skipped' and log_id is null
        and exists (select 1 from open o where o.kind = 'rating' and o.film_id = s.film_id and o.rating = s.rating)
    ), reopened as (
      update import_rows r set state = 'waiting', reason = null, log_id = null, previous_rating = null, created = false
      from again where r.import_id = again.import_id and r.row = again.row
      returning r.import_id, r.row, r.kind, r.film_id, again.state, r.entry, r.confidence, again.came_at,
        again.state = 'imported' and again.differs and again.regained as accepted
    )
    select import_id as "importId", row, kind, film_id as "filmId", state, entry, confidence,
      coalesce(accepted, false) as "isAccepted"
    from reopened order by came_at, import_id, row`.execute(db)
  return rows
}
