import { sql } from 'kysely'
import { isForMembers } from '#server/core/audience.ts'
import { keptStatement } from '#server/core/kept-statement.ts'
import type { Db } from '#server/db/database.ts'
import { likeText } from '#server/db/like-text.ts'
import { behindWords, isBetween, startBounds, startLength, withinLength } from '#server/db/text-starts.ts'
import { visibleTo } from './list-visibility.ts'

/** How many hits of one kind are ranked at most, so that a query which fits half of all lists stays cheap. */
const candidates = 200

const titleStart = sql.raw<string>(`left(l.search_text, ${startLength})`)

/** `lists_words_1` to `lists_words_5`. */
const wordsFrom = [1, 2, 3, 4, 5].map((words) => behindWords(words, 'l.search_text'))

/**
 * Ids of lists that the viewer may see, best match first: titles that are the query, begin with it, have a word that
 * begins with it, or contain it; of each kind the most liked first. `folded` is the query, folded as `search_text`
 * is, and not empty. Of each kind at most `candidates` in alphabetical order are read, besides the most liked of all.
 * Words after the first ones, and the middle of words, are searched only when the other kinds leave room.
 */
export async function searchByTitle(
  db: Db,
  viewerId: string,
  folded: string,
  limit: number,
): Promise<string[]> {
  const text = likeText(folded)
  const title = startBounds(` ${folded}`)
  const words = startBounds(folded)
  const values = {
    viewerId,
    title: ` ${folded}`,
    begun: ` ${text}%`,
    word: `% ${text}%`,
    within: `%${text}%`,
    titleFrom: title.from,
    titleTo: title.to,
    wordsFrom: words.from,
    wordsTo: words.to,
    candidates,
    limit,
  }
  const isWithin = folded.length >= withinLength
  const isLong = folded.length >= startLength
  const longer = (pattern: unknown) => (isLong ? sql`and l.search_text like ${pattern}` : sql``)
  const { rows } = await keptStatement<{ id: string }, typeof values>(
    `lists by title ${isWithin} ${isLong}`,
    values,
    (of) => sql<{ id: string }>`
    with starts as materialized (
      (select l.id, 0 as rank from lists l
        where ${titleStart} = ${of.titleFrom} and l.search_text = ${of.title} and ${visibleTo(of.viewerId)}
        limit ${sql.lit(candidates)})
      union all
      select l.id, 1 from (
        select * from lists l where ${isBetween(titleStart, of.titleFrom, of.titleTo)} ${longer(of.begun)}
        order by ${titleStart} using ~<~ limit ${of.candidates}
      ) l where ${visibleTo(of.viewerId)}
      union all
      select l.id, 2 from (
        ${sql.join(
          wordsFrom.map(
            (column) => sql`(select * from lists l
              where ${isBetween(column, of.wordsFrom, of.wordsTo)} ${longer(of.word)}
              order by ${column} using ~<~ limit ${of.candidates})`,
          ),
          sql` union all `,
        )}
      ) l where ${visibleTo(of.viewerId)}
      union all
      (select l.id, case when l.search_text like ${of.begun} then 1 else 2 end from (
          select * from lists where ${isForMembers()}
          order by like_count desc, created_at desc, id desc limit ${sql.lit(candidates)}
        ) l
        where l.search_text like ${of.word} and ${visibleTo(of.viewerId)})
    ),
    room as (select count(distinct id) < ${of.limit} as has from starts),
    hits as (
      select id, min(rank) as rank from (
        select * from starts
        union all
        (select l.id, ${isWithin ? sql`case when l.search_text like ${of.word} then 2 else 3 end` : sql`2`} from lists l
          where (select has from room) and l.search_text like (select ${isWithin ? of.within : of.word}::text)
            and ${visibleTo(of.viewerId)}
          limit ${sql.lit(candidates)})
      ) found group by id
    )
    select l.id from hits join lists l on l.id = hits.id
    order by hits.rank, l.like_count desc, l.id limit ${of.limit}`,
  ).execute(db)
  return rows.map((row) => row.id)
}

/** Ids of lists with words similar to the query, for misspellings; the most similar first. */
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
