import type { Tx } from '#server/context.ts'
import { bringListFilms } from '#server/domains/lists/brought-lists.service.ts'
import { bringProfileFilms } from '#server/domains/members/profile-films.service.ts'
import { bringToShelf, type Shelf } from '#server/domains/shelves/many-films.service.ts'
import type { Entry } from '../entry.ts'
import { profileFilms } from '../import-rows.queries.ts'
import {
  created,
  leftOut,
  momentOf,
  shortKey,
  thereAlready,
  tooLong,
  type FilmRow,
  type Target,
  type Written,
} from './target.ts'
import { writeLogs } from './write-logs.ts'

/**
 * Writes what rows say into a member's history; the caller has `holdLogs`. As many statements for much as for
 * little. The films are known.
 */
export async function writeRows(tx: Tx, target: Target, rows: readonly FilmRow[]): Promise<Written[]> {
  const of = (kind: Entry['kind']) => rows.filter((row) => row.entry.kind === kind)
  return [
    ...(await writeLogs(tx, target, rows)),
    ...(await writeShelf(tx, target, 'favourites', of('favourite'))),
    ...(await writeShelf(tx, target, 'watchlist_items', of('watchlist'))),
    ...(await writeListFilms(tx, target, of('list-film'))),
    ...(await writeProfileFilms(tx, target, of('profile-favourite'))),
  ]
}

async function writeShelf(tx: Tx, target: Target, shelf: Shelf, rows: readonly FilmRow[]) {
  // The first row of a film counts.
  const films = new Map(rows.toReversed().map((one) => [one.filmId, one]))
  const added = await bringToShelf(
    tx,
    shelf,
    target.memberId,
    [...films.values()].map(({ filmId, entry, row }) => ({
      filmId,
      at: momentOf(entry, row, target.startedAt),
      isPrivate: entry.isPrivate ?? false,
    })),
  )
  return rows.map((one) =>
    added.has(one.filmId) && films.get(one.filmId) === one ? created(one.row) : thereAlready(one.row),
  )
}

const longestTitle = 200
const longestDescription = 5000

async function writeListFilms(tx: Tx, target: Target, rows: readonly FilmRow[]) {
  const films = rows.map(({ filmId, entry: { list } }) => ({
    filmId,
    key: shortKey(`${target.source}:${list?.key ?? ''}`),
    title: list?.title.trim().slice(0, longestTitle).toWellFormed() || 'List',
    description: (list?.description ?? '').slice(0, longestDescription).toWellFormed(),
    position: list?.position ?? null,
    isPrivate: list?.isPrivate ?? target.privateLists,
    isRanked: list?.isRanked ?? false,
  }))
  const results = await bringListFilms(tx, target.memberId, films, {
    createdAt: target.startedAt,
    now: target.now,
  })
  return rows.map(({ row }, index): Written => {
    const result = results[index]
    if (!result || result.came === 'full') return tooLong(row)
    return result.came === 'there' ? thereAlready(row) : created(row, { listId: result.listId })
  })
}

async function writeProfileFilms(tx: Tx, target: Target, rows: readonly FilmRow[]) {
  if (rows.length === 0) return []
  const added = await bringProfileFilms(
    tx,
    target.memberId,
    rows.map((row) => row.filmId),
    await profileFilms(tx.db, target.importId),
  )
  return rows.map(({ row, filmId }) => (added.delete(filmId) ? created(row) : leftOut(row)))
}
