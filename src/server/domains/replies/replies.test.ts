import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteLog, getLog } from '#shared/api/logs.ts'
import * as api from '#shared/api/replies.ts'
import { buildFilm, buildGif, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'

let app: TestApp
let author: TestMember
let fan: TestMember
let film: { id: number }
let logId: string

beforeAll(async () => {
  app = await startTestApp()
  author = await buildMember(app)
  fan = await buildMember(app)
  film = await buildFilm(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  logId = (await buildLog(app, { author, film, review: 'Discuss.' })).id
})

const png = (width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: '#7c3aed' } })
    .png()
    .toBuffer()
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`

const write = (
  body: Record<string, unknown>,
  sent: { as?: TestMember; log?: string; headers?: Record<string, string>; file?: Buffer } = {},
) =>
  app.call(api.createReply, {
    as: sent.as ?? fan,
    params: { logId: sent.log ?? logId },
    body,
    ...(sent.headers && { headers: sent.headers }),
    ...(sent.file && { files: { image: { bytes: sent.file } } }),
  })
const list = async (query = {}, as = author) => {
  const { status, data } = await app.call(api.listReplies, { as, params: { logId }, query })
  expect(status).toBe(200)
  return data
}
const replyCount = async () => (await app.call(getLog, { as: author, params: { logId } })).data.replyCount

test('a comment carries its text trimmed, its author, and that one’s newest rating of the film', async () => {
  await buildLog(app, { author: fan, film, rating: 2, createdAt: new Date('2026-01-01') })
  await buildLog(app, { author: fan, film, rating: 4.5, createdAt: new Date('2026-02-01') })
  await buildLog(app, { author: fan, film, createdAt: new Date('2026-03-01') })
  const { status, data } = await write({ text: '  Stairs, though.\n' })
  expect(status).toBe(200)
  expect(data).toEqual({
    _id: expect.any(String),
    userId: fan.id,
    username: fan.username,
    avatar: null,
    text: 'Stairs, though.',
    spoilers: false,
    gif: null,
    gifDetails: null,
    image: null,
    likes: [],
    likeCount: 0,
    likedByMe: false,
    createdAt: expect.any(String),
    parentComment: null,
    parentUsername: null,
    rootComment: null,
    replyCount: 0,
    ratingForThisMovie: 4.5,
    rating: 4.5,
    deleted: false,
  })
  expect(await list()).toEqual([data])
  expect(await replyCount()).toBe(1)
})

test('answers know whom they answer and the comment that they hang below, however deep', async () => {
  const { data: comment } = await write({ text: 'one' })
  const { data: answer } = await write({ text: 'two', parentComment: comment._id }, { as: author })
  const { data: deep } = await write({ text: 'three', parentComment: answer._id })
  expect(answer).toMatchObject({
    parentComment: comment._id,
    parentUsername: fan.username,
    rootComment: comment._id,
    ratingForThisMovie: null,
  })
  expect(deep).toMatchObject({
    parentComment: answer._id,
    parentUsername: author.username,
    rootComment: comment._id,
  })
  expect((await list()).map(({ text, replyCount: count }) => [text, count])).toEqual([
    ['one', 2],
    ['two', 0],
    ['three', 0],
  ])
  expect(await replyCount()).toBe(3)
})

test('a comment without text, GIF and image is refused, an empty parent is none', async () => {
  for (const body of [{}, { text: ' \n\t' }, { text: '', gif: '', image: '', parentComment: '' }]) {
    const { status, error } = await write(body)
    expect([status, error.code, error.error]).toEqual([
      400,
      'reply.empty',
      'Write something, or add a GIF or an image.',
    ])
  }
  expect((await write({ text: 'x', parentComment: '' })).data.parentComment).toBeNull()
})

test('bad fields are named and nothing is written', async () => {
  const bad: [Record<string, unknown>, string][] = [
    [{ text: 'x'.repeat(5001) }, 'text'],
    [{ text: 'x', parentComment: 'the first one' }, 'parentComment'],
    [{ image: 'https://elsewhere.example/a.png' }, 'image'],
    [{ externalImage: 'data:image/png,notbase64' }, 'externalImage'],
  ]
  for (const [body, field] of bad) {
    const { status, error } = await write(body)
    expect([status, error.code], field).toEqual([400, 'request.invalid'])
    expect(error.issues?.map((issue) => issue.path)).toContain(field)
  }
  for (const gif of ['https://elsewhere.example/a.gif', '/gifs/giphy/neverShown.webp', '/media/logs/x.webp'])
    expect((await write({ gif })).error.code, gif).toBe('gif.unknown')
  expect(await list()).toEqual([])
})

test('a GIF comes with its title and size', async () => {
  const address = await buildGif(app)
  const { data } = await write({ gif: address })
  expect(data).toMatchObject({
    text: '',
    gif: address,
    gifDetails: { title: 'Rain', width: 320, height: 240 },
  })
  const row = await app.db.selectFrom('gifs').select('used').where('address', '=', address).executeTakeFirst()
  expect(row?.used).toBe(true)
})

test('an image comes as a file or a data URL in either field, or in JSON', async () => {
  const picture = await png()
  const asJson = (body: object) =>
    rawCall(app, { method: 'POST', path: `/api/logs/${logId}/reply`, as: fan, body: JSON.stringify(body) })
  const large = await sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 99, sigma: 70 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(large.length).toBeGreaterThan(2_000_000)
  const answers = [
    await write({}, { file: picture }),
    await app.call(api.createReply, {
      as: fan,
      params: { logId },
      files: { externalImage: { bytes: picture } },
    }),
    await write({ image: dataUrl(picture) }),
    await write({ externalImage: dataUrl(picture) }),
    await asJson({ image: dataUrl(picture) }),
    await asJson({ externalImage: dataUrl(large) }),
  ]
  for (const { status, data } of answers) {
    expect(status).toBe(200)
    const { image } = data as api.Reply
    expect(image).toMatch(/^\/media\/replies\//)
    const file = await fetch(app.url + image)
    expect(file.headers.get('content-type')).toBe('image/webp')
  }
  const rows = await app.db
    .selectFrom('media')
    .select(['claimed', 'kind'])
    .where('member_id', '=', fan.id)
    .execute()
  expect(rows.slice(-6)).toEqual(Array.from({ length: 6 }, () => ({ claimed: true, kind: 'reply' })))
})

test('what is no picture is 415, whatever it calls itself; SVG is none', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const answers = [
    await write({ image: dataUrl(svg, 'image/svg+xml') }),
    await write({ image: dataUrl(svg) }),
    await write({ image: dataUrl(Buffer.from('text'), 'text/html') }),
    await write({ image: 'data:image/png;base64,!!!' }),
    await write({ text: 'with text' }, { file: svg }),
  ]
  expect(answers.map(({ status, error }) => [status, error.code])).toEqual(
    answers.map(() => [415, 'upload.not_an_image']),
  )
  expect(await replyCount()).toBe(0)
})

test('a picture above 10 MB is 413, as a file, in a form and in JSON', async () => {
  const bytes = Buffer.alloc(10 * 1024 * 1024 + 1)
  const asJson = (size: number) =>
    rawCall(app, {
      method: 'POST',
      path: `/api/logs/${logId}/reply`,
      as: fan,
      body: JSON.stringify({ image: dataUrl(Buffer.alloc(size)) }),
    })
  expect((await write({}, { file: bytes })).error.code).toBe('upload.too_large')
  expect((await write({ image: dataUrl(bytes) })).error.code).toBe('upload.too_large')
  expect((await asJson(bytes.length)).data).toMatchObject({ code: 'upload.too_large' })
  for (const answer of [await asJson(14_000_000), await write({ image: dataUrl(Buffer.alloc(14_000_000)) })])
    expect([answer.status, answer.data]).toEqual([
      413,
      expect.objectContaining({ code: 'request.too_large' }),
    ])
})

test('a log that is not there has no comments, before and after it is deleted', async () => {
  const { data: reply } = await write({ text: 'soon gone' })
  const calls = (log: string, replyId: string) =>
    Promise.all([
      write({ text: 'x' }, { log }),
      app.call(api.listReplies, { as: fan, params: { logId: log }, query: {} }),
      app.call(api.toggleReplyLike, { as: fan, params: { logId: log, replyId } }),
      app.call(api.deleteReply, { as: fan, params: { logId: log, replyId } }),
    ])
  const expected = ['log.not_found', 'log.not_found', 'reply.not_found', 'reply.not_found']
  const missing = await calls(randomUUID(), reply._id)
  expect(missing.map(({ status, error }) => [status, error.code])).toEqual(
    expected.map((code) => [404, code]),
  )
  const other = await buildLog(app, { author: fan, film })
  const wrong = await calls(other.id, reply._id)
  expect(wrong.slice(2).map(({ error }) => error.code)).toEqual(['reply.not_found', 'reply.not_found'])
  await app.call(deleteLog, { as: author, params: { logId } })
  expect((await calls(logId, reply._id)).map(({ error }) => error.code)).toEqual(expected)
  const byId = await app.call(api.deleteReplyById, { as: fan, params: { replyId: reply._id } })
  expect(byId.error.code).toBe('reply.not_found')
})

test('what an answer answers is a comment of the same log that is not deleted', async () => {
  const { data: comment } = await write({ text: 'one' })
  await write({ text: 'two', parentComment: comment._id })
  const other = await buildLog(app, { author: fan, film })
  const across = await write({ text: 'x', parentComment: comment._id }, { log: other.id })
  const nothing = await write({ text: 'x', parentComment: randomUUID() })
  await app.call(api.deleteReply, { as: fan, params: { logId, replyId: comment._id } })
  const gone = await write({ text: 'x', parentComment: comment._id })
  for (const { status, error } of [across, nothing, gone])
    expect([status, error.code]).toEqual([404, 'reply.not_found'])
})

test('guests neither read nor write', async () => {
  const { data: reply } = await write({ text: 'members only' })
  const params = { logId, replyId: reply._id }
  const answers = await Promise.all([
    app.call(api.listReplies, { params, query: {} }),
    app.call(api.createReply, { params, body: { text: 'x' } }),
    app.call(api.toggleReplyLike, { params }),
    app.call(api.deleteReply, { params }),
    app.call(api.deleteReplyById, { params }),
  ])
  expect(answers.map(({ status, error }) => [status, error.code])).toEqual(
    answers.map(() => [401, 'auth.required']),
  )
})

test('a repetition with the same key answers the first one, also at the same time', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const file = await png()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => write({ text: 'once' }, { headers, file })),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
  expect((await write({ text: 'once' }, { headers, file })).data._id).toBe(answers[0]?.data._id)
  expect(await list()).toHaveLength(1)
  expect(await replyCount()).toBe(1)
  for (const other of [
    await write({ text: 'twice' }, { headers, file }),
    await write({ text: 'once' }, { headers, file: await png(41) }),
    await write({ text: 'once', parentComment: answers[0]?.data._id }, { headers, file }),
  ])
    expect([other.status, other.error.code]).toEqual([409, 'request.conflict'])
  expect((await write({ text: 'once' }, { headers, as: author, file })).status).toBe(200)
})

test('the log has its comments, most liked first, then the answers to them; or so many of the best', async () => {
  for (const text of ['a', 'b', 'c', 'd']) {
    const { data } = await write({ text })
    if (text > 'b') await app.call(api.toggleReplyLike, { as: author, params: { logId, replyId: data._id } })
  }
  const comments = async (query = {}) =>
    (await app.call(getLog, { as: fan, params: { logId }, query })).data.replies
  const [best] = await comments()
  await write({ text: 'below c', parentComment: best?._id }, { as: author })
  expect((await comments()).map(({ text, parentComment }) => [text, parentComment])).toEqual([
    ...['c', 'd', 'a', 'b'].map((text) => [text, null]),
    ['below c', best?._id],
  ])
  expect((await comments({ replies: 3 })).map(({ text }) => text)).toEqual(['c', 'd', 'a'])
  expect(await comments({ replies: 0 })).toEqual([])
})

test.each([
  '<script>alert(1)</script>',
  "'; drop table replies; --",
  '\u202egnp.exe\u2066',
  'z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍ 👩‍👩‍👧‍👦',
  'السَّلامُ عليكم — مرحبًا\nsecond line',
])('the text %j comes back as it was given', async (text) => {
  expect((await write({ text })).data.text).toBe(text)
  expect((await list())[0]?.text).toBe(text)
})

test('a text that no database keeps is refused', async () => {
  expect((await write({ text: 'a\0b' })).error.code).toBe('request.invalid')
})

test('a comment says that it is a spoiler, wherever it is shown, and a placeholder does not', async () => {
  const marked = await write({ text: 'He lives.', spoilers: true })
  const plain = await write({ text: 'So it goes.' })
  expect([marked.data.spoilers, plain.data.spoilers]).toEqual([true, false])
  const thread = async () => (await app.call(api.listReplies, { as: author, params: { logId } })).data
  expect((await thread()).map(({ text, spoilers }) => [text, spoilers])).toEqual(
    expect.arrayContaining([
      ['He lives.', true],
      ['So it goes.', false],
    ]),
  )
  const { data: log } = await app.call(getLog, { as: author, params: { logId } })
  expect(log.replies.find(({ _id }) => _id === marked.data._id)?.spoilers).toBe(true)
  await write({ text: 'Really?', parentComment: marked.data._id })
  await app.call(api.deleteReply, { as: fan, params: { logId, replyId: marked.data._id } })
  expect((await thread()).find(({ _id }) => _id === marked.data._id)).toMatchObject({
    deleted: true,
    spoilers: false,
  })
})
