import { v7 as uuidv7 } from 'uuid'
import { mostFilms } from '#shared/api/lists.ts'
import type { Tx } from '#server/context.ts'
import * as queries from './brought-lists.queries.ts'
import { listSearchText } from './lists.service.ts'

/** A film of a list that a member brings along. `key` tells the list when it is brought again. */
export interface BroughtFilm {
  filmId: number
  key: string
  title: string
  description: string
  /** Of a list that does not exist yet. */
  isPrivate: boolean
  isRanked: boolean
  /** From 1; null puts it at the end. */
  position: number | null
}

export interface BroughtTo {
  listId: string
  came: 'added' | 'there' | 'full'
}

interface Options {
  /** When lists of this time are told to be new: their films stand where they stood. */
  createdAt: Date
  now: Date
}

/**
 * Puts films into a member's lists, which are made when they are first named: in the places that they had, or at the
 * end of a list that was there before. Answers what became of each, in order. The statements are as many for much as
 * for little.
 */
export async function bringListFilms(
  tx: Tx,
  memberId: string,
  films: readonly BroughtFilm[],
  options: Options,
): Promise<BroughtTo[]> {
  if (films.length === 0) return []
  const lists = await holdLists(tx, memberId, films, options)
  const wanted = films.map((film) => ({ film, list: listOf(lists, film) }))
  const ids = wanted.map(({ film, list }) => ({ listId: list.id, filmId: film.filmId }))
  const present = new Set((await queries.presentFilms(tx.db, ids)).map(nameOf))
  const placed: (queries.ListFilm & { position: number })[] = []
  const results = wanted.map(({ film, list }): BroughtTo => {
    const one = { listId: list.id, filmId: film.filmId }
    if (present.has(nameOf(one))) return { listId: list.id, came: 'there' }
    if (list.filmsCount >= mostFilms) return { listId: list.id, came: 'full' }
    const isNew = list.createdAt.getTime() === options.createdAt.getTime()
    const position = isNew && film.position !== null ? film.position - 1 : list.lastPosition + 1
    present.add(nameOf(one))
    placed.push({ ...one, position })
    list.filmsCount++
    list.lastPosition = Math.max(list.lastPosition, position)
    return { listId: list.id, came: 'added' }
  })
  if (placed.length > 0) await queries.insertFilms(tx.db, placed, options.now)
  return results
}

const nameOf = ({ listId, filmId }: queries.ListFilm) => `${listId}:${filmId}`

function listOf(lists: ReadonlyMap<string, queries.BroughtList>, { key }: BroughtFilm) {
  const list = lists.get(key)
  if (!list) throw new Error('a list was not made')
  return list
}

async function holdLists(tx: Tx, memberId: string, films: readonly BroughtFilm[], options: Options) {
  const named = new Map(films.map((film) => [film.key, film]))
  const known = await queries.lockByKeys(tx.db, memberId, [...named.keys()])
  const lists = new Map(known.map((list) => [list.key, list]))
  const missing = [...named.values()]
    .filter(({ key }) => !lists.has(key))
    .map(({ key, title, description, isPrivate, isRanked }) => ({
      id: uuidv7(),
      key,
      title,
      searchText: listSearchText(title),
      description,
      isPrivate,
      isRanked,
    }))
  if (missing.length === 0) return lists
  await queries.insertLists(tx.db, memberId, missing, options)
  for (const { id, key } of missing)
    lists.set(key, { id, key, createdAt: options.createdAt, filmsCount: 0, lastPosition: -1 })
  return lists
}

/**
 * Takes films out of lists again; lists that then have none go. A list that its member changed since an import last
 * wrote it stays whole.
 */
export async function takeBackListFilms(
  tx: Tx,
  memberId: string,
  films: readonly queries.ListFilm[],
  now: Date,
): Promise<{ removed: number; kept: number }> {
  if (films.length === 0) return { removed: 0, kept: 0 }
  const lists = await queries.lockBrought(tx.db, memberId, [...new Set(films.map((film) => film.listId))])
  const edited = new Set(lists.filter((list) => list.edited).map((list) => list.id))
  const kept = await queries.presentFilms(
    tx.db,
    films.filter((film) => edited.has(film.listId)),
  )
  const others = lists.filter((list) => !list.edited).map((list) => list.id)
  const removed = await queries.deleteFilms(
    tx.db,
    films.filter((film) => others.includes(film.listId)),
    now,
  )
  await queries.deleteEmpty(tx.db, others)
  return { removed, kept: kept.length }
}
