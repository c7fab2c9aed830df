import { sql, type RawBuilder, type Selectable } from 'kysely'
import { isForAll, isPublicProfile, isShownToGuests, maySee } from '#server/core/audience.ts'
import type { Db } from '#server/db/database.ts'
import type { Members } from '#server/db/schema.ts'
import { listVisibleTo } from '#server/domains/lists/lists.views.ts'

export interface GuestAuthor extends Pick<
  Selectable<Members>,
  'id' | 'username' | 'created_at' | 'search_engines'
> {
  /** Whether their profile is public on the web. */
  is_open: boolean
}

/** Members of whom guests may be shown something. */
const shown = (db: Db) =>
  db
    .selectFrom('members')
    .select(['id', 'username', 'created_at', 'search_engines', isPublicProfile.as('is_open')])
    .where(isShownToGuests())

export async function selectAuthors(db: Db, ids: readonly string[]): Promise<Map<string, GuestAuthor>> {
  if (ids.length === 0) return new Map()
  const rows = await shown(db)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** By their name in any case. */
export const selectAuthor = (db: Db, username: string): Promise<GuestAuthor | undefined> =>
  shown(db)
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()

/** The id of a member of that name whom the viewer may see. */
export async function selectNamed(db: Db, viewerId: string, username: string): Promise<string | null> {
  const member = await db
    .selectFrom('members')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('pending_since', 'is', null)
    .where(maySee(viewerId, 'id'))
    .executeTakeFirst()
  return member?.id ?? null
}

/**
 * Finds a member's list by the end of its id, only among lists that the viewer may see listed: so short an end could
 * be guessed, and lists that are only for whoever has the address must not be found.
 */
export async function selectListId(
  db: Db,
  viewerId: string,
  memberId: string,
  key: string,
): Promise<string | null> {
  const list = await db
    .selectFrom('lists as l')
    .select('l.id')
    .where('l.member_id', '=', memberId)
    .where(sql`right(l.id::text, 8)`, '=', key)
    .where(listVisibleTo(viewerId))
    .orderBy('l.created_at')
    .limit(1)
    .executeTakeFirst()
  return list?.id ?? null
}

/** Addresses of a site map: as many as one may have. */
export const mapSize = 50_000

/** Members who allow search engines to list them, in the order of their ids, after the id `after`. */
export const selectIndexed = (db: Db, after: string) =>
  db
    .selectFrom('members')
    .select(['id', 'username'])
    .where('search_engines', '=', true)
    .where(isPublicProfile)
    .where(isShownToGuests())
    .where('id', '>', after)
    .orderBy('id')
    .limit(mapSize)
    .execute()

/** The public lists of such members, likewise by the ids of the lists. */
export const selectIndexedLists = (db: Db, after: string) =>
  db
    .selectFrom('lists as l')
    .innerJoin('members as m', 'm.id', 'l.member_id')
    .select(['l.id', 'l.title', 'm.username', 'l.updated_at'])
    .where('m.search_engines', '=', true)
    .where(isShownToGuests('m'))
    .where(isForAll('public', 'l'))
    .where('l.id', '>', after)
    .orderBy('l.id')
    .limit(mapSize)
    .execute()

/** Films with public reviews by such members, likewise by their numbers. */
export async function selectReviewedFilms(db: Db, after: number) {
  const first = (behind: RawBuilder<unknown>) => sql`
    select l.film_id from logs l where l.review <> '' and ${isForAll('public', 'l')} and l.film_id > ${behind}
      and exists (select from members m where m.id = l.member_id and m.search_engines and ${isShownToGuests('m')} offset 0)
    order by l.film_id limit 1`
  const { rows } = await sql<{ id: number; title: string }>`
    with recursive reviewed as (
      (${first(sql`${after}`)})
      union all
      select (${first(sql`reviewed.film_id`)}) from reviewed where reviewed.film_id is not null
    )
    select films.id, films.title from (select film_id from reviewed where film_id is not null limit ${mapSize}) found
    join films on films.id = found.film_id order by films.id`.execute(db)
  return rows
}
