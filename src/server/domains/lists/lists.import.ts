import { v7 as uuidv7 } from 'uuid'
import type { Audience } from '#shared/audience.ts'
import { maxFilms } from '#shared/api/lists.ts'
import type { Context, Tx } from '#server/context.ts'
import { importMarks, undoMarks, type GivenMark } from '#server/core/toggle.ts'
import { claim, removeMedia } from '#server/domains/media/media.service.ts'
import * as queries from './lists.import.queries.ts'
import { likes, listSearchText, releaseCover, saves } from './lists.service.ts'

/**
 * A list of an import. It is recognised by any of `keys` when it is imported again, and stored under the first. The
 * other fields are for a list that has to be made.
 */
interface NamedList {
  keys: readonly string[]
  title: string
  description: string
  tags: readonly string[]
  /** When undefined, the audience that the member chose for new lists. */
  audience: Audience | undefined
  isRanked: boolean
}

export interface ImportedListFilm extends NamedList {
  filmId: number
  /** From 1; null puts it at the end. */
  position: number | null
  note: string
}

export interface ListFilmOutcome {
  listId: string
  came: 'added' | 'there' | 'full'
}

interface Options {
  /**
   * The time of creation of lists that are made for these films. In lists of exactly this time, films get the
   * positions that they had.
   */
  createdAt: Date
  /** Ids of other lists that are new. */
  made: ReadonlySet<string>
  now: Date
}

/** Creates those lists that do not exist, without films; answers the ids of all, in order. */
export async function importLists(
  tx: Tx,
  memberId: string,
  lists: readonly (NamedList & { createdAt: Date })[],
  now: Date,
): Promise<{ listId: string; isNew: boolean }[]> {
  if (lists.length === 0) return []
  const { all, made } = await lockLists(tx, memberId, lists, now)
  return lists.map((list) => {
    const { id } = listOf(all, list)
    // A list that is named twice is new only the first time.
    return { listId: id, isNew: made.delete(id) }
  })
}

/**
 * Adds films to a member's lists, which are created when they are first named: at their old positions, or at the end
 * of a list that existed before. A film that is there without a note gets one, unless the member changed the list
 * since. Answers what happened to each, in order. The number of statements does not grow with the import.
 */
export async function importListFilms(
  tx: Tx,
  memberId: string,
  films: readonly ImportedListFilm[],
  options: Options,
): Promise<ListFilmOutcome[]> {
  if (films.length === 0) return []
  const { createdAt, now } = options
  const { all: lists } = await lockLists(
    tx,
    memberId,
    films.map((film) => ({ ...film, createdAt })),
    now,
  )
  const wanted = films.map((film) => ({ film, list: listOf(lists, film) }))
  const ids = wanted.map(({ film, list }) => ({ listId: list.id, filmId: film.filmId }))
  const present = new Set((await queries.selectPresentFilms(tx.db, ids)).map(nameOf))
  const placed: queries.ListFilmPlace[] = []
  const noted: queries.ListFilmNote[] = []
  const results = wanted.map(({ film, list }): ListFilmOutcome => {
    const one = { listId: list.id, filmId: film.filmId }
    if (present.has(nameOf(one))) {
      if (film.note !== '') noted.push({ ...one, note: film.note })
      return { listId: list.id, came: 'there' }
    }
    if (list.filmsCount >= maxFilms) return { listId: list.id, came: 'full' }
    const isNew = list.createdAt.getTime() === createdAt.getTime() || options.made.has(list.id)
    const position = isNew && film.position !== null ? film.position - 1 : list.lastPosition + 1
    present.add(nameOf(one))
    placed.push({ ...one, position, note: film.note })
    list.filmsCount++
    list.lastPosition = Math.max(list.lastPosition, position)
    return { listId: list.id, came: 'added' }
  })
  if (placed.length > 0) await queries.insertFilms(tx.db, placed, now)
  if (noted.length > 0) await queries.fillNotes(tx.db, noted)
  return results
}

const nameOf = ({ listId, filmId }: queries.ListFilmPair) => `${listId}:${filmId}`

function listOf(lists: ReadonlyMap<string, queries.ImportedList>, { keys }: NamedList) {
  const list = keys.map((key) => lists.get(key)).find((found) => found !== undefined)
  if (!list) throw new Error('a list was not made')
  return list
}

/** All lists that are named, locked, by their keys; and the ids of those that were created. */
async function lockLists(
  tx: Tx,
  memberId: string,
  wanted: readonly (NamedList & { createdAt: Date })[],
  now: Date,
) {
  const known = await queries.lockByKeys(tx.db, memberId, [...new Set(wanted.flatMap((list) => list.keys))])
  const lists = new Map<string, queries.ImportedList>()
  for (const list of known) {
    lists.set(`scene:${list.id}`, list)
    if (list.importKey !== null) lists.set(list.importKey, list)
  }
  const missing: (queries.NewImportedList & { filmsCount: number; lastPosition: number })[] = []
  for (const { keys, title, description, tags, audience, isRanked, createdAt } of wanted) {
    const [importKey = ''] = keys
    if (keys.some((key) => lists.has(key))) continue
    const list = {
      id: uuidv7(),
      importKey,
      title,
      searchText: listSearchText(title),
      description,
      tags,
      audience,
      isRanked,
      createdAt,
      filmsCount: 0,
      lastPosition: -1,
    }
    missing.push(list)
    for (const key of keys) lists.set(key, list)
  }
  if (missing.length > 0) await queries.insertLists(tx.db, memberId, missing, now)
  return { all: lists, made: new Set(missing.map((list) => list.id)) }
}

/** Sets a stored picture as the cover of an imported list; this does not count as a change by the member. */
export async function showCover(tx: Tx, memberId: string, listId: string, path: string): Promise<void> {
  await claim(tx, path, memberId, 'cover')
  await queries.updateCover(tx.db, listId, path)
}

/**
 * Removes imported films from lists; lists that are then empty are deleted, except those that were imported empty. A
 * list that the member changed after the import stays as it is.
 */
export async function undoListFilmImport(
  ctx: Context,
  tx: Tx,
  memberId: string,
  films: readonly queries.ListFilmPair[],
  stayingEmpty: readonly string[],
): Promise<{ removed: number; kept: number }> {
  if (films.length === 0) return { removed: 0, kept: 0 }
  const lists = await queries.lockImported(tx.db, memberId, [...new Set(films.map((film) => film.listId))])
  const edited = new Set(lists.filter((list) => list.edited).map((list) => list.id))
  const kept = await queries.selectPresentFilms(
    tx.db,
    films.filter((film) => edited.has(film.listId)),
  )
  const others = lists.filter((list) => !list.edited).map((list) => list.id)
  const removed = await queries.deleteFilms(
    tx.db,
    films.filter((film) => others.includes(film.listId)),
    ctx.now(),
  )
  await deleteEmpty(
    ctx,
    tx,
    memberId,
    others.filter((list) => !stayingEmpty.includes(list)),
  )
  return { removed, kept: kept.length }
}

/**
 * Deletes imported lists: at once, or with the last of the films that came along. One that the member changed since
 * stays.
 */
export async function undoListImport(
  ctx: Context,
  tx: Tx,
  memberId: string,
  ids: readonly string[],
): Promise<{ removed: number; kept: number }> {
  if (ids.length === 0) return { removed: 0, kept: 0 }
  const lists = await queries.lockImported(tx.db, memberId, [...ids])
  const unchanged = lists.filter((list) => !list.edited).map((list) => list.id)
  await deleteEmpty(ctx, tx, memberId, unchanged)
  return { removed: unchanged.length + (ids.length - lists.length), kept: lists.length - unchanged.length }
}

async function deleteEmpty(ctx: Context, tx: Tx, memberId: string, ids: string[]): Promise<void> {
  const { covers, pictures } = await queries.deleteEmpty(tx.db, ids)
  await removeMedia(ctx, tx, pictures)
  for (const cover of covers) await releaseCover(ctx, tx, { member_id: memberId, cover })
}

const marks = { list: likes, 'saved-list': saves }
export type ListMark = keyof typeof marks

/**
 * Imports likes or saves of lists without notifying anybody; answers the lists that exist here, and which marks are
 * new.
 */
export const importListMarks = (tx: Tx, kind: ListMark, memberId: string, given: readonly GivenMark[]) =>
  importMarks(tx.db, marks[kind], memberId, given, queries.givenLists(memberId))

/** Lists by their ids where they were exported; only those that exist here and that the member may see. */
export const listsByGivenId = (
  tx: Tx,
  memberId: string,
  given: readonly { id: string; by: string | null }[],
) => queries.selectListsByGivenId(tx.db, memberId, given)

export const undoListMarks = (tx: Tx, kind: ListMark, memberId: string, moments: readonly Date[]) =>
  undoMarks(tx.db, marks[kind], memberId, moments)
