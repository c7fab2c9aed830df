import { sql } from 'kysely'
import type { ImportKind, ImportSource, RowReason, RowState } from '#shared/api/transfer.ts'
import type { Db } from '#server/db/database.ts'
import type { Entry } from './entry.ts'

/** How many rows of an import are decided for a film and a day ('' without one), by their kind. */
export async function countEntries(db: Db, importId: string, filmIds: number[]) {
  const { rows } = await sql<{ film_id: number; kind: ImportKind; day: string; entries: number }>`
    select film_id, kind, coalesce(entry->>'watchedAt', '') as day, count(*)::int as entries from import_rows
    where import_id = ${importId} and film_id = any(${filmIds}::integer[]) and kind in ('log', 'review')
      and state in ('imported', 'skipped')
    group by 1, 2, 3`.execute(db)
  return rows
}

/** What the rows are that made the logs; without logs that were changed since. */
export async function selectMakers(db: Db, logIds: string[]): Promise<Map<string, ImportKind>> {
  const { rows } = await sql<{ id: string; kind: ImportKind }>`
    select l.id, r.kind from logs l join import_rows r on r.log_id = l.id and r.created and r.made_at >= l.updated_at
    where l.id = any(${logIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.kind]))
}

/**
 * Logs that an entry of a diary took over are no longer what other rows made: these only added to them. Stars are given
 * anew, and a review is no longer the log’s where the entry has a text.
 */
export async function releaseLogs(db: Db, logs: readonly { id: string; hasText: boolean }[]): Promise<void> {
  await sql`
    update import_rows r set created = false, previous_rating = null,
      log_id = case when r.kind = 'review' and given."hasText" then null else r.log_id end
    from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb) as given (id uuid, "hasText" boolean)
    where r.log_id = given.id and r.kind in ('review', 'rating', 'seen')`.execute(db)
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
  /** Whether the log is as the row left it. */
  isUnchanged: boolean
}

/** The rows that give stars to the films and that the member did not leave out, in the order in which they came. */
export async function selectRatingRows(db: Db, memberId: string, filmIds: number[]): Promise<RatingRow[]> {
  const { rows } = await sql<RatingRow>`
    select r.import_id as "importId", r.row, r.film_id as "filmId", r.state, (r.entry->>'rating')::int as rating,
      r.log_id as "logId", r.created, r.previous_rating as "previousRating", l.created_at as "createdAt",
      coalesce(l.updated_at <= r.made_at, false) as "isUnchanged"
    from imports i join import_rows r on r.import_id = i.id left join logs l on l.id = r.log_id
    where i.member_id = ${memberId} and r.kind = 'rating' and r.film_id = any(${filmIds}::integer[])
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

/** A row of another import that added to a log, or made it before an entry of a diary took it over. */
export interface ClaimRow {
  importId: string
  row: number
  kind: 'review' | 'rating' | 'seen'
  state: RowState
  entry: Entry
  source: ImportSource
  startedAt: Date
  logId: string
  filmId: number
  /** Whether the member has other logs of the film that stay. */
  hasOthers: boolean
}

/** The rows of other imports that would keep logs of this one, for each log the one that says most of it. */
export async function selectClaims(
  db: Db,
  given: { memberId: string; importId: string; logIds: string[] },
): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select distinct on (r.log_id) r.import_id as "importId", r.row, r.kind, r.state, r.entry, i.source,
      i.created_at as "startedAt", l.id as "logId", l.film_id as "filmId",
      exists (
        select 1 from logs o
        where o.member_id = l.member_id and o.film_id = l.film_id and o.id <> all(${given.logIds}::uuid[])
          and not exists (
            select 1 from import_rows m where m.log_id = o.id and m.import_id = ${given.importId} and m.created
          )
      ) as "hasOthers"
    from import_rows r join imports i on i.id = r.import_id join logs l on l.id = r.log_id
    where r.log_id = any(${given.logIds}::uuid[]) and i.member_id = ${given.memberId}
      and r.import_id <> ${given.importId} and r.kind in ('review', 'rating', 'seen')
      and r.state in ('imported', 'doubtful') and l.image is null and l.gif is null and l.backdrop is null
    order by r.log_id, array_position(array['review', 'rating', 'seen'], r.kind), i.created_at, r.row`.execute(
    db,
  )
  return rows
}

/** Makes logs those of the rows. */
export async function keepClaims(db: Db, claims: readonly ClaimRow[]): Promise<void> {
  await sql`
    update import_rows r set created = true, state = 'imported', reason = null, candidates = '{}',
      previous_rating = case when r.kind = 'rating' then 0 end
    from jsonb_to_recordset(${JSON.stringify(claims.map(({ importId, row }) => ({ importId, row })))}::jsonb)
      as kept ("importId" uuid, row integer)
    where r.import_id = kept."importId" and r.row = kept.row`.execute(db)
}
