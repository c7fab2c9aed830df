import type { Tx } from '#server/context.ts'
import * as queries from './posters.import.queries.ts'

/**
 * Imports chosen posters, which the caller has checked by `requirePoster`. Existing choices stay. Answers the films
 * that got one.
 */
export async function importPosters(
  tx: Tx,
  memberId: string,
  posters: readonly queries.ChosenPoster[],
): Promise<Set<number>> {
  return new Set(posters.length > 0 ? await queries.insertPosters(tx.db, memberId, posters) : [])
}

/** Deletes imported choices, except those that the member changed since. */
export async function undoPosterImport(
  tx: Tx,
  memberId: string,
  posters: readonly queries.ChosenPoster[],
): Promise<{ removed: number; kept: number }> {
  const removed = posters.length > 0 ? await queries.deletePosters(tx.db, memberId, posters) : 0
  return { removed, kept: posters.length - removed }
}
