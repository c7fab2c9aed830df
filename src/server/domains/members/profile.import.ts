import type { Tx } from '#server/context.ts'
import { updateProfile, lockFavourites } from './profile.queries.ts'
import { maxFavourites } from './profile.service.ts'

/**
 * Adds films of an import to the profile, as far as there is room; answers those that were added. None are added where
 * the member chose a film here: `imported` are those that earlier imports added.
 */
export async function importProfileFilms(
  tx: Tx,
  memberId: string,
  films: readonly number[],
  imported: readonly number[],
): Promise<Set<number>> {
  const present = await lockFavourites(tx.db, memberId)
  if (present.some((film) => !imported.includes(film))) return new Set()
  const added = [...new Set(films)]
    .filter((film) => !present.includes(film))
    .slice(0, maxFavourites - present.length)
  if (added.length > 0) await updateProfile(tx.db, memberId, { favorite_film_ids: [...present, ...added] })
  return new Set(added)
}

/** Removes films from the profile; answers how many were on it. */
export async function undoProfileImport(tx: Tx, memberId: string, films: readonly number[]): Promise<number> {
  if (films.length === 0) return 0
  const present = await lockFavourites(tx.db, memberId)
  const left = present.filter((film) => !films.includes(film))
  if (left.length < present.length) await updateProfile(tx.db, memberId, { favorite_film_ids: left })
  return present.length - left.length
}

/** An import only ever takes a member out of sight. */
export const hideFromStrangers = (tx: Tx, memberId: string): Promise<unknown> =>
  updateProfile(tx.db, memberId, { discoverable: false })
