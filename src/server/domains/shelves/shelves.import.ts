import type { Audience } from '#shared/audience.ts'
import type { Tx } from '#server/context.ts'
import * as queries from './shelves.import.queries.ts'
import type { Shelf } from './shelves.queries.ts'

export type { Shelf }

/**
 * Puts films of an import on a shelf, as of when they came there, for whom they are given, else as the member's new ones;
 * answers those that were not on it.
 */
export async function importShelf(
  tx: Tx,
  shelf: Shelf,
  memberId: string,
  films: readonly { filmId: number; at: Date; audience: Audience | undefined }[],
): Promise<Set<number>> {
  return new Set(films.length > 0 ? await queries.insertFilms(tx.db, shelf, memberId, films) : [])
}

/** Takes them off again; what the member put there since, or gave another audience, stays. */
export async function undoShelfImport(
  tx: Tx,
  shelf: Shelf,
  memberId: string,
  films: readonly { filmId: number; since: Date; audience: Audience | undefined }[],
): Promise<{ removed: number; kept: number }> {
  return films.length > 0 ? queries.deleteFilms(tx.db, shelf, memberId, films) : { removed: 0, kept: 0 }
}
