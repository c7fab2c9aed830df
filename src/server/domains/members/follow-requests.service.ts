import type { ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/follow-requests.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { pageOf, type PageQuery } from '#server/core/keyset.ts'
import { toggleFollowRow } from './follows.queries.ts'
import * as queries from './follow-requests.queries.ts'
import { lockMembers } from './members.queries.ts'
import { memberRows } from './members.views.ts'

const pageSize = 100
const newestShown = 3
/** So long a request that was declined does not come back, however often it is made. */
const declinedMs = 30 * 86_400_000

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

/** Asks a locked member, or takes that back; answers whether it waits now. The caller holds both. */
export async function toggleRequest(
  ctx: Context,
  tx: Tx,
  pair: { requesterId: string; memberId: string },
  { requested }: queries.RequestState,
): Promise<boolean> {
  const { requesterId, memberId } = pair
  if (requested) {
    await queries.withdrawRequest(tx.db, requesterId, memberId)
    return false
  }
  const now = ctx.now()
  await queries.upsertRequest(tx.db, pair, { now, declinedSince: new Date(now.getTime() - declinedMs) })
  return true
}

/** @throws member.request_not_found, also where it was taken back meanwhile */
export async function acceptRequest(ctx: Context, viewer: Viewer, requesterId: string) {
  await ctx.transact((tx) => letIn(tx, viewer.id, [requesterId]))
  return done
}

async function letIn(tx: Tx, memberId: string, requesterIds: string[]): Promise<void> {
  const locked = new Set(await lockMembers(tx.db, [memberId, ...requesterIds]))
  for (const requesterId of requesterIds) {
    if (!locked.has(requesterId) || !(await queries.deleteRequest(tx.db, requesterId, memberId)))
      throw fail('member.request_not_found')
    const { following } = await queries.selectRequestState(tx.db, requesterId, memberId)
    if (!following) await toggleFollowRow(tx.db, requesterId, memberId)
    await tx.emit('member.follow_accepted', { followerId: requesterId, followeeId: memberId })
  }
}

/** @throws member.request_not_found */
export async function declineRequest(ctx: Context, viewer: Viewer, requesterId: string) {
  await ctx.transact(async (tx) => {
    await lockMembers(tx.db, [viewer.id, requesterId])
    if (!(await queries.declineRequest(tx.db, requesterId, viewer.id, ctx.now())))
      throw fail('member.request_not_found')
  })
  return done
}

/** Who waits when an account is unlocked is let in, declined or left waiting. */
export async function lockAccount(
  ctx: Context,
  viewer: Viewer,
  { locked, requests = 'keep' }: ParsedBody<typeof api.lockAccount>,
) {
  await ctx.transact(async (tx) => {
    // Before the member: whoever acts on two locks both in their order.
    const waiting = requests === 'accept' ? await queries.selectAllRequesters(tx.db, viewer.id) : []
    await lockMembers(tx.db, [viewer.id, ...waiting])
    await queries.setLocked(tx.db, viewer.id, locked)
    if (locked) return
    if (requests === 'decline') await queries.declineAll(tx.db, viewer.id, ctx.now())
    const still = new Set(await queries.selectAllRequesters(tx.db, viewer.id))
    await letIn(
      tx,
      viewer.id,
      waiting.filter((id) => still.has(id)),
    )
  })
  return { locked }
}
