import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteLog, toggleLogLike, updateLog } from '#shared/api/logs.ts'
import { toggleListLike } from '#shared/api/lists.ts'
import { blockMember, muteMember } from '#shared/api/safety.ts'
import * as api from '#shared/api/notifications.ts'
import { buildReply } from '#test/deletion.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { tellLike } from '#test/tell-like.ts'
import type { NewLikes } from './likes.queries.ts'

let app: TestApp
let film: { id: number }
let author: TestMember
let fans: TestMember[]
let log: string

beforeAll(async () => {
  app = await startTestApp()
  film = await buildFilm(app, { title: 'Salt Harbour' })
  fans = []
  for (let fan = 0; fan < 6; fan += 1) fans.push(await buildMember(app))
})
afterAll(() => app.close())
beforeEach(async () => {
  author = await buildMember(app)
  log = await review()
})

const review = async (text = 'Discuss.') => (await buildLog(app, { author, film, review: text })).id
const fan = (number: number) => fans[number] ?? author
const read = (query: object = {}, as = author) => app.call(api.listNotificationGroups, { as, query })
const groups = async (query: object = {}) => (await read(query)).data
/** How a group reads: who did it, newest first, and how many. */
const said = async (query: object = {}) =>
  (await groups(query)).map(({ newest: { type, from }, count }) => [type, from._id, count])

const like = (by: TestMember, at: string, id = log, of?: NewLikes['of']) => tellLike(app, { by, at, id, of })

const put = (given: { type: string; created_at: string | Date; from_id?: string; reply_id?: string }) =>
  app.db
    .insertInto('notifications')
    .values({ id: uuidv7(), member_id: author.id, from_id: fan(0).id, ...given })
    .execute()

const livesIn = (time_zone: string | null) =>
  app.db.updateTable('members').set({ time_zone }).where('id', '=', author.id).execute()

describe('likes of one thing', () => {
  test('share a group for twelve hours after the first, whose place is the newest’s', async () => {
    await like(fan(0), '2026-03-01T10:00:00.000Z')
    await put({ type: 'follow', created_at: '2026-03-01T12:00:00Z' })
    await like(fan(1), '2026-03-01T22:00:00.000Z')
    await like(fan(2), '2026-03-01T22:00:00.001Z')
    await like(fan(3), '2026-03-02T09:00:00.000Z')
    expect(await said()).toEqual([
      ['review_like', fan(3).id, 2],
      ['review_like', fan(1).id, 2],
      ['follow', fan(0).id, 1],
    ])
  })

  test('name three of those who liked it, count all, and tell what it is about', async () => {
    for (const one of fans) await app.call(toggleLogLike, { as: one, params: { logId: log } })
    const [group, ...others] = await groups()
    expect(others).toEqual([])
    expect(group).toMatchObject({
      kind: 'likes',
      dayKey: null,
      count: fans.length,
      read: false,
      parts: [],
      newest: { type: 'review_like', reviewId: log, title: 'Salt Harbour', from: { _id: fan(5).id } },
    })
    expect(group?.members.map(({ _id }) => _id)).toEqual([fan(5).id, fan(4).id, fan(3).id])
  })

  test('are one group also where all come at once', async () => {
    await Promise.all(fans.map((as) => app.call(toggleLogLike, { as, params: { logId: log } })))
    expect((await groups()).map(({ count }) => count)).toEqual([fans.length])
  })

  test('are told apart by thing, and comments and shares stand alone', async () => {
    const list = (await buildList(app, { author, title: 'Salt' })).id
    const comments = [await buildReply(app, author, log), await buildReply(app, author, log)]
    for (const one of [fan(0), fan(1)]) {
      await app.call(toggleListLike, { as: one, params: { listId: list } })
      for (const comment of comments) await like(one, '2026-03-01T10:00:00Z', comment, 'reply')
      await like(one, '2026-03-01T10:00:00Z')
      await put({ type: 'reply', created_at: '2026-03-01T09:00:00Z', from_id: one.id })
      await put({ type: 'suggest_movie', created_at: '2026-03-01T09:00:00Z', from_id: one.id })
    }
    const types = (await groups()).map(({ kind, newest, count }) => `${kind} ${newest.type} ${count}`)
    expect(types.toSorted()).toEqual([
      'comments reply 1',
      'comments reply 1',
      'likes list_like 2',
      'likes reaction 2',
      'likes reaction 2',
      'likes review_like 2',
      'shares suggest_movie 1',
      'shares suggest_movie 1',
    ])
    expect((await groups({ kind: 'likes' })).map(({ newest }) => newest.type)).toHaveLength(4)
    expect(await said({ kind: 'comments' })).toHaveLength(2)
    expect(await said({ kind: 'follows' })).toEqual([])
    expect((await read({ kind: 'others' })).status).toBe(400)
  })

  test('keep their key while more come, and are read when all are', async () => {
    const first = await like(fan(0), '2026-03-01T10:00:00Z')
    const [alone] = await groups()
    expect(alone).toMatchObject({ key: first, count: 1, read: false })
    await app.call(api.markOneRead, { as: author, params: { id: first } })
    expect(await groups()).toMatchObject([{ key: first, read: true }])
    await like(fan(1), '2026-03-01T11:00:00Z')
    expect(await groups()).toMatchObject([{ key: first, count: 2, read: false, dayKey: null }])
    await app.call(api.markAllRead, { as: author })
    expect(await groups()).toMatchObject([{ key: first, count: 2, read: true }])
  })
})

describe('what one member alone liked on a day', () => {
  test('is a group with its things, by the days of who reads', async () => {
    const other = await review('More.')
    await like(fan(0), '2026-03-01T20:30:00Z')
    await like(fan(0), '2026-03-01T21:30:00Z', other)
    expect(await groups()).toMatchObject([
      {
        key: `review_like:${fan(0).id}:2026-03-01`,
        dayKey: `review_like:${fan(0).id}:2026-03-01`,
        count: 2,
        parts: [{ reviewId: other }, { reviewId: log }],
        members: [{ _id: fan(0).id }],
      },
    ])
    await livesIn('Asia/Riyadh')
    expect((await groups()).map(({ count, dayKey }) => [count, dayKey?.slice(-10)])).toEqual([
      [1, '2026-03-02'],
      [1, '2026-03-01'],
    ])
    await livesIn('America/Halifax')
    expect((await groups()).map(({ count }) => count)).toEqual([2])
    // What this database has never heard of is UTC.
    await livesIn('Nowhere/Atlantis')
    expect((await groups()).map(({ count }) => count)).toEqual([2])
  })

  test('leaves what others liked too, and has one type', async () => {
    const [second, third] = [await review('More.'), await review('Enough.')]
    const list = (await buildList(app, { author, title: 'Salt' })).id
    await like(fan(0), '2026-03-01T08:00:00Z', list, 'list')
    await like(fan(0), '2026-03-01T09:00:00Z')
    await like(fan(1), '2026-03-01T10:00:00Z')
    await like(fan(0), '2026-03-01T11:00:00Z', second)
    await like(fan(0), '2026-03-01T12:00:00Z', third)
    expect(await said()).toEqual([
      ['review_like', fan(0).id, 2],
      ['review_like', fan(1).id, 2],
      ['list_like', fan(0).id, 1],
    ])
  })

  test('tells twenty things one by one and counts all', async () => {
    for (let time = 0; time < 23; time += 1)
      await like(fan(0), `2026-03-01T10:${10 + time}:00Z`, await review(`${time}`))
    const [group] = await groups()
    expect([group?.count, group?.parts.length]).toEqual([23, api.groupParts])
  })
})

describe('of whom the reader sees nothing', () => {
  const safety = (other: TestMember) => ({
    as: author,
    params: { userId: author.id, memberId: other.id, otherId: other.id, targetId: other.id },
  })

  test('is nothing in a group: who is blocked or muted, and whose account is gone', async () => {
    const gone = await buildMember(app)
    const other = await review('More.')
    await like(fan(0), '2026-03-01T09:00:00Z')
    for (const [at, one] of [fan(1), fan(2), gone].entries()) await like(one, `2026-03-01T1${at}:00:00Z`)
    await like(fan(0), '2026-03-01T08:00:00Z', other)
    expect(await said()).toEqual([
      ['review_like', gone.id, 4],
      ['review_like', fan(0).id, 1],
    ])
    await app.db.deleteFrom('members').where('id', '=', gone.id).execute()
    await app.call(blockMember, safety(fan(2)))
    expect(await said()).toEqual([
      ['review_like', fan(1).id, 2],
      ['review_like', fan(0).id, 1],
    ])
    // The one who is left is alone with both things now.
    await app.call(muteMember, { ...safety(fan(1)), body: { notifications: true } })
    expect(await said()).toEqual([['review_like', fan(0).id, 2]])
    expect(JSON.stringify(await groups())).not.toContain(fan(1).username)
  })

  test('also where the first of a group is', async () => {
    await like(fan(0), '2026-03-01T09:00:00Z')
    await like(fan(1), '2026-03-01T10:00:00Z')
    await app.call(blockMember, safety(fan(0)))
    await like(fan(2), '2026-03-01T11:00:00Z')
    expect(await said()).toEqual([['review_like', fan(2).id, 2]])
  })

  test('what is not wanted in the app is in no group', async () => {
    await like(fan(0), '2026-03-01T09:00:00Z')
    const hidden = await like(fan(1), '2026-03-01T10:00:00Z')
    await app.db.updateTable('notifications').set({ is_shown: false }).where('id', '=', hidden).execute()
    expect(await said()).toEqual([['review_like', fan(0).id, 1]])
  })

  test('a group goes with what it is about, and loses a title that is not for the reader', async () => {
    await like(fan(0), '2026-03-01T09:00:00Z')
    const others = await buildLog(app, { author: fan(1), film, review: 'Mine.' })
    const comment = await buildReply(app, author, others.id)
    await like(fan(2), '2026-03-01T10:00:00Z', comment, 'reply')
    expect((await groups()).map(({ newest }) => newest.title)).toEqual(['Salt Harbour', 'Salt Harbour'])
    await app.call(updateLog, { as: fan(1), params: { logId: others.id }, body: { audience: 'me' } })
    expect((await groups()).map(({ newest }) => newest.title)).toEqual([null, 'Salt Harbour'])
    await app.call(deleteLog, { as: author, params: { logId: log } })
    expect((await groups()).map(({ newest }) => newest.type)).toEqual(['reaction'])
  })
})
