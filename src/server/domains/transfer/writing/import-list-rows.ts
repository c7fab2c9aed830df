import { writable, writableLine } from '#shared/api/fields.ts'
import { parseTags } from '#shared/tags.ts'
import type { Tx } from '#server/context.ts'
import { importListFilms, importLists } from '#server/domains/lists/lists.import.ts'
import { audienceOf } from '../entry.ts'
import { selectMadeLists } from './writing.queries.ts'
import { cut } from '../reading/values.ts'
import {
  created,
  listKeys,
  momentOf,
  thereAlready,
  tooLong,
  type EntryRow,
  type FilmEntryRow,
  type Target,
  type RowResult,
} from './target.ts'

const maxTitleLength = 200
const maxDescriptionLength = 5000

/** Imports lists themselves, which some sources have, and films of lists. */
export async function importListRows(
  tx: Tx,
  target: Target,
  lists: readonly (EntryRow | FilmEntryRow)[],
  films: readonly FilmEntryRow[],
): Promise<RowResult[]> {
  const results = await importLists(
    tx,
    target.memberId,
    lists.map((one) => ({
      ...listOf(target, one),
      createdAt: momentOf(one.entry, one.row, target.startedAt),
    })),
    target.now,
  )
  const made = lists.map(({ row }, index): RowResult => {
    const result = results[index]
    return result?.isNew ? created(row, { listId: result.listId }) : thereAlready(row)
  })
  return [...made, ...(await importListFilmRows(tx, target, films, made))]
}

async function importListFilmRows(
  tx: Tx,
  target: Target,
  rows: readonly FilmEntryRow[],
  lists: readonly RowResult[],
): Promise<RowResult[]> {
  if (rows.length === 0) return []
  const films = rows.map((one) => ({
    ...listOf(target, one),
    filmId: one.filmId,
    note: one.entry.note ?? '',
    position: one.entry.list?.position ?? null,
  }))
  const made = new Set([
    ...lists.flatMap((list) => list.listId ?? []),
    ...(await selectMadeLists(tx.db, target.importId)),
  ])
  const results = await importListFilms(tx, target.memberId, films, {
    createdAt: target.startedAt,
    made,
    now: target.now,
  })
  return rows.map(({ row }, index): RowResult => {
    const result = results[index]
    if (!result || result.came === 'full') return tooLong(row)
    return result.came === 'there' ? thereAlready(row) : created(row, { listId: result.listId })
  })
}

const listOf = (target: Target, { entry: { list } }: EntryRow | FilmEntryRow) => ({
  keys: listKeys(target.source, list),
  title: cut(writableLine(list?.title ?? '').trim(), maxTitleLength) || 'List',
  description: cut(writable(list?.description ?? ''), maxDescriptionLength),
  tags: parseTags(writableLine((list?.tags ?? []).join(','))),
  audience: audienceOf({ audience: list?.audience, isPrivate: list?.isPrivate ?? target.privateLists }),
  isRanked: list?.isRanked ?? false,
})
