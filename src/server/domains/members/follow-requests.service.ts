import type { ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/follow-requests.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { deleteJobs } from '#server/core/jobs.ts'
import { pageOf, type PageQuery } from '#server/core/keyset.ts'
import { deleteFollow, toggleFollowRow } from './follows.queries.ts'
import * as queries from './follow-requests.queries.ts'
import { lockMembers } from './members.queries.ts'
import { memberRows } from './members.views.ts'

const pageSize = 100
const newestShown = 3
/** How long a declined request stays declined, however often it is repeated. */
const declinedMs = 30 * dayMs
/** How long an answer can be undone, and an accepted requester is not notified. */
const answerMs = minuteMs

/** Who waits to follow the viewer. */
export async function listRequests(ctx: Context, viewer: Viewer, query: PageQuery) {
  const { ids, next } = await queries.selectRequests(ctx.db, viewer.id, pageOf(query, pageSize))
  return { items: await memberRows(ctx, viewer, ids), next }
}

export async function countRequests(ctx: Context, viewer: Viewer) {
  const [count, { ids }] = await Promise.all([
    queries.countRequests(ctx.db, viewer.id),
    queries.selectRequests(ctx.db, viewer.id, { limit: newestShown }),
  ])
  const rows = await memberRows(ctx, viewer, ids)
  return { count, newest: rows.map(({ _id, username, avatar }) => ({ _id, username, avatar })) }
}

/** Asks to follow a locked member; a request that waits already stays. The caller has locked both members. */
export async function askToFollow(
  ctx: Context,
  tx: Tx,
  { requesterId, memberId }: { requesterId: string; memberId: string },
): Promise<void> {
  const at = ctx.now()
  await queries.upsertRequests(tx.db, requesterId, [{ id: memberId, at }], declinedSince(at))
}

/** A request that was declined before may come back. */
export const declinedSince = (now: Date) => new Date(now.getTime() - declinedMs)

/**
 * Accepts a request: the member follows at once. @throws member.request_not_found, also when it was withdrawn
 * meanwhile
 */
export async function acceptRequest(ctx: Context, viewer: Viewer, requesterId: string) {
  const pair = { followerId: requesterId, followeeId: viewer.id }
  await ctx.transact(async (tx) => {
    const now = ctx.now()
    const locked = await lockMembers(tx.db, [viewer.id, requesterId])
    if (
      !locked.includes(requesterId) ||
      !(await queries.updateAnswer(tx.db, requesterId, viewer.id, 'accepted_at', now))
    )
      throw fail('member.request_not_found')
    await makeFollower(tx, pair)
    await tx.addJob('members.tell-accepted', pair, {
      key: acceptedKey(pair),
      runAt: new Date(now.getTime() + answerMs),
    })
  })
  return done
}

interface Follow {
  followerId: string
  followeeId: string
}

const acceptedKey = ({ followerId, followeeId }: Follow) =>
  `members.tell-accepted:${followerId}:${followeeId}`

/** Deletes queued notifications about a member whose account is deleted. */
export async function forgetAccepted(tx: Tx, memberId: string): Promise<void> {
  const accepted = await queries.selectAcceptedOf(tx.db, memberId)
  if (accepted.length > 0) await deleteJobs(tx.db, accepted.map(acceptedKey))
}

async function makeFollower(tx: Tx, { followerId, followeeId }: Follow): Promise<void> {
  const { following } = await queries.selectRequestState(tx.db, followerId, followeeId)
  if (!following) await toggleFollowRow(tx.db, followerId, followeeId)
}

/**
 * Notifies an accepted requester, unless that was undone or they stopped following meanwhile. From then on it cannot
 * be undone.
 */
export async function notifyAccepted(ctx: Context, { followerId, followeeId }: Follow): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockMembers(tx.db, [followerId, followeeId])
    if (!(await queries.deleteAccepted(tx.db, followerId, followeeId))) return
    const { following } = await queries.selectRequestState(tx.db, followerId, followeeId)
    if (following) await tx.emit('member.follow_accepted', { followerId, followeeId })
  })
}

/**
 * Undoes the viewer's answer: an accepted requester stops following and waits again. Answers the same when the
 * request waits already.
 * @throws member.request_not_found, also when it is too late
 */
export async function reopenRequest(ctx: Context, viewer: Viewer, requesterId: string) {
  await ctx.transact(async (tx) => {
    await lockMembers(tx.db, [viewer.id, requesterId])
    const answer = await queries.selectAnswer(tx.db, requesterId, viewer.id)
    if (!answer) throw fail('member.request_not_found')
    const { acceptedAt, declinedAt } = answer
    if (acceptedAt !== null) {
      const { change } = await deleteFollow(tx.db, requesterId, viewer.id)
      // They stopped following themselves.
      if (change === 0) throw fail('member.request_not_found')
      await queries.clearAnswer(tx.db, requesterId, viewer.id, 'accepted_at')
    } else if (declinedAt !== null) {
      if (declinedAt.getTime() < ctx.now().getTime() - answerMs) throw fail('member.request_not_found')
      await queries.clearAnswer(tx.db, requesterId, viewer.id, 'declined_at')
    }
  })
  return done
}

/** @throws member.request_not_found */
export async function declineRequest(ctx: Context, viewer: Viewer, requesterId: string) {
  await ctx.transact(async (tx) => {
    await lockMembers(tx.db, [viewer.id, requesterId])
    if (!(await queries.updateAnswer(tx.db, requesterId, viewer.id, 'declined_at', ctx.now())))
      throw fail('member.request_not_found')
  })
  return done
}

/** Locks or unlocks the account. When it is unlocked, waiting requests are accepted, declined or left. */
export async function lockAccount(
  ctx: Context,
  viewer: Viewer,
  { locked, requests = 'keep' }: ParsedBody<typeof api.lockAccount>,
) {
  await ctx.transact(async (tx) => {
    // Read before locking, since everybody who acts on two members locks both in a fixed order.
    const waiting = requests === 'accept' ? await queries.selectAllRequesters(tx.db, viewer.id) : []
    await lockMembers(tx.db, [viewer.id, ...waiting])
    await queries.updateLocked(tx.db, viewer.id, { locked })
    if (locked) return
    if (requests === 'decline') await queries.declineAll(tx.db, viewer.id, ctx.now())
    const still = new Set(await queries.selectAllRequesters(tx.db, viewer.id))
    for (const followerId of waiting.filter((id) => still.has(id))) {
      const follow = { followerId, followeeId: viewer.id }
      await queries.deleteRequest(tx.db, followerId, viewer.id)
      await makeFollower(tx, follow)
      await tx.emit('member.follow_accepted', follow)
    }
  })
  return { locked }
}
