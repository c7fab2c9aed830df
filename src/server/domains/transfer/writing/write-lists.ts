import type { Tx } from '#server/context.ts'
import { bringListFilms, bringLists } from '#server/domains/lists/brought-lists.service.ts'
import { madeLists } from '../import-rows.queries.ts'
import {
  created,
  momentOf,
  shortKey,
  thereAlready,
  tooLong,
  type EntryRow,
  type FilmRow,
  type Target,
  type Written,
} from './target.ts'

const longestTitle = 200
const longestDescription = 5000

/** Lists as such, which some sources name, and films of lists. */
export async function writeLists(
  tx: Tx,
  target: Target,
  lists: readonly (EntryRow | FilmRow)[],
  films: readonly FilmRow[],
): Promise<Written[]> {
  const results = await bringLists(
    tx,
    target.memberId,
    lists.map((one) => ({
      ...listOf(target, one),
      createdAt: momentOf(one.entry, one.row, target.startedAt),
    })),
    target.now,
  )
  const made = lists.map(({ row }, index): Written => {
    const result = results[index]
    return result?.isNew ? created(row, { listId: result.listId }) : thereAlready(row)
  })
  return [...made, ...(await writeListFilms(tx, target, films, made))]
}

async function writeListFilms(
  tx: Tx,
  target: Target,
  rows: readonly FilmRow[],
  lists: readonly Written[],
): Promise<Written[]> {
  if (rows.length === 0) return []
  const films = rows.map((one) => ({
    ...listOf(target, one),
    filmId: one.filmId,
    position: one.entry.list?.position ?? null,
  }))
  const made = new Set([
    ...lists.flatMap((list) => list.listId ?? []),
    ...(target.source === 'scene' ? await madeLists(tx.db, target.importId) : []),
  ])
  const results = await bringListFilms(tx, target.memberId, films, {
    createdAt: target.startedAt,
    made,
    now: target.now,
  })
  return rows.map(({ row }, index): Written => {
    const result = results[index]
    if (!result || result.came === 'full') return tooLong(row)
    return result.came === 'there' ? thereAlready(row) : created(row, { listId: result.listId })
  })
}

const listOf = (target: Target, { entry: { list } }: EntryRow | FilmRow) => ({
  key: shortKey(`${target.source}:${list?.key ?? ''}`),
  title: list?.title.trim().slice(0, longestTitle).toWellFormed() || 'List',
  description: (list?.description ?? '').slice(0, longestDescription).toWellFormed(),
  isPrivate: list?.isPrivate ?? target.privateLists,
  isRanked: list?.isRanked ?? false,
})
