import type { ParsedQuery } from '#shared/api/endpoint.ts'
import type { ListCard, searchLists as searchListsEndpoint } from '#shared/api/lists.ts'
import { foldText } from '#shared/fold.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Db } from '#server/db/database.ts'
import { decodeCursor, rankedSkeleton, toSkeleton, type Cursor, type Page } from '#server/core/pagination.ts'
import { isBlockedQuery } from '#server/domains/films/blocked-words.service.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import { searchByLikeness, searchByTitle } from './list-search.queries.ts'
import * as skeletons from './list-skeletons.queries.ts'
import { lockListVisibility, listsWithFilm } from './lists.queries.ts'
import { listCards } from './lists.views.ts'

const pageSize = 100
/** A search ranks this many lists; who does not find one among them should type more. */
const searchDepth = 100
/** Who finds fewer may have slipped on a key. */
const fewFound = 20
/** Shorter queries are alike to too much. */
const likenessLength = 3

interface Cards {
  items: ListCard[]
  next: string | null
}

/** What `lists.search_text` must hold; whoever changes a title writes it again. */
export function listSearchText(title: string): string {
  return ` ${foldText(title)}`
}

/** A member's lists, newest first; private ones are their owner's only. @throws member.not_found */
export async function readMemberLists(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  page: Page,
): Promise<Cards> {
  await requireMember(ctx, userId)
  return cards(ctx, viewer, page, (limit, cursor) =>
    skeletons.memberLists(ctx.db, viewer.id, userId, limit, cursor),
  )
}

/** The viewer's own lists, newest first; told of a film, whether they have it. */
export async function readMyLists(ctx: Context, viewer: Viewer, query: Page & { film?: number | undefined }) {
  const { items, next } = await cards(ctx, viewer, query, (limit, cursor) =>
    skeletons.memberLists(ctx.db, viewer.id, viewer.id, limit, cursor),
  )
  if (query.film === undefined) return { items, next }
  const ids = items.map((list) => list._id)
  const having = new Set(await listsWithFilm(ctx.db, ids, query.film))
  return { items: items.map((list) => ({ ...list, hasFilm: having.has(list._id) })), next }
}

/** What the viewer saved; a list that became private is there for its owner only. */
export const readSavedLists = (ctx: Context, viewer: Viewer, page: Page) =>
  cards(ctx, viewer, page, (limit, cursor) => skeletons.savedLists(ctx.db, viewer.id, limit, cursor))

/** Public lists of all members, most liked first. */
export const readPopularLists = (ctx: Context, viewer: Viewer, page: Page) =>
  cards(ctx, viewer, page, (limit, cursor) => skeletons.popularLists(ctx.db, limit, cursor))

/** Public lists of followed members, newest first. */
export const readFriendsLists = (ctx: Context, viewer: Viewer, page: Page) =>
  cards(ctx, viewer, page, (limit, cursor) => skeletons.friendsLists(ctx.db, viewer.id, limit, cursor))

async function cards(
  ctx: Context,
  viewer: Viewer,
  page: Page,
  read: (limit: number, cursor: Cursor | null) => Promise<{ id: string; sort: string }[]>,
): Promise<Cards> {
  const limit = page.limit ?? pageSize
  const { ids, next } = toSkeleton(await read(limit + 1, decodeCursor(page.cursor)), limit)
  return { items: await listCards(ctx, viewer, ids), next }
}

/** Public lists and the viewer's own by title, best match first. */
export async function searchLists(
  ctx: Context,
  viewer: Viewer,
  query: ParsedQuery<typeof searchListsEndpoint>,
): Promise<Cards> {
  const text = query.query || query.q || ''
  const folded = foldText(text)
  if (folded === '' || isBlockedQuery(ctx.config.search, text)) return { items: [], next: null }
  const found = await searchByTitle(ctx.db, viewer.id, folded, searchDepth)
  if (found.length < fewFound && folded.length >= likenessLength) {
    const alike = await searchByLikeness(ctx.db, viewer.id, folded, searchDepth)
    const known = new Set(found)
    found.push(...alike.filter((id) => !known.has(id)))
  }
  const { ids, next } = rankedSkeleton(found, query, searchDepth)
  return { items: await listCards(ctx, viewer, ids), next }
}

/** A list that others may be told of, until the transaction ends. @throws list.not_found, list.private */
export async function requirePublicList(db: Db, viewer: Viewer, id: string): Promise<void> {
  const isPrivate = await lockListVisibility(db, viewer.id, id)
  if (isPrivate === undefined) throw fail('list.not_found')
  if (isPrivate) throw fail('list.private')
}
