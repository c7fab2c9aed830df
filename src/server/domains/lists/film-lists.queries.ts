import { sql } from 'kysely'
import { isLeftTo, isShownToStrangers } from '#server/core/audience.ts'
import type { Db } from '#server/db/database.ts'
import { isUnmuted } from './lists.queries.ts'

/** The newest lists that hold a film and that the viewer is shown, `depth` at most. */
const listsOfFilm = (viewerId: string, filmId: number, depth: number) => sql`
  select l.id, l.like_count from list_films lf join lists l on l.id = lf.list_id
  where lf.film_id = ${filmId} and ${isLeftTo(viewerId, 'l')} and ${isUnmuted(viewerId)}
    and ${isShownToStrangers(viewerId, 'l.member_id')}
  order by lf.list_id desc limit ${depth}`

/** Their ids, the most liked first, then the newest. */
export async function selectFilmLists(db: Db, viewerId: string, filmId: number, depth: number) {
  const { rows } = await sql<{ id: string }>`
    select id from (${listsOfFilm(viewerId, filmId, depth)}) as holding
    order by like_count desc, id desc`.execute(db)
  return rows.map((row) => row.id)
}

/** One row: how many they are (`lists_count`). */
export const countedFilmLists = (viewerId: string, filmId: number, depth: number) => sql`
  select count(*)::integer as lists_count from (${listsOfFilm(viewerId, filmId, depth)}) as holding`
