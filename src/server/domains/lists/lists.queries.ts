import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The one rule of who sees a list, for statements that call it `l`. */
export const visibleTo = (viewerId: string) => sql<boolean>`(not l.is_private or l.member_id = ${viewerId})`

/** What `visibleTo` everybody is, in the words of the index `lists_popular`. */
export const isPublic = sql<boolean>`not l.is_private`

export interface ListRow {
  id: string
  title: string
  description: string
  cover: string | null
  is_private: boolean
  is_ranked: boolean
  like_count: number
  save_count: number
  films_count: number
  created_at: Date
  updated_at: Date
  member_id: string
  username: string
  avatar: string | null
  poster_paths: string[]
  likes: string[]
  liked: boolean
  saved: boolean
}

/** Lists that the viewer may see, in the order of the ids. `likers` and `posters` bound their arrays. */
export async function readLists(
  db: Db,
  viewerId: string,
  ids: string[],
  { likers, posters }: { likers: number; posters: number },
): Promise<ListRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ListRow>`
    select l.id, l.title, l.description, l.cover, l.is_private, l.is_ranked, l.like_count, l.save_count,
      l.films_count, l.created_at, l.updated_at, l.member_id, m.username, m.avatar,
      array(
        select coalesce(o.poster_path, f.poster_path)
        from list_films lf join films f on f.id = lf.film_id
        left join poster_overrides o on o.member_id = l.member_id and o.film_id = lf.film_id
        where lf.list_id = l.id and coalesce(o.poster_path, f.poster_path) is not null
        order by lf.position limit ${posters}
      ) as poster_paths,
      case when l.like_count = 0 then '{}'::uuid[] else array(
        select k.member_id from list_likes k where k.list_id = l.id
        order by k.created_at desc, k.member_id limit ${likers}
      ) end as likes,
      exists (select 1 from list_likes k where k.list_id = l.id and k.member_id = ${viewerId}) as liked,
      exists (select 1 from list_saves s where s.list_id = l.id and s.member_id = ${viewerId}) as saved
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    join lists l on l.id = wanted.id
    join members m on m.id = l.member_id
    where ${visibleTo(viewerId)}
    order by wanted.position`.execute(db)
  return rows
}

/** Those of the lists that have the film. */
export async function listsWithFilm(db: Db, listIds: string[], filmId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('list_films')
    .select('list_id')
    .where('film_id', '=', filmId)
    .where('list_id', '=', sql<string>`any(${listIds}::uuid[])`)
    .execute()
  return rows.map((row) => row.list_id)
}

/** Whether a list that the viewer may see is private; undefined without one. It stays as it is until the transaction ends. */
export async function lockListVisibility(db: Db, viewerId: string, id: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_private: boolean }>`
    select l.is_private from lists l where l.id = ${id} and ${visibleTo(viewerId)} for share`.execute(db)
  return rows[0]?.is_private
}
