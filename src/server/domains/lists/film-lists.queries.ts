import { sql } from 'kysely'
import { isLeftTo, isShownToStrangers, type Onlooker } from '#server/core/audience.ts'
import type { Db } from '#server/db/database.ts'
import { isUnmuted } from './lists.queries.ts'

/** The newest lists that hold a film and that the viewer is shown, `depth` at most. */
const listsOfFilm = ({ memberId, hides }: Onlooker, filmId: number, depth: number) => sql`
  select l.id, l.like_count from list_films lf join lists l on l.id = lf.list_id
  where lf.film_id = ${filmId} and ${isLeftTo(memberId, 'l')} and ${isUnmuted(memberId, hides)}
    and ${isShownToStrangers(memberId, 'l.member_id')}
  order by lf.list_id desc limit ${depth}`

/** Their ids, the most liked first, then the newest. */
export async function selectFilmLists(db: Db, reader: Onlooker, filmId: number, depth: number) {
  const { rows } = await sql<{ id: string }>`
    select id from (${listsOfFilm(reader, filmId, depth)}) as holding
    order by like_count desc, id desc`.execute(db)
  return rows.map((row) => row.id)
}

/** One row: how many they are (`lists_count`). */
export const countedFilmLists = (reader: Onlooker, filmId: number, depth: number) => sql`
  select count(*)::integer as lists_count from (${listsOfFilm(reader, filmId, depth)}) as holding`
