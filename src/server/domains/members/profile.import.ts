import type { Tx } from '#server/context.ts'
import { changeProfile, lockFavourites } from './profile.queries.ts'
import { maxFavourites } from './profile.service.ts'

/**
 * Puts films that a member brings along on the profile, as far as there is room; answers those that were put there.
 * Nothing beside films that the member chose here: `brought` are those that came before.
 */
export async function bringProfileFilms(
  tx: Tx,
  memberId: string,
  films: readonly number[],
  brought: readonly number[],
): Promise<Set<number>> {
  const present = await lockFavourites(tx.db, memberId)
  if (present.some((film) => !brought.includes(film))) return new Set()
  const added = [...new Set(films)]
    .filter((film) => !present.includes(film))
    .slice(0, maxFavourites - present.length)
  if (added.length > 0) await changeProfile(tx.db, memberId, { favorite_film_ids: [...present, ...added] })
  return new Set(added)
}

/** Takes films off the profile; answers how many were on it. */
export async function takeOffProfile(tx: Tx, memberId: string, films: readonly number[]): Promise<number> {
  if (films.length === 0) return 0
  const present = await lockFavourites(tx.db, memberId)
  const left = present.filter((film) => !films.includes(film))
  if (left.length < present.length) await changeProfile(tx.db, memberId, { favorite_film_ids: left })
  return present.length - left.length
}
