import { sql } from 'kysely'
import { isForViewer, isPartForViewer, maySeeWritten } from '#server/core/audience.ts'
import { keyset, type KeysetPage } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'

/** Whose posters, and who looks. */
interface PostersOf {
  memberId: string
  viewerId: string
}

/**
 * Whether a viewer sees the poster that a member chose for a film: when they may see the member's log, shelf item,
 * list or profile with the film, or when only the profile has it.
 */
function isShown({ memberId, viewerId }: PostersOf) {
  if (memberId === viewerId) return sql<boolean>`true`
  const has = (table: 'logs' | 'watchlist_items' | 'favourites', which = sql``) => sql`exists (
    select from ${sql.table(table)} t where t.member_id = ${memberId} and t.film_id = poster_overrides.film_id ${which})`
  const isListed = (which = sql``) => sql`exists (
    select from list_films f join lists l on l.id = f.list_id
    where l.member_id = ${memberId} and f.film_id = poster_overrides.film_id ${which})`
  const isInFour = (which = sql``) => sql`exists (
    select from members where id = ${memberId} and poster_overrides.film_id = any (favorite_film_ids) ${which})`
  const isForThem = sql`and ${isForViewer(viewerId, 't')}`
  return sql<boolean>`(
    ${has('logs', sql`and ${maySeeWritten(viewerId, 't')}`)} or ${has('watchlist_items', isForThem)} or ${has('favourites', isForThem)}
    or ${isListed(sql`and ${maySeeWritten(viewerId, 'l')}`)} or ${isInFour(sql`and ${isPartForViewer(viewerId, 'favourites')}`)}
    or not (${has('logs')} or ${has('watchlist_items')} or ${has('favourites')} or ${isListed()} or ${isInFour()})
      and exists (select from members where id = ${memberId} and ${isPartForViewer(viewerId, 'profile')}))`
}

/** The posters that a member chose for the films; films without one are absent. */
export function selectPosters(db: Db, of: PostersOf, filmIds: number[]) {
  return db
    .selectFrom('poster_overrides')
    .select(['film_id', 'poster_path'])
    .where('member_id', '=', of.memberId)
    .where('film_id', '=', sql<number>`any(${filmIds}::integer[])`)
    .where(isShown(of))
    .execute()
}

/** Stores the choice, in place of an earlier one. */
export async function upsertPoster(db: Db, memberId: string, filmId: number, path: string): Promise<void> {
  await db
    .insertInto('poster_overrides')
    .values({ member_id: memberId, film_id: filmId, poster_path: path })
    .onConflict((conflict) => conflict.columns(['member_id', 'film_id']).doUpdateSet({ poster_path: path }))
    .execute()
}

export async function deletePoster(db: Db, memberId: string, filmId: number): Promise<void> {
  await db
    .deleteFrom('poster_overrides')
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .execute()
}

export async function selectMemberPosters(db: Db, of: PostersOf, page: KeysetPage) {
  const byFilm = keyset([['film_id', 'integer']], page, 'asc')
  const rows = await db
    .selectFrom('poster_overrides')
    .select(['film_id', 'poster_path', byFilm.key])
    .where('member_id', '=', of.memberId)
    .where(isShown(of))
    .where(byFilm.after)
    .orderBy(byFilm.by)
    .limit(byFilm.limit)
    .execute()
  return byFilm.list(rows)
}
