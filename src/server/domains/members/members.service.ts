import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { AnswerOf, ParsedQuery } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/members.ts'
import { foldText } from '#shared/matching/fold.ts'
import { heardWords, isOneName, nameKeys } from '#shared/matching/sounds.ts'
import type { Locale } from '#shared/locale.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, rankedSkeleton, type PageQuery, type Skeleton } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import { isBlockedQuery } from '#server/domains/films/search.service.ts'
import { countFollowNotices } from './newcomers.queries.ts'
import { selectRequestState, withdrawRequest } from './follow-requests.queries.ts'
import { askToFollow, forgetAccepted } from './follow-requests.service.ts'
import { refuseNewcomerFlood } from './newcomers.service.ts'
import { deleteFollow, deleteFollowsOf, insertFollowNotice, toggleFollowRow } from './follows.queries.ts'
import {
  countHiddenLogs,
  deleteMemberRow,
  selectFollowersCount,
  lockForDeletion,
  lockMembers,
  searchByLikeness,
  searchByText,
  selectEdges,
  selectMutualEdges,
  selectNewest,
  selectUnsounded,
  updateSounds,
  type NameHit,
  type NameQuery,
} from './members.queries.ts'
import { withinLength } from '#server/db/text-starts.ts'
import { areApart, isStandIn } from '#server/core/audience.ts'
import { selectBlocksBetween } from './safety.queries.ts'
import { memberRefs, memberRows, memberRowsWithFollowing, profileView } from './members.views.ts'

export { isOpenToGuests, lockMember } from './members.queries.ts'

const pageSize = 100
/** How many members a search ranks; to find others one has to type more. */
const searchDepth = 100

interface NewMember {
  username: string
  email: string
  /** Null for members without a password, who sign in with Google. */
  passwordHash: string | null
  avatar: string | null
  locale: Locale
  name?: string | null
  emailVerifiedAt?: Date | null
  /** For a member who waits for approval: since when, and why they want to join. */
  pending?: { since: Date; reason: string | null } | null
}

/**
 * Inserts a member and answers the id.
 * @throws the database's unique violation on `members_username` or `members_email`.
 */
export async function createMember(db: Db, given: NewMember, now: Date): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('members')
    .values({
      id,
      username: given.username,
      email: given.email,
      password_hash: given.passwordHash,
      avatar: given.avatar,
      locale: given.locale,
      name: given.name ?? null,
      ...searchedNames(given.username, given.name ?? null),
      email_verified_at: given.emailVerifiedAt ?? null,
      pending_since: given.pending?.since ?? null,
      join_reason: given.pending?.reason ?? null,
      created_at: now,
    })
    .execute()
  return id
}

/**
 * Locks a member who is about to be deleted: nothing that refers to them can be written any more.
 * @throws auth.required when they are gone already
 */
export async function lockMemberForDeletion(tx: Tx, memberId: string) {
  const member = await lockForDeletion(tx.db, memberId)
  if (!member) throw fail('auth.required')
  return member
}

/** Ends the member's follows in both directions and deletes the row, and with it every row that refers to it. */
export async function deleteMember(tx: Tx, memberId: string): Promise<void> {
  await deleteFollowsOf(tx.db, memberId)
  await forgetAccepted(tx, memberId)
  await deleteMemberRow(tx.db, memberId)
}

/** The values of the search columns; they have to be written again with every change of username or name. */
export function searchedNames(username: string, name: string | null) {
  const folded = foldText(`${username} ${name ?? ''}`)
  return { search_text: ` ${folded}`, search_sounds: nameKeys(folded) }
}

const soundedAtOnce = 1000

/** Fills `search_sounds` of older members; ends at once when all have it. */
export async function soundNames(ctx: Pick<Context, 'db'>): Promise<void> {
  for (;;) {
    const members = await selectUnsounded(ctx.db, soundedAtOnce)
    if (members.length === 0) return
    await updateSounds(
      ctx.db,
      members.map(({ id, search_text }) => ({ id, sounds: nameKeys(search_text) })),
    )
  }
}

/** Name and id of a member whom the viewer may see. Kept in this process; of a member who is not, two statements. */
export async function requireMember(
  ctx: Pick<Context, 'db' | 'shortReads' | 'changes'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
) {
  const [members, apart] = await Promise.all([memberRefs(ctx, [id]), areApart(ctx, viewer.id, id)])
  const member = members.get(id)
  if (!member || apart) throw fail('member.not_found')
  return { _id: member._id, username: member.username }
}

export async function getMember(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<AnswerOf<typeof api.getMember>> {
  const profile = await profileView(ctx, viewer, id)
  if (!isStandIn(viewer.id)) return profile
  return { ...profile, hiddenLogs: await countHiddenLogs(ctx.db, viewer.id, id) }
}

/** The newest members, or with a query the best matches. */
export async function listMembers(ctx: Context, viewer: Viewer, query: ParsedQuery<typeof api.listMembers>) {
  const text = query.query?.trim() ?? ''
  const { ids, next } = text
    ? await search(ctx, viewer, text, query)
    : await selectNewest(ctx.db, viewer.id, pageOf(query, pageSize))
  return { items: await memberRowsWithFollowing(ctx, viewer, ids), next }
}

async function search(ctx: Context, viewer: Viewer, text: string, query: PageQuery): Promise<Skeleton> {
  if (isBlockedQuery(ctx.config.search, text)) return { ids: [], next: null }
  const name = nameQuery(text)
  const hits = await searchByText(ctx.searches, viewer.id, name, searchDepth)
  const ids = rankedIds(hits, name.folded).slice(0, searchDepth)
  // Only when nothing was found, which may be a misspelling, as comparing by similarity is the most costly search.
  if (ids.length === 0 && name.folded.length >= withinLength)
    ids.push(...(await searchByLikeness(ctx.db, viewer.id, name.folded, searchDepth)))
  return rankedSkeleton(ids, query, searchDepth)
}

/** Digits have no sound, so members who only sound alike may have other digits. */
const hasFigures = (folded: string) => /(?:^| )\d/.test(folded)

function nameQuery(text: string): NameQuery {
  const handle = text.replace(/^@/, '').toLowerCase()
  const folded = foldText(handle)
  const heard = hasFigures(folded) ? [] : heardWords(folded)
  const sounds = heard.map((word) => nameKeys(word))
  return { handle, folded, sounds: sounds.filter((keys) => keys.length > 0) }
}

/**
 * Sorts search results: the exact username; members whom the viewer follows and who have the name, or surely have it
 * in another script; all others of that kind; then those who have it within a word, or may be spelled like it. Within
 * each group the most followed first.
 */
function rankedIds(hits: readonly NameHit[], folded: string): string[] {
  const isText = new Set(hits.flatMap(({ id, rank }) => (rank === null ? [] : [id])))
  const placed = hits.flatMap((hit) => {
    if (hit.rank !== null) return [{ hit, step: hit.rank === 3 ? 2 : 1 }]
    const likeness = isText.has(hit.id) ? null : nameLikeness(folded, hit.search_text)
    return likeness === null ? [] : [{ hit, step: likeness === 'surely' ? 1 : 3 }]
  })
  return placed
    .toSorted(
      (a, b) =>
        Number(b.hit.rank === 0) - Number(a.hit.rank === 0) ||
        Number(b.hit.followed && b.step === 1) - Number(a.hit.followed && a.step === 1) ||
        a.step - b.step ||
        b.hit.followers_count - a.hit.followers_count ||
        (a.hit.rank ?? 2) - (b.hit.rank ?? 2),
    )
    .map(({ hit }) => hit.id)
}

/** Arabic joins the article to the word, so it has no sound of its own. */
const latinArticles = new Set(['al', 'el'])

/** How surely all words of a folded query are words of a member's names; null when they are not. */
function nameLikeness(folded: string, searchText: string): 'surely' | 'perhaps' | null {
  const words = searchText.trim().split(' ')
  const heard = heardWords(searchText)
  const asked = folded.split(' ').filter((word) => !latinArticles.has(word))
  const found = asked.map((word): 'surely' | 'perhaps' | null => {
    if (words.some((other) => other.startsWith(word))) return 'surely'
    const likenesses = new Set(heard.map((other) => isOneName(word, other)))
    return likenesses.has('surely') ? 'surely' : likenesses.has('perhaps') ? 'perhaps' : null
  })
  const least = new Set(found)
  return least.has(null) ? null : least.has('perhaps') ? 'perhaps' : 'surely'
}

/** How many of the best matches are checked for exactly this name. */
const namesakes = 5

/** The member whose username, or else name, is exactly this text. Two statements. */
export async function memberCalled(
  ctx: Context,
  viewer: Viewer,
  text: string,
): Promise<{ _id: string; username: string } | null> {
  const { handle, folded } = nameQuery(text)
  const hits = await searchByText(ctx.searches, viewer.id, { handle, folded, sounds: [] }, namesakes)
  const rows = await memberRows(
    ctx,
    viewer,
    hits.map(({ id }) => id),
  )
  const member =
    rows.find(({ username }) => username.toLowerCase() === handle) ??
    rows.find(({ name }) => foldText(name ?? '') === folded)
  return member ? { _id: member._id, username: member.username } : null
}

/**
 * Follows a member or stops following; with a locked member, asks or withdraws the request. Without `wanted` it changes the
 * present state to the opposite. With `wanted`, nothing changes if that is the state already, so that a press on a screen
 * that is out of date does not end a follow that a locked member has accepted.
 */
export async function toggleFollow(ctx: Context, viewer: Viewer, targetId: string, wanted?: boolean) {
  const userId = viewer.id
  if (targetId === userId) throw fail('member.follow_self')
  return ctx.transact(async (tx) => {
    // Sent in one round trip: both members are locked before the others are read, and a block that happens at the
    // same time locks both too.
    const [locked, { mine, theirs }, state] = await Promise.all([
      lockMembers(tx.db, [userId, targetId]),
      selectBlocksBetween(tx.db, userId, targetId),
      selectRequestState(tx.db, userId, targetId),
    ])
    if (!locked.includes(targetId)) throw fail('member.not_found')
    if (!locked.includes(userId)) throw fail('auth.required')
    if (mine || theirs) throw fail('member.not_found')
    const count = () => countFollowNotices(tx.db, { userId, targetId })
    await refuseNewcomerFlood(ctx, tx, userId, { of: 'follows', count })
    const following = wanted ?? !(state.following || (state.locked && state.requested))
    if (following && state.locked && !state.following) {
      await askToFollow(ctx, tx, { requesterId: userId, memberId: targetId })
      if (await insertFollowNotice(tx.db, userId, targetId))
        await tx.emit('member.follow_requested', { requesterId: userId, memberId: targetId })
      return {
        following: false,
        followersCount: await selectFollowersCount(tx.db, targetId),
        requested: true,
      }
    }
    // One that waits, also from when the account was locked.
    if (state.requested) await withdrawRequest(tx.db, userId, targetId)
    if (following === state.following) {
      const followersCount = await selectFollowersCount(tx.db, targetId)
      return { following, followersCount, ...(state.locked && !following && { requested: false }) }
    }
    const [{ followersCount }, first] = await Promise.all([
      toggleFollowRow(tx.db, userId, targetId),
      following && insertFollowNotice(tx.db, userId, targetId),
    ])
    if (following) await tx.emit('member.followed', { followerId: userId, followeeId: targetId, first })
    return { following, followersCount }
  })
}

/** Makes a member stop following the viewer; the answer is the same when they did not follow. */
export async function removeFollower(ctx: Context, viewer: Viewer, followerId: string) {
  const userId = viewer.id
  return ctx.transact(async (tx) => {
    await lockMembers(tx.db, [userId, followerId])
    const { followersCount } = await deleteFollow(tx.db, followerId, userId)
    return { followersCount }
  })
}

/** Whom the viewer follows and who follows back, the newest followed first. */
export async function listMutuals(ctx: Context, viewer: Viewer, query: PageQuery) {
  const { ids, next } = await selectMutualEdges(ctx.db, viewer.id, pageOf(query, pageSize))
  return { items: await memberRows(ctx, viewer, ids), next }
}

/** Who follows a member, newest first. */
export const listFollowers = (ctx: Context, viewer: Viewer, id: string, query: PageQuery) =>
  edgesOf(ctx, viewer, id, 'follower_id', query)

/** Whom a member follows, newest first. */
export const listFollowing = (ctx: Context, viewer: Viewer, id: string, query: PageQuery) =>
  edgesOf(ctx, viewer, id, 'followee_id', query)

async function edgesOf(
  ctx: Context,
  viewer: Viewer,
  id: string,
  side: 'follower_id' | 'followee_id',
  query: PageQuery,
) {
  const user = await requireMember(ctx, viewer, id)
  const { ids, next } = await selectEdges(ctx.db, viewer.id, id, side, pageOf(query, pageSize))
  return { user, members: await memberRows(ctx, viewer, ids), next }
}

/** How many members the viewer follows. */
export async function followingCount(ctx: Pick<Context, 'db'>, viewer: Viewer): Promise<number> {
  const row = await ctx.db
    .selectFrom('members')
    .select('following_count')
    .where('id', '=', viewer.id)
    .executeTakeFirst()
  return row?.following_count ?? 0
}

/** True when both follow each other. */
export async function isMutual(db: Db, a: string, b: string): Promise<boolean> {
  return (await mutualIds(db, a, [b])).length > 0
}

/** Those of the given members who follow the member and are followed back. */
export async function mutualIds(db: Db, memberId: string, among: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('follows as out')
    .innerJoin('follows as back', (join) =>
      join
        .onRef('back.follower_id', '=', 'out.followee_id')
        .onRef('back.followee_id', '=', 'out.follower_id'),
    )
    .select('out.followee_id as id')
    .where('out.follower_id', '=', memberId)
    .where('out.followee_id', '=', sql<string>`any(${[...among]}::uuid[])`)
    .execute()
  return rows.map((row) => row.id)
}
