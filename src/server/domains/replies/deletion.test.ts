import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteLog, getLog, updateLog } from '#shared/api/logs.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import * as api from '#shared/api/replies.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let author: TestMember
let fan: TestMember
let other: TestMember
let film: { id: number }
let logId: string

beforeAll(async () => {
  app = await startTestApp()
  author = await buildMember(app)
  fan = await buildMember(app)
  other = await buildMember(app)
  film = await buildFilm(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  logId = (await buildLog(app, { author, film, review: 'Discuss.' })).id
})

const write = async (as: TestMember, parentComment?: string, image?: Buffer) => {
  const { status, data } = await app.call(api.createReply, {
    as,
    params: { logId },
    body: { text: `of ${as.username}`, ...(parentComment && { parentComment }) },
    ...(image && { files: { image: { bytes: image } } }),
  })
  expect(status).toBe(200)
  return data
}
const drop = (as: TestMember, replyId: string) =>
  app.call(api.deleteReply, { as, params: { logId, replyId } })
const deleteById = (as: TestMember, replyId: string) =>
  app.call(api.deleteReplyById, { as, params: { replyId } })
const thread = async () =>
  (await app.call(api.listReplies, { as: author, params: { logId }, query: {} })).data
const replyCount = async () => (await app.call(getLog, { as: author, params: { logId } })).data.replyCount

const files = async () => {
  const folder = join(app.ctx.config.dataDir, 'media', 'replies')
  return readdir(folder).catch(() => [])
}
const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#a0f' } })
    .png()
    .toBuffer()

test('a comment that nothing hangs below goes with its file', async () => {
  const kept = await write(other)
  const reply = await write(fan, undefined, await picture())
  expect(await files()).toContain(reply.image?.split('/').at(-1))
  expect((await drop(fan, reply._id)).data).toEqual({ ok: true })
  expect((await thread()).map((row) => row._id)).toEqual([kept._id])
  expect(await replyCount()).toBe(1)
  await expect.poll(files, { timeout: 5000 }).toEqual([])
})

test('one with answers leaves a placeholder without author, content, file and notifications', async () => {
  const comment = await write(fan, undefined, await picture())
  const answer = await write(other, comment._id)
  await app.call(api.toggleReplyLike, { as: other, params: { logId, replyId: comment._id } })
  expect((await deleteById(fan, comment._id)).data).toEqual({ ok: true })
  const [placeholder, below] = await thread()
  expect(placeholder).toMatchObject({
    _id: comment._id,
    deleted: true,
    userId: null,
    username: '',
    text: '',
    gif: null,
    image: null,
    rating: null,
    replyCount: 1,
  })
  expect(below).toMatchObject({ _id: answer._id, parentUsername: '' })
  expect(await replyCount()).toBe(1)
  await expect.poll(files, { timeout: 5000 }).toEqual([])
  const row = await app.db.selectFrom('replies').selectAll().where('id', '=', comment._id).executeTakeFirst()
  expect(row).toMatchObject({ member_id: null, text: '', image: null, idempotency_key: null })
  for (const as of [author, fan]) {
    const { data } = await app.call(listNotifications, { as, query: {} })
    expect(data.filter((one) => one.replyId === comment._id)).toEqual([])
  }
  const like = await app.call(api.toggleReplyLike, { as: other, params: { logId, replyId: comment._id } })
  expect(like.error.code).toBe('reply.not_found')
  expect(await wrongCounters(app)).toEqual([])
})

test('a placeholder goes when the last answer below it goes, and those above it too', async () => {
  const top = await write(fan)
  const inner = await write(fan, top._id)
  const deepest = await write(other, inner._id)
  const beside = await write(other, top._id)
  for (const one of [top, inner]) await drop(fan, one._id)
  expect((await thread()).map((row) => row.deleted)).toEqual([true, true, false, false])
  await drop(other, deepest._id)
  expect((await thread()).map((row) => row._id)).toEqual([top._id, beside._id])
  await deleteById(other, beside._id)
  expect(await thread()).toEqual([])
  expect(await replyCount()).toBe(0)
})

test('only its author deletes a comment, not even the log’s', async () => {
  const reply = await write(fan)
  for (const as of [author, other])
    for (const answer of [await drop(as, reply._id), await deleteById(as, reply._id)])
      expect([answer.status, answer.error.code, answer.error.error]).toEqual([
        403,
        'reply.not_yours',
        'Only the author can delete this comment.',
      ])
  expect(await thread()).toHaveLength(1)
})

test('a comment below what one may not see answers as a missing one; its own author takes it away', async () => {
  const reply = await write(fan)
  await app.db.updateTable('logs').set({ audience: 'me' }).where('id', '=', logId).execute()
  for (const id of [reply._id, randomUUID()])
    for (const answer of [await drop(other, id), await deleteById(other, id)])
      expect([answer.status, answer.error.code]).toEqual([404, 'reply.not_found'])
  expect((await drop(author, reply._id)).error.code).toBe('reply.not_yours')
  expect((await drop(fan, reply._id)).status).toBe(200)
})

test('a comment is deleted once, however often and from wherever it is asked', async () => {
  const comment = await write(fan)
  await write(other, comment._id)
  const leaf = await write(fan)
  for (const one of [comment, leaf]) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? drop : deleteById)(fan, one._id)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ error }) => error.code)).toEqual(Array(7).fill('reply.not_found'))
    expect((await drop(fan, one._id)).error.code).toBe('reply.not_found')
  }
  expect(await replyCount()).toBe(1)
})

test('comments, answers, likes and deletions at once keep every count', async () => {
  const crowd = await Promise.all(Array.from({ length: 6 }, () => buildMember(app)))
  const roots = [await write(fan), await write(other)]
  const first = await Promise.all(crowd.flatMap((one) => roots.map((root) => write(one, root._id))))
  const answers = await Promise.all([
    ...crowd.map((one, index) =>
      app.call(api.createReply, {
        as: one,
        params: { logId },
        body: { text: 'more', parentComment: first[(index * 5) % first.length]?._id ?? '' },
      }),
    ),
    ...crowd.map((one) => app.call(api.createReply, { as: one, params: { logId }, body: { text: 'top' } })),
    ...first.map((one, index) => drop(crowd[Math.floor(index / 2)] ?? fan, one._id)),
    drop(fan, roots[0]?._id ?? ''),
    ...crowd.flatMap((as) =>
      [...roots, ...first].map((one) =>
        app.call(api.toggleReplyLike, { as, params: { logId, replyId: one._id } }),
      ),
    ),
  ])
  const refused = answers.filter(({ status }) => status !== 200).map(({ error }) => error.code)
  expect(new Set(refused)).toEqual(new Set(['reply.not_found']))
  expect(await wrongCounters(app)).toEqual([])
  expect(await replyCount()).toBe((await thread()).filter((row) => !row.deleted).length)
})

test('a log takes its thread with it, also while people talk and like', async () => {
  const comment = await write(fan, undefined, await picture())
  await write(other, comment._id, await picture())
  const pictured = await picture()
  const busy = await Promise.all([
    ...Array.from({ length: 6 }, () =>
      app.call(api.createReply, {
        as: fan,
        params: { logId },
        body: { text: 'late' },
        files: { image: { bytes: pictured } },
      }),
    ),
    ...Array.from({ length: 6 }, () =>
      app.call(api.toggleReplyLike, { as: other, params: { logId, replyId: comment._id } }),
    ),
    app.call(updateLog, { as: author, params: { logId }, body: { rating: 3 } }),
    app.call(deleteLog, { as: author, params: { logId } }),
  ])
  expect(busy.map(({ status }) => status).filter((status) => ![200, 404].includes(status))).toEqual([])
  expect(busy.at(-1)?.status).toBe(200)
  for (const table of ['replies', 'notifications'] as const)
    expect(await app.db.selectFrom(table).select('id').where('log_id', '=', logId).execute()).toEqual([])
  const claimed = () => app.db.selectFrom('media').select('path').where('claimed', '=', true).execute()
  expect(await claimed()).toEqual([])
})
