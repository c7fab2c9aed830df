import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { getMember, listMembers, listMutuals, removeFollower, toggleFollow } from '#shared/api/members.ts'
import type { DomainEvents } from '#server/events.ts'
import { buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { isMutual, mutualIds } from './members.service.ts'

let app: TestApp
const followed: DomainEvents['member.followed'][] = []
beforeAll(async () => {
  app = await startTestApp()
  app.ctx.events.on('member.followed', async (_tx, fact) => void followed.push(fact))
})
afterAll(() => app.close())
beforeEach(() => void followed.splice(0))

const toggle = (member: TestMember, targetId: string, userId = member.id) =>
  app.call(toggleFollow, { params: { userId, targetId }, as: member })
const counts = async ({ id }: { id: string }) =>
  app.db
    .selectFrom('members')
    .select(['followers_count', 'following_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('following', () => {
  test('and stopping to answer the new state and keep both counts', async () => {
    const [fan, star] = [await buildMember(app), await buildMember(app)]
    expect((await toggle(fan, star.id)).data).toEqual({ following: true, followersCount: 1 })
    const { data } = await app.call(getMember, { params: { userId: star.id }, as: fan })
    expect(data).toMatchObject({
      followers: [fan.id],
      followersCount: 1,
      isFollowing: true,
      followsMe: false,
    })
    expect(await counts(fan)).toEqual({ followers_count: 0, following_count: 1 })
    expect((await toggle(fan, star.id)).data).toEqual({ following: false, followersCount: 0 })
    expect(await counts(fan)).toEqual({ followers_count: 0, following_count: 0 })
    expect(await counts(star)).toEqual({ followers_count: 0, following_count: 0 })
  })

  test('is the first one only once', async () => {
    const [fan, star] = [await buildMember(app), await buildMember(app)]
    for (let round = 0; round < 3; round++) await toggle(fan, star.id)
    expect(followed).toEqual([
      { followerId: fan.id, followeeId: star.id, first: true },
      { followerId: fan.id, followeeId: star.id, first: false },
    ])
  })

  test('is refused for oneself, for others, for nobody and for guests', async () => {
    const [fan, star, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const refused = async (answer: Awaited<ReturnType<typeof toggle>>) => [answer.status, answer.error.code]
    expect(await refused(await toggle(fan, fan.id))).toEqual([400, 'member.follow_self'])
    expect(await refused(await toggle(fan, star.id, other.id))).toEqual([403, 'request.not_yours'])
    expect(await refused(await toggle(fan, other.id, other.id))).toEqual([403, 'request.not_yours'])
    const nobody = await toggle(fan, '01900000-0000-7000-8000-000000000000')
    expect([nobody.status, nobody.error.error]).toEqual([404, 'User not found.'])
    const guest = await app.call(toggleFollow, { params: { userId: fan.id, targetId: star.id } })
    expect(guest.status).toBe(401)
    expect(await refused(await toggle(fan, fan.id.toUpperCase()))).toEqual([400, 'member.follow_self'])
    for (const member of [fan, star, other])
      expect(await counts(member)).toEqual({ followers_count: 0, following_count: 0 })
  })

  test('nothing is kept when a listener of the fact fails', async () => {
    const broken = await startTestApp()
    onTestFinished(() => broken.close())
    broken.ctx.events.on('member.followed', async () => {
      throw new Error('listener')
    })
    const [fan, star] = [await buildMember(broken), await buildMember(broken)]
    const answer = await broken.call(toggleFollow, { params: { userId: fan.id, targetId: star.id }, as: fan })
    expect([answer.status, answer.error.error]).toEqual([500, 'Something went wrong.'])
    expect(await broken.db.selectFrom('follows').selectAll().execute()).toEqual([])
  })
})

describe('many at once', () => {
  const exact = async (members: TestMember[]) => {
    for (const member of members) {
      const edges = await app.db
        .selectFrom('follows')
        .selectAll()
        .where((eb) => eb.or([eb('follower_id', '=', member.id), eb('followee_id', '=', member.id)]))
        .execute()
      expect(await counts(member)).toEqual({
        followers_count: edges.filter((edge) => edge.followee_id === member.id).length,
        following_count: edges.filter((edge) => edge.follower_id === member.id).length,
      })
    }
  }

  test('fifty toggles of one follow end as before, the counts exact', async () => {
    const [fan, star] = [await buildMember(app), await buildMember(app)]
    const answers = await Promise.all(Array.from({ length: 50 }, () => toggle(fan, star.id)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200))
    expect(answers.filter((answer) => answer.data.following)).toHaveLength(25)
    expect(await counts(star)).toEqual({ followers_count: 0, following_count: 0 })
    expect(followed.filter((fact) => fact.first)).toHaveLength(1)
  })

  test('everybody following everybody does not deadlock and is counted exactly', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => buildMember(app)))
    const pairs = members.flatMap((a) => members.filter((b) => b !== a).map((b) => [a, b] as const))
    const answers = await Promise.all(pairs.map(([a, b]) => toggle(a, b.id)))
    expect(answers.every((answer) => answer.status === 200 && answer.data.following)).toBe(true)
    await exact(members)
    await Promise.all(pairs.filter((_, index) => index % 3 === 0).map(([a, b]) => toggle(a, b.id)))
    await exact(members)
  })
})

describe('removing a follower', () => {
  const remove = (as: TestMember, followerId: string, userId = as.id) =>
    app.call(removeFollower, { params: { userId, followerId }, as })

  test('keeps both counts, and does nothing the second time', async () => {
    const [star, fan, friend] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    await follow(app, fan, star)
    await follow(app, friend, star)
    await follow(app, star, fan)
    for (let round = 0; round < 2; round++)
      expect(await remove(star, fan.id)).toMatchObject({ status: 200, data: { followersCount: 1 } })
    expect(await counts(fan)).toEqual({ followers_count: 1, following_count: 0 })
    expect(await counts(star)).toEqual({ followers_count: 1, following_count: 1 })
    expect((await remove(star, '01900000-0000-7000-8000-000000000000')).data.followersCount).toBe(1)
    expect((await remove(star, star.id)).data.followersCount).toBe(1)
  })

  test('is for the followed only', async () => {
    const [star, fan] = [await buildMember(app), await buildMember(app)]
    await follow(app, fan, star)
    const refused = await remove(fan, fan.id, star.id)
    expect([refused.status, refused.error.code]).toEqual([403, 'request.not_yours'])
    const guest = await app.call(removeFollower, { params: { userId: star.id, followerId: fan.id } })
    expect(guest.status).toBe(401)
    expect(await counts(star)).toEqual({ followers_count: 1, following_count: 0 })
  })

  test('while the follower toggles ends exactly counted', async () => {
    const [star, fan] = [await buildMember(app), await buildMember(app)]
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, round) => (round % 2 ? remove(star, fan.id) : toggle(fan, star.id))),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(30).fill(200))
    const edges = await app.db.selectFrom('follows').selectAll().where('follower_id', '=', fan.id).execute()
    expect(await counts(star)).toEqual({ followers_count: edges.length, following_count: 0 })
    expect(await counts(fan)).toEqual({ followers_count: 0, following_count: edges.length })
  })
})

describe('mutual followers', () => {
  const mutuals = (as: TestMember, query: { limit?: number; cursor?: string } = {}, userId = as.id) =>
    app.call(listMutuals, { params: { userId }, query, as })

  test('are paged, the newest followed first, and hold nobody else', async () => {
    const me = await buildMember(app)
    const friends = await Promise.all(Array.from({ length: 5 }, () => buildMember(app)))
    const [onlyMine, onlyTheirs] = [await buildMember(app), await buildMember(app)]
    for (const friend of friends) {
      await follow(app, friend, me)
      await follow(app, me, friend)
    }
    await follow(app, me, onlyMine)
    await follow(app, onlyTheirs, me)
    await follow(app, onlyMine, onlyTheirs)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { data, headers } = await mutuals(me, { limit: 2, ...(cursor && { cursor }) })
      seen.push(...data.map((row) => row._id))
      cursor = headers.get('x-next-cursor') ?? undefined
    } while (cursor)
    expect(seen).toEqual(friends.map(({ id }) => id).toReversed())
    const whole = await mutuals(me)
    expect(whole.data.map((row) => row._id)).toEqual(seen)
    expect(whole.data[0]).toMatchObject({ isFollowing: true, followsMe: true, followersCount: 1 })
    expect(await app.countStatements(() => mutuals(me))).toBe(
      await app.countStatements(() => mutuals(me, { limit: 1 })),
    )
    expect((await mutuals(onlyMine)).data).toEqual([])
  })

  test('are answered to oneself only', async () => {
    const [me, other] = [await buildMember(app), await buildMember(app)]
    const refused = await mutuals(other, {}, me.id)
    expect([refused.status, refused.error.code]).toEqual([403, 'request.not_yours'])
    expect((await app.call(listMutuals, { params: { userId: me.id } })).status).toBe(401)
    expect((await mutuals(me, { cursor: 'x' })).status).toBe(400)
  })
})

test('what other domains ask about follows', async () => {
  const [a, b, c] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  await follow(app, a, b)
  await follow(app, a, c)
  await follow(app, b, a)
  expect(await mutualIds(app.db, a.id, [a.id, b.id, c.id])).toEqual([b.id])
  expect([await isMutual(app.db, a.id, b.id), await isMutual(app.db, b.id, a.id)]).toEqual([true, true])
  expect(await isMutual(app.db, a.id, c.id)).toBe(false)
})

test('whom a member follows is told where their profile is, in lists of members too', async () => {
  const [member, followed, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  await follow(app, member, followed)
  const told = async () => {
    const { data } = await app.call(listMembers, { as: other, query: { query: member.username } })
    return data.find((row) => row._id === member.id)?.following
  }
  expect(await told()).toEqual([followed.id])
  await app.db.updateTable('members').set({ profile_audience: 'me' }).where('id', '=', member.id).execute()
  expect(await told()).toEqual([])
})

test('a limit holds by member', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT: '1' } })
  onTestFinished(() => limited.close())
  const [fan, star] = [await buildMember(limited), await buildMember(limited)]
  const once = (member: TestMember, target: TestMember) =>
    limited.call(toggleFollow, { params: { userId: member.id, targetId: target.id }, as: member })
  const answers = await Promise.all(Array.from({ length: 250 }, () => once(fan, star)))
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(10)
  expect((await once(star, fan)).status).toBe(200)
})
