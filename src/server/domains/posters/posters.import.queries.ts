import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** A poster of a film by the source's raw path. */
export interface ChosenPoster {
  filmId: number
  path: string
}

const chosen = (posters: readonly ChosenPoster[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(posters)}::jsonb) as chosen ("filmId" integer, path text)`

/** Keeps choices for films that have none yet; answers those films. */
export async function insertPosters(
  db: Db,
  memberId: string,
  posters: readonly ChosenPoster[],
): Promise<number[]> {
  const { rows } = await sql<{ film_id: number }>`
    insert into poster_overrides (member_id, film_id, poster_path)
    select ${memberId}, "filmId", path from ${chosen(posters)}
    on conflict do nothing returning film_id`.execute(db)
  return rows.map((row) => row.film_id)
}

/** Takes those choices back that are still the same. */
export async function deletePosters(
  db: Db,
  memberId: string,
  posters: readonly ChosenPoster[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from poster_overrides o using ${chosen(posters)}
    where o.member_id = ${memberId} and o.film_id = chosen."filmId" and o.poster_path = chosen.path`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
