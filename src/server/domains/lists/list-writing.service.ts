import { v7 as uuidv7 } from 'uuid'
import type { ParsedBody } from '#shared/api/endpoint.ts'
import { maxFilms, type createList as createListEndpoint, type ListCard } from '#shared/api/lists.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { hashRequest, repeatedId } from '#server/core/request-hash.ts'
import { requireFilm, requireFilms } from '#server/domains/films/films.service.ts'
import { claim } from '#server/domains/media/media.service.ts'
import { appendFilms, findListByKey, insertList } from './list-writing.queries.ts'
import { listSearchText } from './lists.service.ts'
import { listCards } from './lists.views.ts'
import { nextUpdate, ownList } from './own-lists.service.ts'

/**
 * Makes a list. With an idempotency key a repetition answers the first one.
 * @throws list.film_twice, film.not_found, film.source_down, request.conflict
 */
export async function createList(
  ctx: Context,
  viewer: Viewer,
  body: ParsedBody<typeof createListEndpoint>,
  idempotencyKey: string | null,
): Promise<ListCard> {
  const filmIds = body.movies.map((film) => film.id)
  if (new Set(filmIds).size < filmIds.length) throw fail('list.film_twice')
  const fields = {
    title: body.title,
    description: (body.description ?? '').trim(),
    cover: body.coverImage || null,
    isPrivate: body.isPrivate ?? false,
    isRanked: body.isRanked ?? false,
  }
  const hash = hashRequest({ ...fields, filmIds }, undefined)
  const earlier = idempotencyKey ? await findListByKey(ctx.db, viewer.id, idempotencyKey) : undefined
  if (earlier) return oneCard(ctx, viewer, repeatedId(earlier, hash))

  await requireFilms(ctx, filmIds)
  const id = uuidv7()
  const now = ctx.now()
  const written = await ctx.transact(async (tx) => {
    const list = { id, memberId: viewer.id, searchText: listSearchText(fields.title), ...fields }
    if (!(await insertList(tx.db, { ...list, idempotencyKey, requestHash: hash, createdAt: now })))
      return false
    if (fields.cover) await claim(tx, fields.cover, viewer.id, 'cover')
    await appendFilms(tx.db, id, filmIds, now)
    return true
  })
  if (written || !idempotencyKey) return oneCard(ctx, viewer, id)
  const twin = await findListByKey(ctx.db, viewer.id, idempotencyKey)
  return oneCard(ctx, viewer, repeatedId(twin, hash))
}

/** @throws list.not_found, list.not_yours, list.full, list.film_twice, film.not_found, film.source_down */
export async function addFilm(
  ctx: Context,
  viewer: Viewer,
  listId: string,
  filmId: number,
): Promise<ListCard> {
  const film = await requireFilm(ctx, filmId)
  await ctx.transact(async (tx) => {
    const list = await ownList(tx.db, viewer, listId, { lock: true })
    if (list.films_count >= maxFilms) throw fail('list.full')
    const added = await appendFilms(tx.db, listId, [film.id], nextUpdate(list, ctx.now()))
    if (added === 0) throw fail('list.film_twice')
  })
  return oneCard(ctx, viewer, listId)
}

async function oneCard(ctx: Context, viewer: Viewer, id: string): Promise<ListCard> {
  const [card] = await listCards(ctx, viewer, [id])
  if (!card) throw fail('list.not_found')
  return card
}
