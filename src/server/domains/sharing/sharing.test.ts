import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listNotifications, markAllRead } from '#shared/api/notifications.ts'
import { shareFilm, shareList, shareLog } from '#shared/api/sharing.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let sender: TestMember
let friend: TestMember
let other: TestMember
let follower: TestMember
let film: { id: number; title: string }

beforeAll(async () => {
  app = await startTestApp()
  film = await buildFilm(app, { title: 'Salt Harbour' })
})
afterAll(() => app.close())
beforeEach(async () => {
  sender = await buildMember(app)
  friend = await buildMember(app)
  other = await buildMember(app)
  follower = await buildMember(app)
  for (const mutual of [friend, other]) {
    await follow(app, sender, mutual)
    await follow(app, mutual, sender)
  }
  await follow(app, follower, sender)
})

const told = async (as: TestMember) => (await app.call(listNotifications, { as, query: {} })).data
const review = (logId: string, recipients: string[], as: TestMember | null = sender) =>
  app.call(shareLog, { ...(as && { as }), params: { logId }, body: { recipients } })
const list = (listId: string, recipients: string[], as: TestMember | null = sender) =>
  app.call(shareList, { ...(as && { as }), params: { listId }, body: { recipients } })
const suggest = (to: string, movieId = film.id, as: TestMember | null = sender) =>
  app.call(shareFilm, {
    ...(as && { as }),
    params: { userId: to },
    body: { fromUserId: follower.id, movieId },
  })

test('a review goes to the mutual followers among the recipients, each once', async () => {
  const author = await buildMember(app)
  const log = await buildLog(app, { author, film, review: 'See it.' })
  const recipients = [friend.id, friend.id, other.id, follower.id, sender.id, randomUUID()]
  const { status, data } = await review(log.id, recipients)
  expect([status, data]).toEqual([200, { sent: 2 }])
  for (const member of [friend, other])
    expect(await told(member)).toMatchObject([
      {
        type: 'share-review',
        message: 'shared a review with you',
        from: { _id: sender.id },
        reviewId: log.id,
        title: 'Salt Harbour',
        read: false,
      },
    ])
  for (const member of [follower, sender, author]) expect(await told(member)).toEqual([])
})

test('a film goes to a mutual follower, from whoever is signed in', async () => {
  const { status, data } = await suggest(friend.id)
  expect([status, data]).toEqual([200, { sent: 1 }])
  expect(await told(friend)).toMatchObject([
    {
      type: 'suggest_movie',
      message: 'suggested a film to you',
      from: { _id: sender.id },
      movieId: film.id,
      title: 'Salt Harbour',
    },
  ])
})

test('a list goes to the mutual followers among the recipients, whoever made it', async () => {
  const author = await buildMember(app)
  const { id } = await buildList(app, { author, title: 'Rain' })
  const { status, data } = await list(id, [friend.id, follower.id, other.id])
  expect([status, data]).toEqual([200, { sent: 2 }])
  expect((await list(id, [friend.id])).data).toEqual({ sent: 1 })
  for (const member of [friend, other])
    expect(await told(member)).toMatchObject([
      {
        type: 'share-list',
        message: 'shared a list with you',
        from: { _id: sender.id },
        listId: id,
        title: 'Rain',
        read: false,
      },
    ])
  for (const member of [follower, sender, author]) expect(await told(member)).toEqual([])
})

test('a private list cannot be shared, and another member’s is not there', async () => {
  const own = await buildList(app, { author: sender, isPrivate: true })
  const { status, error } = await list(own.id, [friend.id])
  expect([status, error.code, error.error]).toEqual([400, 'list.private', 'A private list cannot be shared.'])
  const others = await buildList(app, { author: other, isPrivate: true })
  const [hidden, missing] = [await list(others.id, [friend.id]), await list(randomUUID(), [friend.id])]
  expect([hidden.status, hidden.error.code, hidden.error.error]).toEqual([
    404,
    'list.not_found',
    'This list could not be found.',
  ])
  expect([missing.status, missing.error.code]).toEqual([hidden.status, hidden.error.code])
  expect(await told(friend)).toEqual([])
})

test('nobody is told of what they may not see, and nothing is sent where nobody is left', async () => {
  const author = await buildMember(app)
  for (const reader of [sender, other]) await follow(app, reader, author)
  const log = await buildLog(app, { author, film, review: 'For few.', audience: 'followers' })
  const listed = await buildList(app, { author, title: 'For few', audience: 'followers' })
  for (const share of [review, list]) {
    const id = share === review ? log.id : listed.id
    expect((await share(id, [friend.id, other.id])).data).toEqual({ sent: 1 })
    const { status, error } = await share(id, [friend.id])
    expect([status, error.code]).toEqual([400, 'share.nobody'])
  }
  expect(await told(friend)).toEqual([])
  expect(await told(other)).toHaveLength(2)
})

test('the same suggestion is told again only after it was read', async () => {
  const log = await buildLog(app, { author: sender, film })
  const both = async () => [
    (await review(log.id, [friend.id])).data.sent,
    (await suggest(friend.id)).data.sent,
  ]
  expect(await both()).toEqual([1, 1])
  expect(await both()).toEqual([1, 1])
  expect(await told(friend)).toHaveLength(2)
  await app.call(markAllRead, { as: friend })
  await both()
  expect(await told(friend)).toHaveLength(4)
})

test('nothing is sent where nobody is left, or nothing is there', async () => {
  const log = await buildLog(app, { author: sender, film })
  const listed = await buildList(app, { author: sender })
  const nobody = [
    await review(log.id, []),
    await review(log.id, [follower.id, sender.id, randomUUID()]),
    await list(listed.id, [follower.id]),
    await list(listed.id, []),
    await suggest(follower.id),
    await suggest(sender.id),
    await suggest(randomUUID()),
  ]
  for (const { status, error } of nobody)
    expect([status, error.code, error.error]).toEqual([400, 'share.nobody', 'Select at least one friend.'])
  expect((await review(randomUUID(), [friend.id])).error.code).toBe('log.not_found')
  expect((await suggest(friend.id, 2_000_000_003)).error.code).toBe('film.not_found')
  expect((await review(log.id, ['nobody'])).error.code).toBe('request.invalid')
  const many = Array.from({ length: 101 }, () => randomUUID())
  expect((await review(log.id, many)).error.code).toBe('request.invalid')
  expect((await review(log.id, [friend.id], null)).status).toBe(401)
  expect((await suggest(friend.id, film.id, null)).status).toBe(401)
  expect((await list(listed.id, [friend.id], null)).status).toBe(401)
  expect(await told(friend)).toEqual([])
})

test('a review that is deleted while it is shared is told as such', async () => {
  const log = await buildLog(app, { author: other, film })
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
    return rows[0]?.n
  }
  const late = await app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('logs').where('id', '=', log.id).execute()
    const answer = review(log.id, [friend.id])
    await expect.poll(waiting, { timeout: 5000 }).toBe(1)
    return { answer }
  })
  expect((await late.answer).error.code).toBe('log.not_found')
  expect(await told(friend)).toEqual([])
})
