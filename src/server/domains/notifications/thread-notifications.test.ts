import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { deleteLog } from '#shared/api/logs.ts'
import { listNotifications, type Notification } from '#shared/api/notifications.ts'
import { createReply, deleteReply, toggleReplyLike } from '#shared/api/replies.ts'
import { muteWord } from '#shared/api/safety.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let film: { id: number }
let author: TestMember
let commenter: TestMember
let answerer: TestMember
let logId: string

beforeAll(async () => {
  app = await startTestApp()
  film = await buildFilm(app, { title: 'Salt Harbour' })
})
afterAll(() => app.close())
beforeEach(async () => {
  author = await buildMember(app)
  commenter = await buildMember(app)
  answerer = await buildMember(app)
  logId = (await buildLog(app, { author, film, review: 'Discuss.' })).id
})

const write = async (as: TestMember, parentComment?: string) => {
  const body = { text: 'words', ...(parentComment && { parentComment }) }
  return (await app.call(createReply, { as, params: { logId }, body })).data._id
}
const like = (as: TestMember, replyId: string) =>
  app.call(toggleReplyLike, { as, params: { logId, replyId } })
const told = async (as: TestMember) => (await app.call(listNotifications, { as, query: {} })).data
const said = async (as: TestMember) =>
  (await told(as)).map(({ from, message, replyId }) => [from._id, message, replyId])

test('a comment is told to the log’s author, an answer to that comment’s author only', async () => {
  const comment = await write(commenter)
  const answer = await write(answerer, comment)
  const back = await write(author, answer)
  expect(await said(author)).toEqual([[commenter.id, 'commented on your review', comment]])
  expect(await said(commenter)).toEqual([[answerer.id, 'replied to your comment', answer]])
  expect(await said(answerer)).toEqual([[author.id, 'replied to your comment', back]])
  expect((await told(answerer))[0]).toMatchObject({
    type: 'reply',
    relatedId: logId,
    reviewId: logId,
    replyId: back,
    movieId: film.id,
    title: 'Salt Harbour',
    poster: expect.stringMatching(/^\/t\/p\//),
    read: false,
  })
})

test('a comment is quoted as far as the member may be shown it', async () => {
  const quotes = async () => (await told(author)).map(({ quote }) => quote)
  const say = (text: string, more = {}) =>
    app.call(createReply, { as: commenter, params: { logId }, body: { text, ...more } })
  await say('He dies.', { spoilers: true })
  await say(`Well ||he dies|| there. ${'🎬'.repeat(300)}`)
  await say('Tempo, tempo.')
  const cut = `Well … there. ${'🎬'.repeat(186)}`
  expect(await quotes()).toEqual(['Tempo, tempo.', cut, null])
  await like(commenter, await write(author))
  expect((await told(author))[0]).toMatchObject({ type: 'reaction', quote: null })
  await app.call(muteWord, { as: author, params: { userId: author.id }, body: { word: 'tempo' } })
  expect(await quotes()).toEqual([null, null, cut, null])
  await app.db.updateTable('replies').set({ hidden_at: new Date() }).where('log_id', '=', logId).execute()
  expect(await quotes()).toEqual([null, null, null, null])
  // The answer on a review that the member may not read any more.
  const answer = await write(answerer, await write(commenter))
  expect((await told(commenter))[0]).toMatchObject({ replyId: answer, quote: 'words' })
  await app.db.updateTable('logs').set({ hidden_at: new Date() }).where('id', '=', logId).execute()
  expect((await told(commenter))[0]).toMatchObject({ replyId: answer, quote: null, title: null })
})

test('nobody is told of what one does oneself', async () => {
  const comment = await write(author)
  await write(author, comment)
  await like(author, comment)
  expect(await told(author)).toEqual([])
})

test('likes of a comment are told once each, however often they are taken back and given', async () => {
  const comment = await write(commenter)
  for (let tap = 0; tap < 3; tap++) await like(answerer, comment)
  await like(author, comment)
  expect(await said(commenter)).toEqual([
    [author.id, 'liked your comment', comment],
    [answerer.id, 'liked your comment', comment],
  ])
  expect((await told(commenter))[0]).toMatchObject({
    type: 'reaction',
    relatedId: logId,
    title: 'Salt Harbour',
  })
})

test('open clients hear of it after the commit, and only whom it concerns', async () => {
  const heard: [string, Notification][] = []
  for (const member of [author, commenter, answerer]) {
    const socket = io(app.url, {
      auth: { token: member.token },
      transports: ['websocket'],
      reconnection: false,
    })
    onTestFinished(() => void socket.close())
    socket.on('notification', (given: Notification) => heard.push([member.id, given]))
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', resolve)
      socket.on('connect_error', reject)
    })
    await socket.emitWithAck('join', member.id)
  }
  const comment = await write(commenter)
  await write(answerer, comment)
  await like(author, comment)
  await expect.poll(() => heard.length, { timeout: 5000 }).toBe(3)
  expect(heard.map(([to, { type, from }]) => `${to} ${type} ${from._id}`).toSorted()).toEqual(
    [
      `${author.id} reply ${commenter.id}`,
      `${commenter.id} reply ${answerer.id}`,
      `${commenter.id} reaction ${author.id}`,
    ].toSorted(),
  )
  expect((await told(commenter)).map((one) => one._id).toSorted()).toEqual(
    heard
      .filter(([to]) => to === commenter.id)
      .map(([, one]) => one._id)
      .toSorted(),
  )
})

test('what was told of a comment goes with it, placeholder or not, and with the log', async () => {
  const comment = await write(commenter)
  const answer = await write(answerer, comment)
  await like(author, comment)
  await like(author, answer)
  await app.call(deleteReply, { as: commenter, params: { logId, replyId: comment } })
  expect(await told(author)).toEqual([])
  expect(await said(commenter)).toEqual([[answerer.id, 'replied to your comment', answer]])
  await app.call(deleteReply, { as: answerer, params: { logId, replyId: answer } })
  for (const member of [author, commenter, answerer]) expect(await told(member)).toEqual([])
  await like(author, await write(commenter))
  expect(await told(commenter)).toHaveLength(1)
  await app.call(deleteLog, { as: author, params: { logId } })
  for (const member of [author, commenter]) expect(await told(member)).toEqual([])
})
