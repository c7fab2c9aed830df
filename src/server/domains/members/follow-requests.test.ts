import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as api from '#shared/api/follow-requests.ts'
import { deleteMember, getMember, toggleFollow } from '#shared/api/members.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import { blockMember } from '#shared/api/safety.ts'
import { suspendAccount } from '#server/domains/accounts/operator.service.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { notifyAccepted } from './follow-requests.service.ts'
import { importFollows, undoFollows } from './profile.import.ts'

let app: TestApp
let now: Date
/** Whose account is locked. */
let star: TestMember
let fan: TestMember
beforeAll(async () => {
  app = await startTestApp({ overrides: { now: () => now } })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date()
  star = await buildMember(app)
  fan = await buildMember(app)
  await lock(true)
})

const lock = (locked: boolean, requests?: 'accept' | 'decline' | 'keep') =>
  app.call(api.lockAccount, {
    as: star,
    params: { userId: star.id },
    body: { locked, ...(requests && { requests }) },
  })
const toggle = (as = fan, target = star, wanted?: boolean) =>
  app.call(toggleFollow, { as, params: { userId: as.id, targetId: target.id }, query: { wanted } })
const of = (target: { id: string }) => ({ as: star, params: { userId: star.id, targetId: target.id } })
const accept = (target = fan) => app.call(api.acceptFollowRequest, of(target))
const decline = (target = fan) => app.call(api.declineFollowRequest, of(target))
const reopen = (target = fan) => app.call(api.reopenFollowRequest, of(target))
/** What is queued when a member is let in, and how long it waits. */
const queued = async (target = fan) => {
  const { rows } = await sql<{ payload: { followerId: string; followeeId: string }; seconds: number }>`
    select payload, extract(epoch from run_at - ${now}::timestamptz)::int as seconds
    from graphile_worker._private_jobs where key = ${`members.tell-accepted:${target.id}:${star.id}`}`.execute(
    app.db,
  )
  return rows
}
/** As the queue does a minute later. */
const tell = async (target = fan): Promise<undefined> => {
  for (const { payload } of await queued(target)) await notifyAccepted(app.ctx, payload)
}
const waiting = async () =>
  (await app.call(api.listFollowRequests, { as: star, params: { userId: star.id }, query: {} })).data.map(
    ({ _id }) => _id,
  )
const seenBy = async (as: TestMember, target = star) => {
  const { data } = await app.call(getMember, { as, params: { userId: target.id }, query: {} })
  const { isFollowing, requested, locked, followersCount } = data
  return { isFollowing, requested, locked, followersCount }
}
const toldTypes = async (as: TestMember) =>
  (await app.call(listNotifications, { as, query: {} })).data.map(({ type, from }) => [type, from._id])

describe('who follows a locked member', () => {
  test('asks, waits, and follows when that is accepted, and both are told once', async () => {
    expect((await toggle()).data).toEqual({ following: false, followersCount: 0, requested: true })
    expect(await seenBy(fan)).toEqual({
      isFollowing: false,
      requested: true,
      locked: true,
      followersCount: 0,
    })
    expect(await waiting()).toEqual([fan.id])
    const { data } = await app.call(api.countFollowRequests, { as: star, params: { userId: star.id } })
    expect(data).toEqual({ count: 1, newest: [{ _id: fan.id, username: fan.username, avatar: null }] })
    expect(await toldTypes(star)).toEqual([['follow_request', fan.id]])
    expect((await accept()).status).toBe(200)
    expect(await seenBy(fan)).toEqual({
      isFollowing: true,
      requested: undefined,
      locked: true,
      followersCount: 1,
    })
    expect(await waiting()).toEqual([])
    expect(await toldTypes(fan)).toEqual([])
    expect(await queued()).toEqual([{ payload: { followerId: fan.id, followeeId: star.id }, seconds: 60 }])
    for (let time = 0; time < 2; time++) await tell()
    expect(await toldTypes(fan)).toEqual([['follow_accepted', star.id]])
    expect(await toldTypes(star)).toEqual([['follow_request', fan.id]])
    expect((await accept()).error.code).toBe('member.request_not_found')
    expect(await wrongCounters(app)).toEqual([])
  })

  test('takes it back by another tap, and asking again tells nobody', async () => {
    await toggle()
    expect((await toggle()).data).toEqual({ following: false, followersCount: 0, requested: false })
    expect(await waiting()).toEqual([])
    expect((await accept()).error.code).toBe('member.request_not_found')
    await toggle()
    expect(await waiting()).toEqual([fan.id])
    expect(await toldTypes(star)).toEqual([['follow_request', fan.id]])
  })

  test('stays a follower when the account is locked, and may leave', async () => {
    const old = await buildMember(app)
    await lock(false)
    expect((await toggle(old)).data).toEqual({ following: true, followersCount: 1 })
    await lock(true)
    expect(await seenBy(old)).toMatchObject({ isFollowing: true })
    expect((await toggle(old)).data).toEqual({ following: false, followersCount: 0 })
    expect((await toggle(old)).data).toMatchObject({ following: false, requested: true })
  })

  test('loses and asks nothing by saying once more what is so already', async () => {
    const follow = (wanted: boolean) => toggle(fan, star, wanted)
    await follow(true)
    expect((await follow(true)).data).toEqual({ following: false, followersCount: 0, requested: true })
    await accept()
    expect((await follow(true)).data).toEqual({ following: true, followersCount: 1 })
    await follow(false)
    expect((await follow(false)).data).toEqual({ following: false, followersCount: 0, requested: false })
    await follow(true)
    await lock(false)
    // The request from when the account was locked is withdrawn, and nobody is followed for it.
    expect((await follow(false)).data.following).toBe(false)
    expect([await waiting(), await toldTypes(star)]).toEqual([[], [['follow_request', fan.id]]])
  })
})

describe('who comes with an import', () => {
  const at = new Date('2021-03-04T05:06:07.000Z')
  const bring = (...members: TestMember[]) =>
    app.ctx.transact((tx) =>
      importFollows(
        tx,
        fan.id,
        members.map(({ username }) => ({ username, at })),
        now,
      ),
    )
  const undo = () => app.ctx.transact((tx) => undoFollows(tx, fan.id, [at]))

  test('asks whom they followed and who is locked now, telling nobody', async () => {
    const open = await buildMember(app)
    expect([...(await bring(star, open)).values()]).toEqual([true, true])
    expect([await seenBy(fan), await seenBy(fan, open)]).toMatchObject([
      { isFollowing: false, requested: true },
      { isFollowing: true },
    ])
    expect([await waiting(), await toldTypes(star)]).toEqual([[fan.id], []])
    expect([...(await bring(star, open)).values()]).toEqual([false, false])
    expect((await accept()).status).toBe(200)
    expect([...(await bring(star)).values()]).toEqual([false])
    expect(await wrongCounters(app)).toEqual([])
  })

  test('asks nobody who blocks them, and is not asked about again while declined', async () => {
    const blocker = await buildMember(app)
    await app.call(api.lockAccount, { as: blocker, params: { userId: blocker.id }, body: { locked: true } })
    await app.call(blockMember, { as: blocker, params: { userId: blocker.id, targetId: fan.id } })
    await toggle()
    await decline()
    await toggle()
    expect([...(await bring(star, blocker)).values()]).toEqual([true, false])
    expect([await waiting(), (await seenBy(fan)).requested]).toEqual([[], true])
    const rows = await app.db
      .selectFrom('follow_requests')
      .select('member_id')
      .where('requester_id', '=', fan.id)
      .execute()
    expect(rows).toEqual([{ member_id: star.id }])
  })

  test('takes back what still waits when the import is removed', async () => {
    const [open, other] = [await buildMember(app), await buildMember(app)]
    await app.call(api.lockAccount, { as: other, params: { userId: other.id }, body: { locked: true } })
    await bring(star, open, other)
    const params = { userId: other.id, targetId: fan.id }
    await app.call(api.acceptFollowRequest, { as: other, params })
    expect(await undo()).toBe(2)
    expect([await seenBy(fan), await seenBy(fan, open), await seenBy(fan, other)]).toMatchObject([
      { isFollowing: false, requested: undefined },
      { isFollowing: false },
      // It was the other's to let them in.
      { isFollowing: true },
    ])
    await bring(star)
    await decline()
    expect(await undo()).toBe(1)
    expect((await seenBy(fan)).requested).toBeUndefined()
    // Asked again by hand it stays declined.
    await toggle()
    expect([await waiting(), (await seenBy(fan)).requested]).toEqual([[], true])
    expect(await wrongCounters(app)).toEqual([])
  })
})

describe('who is declined', () => {
  test('is not told, and does not come back for a month, however often they ask', async () => {
    await toggle()
    expect((await decline()).status).toBe(200)
    expect([await waiting(), (await seenBy(fan)).requested, await toldTypes(fan)]).toEqual([[], true, []])
    for (let tap = 0; tap < 2; tap++) await toggle()
    expect([await waiting(), (await seenBy(fan)).requested]).toEqual([[], true])
    await toggle()
    const monthAgo = new Date(now.getTime() - 30 * 86_400_000 - 1000)
    await app.db
      .updateTable('follow_requests')
      .set({ declined_at: monthAgo })
      .where('requester_id', '=', fan.id)
      .execute()
    expect((await toggle()).data).toMatchObject({ requested: true })
    expect(await waiting()).toEqual([fan.id])
  })

  test('is let in after all, until they take it back', async () => {
    await toggle()
    await decline()
    expect((await accept()).status).toBe(200)
    expect(await seenBy(fan)).toMatchObject({ isFollowing: true })
    const other = await buildMember(app)
    await toggle(other)
    await decline(other)
    await toggle(other)
    expect((await accept(other)).error.code).toBe('member.request_not_found')
  })
})

describe('an answer that is taken back', () => {
  const asked = { isFollowing: false, requested: true, followersCount: 0 }

  test('makes who was let in wait again, who hears of nothing', async () => {
    const later = await buildMember(app)
    await toggle()
    now = new Date(now.getTime() + 1000)
    await toggle(later)
    await accept()
    expect((await reopen()).status).toBe(200)
    expect(await seenBy(fan)).toMatchObject(asked)
    expect(await waiting()).toEqual([later.id, fan.id])
    await tell()
    expect(await toldTypes(fan)).toEqual([])
    // Sent again, since the answer was lost on its way.
    expect((await reopen()).status).toBe(200)
    expect(await waiting()).toEqual([later.id, fan.id])
    expect(await toldTypes(star)).toHaveLength(2)
    expect(await wrongCounters(app)).toEqual([])
  })

  test('can be given again, and tells once', async () => {
    await toggle()
    for (const answer of [accept, reopen, accept]) expect((await answer()).status).toBe(200)
    expect(await queued()).toHaveLength(1)
    await tell()
    expect(await toldTypes(fan)).toEqual([['follow_accepted', star.id]])
    expect(await seenBy(fan)).toMatchObject({ isFollowing: true, followersCount: 1 })
    expect((await reopen()).error.code).toBe('member.request_not_found')
    expect(await seenBy(fan)).toMatchObject({ isFollowing: true })
  })

  test('brings back who was declined, for a minute', async () => {
    await toggle()
    await decline()
    now = new Date(now.getTime() + 60_000)
    expect((await reopen()).status).toBe(200)
    expect(await waiting()).toEqual([fan.id])
    await decline()
    now = new Date(now.getTime() + 60_001)
    expect((await reopen()).error.code).toBe('member.request_not_found')
    expect(await waiting()).toEqual([])
  })

  test('does not bring back who left, and tells them nothing', async () => {
    await toggle()
    await accept()
    await toggle()
    expect((await reopen()).error.code).toBe('member.request_not_found')
    await tell()
    expect([await toldTypes(fan), await waiting()]).toEqual([[], []])
    expect(await seenBy(fan)).toMatchObject({ isFollowing: false, followersCount: 0 })
    expect(await wrongCounters(app)).toEqual([])
  })

  test('of who asked again after leaving is that of the new request', async () => {
    await toggle()
    await accept()
    await toggle()
    now = new Date(now.getTime() + 1000)
    expect((await toggle()).data).toMatchObject({ requested: true })
    expect(await waiting()).toEqual([fan.id])
    await tell()
    expect(await waiting()).toEqual([fan.id])
    expect((await seenBy(fan)).requested).toBe(true)
  })

  test('is of the viewer’s own requests, never of who follows anyway', async () => {
    const old = await buildMember(app)
    await follow(app, old, star)
    expect((await reopen(old)).error.code).toBe('member.request_not_found')
    expect(await seenBy(old)).toMatchObject({ isFollowing: true })
  })

  test('is queued no longer when either deletes the account', async () => {
    const other = await buildMember(app)
    for (const one of [fan, other]) {
      await toggle(one)
      await accept(one)
    }
    await app.call(deleteMember, { as: fan, params: { userId: fan.id } })
    expect([await queued(), (await queued(other)).length]).toEqual([[], 1])
    await app.call(deleteMember, { as: star, params: { userId: star.id } })
    expect(await queued(other)).toEqual([])
  })

  test('stands once the queue told who was let in', async () => {
    const running = await startTestApp({ jobs: true })
    try {
      const [owner, asker] = [await buildMember(running), await buildMember(running)]
      const target = { as: owner, params: { userId: owner.id, targetId: asker.id } }
      await running.call(api.lockAccount, { as: owner, params: { userId: owner.id }, body: { locked: true } })
      await running.call(toggleFollow, { as: asker, params: { userId: asker.id, targetId: owner.id } })
      await running.call(api.acceptFollowRequest, target)
      await sql`update graphile_worker._private_jobs set run_at = now() where starts_with(key, 'members.tell-accepted')`.execute(
        running.db,
      )
      // The queue would else look half a minute later.
      await sql`select pg_notify('jobs:insert', '{"count": 1}')`.execute(running.db)
      const told = async () =>
        (await running.call(listNotifications, { as: asker, query: {} })).data.map(({ type }) => type)
      await expect.poll(told, { timeout: 60_000 }).toEqual(['follow_accepted'])
      expect((await running.call(api.reopenFollowRequest, target)).error.code).toBe(
        'member.request_not_found',
      )
    } finally {
      await running.close()
    }
  })

  test('leaves one of two ends, however often it is taken back while the other is told', async () => {
    for (let round = 0; round < 6; round++) {
      const asker = await buildMember(app)
      await toggle(asker)
      await accept(asker)
      const answers = await Promise.all([reopen(asker), tell(asker), reopen(asker), tell(asker)])
      for (const answer of answers) expect([200, 404, undefined]).toContain(answer?.status)
      const { isFollowing } = await seenBy(asker)
      const end = { waits: (await waiting()).includes(asker.id), told: (await toldTypes(asker)).length }
      expect(end).toEqual(isFollowing ? { waits: false, told: 1 } : { waits: true, told: 0 })
    }
    expect(await wrongCounters(app)).toEqual([])
  })

  test('leaves something whole when they leave at once', async () => {
    for (let round = 0; round < 4; round++) {
      const asker = await buildMember(app)
      await toggle(asker)
      await accept(asker)
      await Promise.all([reopen(asker), toggle(asker), tell(asker), toggle(asker)])
      const { isFollowing } = await seenBy(asker)
      expect(isFollowing && (await waiting()).includes(asker.id)).toBe(false)
      expect((await toldTypes(asker)).length).toBeLessThanOrEqual(1)
    }
    expect(await wrongCounters(app)).toEqual([])
  })
})

describe('unlocking', () => {
  let others: TestMember[]
  beforeEach(async () => {
    others = [await buildMember(app), await buildMember(app)]
    for (const one of others) await toggle(one)
  })
  const followers = async () => Promise.all(others.map(async (one) => (await seenBy(one)).isFollowing))

  test('lets all in', async () => {
    expect((await lock(false, 'accept')).data).toEqual({ locked: false })
    expect([await followers(), await waiting()]).toEqual([[true, true], []])
    for (const one of others) expect(await toldTypes(one)).toEqual([['follow_accepted', star.id]])
    expect(await seenBy(fan)).toMatchObject({ locked: undefined, followersCount: 2 })
    expect(await wrongCounters(app)).toEqual([])
  })

  test('declines all', async () => {
    await lock(false, 'decline')
    expect([await followers(), await waiting()]).toEqual([[false, false], []])
  })

  test('leaves them waiting, whom a tap lets in now', async () => {
    await lock(false)
    expect([await followers(), (await waiting()).length]).toEqual([[false, false], 2])
    const [first] = others
    expect((await toggle(first)).data).toEqual({ following: true, followersCount: 1 })
    expect((await waiting()).length).toBe(1)
  })
})

test('who is blocked or kept out is in no list, and a block ends what they asked', async () => {
  const [blocked, suspended] = [await buildMember(app), await buildMember(app)]
  for (const one of [blocked, suspended, fan]) await toggle(one)
  await app.call(blockMember, { as: star, params: { userId: star.id, targetId: blocked.id } })
  await suspendAccount(app.ctx, { shellUser: 'tests' }, suspended.username)
  expect(await waiting()).toEqual([fan.id])
  expect((await accept(blocked)).error.code).toBe('member.request_not_found')
  expect((await toggle(blocked)).error.code).toBe('member.not_found')
})

test('of taps, answers and blocks at once something whole is left', async () => {
  for (let round = 0; round < 5; round++) {
    const asker = await buildMember(app)
    await toggle(asker)
    const answers = await Promise.all([
      accept(asker),
      toggle(asker),
      decline(asker),
      toggle(asker),
      ...(round % 2 === 0
        ? [app.call(blockMember, { as: star, params: { userId: star.id, targetId: asker.id } })]
        : []),
    ])
    for (const { status } of answers) expect([200, 404]).toContain(status)
  }
  expect(await wrongCounters(app)).toEqual([])
})

test('only one’s own requests are told and answered', async () => {
  await toggle()
  const other = await buildMember(app)
  await follow(app, other, star)
  for (const call of [api.listFollowRequests, api.countFollowRequests])
    expect((await app.call(call, { as: other, params: { userId: star.id } })).error.code).toBe(
      'request.not_yours',
    )
  const params = { userId: star.id, targetId: fan.id }
  expect((await app.call(api.acceptFollowRequest, { as: fan, params })).error.code).toBe('request.not_yours')
})
