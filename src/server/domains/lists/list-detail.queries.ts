import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { visibleTo } from './lists.queries.ts'

export interface ListFilmRow {
  id: number
  title: string
  release_date: string
  poster_path: string | null
  /** The poster that the list's owner chose for the film. */
  override_path: string | null
  seen: boolean
}

/**
 * The films of a list that the viewer may see, in its order. Each is looked up by its number: lists are of all
 * lengths, and a plan for long ones would go through all films there are.
 */
export async function readListFilms(db: Db, viewerId: string, listId: string): Promise<ListFilmRow[]> {
  const { rows } = await sql<ListFilmRow>`
    select lf.film_id as id, f.title, f.release_date, f.poster_path, o.poster_path as override_path,
      exists (select 1 from logs g where g.member_id = ${viewerId} and g.film_id = lf.film_id) as seen
    from lists l
    join list_films lf on lf.list_id = l.id
    cross join lateral (
      select title, release_date, poster_path from films where id = lf.film_id offset 0
    ) f
    left join poster_overrides o on o.member_id = l.member_id and o.film_id = lf.film_id
    where l.id = ${listId} and ${visibleTo(viewerId)}
    order by lf.position`.execute(db)
  return rows
}
