import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { likeText } from '#server/db/like-text.ts'
import { visibleTo } from './list-visibility.ts'

/** How many hits of one kind are ranked; a query that fits half of all lists stays cheap. */
const candidates = 500

/** What `lists_title` holds of a title, in characters. */
const titleStartLength = 60
const titleStart = sql`left(l.search_text, ${sql.lit(titleStartLength)})`

/**
 * Ids of lists that the viewer may see whose title is the query, begins with it, has a word that does, or holds it;
 * of each kind the most liked first. `folded` is the query as `search_text` is, and not empty.
 */
export async function searchByTitle(
  db: Db,
  viewerId: string,
  folded: string,
  limit: number,
): Promise<string[]> {
  const text = likeText(folded)
  const start = Array.from(` ${folded}`).slice(0, titleStartLength).join('')
  const { rows } = await sql<{ id: string }>`
    with hits as (
      (select l.id, 0 as rank, l.like_count from lists l
        where ${titleStart} = ${start} and l.search_text = ${` ${folded}`} and ${visibleTo(viewerId)}
        limit ${sql.lit(candidates)})
      union all
      (select l.id, 1, l.like_count from lists l
        where ${titleStart} like ${`${likeText(start)}%`} and l.search_text like ${` ${text}%`}
          and ${visibleTo(viewerId)} limit ${sql.lit(candidates)})
      union all
      (select l.id, 2, l.like_count from lists l
        where l.search_text like ${`% ${text}%`} and ${visibleTo(viewerId)} limit ${sql.lit(candidates)})
      union all
      (select l.id, 3, l.like_count from lists l
        where char_length(${folded}) >= 3 and l.search_text like ${`%${text}%`} and ${visibleTo(viewerId)}
        limit ${sql.lit(candidates)})
    )
    select id from hits group by id, like_count order by min(rank), like_count desc, id limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Ids of lists with words like the query, for a query with a slip of the finger; the nearest first. */
export async function searchByLikeness(
  db: Db,
  viewerId: string,
  folded: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select l.id, l.search_text, l.like_count from lists l
      where l.search_text %> ${folded} and ${visibleTo(viewerId)} limit ${sql.lit(candidates)}
    ) as alike
    order by word_similarity(${folded}, search_text) desc, like_count desc, id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
