import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toggleFollow } from '#shared/api/members.ts'
import * as api from '#shared/api/notifications.ts'
import { buildReply } from '#test/deletion.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let member: TestMember
let fan: TestMember

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await buildMember(app)
  fan = await buildMember(app)
})

const list = (query = {}, as = member) => app.call(api.listNotifications, { as, query })
const unread = async (as = member) =>
  (await app.call(api.countUnread, { as, params: { userId: as.id } })).data.count
const follow = () => app.call(toggleFollow, { as: fan, params: { userId: fan.id, targetId: member.id } })

const put = (given: Record<string, unknown> & { type: string }) =>
  app.db
    .insertInto('notifications')
    .values({ id: uuidv7(), member_id: member.id, from_id: fan.id, ...given })
    .execute()

test('following tells once, also when it is done again', async () => {
  for (let time = 0; time < 3; time++) await follow()
  const { data } = await list()
  expect(data).toMatchObject([
    {
      type: 'follow',
      message: 'just followed you',
      read: false,
      from: { _id: fan.id, username: fan.username },
    },
  ])
  expect(await unread()).toBe(1)
})

test('all or one are marked read; others’ answer like missing ones', async () => {
  for (const type of ['follow', 'suggest_movie', 'whatever']) await put({ type })
  const { data } = await list()
  expect(await unread()).toBe(3)
  const id = data[0]?._id ?? ''
  const foreign = await app.call(api.markOneRead, { as: fan, params: { id } })
  expect([foreign.status, foreign.error.code]).toEqual([404, 'notification.not_found'])
  expect((await app.call(api.markOneRead, { as: member, params: { id: randomUUID() } })).status).toBe(404)
  await app.call(api.markOneRead, { as: member, params: { id } })
  expect(await unread()).toBe(2)
  await app.call(api.markAllRead, { as: fan })
  expect(await unread()).toBe(2)
  await app.call(api.markAllRead, { as: member })
  expect(await unread()).toBe(0)
  expect((await list()).data.every((notification) => notification.read)).toBe(true)
})

test('the count of another member is refused', async () => {
  const { status } = await app.call(api.countUnread, { as: fan, params: { userId: member.id } })
  expect(status).toBe(403)
})

test('each type has its text, unknown ones too', async () => {
  const film = await buildFilm(app, { title: 'Salt Harbour' })
  const log = await buildLog(app, { author: member, film, review: 'text' })
  await put({ type: 'review_like', log_id: log.id })
  await put({ type: 'suggest_movie', film_id: film.id })
  for (const type of ['from the future', 'constructor']) await put({ type })
  const { data } = await list()
  expect(
    data.map(({ type, message, title, movieId, reviewId }) => ({ type, message, title, movieId, reviewId })),
  ).toEqual([
    { type: 'unknown', message: 'sent you something!', title: null, movieId: null, reviewId: null },
    { type: 'unknown', message: 'sent you something!', title: null, movieId: null, reviewId: null },
    {
      type: 'suggest_movie',
      message: 'suggested a film to you',
      title: 'Salt Harbour',
      movieId: film.id,
      reviewId: null,
    },
    {
      type: 'review_like',
      message: 'liked your review',
      title: 'Salt Harbour',
      movieId: film.id,
      reviewId: log.id,
    },
  ])
})

test('a comment and an answer to a comment have one type, two texts and name the comment', async () => {
  const film = await buildFilm(app, { title: 'Salt Harbour' })
  const log = await buildLog(app, { author: member, film, review: 'text' })
  const comment = await buildReply(app, fan, log.id)
  const answer = await buildReply(app, fan, log.id, { parent: comment })
  await put({ type: 'reply', reply_id: comment })
  await put({ type: 'reply', reply_id: answer })
  await put({ type: 'reaction', reply_id: comment })
  const { data } = await list()
  expect(
    data.map(({ type, message, relatedId, replyId, replyTo }) => ({
      type,
      message,
      relatedId,
      replyId,
      replyTo,
    })),
  ).toEqual([
    { type: 'reaction', message: 'liked your comment', relatedId: log.id, replyId: comment, replyTo: null },
    {
      type: 'reply',
      message: 'replied to your comment',
      relatedId: log.id,
      replyId: answer,
      replyTo: 'comment',
    },
    {
      type: 'reply',
      message: 'commented on your review',
      relatedId: log.id,
      replyId: comment,
      replyTo: 'review',
    },
  ])
})

test('a list that became private loses its title', async () => {
  const id = uuidv7()
  await app.db
    .insertInto('lists')
    .values({ id, member_id: fan.id, title: 'Secret', audience: 'me' })
    .execute()
  await put({ type: 'share-list', list_id: id })
  const { data } = await list()
  expect(data[0]).toMatchObject({ type: 'share-list', listId: id, title: null })
  expect(JSON.stringify(data)).not.toContain('Secret')
})

test('pages hold each once and cost the same number of statements', async () => {
  for (let index = 0; index < 12; index++)
    await put({ type: 'follow', created_at: new Date(Date.now() - index * 1000) })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { data, headers } = await list({ limit: 5, ...(cursor && { cursor }) })
    seen.push(...data.map((notification) => notification._id))
    cursor = headers.get('x-next-cursor') ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(12)
  const few = await app.countStatements(() => list({ limit: 1 }))
  expect(await app.countStatements(() => list({ limit: 12 }))).toBe(few)
})

test('they are narrowed to a kind, page by page', async () => {
  const types = ['follow', 'reply', 'suggest_movie', 'share-review', 'list_like', 'whatever']
  for (const type of types) await put({ type })
  const typesAt = async (query: object) => (await list(query)).data.map(({ type }) => type)
  expect(await typesAt({ kind: 'comments' })).toEqual(['reply'])
  expect(await typesAt({ kind: 'likes' })).toEqual(['list_like'])
  expect(await typesAt({ kind: 'follows' })).toEqual(['follow'])
  const first = await list({ kind: 'shares', limit: 1 })
  const cursor = first.headers.get('x-next-cursor')
  const second = await list({ kind: 'shares', limit: 1, cursor })
  const shares = [...first.data, ...second.data].map(({ type }) => type)
  expect(shares).toEqual(['share-review', 'suggest_movie'])
  expect(second.headers.get('x-next-cursor')).toBeNull()
  expect(await typesAt({})).toHaveLength(types.length)
  expect((await list({ kind: 'others' })).status).toBe(400)
})
