import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { AnswerOf, ParsedBody, ParsedQuery } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/lists.ts'
import { maxFilmLists, maxFilms, maxWindow, type ListCard, type ListDetail } from '#shared/api/lists.ts'
import { foldText } from '#shared/matching/fold.ts'
import type { Audience } from '#shared/audience.ts'
import { chooseAudience } from '#server/domains/members/audiences.service.ts'
import type { Context, Tx } from '#server/context.ts'
import { onlooker, type Onlooker } from '#server/core/audience.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, rankedSkeleton, type Listed, type PageQuery, type Skeleton } from '#server/core/keyset.ts'
import { hashRequest, once } from '#server/core/once.ts'
import {
  deleteMarksOf,
  markersWithViewer,
  selectMarkers,
  toggleMark,
  type Emit,
  type Mark,
} from '#server/core/toggle.ts'
import { databaseFor } from '#server/db/shared-connections.ts'
import { withinLength } from '#server/db/text-starts.ts'
import { isBlockedQuery } from '#server/domains/films/search.service.ts'
import { requireFilm, requireFilms } from '#server/domains/films/films.service.ts'
import { claim, lockMedia, removeMedia } from '#server/domains/media/media.service.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import { searchByLikeness, searchByTitle } from './list-search.queries.ts'
import * as filmLists from './film-lists.queries.ts'
import * as queries from './lists.queries.ts'
import { editedList, lockOwnList } from './list-access.service.ts'
import { listCard, listCards, listEditors, listFilm, postersShown } from './lists.views.ts'

type UpdateBody = ParsedBody<typeof api.updateList>
type Cards = Listed<ListCard>

const pageSize = 100
/** How many lists a search ranks; to find others one has to type more. */
const searchDepth = 100
/** How many members with a mark are named by id in the answer about a single list. */
const markersNamed = 100

export const likes: Mark = { table: 'list_likes', column: 'list_id', of: 'lists', counter: 'like_count' }
export const saves: Mark = { table: 'list_saves', column: 'list_id', of: 'lists', counter: 'save_count' }

/** The value of `lists.search_text`; it has to be written again with every change of the title. */
export function listSearchText(title: string): string {
  return ` ${foldText(title)}`
}

/** A member's lists, newest first, all or those with a tag, as far as the viewer may see them. */
export async function listMemberLists(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  query: PageQuery & { tag?: string | undefined; withEdited?: boolean },
): Promise<Cards> {
  await requireMember(ctx, viewer, userId)
  const page = pageOf(query, pageSize)
  const { tag, withEdited = false } = query
  const meant = { memberId: userId, tag, withEdited }
  return cards(ctx, viewer, await queries.selectMemberLists(ctx.db, viewer.id, meant, page))
}

/**
 * The viewer's own lists, newest first. With a film also those that they edit, and for each list whether it has the
 * film.
 */
export async function listMyLists(
  ctx: Context,
  viewer: Viewer,
  query: PageQuery & { film?: number | undefined; tag?: string | undefined },
) {
  const withEdited = query.film !== undefined
  const { items, next } = await listMemberLists(ctx, viewer, viewer.id, { ...query, withEdited })
  if (query.film === undefined) return { items, next }
  const ids = items.map((list) => list._id)
  const having = new Set(await queries.selectListsWithFilm(ctx.db, ids, query.film))
  return { items: items.map((list) => ({ ...list, hasFilm: having.has(list._id) })), next }
}

/** Lists that the viewer saved and may still see. */
export async function listSavedLists(ctx: Context, viewer: Viewer, query: PageQuery) {
  return cards(ctx, viewer, await queries.selectSavedLists(ctx.db, viewer.id, pageOf(query, pageSize)))
}

/** Lists for all members, most liked first. */
export async function listPopularLists(ctx: Context, viewer: Viewer, query: PageQuery) {
  return cards(ctx, viewer, await queries.selectPopularLists(ctx.db, viewer.id, pageOf(query, pageSize)))
}

/** Lists of followed members that the viewer may see, newest first. */
export async function listFriendsLists(ctx: Context, viewer: Viewer, query: PageQuery) {
  return cards(ctx, viewer, await queries.selectFriendsLists(ctx.db, viewer.id, pageOf(query, pageSize)))
}

/** Lists that hold a film and that the viewer may see, most liked first. */
export async function listFilmLists(ctx: Context, viewer: Viewer, filmId: number, query: PageQuery) {
  const ids = await filmLists.selectFilmLists(ctx.db, await onlooker(ctx, viewer.id), filmId, maxFilmLists)
  return cards(ctx, viewer, rankedSkeleton(ids, pageOf(query, pageSize), maxFilmLists))
}

/** Counts these lists, up to a bound: a statement with one row, and a function that reads it. */
export const filmListsCount = {
  select: (reader: Onlooker, filmId: number) => filmLists.countedFilmLists(reader, filmId, maxFilmLists + 1),
  view: ({ lists_count: count }: FilmListsColumns) => ({
    lists: { count: Math.min(count, maxFilmLists), hasMore: count > maxFilmLists },
  }),
}
export interface FilmListsColumns {
  lists_count: number
}

async function cards(ctx: Context, viewer: Viewer, { ids, next }: Skeleton): Promise<Cards> {
  return { items: await listCards(ctx, viewer, ids), next }
}

/** Lists that the viewer may see by title, best match first. */
export async function searchLists(
  ctx: Context,
  viewer: Viewer,
  query: ParsedQuery<typeof api.searchLists>,
): Promise<Cards> {
  const text = query.query || query.q || ''
  const folded = foldText(text)
  if (folded === '' || isBlockedQuery(ctx.config.search, text)) return { items: [], next: null }
  const found = await searchByTitle(ctx.searches, viewer.id, folded, searchDepth)
  // Only when nothing was found, which may be a misspelling, as comparing by similarity is the most costly search.
  if (found.length === 0 && folded.length >= withinLength)
    found.push(...(await searchByLikeness(ctx.db, viewer.id, folded, searchDepth)))
  return cards(ctx, viewer, rankedSkeleton(found, query, searchDepth))
}

/** A list, and the cursor of the films after those in it; null at the end. */
export interface ListWindow {
  list: ListDetail
  next: string | null
}

/**
 * A list with all its films, or with one window of them where a limit or a cursor is given.
 * @throws list.not_found, also for another member's private one; request.invalid for a cursor that is not of this list
 */
export async function getList(
  ctx: Pick<Context, 'db' | 'shortReads'>,
  viewer: Viewer,
  id: string,
  query: PageQuery,
): Promise<ListWindow> {
  const isWhole = query.limit === undefined && query.cursor === undefined
  const page = pageOf(query, maxWindow)
  // The list is read before its films: with films that are older than its `updatedAt`, a client would undo what
  // another one just changed.
  const [row] = await queries.selectLists(ctx.shortReads, viewer, [id], {
    likers: markersNamed,
    posters: postersShown,
    editors: true,
  })
  if (!row) throw fail('list.not_found')
  const [{ items: films, next }, savers, sums] = await Promise.all([
    queries.selectListFilms(
      isWhole ? ctx.db : databaseFor(ctx, page.limit),
      viewer,
      id,
      isWhole ? null : page,
    ),
    selectMarkers(ctx.shortReads, saves, id, viewer.id, markersNamed),
    queries.selectFilmSums(ctx.shortReads, viewer.id, id),
  ])
  const editing = row.editors?.find((editor) => editor.id === viewer.id)
  const list = {
    ...listCard(viewer, row, markersNamed),
    tags: row.tags,
    movies: films.map((film) => listFilm(film, viewer.titles)),
    seenCount: sums.seen,
    hasNotes: sums.noted,
    savedBy: markersWithViewer(savers, viewer.id, row.saved, markersNamed),
    saveCount: row.save_count,
    replyCount: row.reply_count,
    editors: listEditors(row.editors ?? []),
    editing: editing && (editing.accepted ? ('editor' as const) : ('invited' as const)),
    updatedAt: row.updated_at.toISOString(),
  }
  return { list, next }
}

/**
 * Creates a list. With an idempotency key a repetition answers the list of the first call, as it is by then. Answers as
 * `getList`.
 */
export async function createList(
  ctx: Context,
  viewer: Viewer,
  body: ParsedBody<typeof api.createList>,
  query: PageQuery,
  idempotencyKey: string | null,
): Promise<ListWindow> {
  const filmIds = body.movies.map((film) => film.id)
  if (new Set(filmIds).size < filmIds.length) throw fail('list.film_twice')
  const films = body.movies.map(({ id, note }) => ({ filmId: id, note: (note ?? '').trim() }))
  const fields = {
    title: body.title,
    description: (body.description ?? '').trim(),
    cover: body.coverImage || null,
    isRanked: body.isRanked ?? false,
    tags: body.tags ?? [],
  }
  const { isPrivate = false, audience } = body
  const hash = hashRequest({ ...fields, isPrivate, audience, films })
  const request = { memberId: viewer.id, key: idempotencyKey, hash }
  const listId = await once(ctx.db, 'lists', request, async () => {
    await requireFilms(ctx, filmIds)
    return ctx.transact(async (tx) => {
      const chosen = await chooseAudience(tx.db, viewer.id, 'lists', body)
      const id = await insertList(tx, request, { ...fields, audience: chosen }, films, ctx.now())
      if (id !== null) await tx.emit('list.changed', { listId: id, memberId: viewer.id })
      return id
    })
  })
  return getList(ctx, viewer, listId, query)
}

/** Null when the member has used this idempotency key before. */
export async function insertList(
  tx: Tx,
  { memberId, key, hash }: { memberId: string; key: string | null; hash: Buffer },
  {
    isRanked,
    ...fields
  }: Pick<ListDetail, 'title' | 'description' | 'isRanked' | 'tags'> & {
    audience: Audience
    cover: string | null
  },
  films: queries.NotedFilm[],
  now: Date,
): Promise<string | null> {
  const id = uuidv7()
  const isNew = await queries.insertList(tx.db, {
    id,
    member_id: memberId,
    ...fields,
    search_text: listSearchText(fields.title),
    is_ranked: isRanked,
    idempotency_key: key,
    request_hash: hash,
    created_at: now,
    updated_at: now,
  })
  if (!isNew) return null
  if (fields.cover) await claim(tx, fields.cover, memberId, 'cover')
  await queries.insertLastFilms(tx.db, id, films, now)
  return id
}

/** Puts a film at the end of a list that the viewer owns or edits. Answers as `getList`. */
export async function addToList(
  ctx: Context,
  viewer: Viewer,
  listId: string,
  filmId: number,
  query: PageQuery,
): Promise<ListWindow> {
  const film = await requireFilm(ctx, filmId)
  await ctx.transact(async (tx) => {
    const list = await editedList(tx.db, viewer, listId, { lock: true })
    if (list.films_count >= maxFilms) throw fail('list.full')
    const last = [{ filmId: film.id, note: '' }]
    const added = await queries.insertLastFilms(tx.db, listId, last, nextUpdate(list, ctx.now()))
    if (added === 0) throw fail('list.film_twice')
    await tx.emit('list.changed', { listId, memberId: list.member_id })
  })
  return getList(ctx, viewer, listId, query)
}

/**
 * Changes the viewer's own list, or the films of one that they edit. Fields that are left out stay; `movies` is the
 * whole new order, with the notes that change. Repeating a change writes nothing. Answers as `getList`.
 * @throws request.invalid for a cover that is not the viewer's; list.owner_only for what editors may not change
 */
export async function updateList(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { movies, basedOn, ...fields }: UpdateBody,
  query: PageQuery,
): Promise<ListWindow> {
  await editedList(ctx.db, viewer, id)
  if (movies)
    await requireOrder(
      ctx,
      id,
      movies.map((film) => film.id),
    )
  await ctx.transact(async (tx) => {
    const list = await editedList(tx.db, viewer, id, { lock: true })
    const audience = await chooseAudience(tx.db, list.member_id, 'lists', fields, list.audience)
    const change = differences(list, { ...fields, audience })
    const moves = movies ? rearrangement(await queries.selectPlaces(tx.db, id), movies) : null
    const isOtherwise = Object.keys(change).length > 0
    if (!moves && !isOtherwise) return
    if (isOtherwise && list.member_id !== viewer.id) throw fail('list.owner_only')
    if (basedOn !== undefined && basedOn !== list.updated_at.toISOString()) throw fail('list.changed')
    if (moves) await queries.rearrangeFilms(tx.db, id, moves)
    await applyChange(ctx, tx, list, { ...change, ...(movies && { films_count: movies.length }) })
    await tx.emit('list.changed', { listId: id, memberId: list.member_id })
  })
  return getList(ctx, viewer, id, query)
}

/** Deletes the viewer's own list with everything that belongs to it. */
export async function deleteList(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockOwnList(tx.db, viewer, id)
    await removeList(ctx, tx, id)
  })
}

/** Deletes a list, for its owner or a moderator. @throws list.not_found */
export async function removeList(ctx: Context, tx: Tx, id: string): Promise<void> {
  const list = await queries.selectList(tx.db, id, { lock: true })
  if (!list) throw fail('list.not_found')
  await removeMedia(ctx, tx, await queries.selectReplyPicturesBelow(tx.db, { ids: [id] }))
  await queries.deleteList(tx.db, id)
  await releaseCover(ctx, tx, list)
}

/** A moderator hides a list or shows it again. @throws list.not_found */
export async function hideList(tx: Tx, id: string, at: Date | null): Promise<void> {
  if (!(await queries.updateHidden(tx.db, id, at))) throw fail('list.not_found')
}

/** Checks that each film is named once and that Scene knows it; films in the list are known. */
async function requireOrder(ctx: Context, id: string, order: number[]): Promise<void> {
  if (new Set(order).size < order.length) throw fail('list.film_twice')
  const added = await queries.selectMissingFilms(ctx.db, id, order)
  if (added.length > 0) await requireFilms(ctx, added)
}

async function applyChange(
  ctx: Context,
  tx: Tx,
  list: queries.OwnListRow,
  change: queries.ListChange,
): Promise<void> {
  if (change.cover) await claim(tx, change.cover, list.member_id, 'cover')
  await queries.updateList(tx.db, list.id, change, nextUpdate(list, ctx.now()))
  if (change.cover !== undefined) await releaseCover(ctx, tx, list)
}

/** The given fields that differ from the list's. */
function differences(
  list: queries.OwnListRow,
  given: Omit<UpdateBody, 'movies' | 'basedOn' | 'isPrivate'> & { audience: Audience },
): queries.ListChange {
  const { title, audience, isRanked, tags } = given
  const description = given.description?.trim()
  const cover = given.coverImage === undefined ? undefined : given.coverImage || null
  const change: queries.ListChange = {}
  if (title !== undefined && title !== list.title) {
    change.title = title
    change.search_text = listSearchText(title)
  }
  if (description !== undefined && description !== list.description) change.description = description
  if (cover !== undefined && cover !== list.cover) change.cover = cover
  if (audience !== list.audience) change.audience = audience
  if (isRanked !== undefined && isRanked !== list.is_ranked) change.is_ranked = isRanked
  if (tags !== undefined && !isDeepStrictEqual(tags, list.tags)) change.tags = tags
  return change
}

/** The changes from the current positions and notes to the wanted ones; null when there are none. */
function rearrangement(
  present: ReadonlyMap<number, queries.PlacedFilm>,
  movies: readonly { id: number; note?: string | undefined }[],
): queries.Rearrangement | null {
  const wanted = new Set(movies.map((film) => film.id))
  const gone = [...present.keys()].filter((filmId) => !wanted.has(filmId))
  const placed = movies.flatMap(({ id: filmId, note: given }, position) => {
    const before = present.get(filmId)
    const note = given?.trim() ?? before?.note ?? ''
    return before?.position === position && before.note === note ? [] : [{ filmId, position, note }]
  })
  return gone.length + placed.length > 0 ? { gone, placed } : null
}

/** Likes a list, or removes the like. @throws list.not_found, also for another member's private one */
export async function toggleLike(
  ctx: Context,
  viewer: Viewer,
  listId: string,
): Promise<AnswerOf<typeof api.toggleListLike>> {
  const { marked, count, newest } = await toggleOn(ctx, viewer, listId, likes, (tx, memberIds) =>
    tx.emit('list.like_toggled', { listId, memberIds }),
  )
  return {
    liked: marked,
    likeCount: count,
    likes: markersWithViewer(newest, viewer.id, marked, markersNamed),
  }
}

/** Saves a list, or removes it from the saved ones. @throws list.not_found as `toggleLike` */
export async function toggleSave(
  ctx: Context,
  viewer: Viewer,
  listId: string,
): Promise<AnswerOf<typeof api.toggleListSave>> {
  const { marked, count } = await toggleOn(ctx, viewer, listId, saves)
  return { saved: marked, saveCount: count }
}

async function toggleOn(ctx: Context, viewer: Viewer, id: string, mark: Mark, emit?: Emit<Tx>) {
  const target = queries.lockVisibleList(viewer.id, id)
  const tap = { mark, id, memberId: viewer.id, target, named: markersNamed }
  const toggled = await toggleMark(ctx.transact<void>, tap, emit)
  if (!toggled) throw fail('list.not_found')
  return toggled
}

/**
 * The `updated_at` of a change: later than the last one by at least a millisecond, since clients tell states of a
 * list apart by it.
 */
function nextUpdate(list: Pick<queries.OwnListRow, 'updated_at'>, now: Date): Date {
  return new Date(Math.max(now.getTime(), list.updated_at.getTime() + 1))
}

/** Removes the old cover of a list, unless the member's other lists show it too. */
export async function releaseCover(
  ctx: Context,
  tx: Tx,
  { member_id, cover }: Pick<queries.OwnListRow, 'member_id' | 'cover'>,
): Promise<void> {
  if (!cover) return
  await lockMedia(tx.db, cover)
  if (!(await queries.hasCover(tx.db, member_id, cover))) await removeMedia(ctx, tx, [cover])
}

export const lockListsForDeletion = (tx: Tx, memberId: string): Promise<void> =>
  queries.lockListsOf(tx.db, memberId)

/** Sets the audience of all of a member's lists. */
export const updateAudiences = (tx: Tx, memberId: string, audience: Audience): Promise<void> =>
  queries.updateAudiences(tx.db, memberId, audience)

/** Deletes a member's lists with everything that belongs to them, and the member's marks on lists of others. */
export async function deleteMemberLists(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await removeMedia(ctx, tx, await queries.selectReplyPicturesBelow(tx.db, { memberId }))
  await queries.deleteListsOf(tx.db, memberId)
  await deleteMarksOf(tx.db, likes, memberId)
  await deleteMarksOf(tx.db, saves, memberId)
}
