import { sql, type RawBuilder } from 'kysely'
import type { Audience } from '#shared/audience.ts'
import type { Db } from '#server/db/database.ts'
import type { Shelf } from './shelves.queries.ts'

/** The audience of an imported item: the one that the file gives, else the member's default. */
const audienceOn = (shelf: Shelf, memberId: string, given: RawBuilder<unknown>) =>
  sql`coalesce(${given}, (select ${sql.ref(
    shelf === 'watchlist_items' ? 'watchlist_audience' : 'favourites_audience',
  )} from members where id = ${memberId}))`

/** Items without an audience get the member's default. Answers the films that were not on the shelf before. */
export async function insertFilms(
  db: Db,
  shelf: Shelf,
  memberId: string,
  films: readonly { filmId: number; at: Date; audience?: Audience | undefined }[],
): Promise<number[]> {
  const { rows } = await sql<{ film_id: number }>`
    insert into ${sql.table(shelf)} (member_id, film_id, created_at, audience)
    select ${memberId}, "filmId", at, ${audienceOn(shelf, memberId, sql`wanted.audience`)}
    from jsonb_to_recordset(${JSON.stringify(films)}::jsonb) as wanted ("filmId" integer, at timestamptz, audience seen_by)
    on conflict do nothing returning film_id`.execute(db)
  return rows.map((row) => row.film_id)
}

/**
 * Deletes imported items that have not changed: on the shelf since before `since`, with the audience that they were
 * imported with. Answers how many were deleted, and how many films stay.
 */
export async function deleteFilms(
  db: Db,
  shelf: Shelf,
  memberId: string,
  films: readonly { filmId: number; since: Date; audience: Audience | undefined }[],
): Promise<{ removed: number; kept: number }> {
  const wanted = sql`
    jsonb_to_recordset(${JSON.stringify(films)}::jsonb) as wanted ("filmId" integer, since timestamptz, audience seen_by)`
  const { rows } = await sql<{ removed: number; there: number }>`
    with gone as (
      delete from ${sql.table(shelf)} item using ${wanted}
      where item.member_id = ${memberId} and item.film_id = wanted."filmId" and item.created_at <= wanted.since
        and item.audience = ${audienceOn(shelf, memberId, sql`wanted.audience`)}
      returning 1
    )
    select (select count(*) from gone)::int as removed, count(*)::int as there
    from ${wanted} join ${sql.table(shelf)} item on item.member_id = ${memberId} and item.film_id = wanted."filmId"`.execute(
    db,
  )
  const { removed = 0, there = 0 } = rows[0] ?? {}
  // Both parts of the statement see the shelf as it was before.
  return { removed, kept: there - removed }
}
