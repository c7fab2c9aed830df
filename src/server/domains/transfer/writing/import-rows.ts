import type { Tx } from '#server/context.ts'
import { importFilmRatings } from '#server/domains/logs/logs.import.ts'
import { importProfileFilms } from '#server/domains/members/profile.import.ts'
import { importPosters } from '#server/domains/posters/posters.import.ts'
import { importShelf, type Shelf } from '#server/domains/shelves/shelves.import.ts'
import { audienceOf, type ImportEntry } from '../entry.ts'
import { selectProfileFilms } from './writing.queries.ts'
import {
  created,
  leftOut,
  momentOf,
  thereAlready,
  type EntryRow,
  type FilmEntryRow,
  type Target,
  type RowResult,
} from './target.ts'
import { importSocialRows } from './import-social-rows.ts'
import { importListRows } from './import-list-rows.ts'
import { importDiaryRows } from './import-diary-rows.ts'
import { importFilmRows } from './import-film-rows.ts'

/**
 * Writes rows into a member's history; the caller has called `lockMemberLogs`, and the films are known. The number of
 * statements does not grow with the rows.
 */
export async function importRows(
  tx: Tx,
  target: Target,
  rows: readonly (FilmEntryRow | EntryRow)[],
): Promise<RowResult[]> {
  const films = rows.filter((row) => row.filmId !== null)
  const of = (kind: ImportEntry['kind']) => films.filter((row) => row.entry.kind === kind)
  return [
    ...(await importLogRows(tx, target, films)),
    ...(await importShelfRows(tx, target, 'favourites', of('favourite'))),
    ...(await importShelfRows(tx, target, 'watchlist_items', of('watchlist'))),
    ...(await importListRows(
      tx,
      target,
      rows.filter((row) => row.entry.kind === 'list'),
      of('list-film'),
    )),
    ...(await importPosterRows(tx, target, of('poster'))),
    ...(await importSocialRows(
      tx,
      target,
      rows.filter((row): row is EntryRow => socialKinds.has(row.entry.kind)),
    )),
    ...(await importFilmRatingRows(tx, target, of('film-rating'))),
    ...(await importProfileRows(tx, target, of('profile-favourite'))),
  ]
}

const socialKinds: ReadonlySet<ImportEntry['kind']> = new Set(['follow', 'comment', 'like'])

async function importShelfRows(tx: Tx, target: Target, shelf: Shelf, rows: readonly FilmEntryRow[]) {
  // The first row of a film counts.
  const films = new Map(rows.toReversed().map((one) => [one.filmId, one]))
  const added = await importShelf(
    tx,
    shelf,
    target.memberId,
    [...films.values()].map(({ filmId, entry, row }) => ({
      filmId,
      at: momentOf(entry, row, target.startedAt),
      audience: audienceOf(entry),
    })),
  )
  return rows.map((one) =>
    added.has(one.filmId) && films.get(one.filmId) === one ? created(one.row) : thereAlready(one.row),
  )
}

async function importProfileRows(tx: Tx, target: Target, rows: readonly FilmEntryRow[]) {
  if (rows.length === 0) return []
  const added = await importProfileFilms(
    tx,
    target.memberId,
    rows.map((row) => row.filmId),
    await selectProfileFilms(tx.db, target.importId),
  )
  return rows.map(({ row, filmId }) => (added.delete(filmId) ? created(row) : leftOut(row)))
}

/**
 * The last row of a film counts. Ratings of films without a log are skipped, since only films that were seen can be
 * rated.
 */
async function importFilmRatingRows(tx: Tx, target: Target, rows: readonly FilmEntryRow[]) {
  const films = new Map(rows.map((one) => [one.filmId, one]))
  const added = await importFilmRatings(
    tx,
    target,
    [...films.values()].map(({ filmId, entry, row }) => ({
      filmId,
      rating: entry.rating,
      setAt: momentOf(entry, row, target.startedAt),
      isDayKnown: true,
    })),
  )
  return rows.map((one) =>
    added.has(one.filmId) && films.get(one.filmId) === one ? created(one.row) : thereAlready(one.row),
  )
}

/** Posters that this installation does not have were removed from the entries before. */
async function importPosterRows(tx: Tx, { memberId }: Target, rows: readonly FilmEntryRow[]) {
  const posters = new Map(rows.flatMap(({ filmId, entry: { poster } }) => (poster ? [[filmId, poster]] : [])))
  const added = await importPosters(
    tx,
    memberId,
    [...posters].map(([filmId, path]) => ({ filmId, path })),
  )
  return rows.map(({ row, filmId, entry: { poster } }) => {
    if (!poster) return leftOut(row)
    return posters.get(filmId) === poster && added.delete(filmId) ? created(row) : thereAlready(row)
  })
}

/**
 * Writes rows that create or fill logs. The order of the files makes no difference: the result is as if entries of a
 * diary had come first, then reviews, then stars, then films seen on no known day. What the member has already, or
 * changed, stays.
 */
async function importLogRows(tx: Tx, target: Target, rows: readonly FilmEntryRow[]): Promise<RowResult[]> {
  const of = (kind: ImportEntry['kind']) => rows.filter((row) => row.entry.kind === kind)
  const entries = await importDiaryRows(tx, target, [...of('log'), ...of('review')])
  const films = await importFilmRows(tx, target, [...of('rating'), ...of('seen')], entries.changed)
  return [...entries.written, ...films]
}
