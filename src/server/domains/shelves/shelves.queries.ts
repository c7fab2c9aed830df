import { sql } from 'kysely'
import { keyset, type Order } from '#server/core/keyset.ts'
import type { Cursor } from '#server/core/pagination.ts'
import type { Db } from '#server/db/database.ts'

export async function isOnWatchlist(db: Db, memberId: string, filmId: number): Promise<boolean> {
  const row = await db
    .selectFrom('watchlist_items')
    .select('film_id')
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .executeTakeFirst()
  return row !== undefined
}

/** Answers whether the film was on it. */
export async function removeFromWatchlist(db: Db, memberId: string, filmId: number): Promise<boolean> {
  const result = await db
    .deleteFrom('watchlist_items')
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function addToWatchlist(db: Db, memberId: string, filmId: number, isPrivate: boolean) {
  await db
    .insertInto('watchlist_items')
    .values({ member_id: memberId, film_id: filmId, is_private: isPrivate })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isFavourite(db: Db, memberId: string, filmId: number): Promise<boolean> {
  const row = await db
    .selectFrom('favourites')
    .select('film_id')
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .executeTakeFirst()
  return row !== undefined
}

export async function addFavourite(db: Db, memberId: string, filmId: number) {
  await db
    .insertInto('favourites')
    .values({ member_id: memberId, film_id: filmId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeFavourite(db: Db, memberId: string, filmId: number) {
  await db.deleteFrom('favourites').where('member_id', '=', memberId).where('film_id', '=', filmId).execute()
}

/** A member's hearts, newest first, with the member's own posters. */
export async function favouriteFilms(db: Db, memberId: string, limit: number) {
  const { rows } = await sql<{
    id: number
    title: string
    poster_path: string | null
    override_path: string | null
  }>`
    select f.id, f.title, f.poster_path, o.poster_path as override_path
    from favourites v
    join films f on f.id = v.film_id
    left join poster_overrides o on o.member_id = v.member_id and o.film_id = v.film_id
    where v.member_id = ${memberId}
    order by v.created_at desc, v.film_id desc limit ${limit}`.execute(db)
  return rows
}

export interface WatchlistRow {
  film_id: number
  is_private: boolean
  created_at: Date
  title: string
  poster_path: string | null
  override_path: string | null
  release_date: string
  runtime: number
  vote_average: number
  genre_ids: number[]
  /** What the list goes by, as a cursor has it. */
  sort: string
}

/** What the sorts of a watchlist go by; unknown is the least of all. */
const sortKeys = {
  added: { value: sql`w.created_at`, type: 'timestamptz' },
  release: { value: sql`f.release_date`, type: 'text' },
  rating: { value: sql`f.vote_average`, type: 'real' },
  runtime: { value: sql`f.runtime`, type: 'integer' },
} as const

export type WatchlistSort = keyof typeof sortKeys

/** A member's watchlist as the viewer may see it. */
export async function listWatchlist(
  db: Db,
  whose: { memberId: string; viewerId: string },
  by: { sort: WatchlistSort; order: Order; genre: number | null },
  limit: number,
  cursor: Cursor | null,
): Promise<WatchlistRow[]> {
  const key = sortKeys[by.sort]
  const order = keyset({ ...key, id: sql`w.film_id`, idType: 'integer' }, by.order, cursor)
  const ofGenre = by.genre === null ? sql`` : sql`and ${by.genre} = any(f.genre_ids)`
  const visible = whose.viewerId === whose.memberId ? sql`` : sql`and not w.is_private`
  const { rows } = await sql<WatchlistRow>`
    select w.film_id, w.is_private, w.created_at, f.title, f.poster_path, f.release_date, f.runtime,
      f.vote_average, f.genre_ids, o.poster_path as override_path, ${key.value}::text as sort
    from watchlist_items w
    join films f on f.id = w.film_id
    left join poster_overrides o on o.member_id = w.member_id and o.film_id = w.film_id
    where w.member_id = ${whose.memberId} ${visible} ${ofGenre} and ${order.after}
    order by ${order.by} limit ${limit}`.execute(db)
  return rows
}

/** Answers whether the film is on the watchlist. */
export async function setWatchlistPrivacy(db: Db, memberId: string, filmId: number, isPrivate: boolean) {
  const result = await db
    .updateTable('watchlist_items')
    .set({ is_private: isPrivate })
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
