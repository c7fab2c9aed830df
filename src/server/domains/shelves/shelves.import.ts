import type { Tx } from '#server/context.ts'
import * as queries from './shelves.import.queries.ts'
import type { Shelf } from './shelves.queries.ts'

export type { Shelf }

/**
 * Puts films of an import on a shelf, as of when they came there; answers those that were not on it.
 * `isPrivate` is of the watchlist only.
 */
export async function importShelf(
  tx: Tx,
  shelf: Shelf,
  memberId: string,
  films: readonly { filmId: number; at: Date; isPrivate: boolean }[],
): Promise<Set<number>> {
  return new Set(films.length > 0 ? await queries.insertFilms(tx.db, shelf, memberId, films) : [])
}

/** Takes them off again; what the member put there since, or made private or public, stays. */
export async function undoShelfImport(
  tx: Tx,
  shelf: Shelf,
  memberId: string,
  films: readonly { filmId: number; since: Date; isPrivate: boolean }[],
): Promise<{ removed: number; kept: number }> {
  return films.length > 0 ? queries.deleteFilms(tx.db, shelf, memberId, films) : { removed: 0, kept: 0 }
}
