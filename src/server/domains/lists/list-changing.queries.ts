import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Positions of a list's films by their ids. */
export async function filmPositions(db: Db, listId: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('list_films')
    .select(['film_id', 'position'])
    .where('list_id', '=', listId)
    .execute()
  return new Map(rows.map((row) => [row.film_id, row.position]))
}

/** Those of the films that a list does not have. */
export async function filmsNewTo(db: Db, listId: string, filmIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select wanted.id from unnest(${filmIds}::integer[]) as wanted (id)
    where not exists (select 1 from list_films lf where lf.list_id = ${listId} and lf.film_id = wanted.id)`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

export interface Rearrangement {
  /** Films that leave the list. */
  gone: number[]
  /** Films that come, or go to another position. */
  placed: { filmId: number; position: number }[]
}

/** One statement, which writes no other rows than those named. The caller holds the list's lock. */
export async function rearrange(db: Db, listId: string, { gone, placed }: Rearrangement): Promise<void> {
  await sql`
    with gone as (
      delete from list_films where list_id = ${listId} and film_id = any(${gone}::integer[])
    )
    insert into list_films (list_id, film_id, position)
    select ${listId}, placed.film_id, placed.position
    from unnest(${placed.map((film) => film.filmId)}::integer[], ${placed.map((film) => film.position)}::integer[])
      as placed (film_id, position)
    on conflict (list_id, film_id) do update set position = excluded.position`.execute(db)
}

export interface ListChange {
  title?: string
  search_text?: string
  description?: string
  cover?: string | null
  is_private?: boolean
  is_ranked?: boolean
  films_count?: number
}

export async function changeList(db: Db, id: string, change: ListChange, updatedAt: Date): Promise<void> {
  await db
    .updateTable('lists')
    .set({ ...change, updated_at: updatedAt })
    .where('id', '=', id)
    .execute()
}

export async function deleteList(db: Db, id: string): Promise<void> {
  await db.deleteFrom('lists').where('id', '=', id).execute()
}
