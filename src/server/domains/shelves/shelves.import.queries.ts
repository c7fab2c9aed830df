import { sql, type RawBuilder } from 'kysely'
import type { Audience } from '#shared/audience.ts'
import type { Db } from '#server/db/database.ts'
import type { Shelf } from './shelves.queries.ts'

/** Whom something is for that a file gives an audience, or none. */
const audienceOn = (shelf: Shelf, memberId: string, given: RawBuilder<unknown>) =>
  sql`coalesce(${given}, (select ${sql.ref(
    shelf === 'watchlist_items' ? 'watchlist_audience' : 'favourites_audience',
  )} from members where id = ${memberId}))`

/** Those without an audience have that of the member's new ones. Answers the films that were not on the shelf. */
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

/** Deletes what has stood there since before `since` and is for whom it came for; `kept` films stay there. */
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
  // Both halves of the statement see what was there before it.
  return { removed, kept: there - removed }
}
