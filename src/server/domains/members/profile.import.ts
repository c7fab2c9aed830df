import type { Audiences } from '#shared/audience.ts'
import type { Tx } from '#server/context.ts'
import {
  selectAskable,
  updateLocked,
  upsertRequests,
  withdrawRequestsSince,
} from './follow-requests.queries.ts'
import { declinedSince } from './follow-requests.service.ts'
import { deleteFollowsSince, insertFollows, selectFollowedSince } from './follows.queries.ts'
import { lockMembers, selectMemberIds } from './members.queries.ts'
import { defaultFilmTitles, type FilmTitleChoice } from '#shared/film-titles.ts'
import { defaultSpoilers, type SpoilerChoice } from '#shared/spoiler-choice.ts'
import { lockFavourites, narrowAudiences, importChoices, updateProfile } from './profile.queries.ts'
import { maxFavourites } from './profile.service.ts'

/**
 * Adds films of an import to the profile while there is room; answers those that were added. None are added when the
 * member has chosen films here: `imported` are those that earlier imports added.
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

/**
 * Removes films from the profile, unless the member chose there since: `imported` are those that imports added. Answers how
 * many went and how many stay.
 */
export async function undoProfileImport(
  tx: Tx,
  memberId: string,
  films: readonly number[],
  imported: readonly number[],
): Promise<{ removed: number; kept: number }> {
  const present = await lockFavourites(tx.db, memberId)
  const left = present.filter((film) => !films.includes(film))
  const count = present.length - left.length
  if (present.some((film) => !films.includes(film) && !imported.includes(film)))
    return { removed: 0, kept: count }
  if (count > 0) await updateProfile(tx.db, memberId, { favorite_film_ids: left })
  return { removed: count, kept: 0 }
}

export interface ImportedSettings {
  /** The member does not want to be suggested to others. */
  isHidden?: boolean
  /** The account was locked: others had to ask before following. */
  isLocked?: boolean
  filmTitles?: FilmTitleChoice | undefined
  lesserKnownFilms?: boolean | undefined
  spoilers?: SpoilerChoice | undefined
  audiences?: Partial<Audiences> | undefined
}

/**
 * Imports settings that the member has not changed here, since changes here are newer. An import only ever makes a
 * member less visible.
 */
export async function importSettings(
  tx: Tx,
  memberId: string,
  {
    isHidden = false,
    isLocked = false,
    filmTitles = defaultFilmTitles,
    lesserKnownFilms = false,
    spoilers = defaultSpoilers,
    audiences = {},
  }: ImportedSettings,
): Promise<void> {
  if (isHidden) await updateProfile(tx.db, memberId, { discoverable: false })
  if (isLocked) await updateLocked(tx.db, memberId, { locked: true })
  await importChoices(tx.db, memberId, { titles: filmTitles, lesserKnown: lesserKnownFilms, spoilers })
  await narrowAudiences(tx.db, memberId, audiences)
}

/**
 * Imports follows without notifying anybody, locking members in the order of their ids; locked accounts get a
 * request. Answers, by the given usernames, who exists here and whether the follow is new; members do not follow
 * themselves.
 */
export async function importFollows(
  tx: Tx,
  memberId: string,
  given: readonly { username: string; at: Date }[],
  now: Date,
): Promise<Map<string, boolean>> {
  if (given.length === 0) return new Map()
  const found = await selectMemberIds(
    tx.db,
    given.map(({ username }) => username),
  )
  const follows = given.flatMap(({ username, at }) => {
    const id = found.get(username.toLowerCase())
    return id === undefined || id === memberId ? [] : { username, id, at }
  })
  const locked = new Set(await lockMembers(tx.db, [memberId, ...follows.map(({ id }) => id)]))
  const here = follows.filter(({ id }) => locked.has(id))
  const added = await insertFollows(tx.db, memberId, here)
  const askable = await selectAskable(
    tx.db,
    memberId,
    here.map(({ id }) => id),
  )
  const requests = here.filter(({ id }) => askable.has(id))
  const asked = await upsertRequests(tx.db, memberId, requests, declinedSince(now))
  return new Map(here.map(({ username, id }) => [username, added.has(id) || asked.has(id)]))
}

/**
 * Deletes those of a member's follows that began at these times, and withdraws requests of these times that still
 * wait; answers how many.
 */
export async function undoFollows(tx: Tx, memberId: string, moments: readonly Date[]): Promise<number> {
  if (moments.length === 0) return 0
  await lockMembers(tx.db, [memberId, ...(await selectFollowedSince(tx.db, memberId, moments))])
  return (
    (await deleteFollowsSince(tx.db, memberId, moments)) +
    (await withdrawRequestsSince(tx.db, memberId, moments))
  )
}
