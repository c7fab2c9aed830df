import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteList, getList, updateList } from '#shared/api/lists.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import * as api from '#shared/api/replies.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let owner: TestMember
let fan: TestMember
let film: { id: number }
let listId: string

beforeAll(async () => {
  app = await startTestApp()
  film = await buildFilm(app, { title: 'Salt Harbour' })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await buildMember(app)
  fan = await buildMember(app)
  await follow(app, fan, owner)
  await follow(app, owner, fan)
  listId = (await buildList(app, { author: owner, title: 'Harbours', films: [film] })).id
})

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#7c3aed' } })
    .png()
    .toBuffer()

const write = (body: Record<string, unknown>, as = fan, key = randomUUID()) =>
  app.call(api.createListReply, { as, params: { listId }, body, headers: { 'idempotency-key': key } })
const thread = (as = fan, query = {}) => app.call(api.listListReplies, { as, params: { listId }, query })
const count = async (as = owner) => (await app.call(getList, { as, params: { listId } })).data.replyCount
const notices = async (as: TestMember) => (await app.call(listNotifications, { as })).data

test('a comment and its answer stand below the list, which counts both, and their authors hear of it', async () => {
  // What the author gives a film is of no list.
  await buildLog(app, { author: fan, film, rating: 4 })
  const { status, data: comment } = await write({ text: '  Where is the pier? ' })
  expect(status).toBe(200)
  expect(comment).toMatchObject({ text: 'Where is the pier?', rating: null, parentComment: null })
  const { data: answer } = await write({ text: 'Further on.', parentComment: comment._id }, owner)
  expect((await thread()).data).toEqual([{ ...comment, replyCount: 1 }, answer])
  expect((await thread(fan, { root: comment._id })).data).toEqual([answer])
  expect(await count()).toBe(2)
  expect(await notices(owner)).toMatchObject([
    { type: 'reply', replyTo: 'list', listId, title: 'Harbours', message: 'commented on your list' },
  ])
  expect(await notices(fan)).toMatchObject([
    { type: 'reply', replyTo: 'comment', listId, reviewId: null, message: 'replied to your comment' },
  ])
})

test('sent again it is one, and with other words under the same key it is refused', async () => {
  const key = randomUUID()
  const first = await write({ text: 'once' }, fan, key)
  expect((await write({ text: 'once' }, fan, key)).data._id).toBe(first.data._id)
  expect((await write({ text: 'twice' }, fan, key)).error.code).toBe('request.conflict')
  expect(await count()).toBe(1)
})

test('a like is told once, and taken back', async () => {
  const { data: comment } = await write({ text: 'one' })
  const like = () =>
    app.call(api.toggleListReplyLike, { as: owner, params: { listId, replyId: comment._id } })
  expect((await like()).data).toEqual({ liked: true, likeCount: 1, likes: [owner.id] })
  expect(await notices(fan)).toMatchObject([{ type: 'reaction', listId, replyId: comment._id }])
  expect((await like()).data).toEqual({ liked: false, likeCount: 0, likes: [] })
})

test('each deletes their own, by the list or by the id alone, and what is answered leaves its place', async () => {
  const { data: comment } = await write({ text: 'one' })
  const { data: answer } = await write({ text: 'two', parentComment: comment._id }, owner)
  const params = { listId, replyId: comment._id }
  const refused = await app.call(api.deleteListReply, { as: owner, params })
  expect(refused.error.code).toBe('reply.not_yours')
  await app.call(api.deleteListReply, { as: fan, params })
  expect((await thread()).data).toMatchObject([
    { _id: comment._id, deleted: true, text: '' },
    { _id: answer._id, deleted: false },
  ])
  expect(await count()).toBe(1)
  await app.call(api.deleteReplyById, { as: owner, params: { replyId: answer._id } })
  expect((await thread()).data).toEqual([])
  expect(await count()).toBe(0)
})

test('below a log and below a list are two threads: neither knows the other’s comments', async () => {
  const log = await buildLog(app, { author: owner, film, review: 'Discuss.' })
  const onLog = await app.call(api.createReply, {
    as: fan,
    params: { logId: log.id },
    body: { text: 'on the log' },
  })
  const { data: onList } = await write({ text: 'on the list' })
  const codes = [
    await write({ text: 'no', parentComment: onLog.data._id }),
    await app.call(api.createReply, {
      as: fan,
      params: { logId: log.id },
      body: { text: 'no', parentComment: onList._id },
    }),
    await thread(fan, { root: onLog.data._id }),
    await app.call(api.toggleListReplyLike, { as: fan, params: { listId, replyId: onLog.data._id } }),
    await app.call(api.toggleReplyLike, { as: fan, params: { logId: log.id, replyId: onList._id } }),
    await app.call(api.deleteReply, { as: fan, params: { logId: log.id, replyId: onList._id } }),
    await app.call(api.deleteListReply, { as: fan, params: { listId, replyId: onLog.data._id } }),
  ].map(({ error }) => error.code)
  expect(new Set(codes)).toEqual(new Set(['reply.not_found']))
  expect((await thread()).data).toEqual([onList])
})

test('who may not open the list may not read or write below it; who has its address may', async () => {
  const stranger = await buildMember(app)
  const { data: comment } = await write({ text: 'one' })
  const become = (audience: 'me' | 'followers' | 'link') =>
    app.call(updateList, { as: owner, params: { listId }, body: { audience } })
  await become('me')
  const codes = [
    await thread(),
    await write({ text: 'two' }),
    await app.call(api.toggleListReplyLike, { as: fan, params: { listId, replyId: comment._id } }),
  ].map(({ error }) => error.code)
  expect(codes).toEqual(['list.not_found', 'list.not_found', 'reply.not_found'])
  expect((await thread(owner)).data).toEqual([comment])
  await become('followers')
  expect((await thread(fan)).status).toBe(200)
  expect((await thread(stranger)).error.code).toBe('list.not_found')
  await become('link')
  expect((await write({ text: 'by the address' }, stranger)).status).toBe(200)
})

test('with the list go its comments, their notifications and their pictures', async () => {
  const { status } = await app.call(api.createListReply, {
    as: fan,
    params: { listId },
    body: {},
    files: { image: { bytes: await picture(), name: 'a.png', type: 'image/png' } },
  })
  expect(status).toBe(200)
  const pictures = () => app.db.selectFrom('media').select('removed').where('kind', '=', 'reply').execute()
  expect(await pictures()).toEqual([{ removed: false }])
  await app.call(deleteList, { as: owner, params: { listId } })
  expect(await app.db.selectFrom('replies').where('list_id', '=', listId).selectAll().execute()).toEqual([])
  expect(await notices(owner)).toEqual([])
  await app.ctx.settled()
  expect(await pictures()).toEqual([])
})
