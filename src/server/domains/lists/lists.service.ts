import type { ParsedQuery } from '#shared/api/endpoint.ts'
import type { ListCard, searchLists as searchListsEndpoint } from '#shared/api/lists.ts'
import { foldText } from '#shared/fold.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Db } from '#server/db/database.ts'
import { pageOf, rankedSkeleton, type Listed, type PageQuery, type Skeleton } from '#server/core/keyset.ts'
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

type Cards = Listed<ListCard>

/** What `lists.search_text` must hold; whoever changes a title writes it again. */
export function listSearchText(title: string): string {
  return ` ${foldText(title)}`
}

/** A member's lists, newest first; private ones are their owner's only. @throws member.not_found */
export async function readMemberLists(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  query: PageQuery,
): Promise<Cards> {
  await requireMember(ctx, userId)
  const page = pageOf(query, pageSize)
  return cards(ctx, viewer, await skeletons.memberLists(ctx.db, viewer.id, userId, page))
}

/** The viewer's own lists, newest first; told of a film, whether they have it. */
export async function readMyLists(
  ctx: Context,
  viewer: Viewer,
  query: PageQuery & { film?: number | undefined },
) {
  const page = pageOf(query, pageSize)
  const { items, next } = await cards(
    ctx,
    viewer,
    await skeletons.memberLists(ctx.db, viewer.id, viewer.id, page),
  )
  if (query.film === undefined) return { items, next }
  const ids = items.map((list) => list._id)
  const having = new Set(await listsWithFilm(ctx.db, ids, query.film))
  return { items: items.map((list) => ({ ...list, hasFilm: having.has(list._id) })), next }
}

/** What the viewer saved; a list that became private is there for its owner only. */
export async function readSavedLists(ctx: Context, viewer: Viewer, query: PageQuery) {
  return cards(ctx, viewer, await skeletons.savedLists(ctx.db, viewer.id, pageOf(query, pageSize)))
}

/** Public lists of all members, most liked first. */
export async function readPopularLists(ctx: Context, viewer: Viewer, query: PageQuery) {
  return cards(ctx, viewer, await skeletons.popularLists(ctx.db, pageOf(query, pageSize)))
}

/** Public lists of followed members, newest first. */
export async function readFriendsLists(ctx: Context, viewer: Viewer, query: PageQuery) {
  return cards(ctx, viewer, await skeletons.friendsLists(ctx.db, viewer.id, pageOf(query, pageSize)))
}

async function cards(ctx: Context, viewer: Viewer, { ids, next }: Skeleton): Promise<Cards> {
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
  return cards(ctx, viewer, rankedSkeleton(found, query, searchDepth))
}

/** A list that others may be told of, until the transaction ends. @throws list.not_found, list.private */
export async function requirePublicList(db: Db, viewer: Viewer, id: string): Promise<void> {
  const isPrivate = await lockListVisibility(db, viewer.id, id)
  if (isPrivate === undefined) throw fail('list.not_found')
  if (isPrivate) throw fail('list.private')
}
