import type { ParsedBody } from '#shared/api/endpoint.ts'
import type { changeList as changeListEndpoint, ListDetail } from '#shared/api/lists.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { requireFilms } from '#server/domains/films/films.service.ts'
import { claim } from '#server/domains/media/media.service.ts'
import * as queries from './list-changing.queries.ts'
import { readList } from './list-detail.service.ts'
import { listSearchText } from './lists.service.ts'
import type { OwnList } from './own-lists.queries.ts'
import { nextUpdate, ownList, releaseCover } from './own-lists.service.ts'

type Body = ParsedBody<typeof changeListEndpoint>

/**
 * Changes one's own list; what the body leaves out stays, `movies` is the whole new order. A change that is there
 * already, as a retry finds it, writes nothing.
 * @throws list.not_found, list.not_yours, list.film_twice, list.changed, film.not_found, film.source_down,
 * request.invalid for a cover that is not the viewer's
 */
export async function changeList(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { movies, basedOn, ...fields }: Body,
): Promise<ListDetail> {
  await ownList(ctx.db, viewer, id)
  const order = movies?.map((film) => film.id)
  if (order) await requireOrder(ctx, id, order)
  await ctx.transact(async (tx) => {
    const list = await ownList(tx.db, viewer, id, { lock: true })
    const change = differences(list, fields)
    const moves = order ? rearrangement(await queries.filmPositions(tx.db, id), order) : null
    if (!moves && Object.keys(change).length === 0) return
    if (basedOn !== undefined && basedOn !== list.updated_at.toISOString()) throw fail('list.changed')
    if (moves) await queries.rearrange(tx.db, id, moves)
    await write(ctx, tx, list, { ...change, ...(order && { films_count: order.length }) })
  })
  return readList(ctx, viewer, id)
}

/** Deletes one's own list with all that hangs on it. @throws list.not_found, list.not_yours */
export async function deleteList(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const list = await ownList(tx.db, viewer, id, { lock: true })
    await queries.deleteList(tx.db, id)
    await releaseCover(ctx, tx, list)
  })
}

/** Each film once, and known: those that the list has are. */
async function requireOrder(ctx: Context, id: string, order: number[]): Promise<void> {
  if (new Set(order).size < order.length) throw fail('list.film_twice')
  const added = await queries.filmsNewTo(ctx.db, id, order)
  if (added.length > 0) await requireFilms(ctx, added)
}

async function write(ctx: Context, tx: Tx, list: OwnList, change: queries.ListChange): Promise<void> {
  if (change.cover) await claim(tx, change.cover, list.member_id, 'cover')
  await queries.changeList(tx.db, list.id, change, nextUpdate(list, ctx.now()))
  if (change.cover !== undefined) await releaseCover(ctx, tx, list)
}

/** Of the fields that are given, those that differ from the list's. */
function differences(list: OwnList, given: Omit<Body, 'movies' | 'basedOn'>): queries.ListChange {
  const { title, isPrivate, isRanked } = given
  const description = given.description?.trim()
  const cover = given.coverImage === undefined ? undefined : given.coverImage || null
  const change: queries.ListChange = {}
  if (title !== undefined && title !== list.title) {
    change.title = title
    change.search_text = listSearchText(title)
  }
  if (description !== undefined && description !== list.description) change.description = description
  if (cover !== undefined && cover !== list.cover) change.cover = cover
  if (isPrivate !== undefined && isPrivate !== list.is_private) change.is_private = isPrivate
  if (isRanked !== undefined && isRanked !== list.is_ranked) change.is_ranked = isRanked
  return change
}

/** What leads from the films' positions to the order; null where nothing has to move. */
function rearrangement(present: Map<number, number>, order: number[]): queries.Rearrangement | null {
  const wanted = new Set(order)
  const gone = [...present.keys()].filter((filmId) => !wanted.has(filmId))
  const placed = order
    .map((filmId, position) => ({ filmId, position }))
    .filter(({ filmId, position }) => present.get(filmId) !== position)
  return gone.length + placed.length > 0 ? { gone, placed } : null
}
