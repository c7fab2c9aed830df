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

export async function addToWatchlist(db: Db, memberId: string, filmId: number) {
  await db
    .insertInto('watchlist_items')
    .values({ member_id: memberId, film_id: filmId })
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

export async function favouriteFilmIds(db: Db, memberId: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('favourites')
    .select('film_id')
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('film_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.film_id)
}

export async function overridePath(db: Db, memberId: string, filmId: number): Promise<string | null> {
  const row = await db
    .selectFrom('poster_overrides')
    .select('poster_path')
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .executeTakeFirst()
  return row?.poster_path ?? null
}
