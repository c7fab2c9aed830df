import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Shelf } from './shelves.queries.ts'

/** Answers the films that were not on the shelf. */
export async function insertFilms(
  db: Db,
  shelf: Shelf,
  memberId: string,
  films: readonly { filmId: number; at: Date; isPrivate: boolean }[],
): Promise<number[]> {
  const [column, value] =
    shelf === 'watchlist_items' ? [sql`, is_private`, sql`, "isPrivate"`] : [sql``, sql``]
  const { rows } = await sql<{ film_id: number }>`
    insert into ${sql.table(shelf)} (member_id, film_id, created_at ${column})
    select ${memberId}, "filmId", at ${value}
    from jsonb_to_recordset(${JSON.stringify(films)}::jsonb) as wanted ("filmId" integer, at timestamptz, "isPrivate" boolean)
    on conflict do nothing returning film_id`.execute(db)
  return rows.map((row) => row.film_id)
}

/** Deletes what has stood there since before `since` and is as private as then; `kept` films stay there. */
export async function deleteFilms(
  db: Db,
  shelf: Shelf,
  memberId: string,
  films: readonly { filmId: number; since: Date; isPrivate: boolean }[],
): Promise<{ removed: number; kept: number }> {
  const wanted = sql`
    jsonb_to_recordset(${JSON.stringify(films)}::jsonb) as wanted ("filmId" integer, since timestamptz, "isPrivate" boolean)`
  const unchanged = shelf === 'watchlist_items' ? sql`and item.is_private = wanted."isPrivate"` : sql``
  const { rows } = await sql<{ removed: number; there: number }>`
    with gone as (
      delete from ${sql.table(shelf)} item using ${wanted}
      where item.member_id = ${memberId} and item.film_id = wanted."filmId" and item.created_at <= wanted.since
        ${unchanged}
      returning 1
    )
    select (select count(*) from gone)::int as removed, count(*)::int as there
    from ${wanted} join ${sql.table(shelf)} item on item.member_id = ${memberId} and item.film_id = wanted."filmId"`.execute(
    db,
  )
  const { removed = 0, there = 0 } = rows[0] ?? {}
  // Both halves of the statement see what was there before it.
  return { removed, kept: there - removed }
}
