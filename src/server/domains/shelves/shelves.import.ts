import type { Audience } from '#shared/audience.ts'
import type { Tx } from '#server/context.ts'
import * as queries from './shelves.import.queries.ts'
import type { Shelf } from './shelves.queries.ts'

export type { Shelf }

/**
 * Adds imported films to a shelf, with their original times, and their audience or else the member's default; answers
 * those that were not on it.
 */
export async function importShelf(
  tx: Tx,
  shelf: Shelf,
  memberId: string,
  films: readonly { filmId: number; at: Date; audience: Audience | undefined }[],
): Promise<Set<number>> {
  return new Set(films.length > 0 ? await queries.insertFilms(tx.db, shelf, memberId, films) : [])
}

/** Removes imported films, except those that the member put there again or gave another audience since. */
export async function undoShelfImport(
  tx: Tx,
  shelf: Shelf,
  memberId: string,
  films: readonly { filmId: number; since: Date; audience: Audience | undefined }[],
): Promise<{ removed: number; kept: number }> {
  return films.length > 0 ? queries.deleteFilms(tx.db, shelf, memberId, films) : { removed: 0, kept: 0 }
}
