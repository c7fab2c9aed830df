import type { Tx } from '#server/context.ts'
import * as queries from './shelves.import.queries.ts'

export type { Shelf } from './shelves.import.queries.ts'

/**
 * Puts films that a member brings along on a shelf, as of when they came there; answers those that were not on it.
 * `isPrivate` is of the watchlist only.
 */
export async function bringToShelf(
  tx: Tx,
  shelf: queries.Shelf,
  memberId: string,
  films: readonly { filmId: number; at: Date; isPrivate: boolean }[],
): Promise<Set<number>> {
  return new Set(films.length > 0 ? await queries.putFilms(tx.db, shelf, memberId, films) : [])
}

/** Takes them off again; what the member put there since, or made private or public, stays. */
export async function undoShelfImport(
  tx: Tx,
  shelf: queries.Shelf,
  memberId: string,
  films: readonly { filmId: number; since: Date; isPrivate: boolean }[],
): Promise<{ removed: number; kept: number }> {
  return films.length > 0 ? queries.takeFilms(tx.db, shelf, memberId, films) : { removed: 0, kept: 0 }
}
