import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '#shared/api/notifications.ts'
import { listReplies, toggleReplyLike } from '#shared/api/replies.ts'
import { buildReply } from '#test/deletion.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let author: TestMember
let logId: string

beforeAll(async () => {
  app = await startTestApp()
  author = await buildMember(app)
  logId = (await buildLog(app, { author, film: await buildFilm(app), review: 'Discuss.' })).id
})
afterAll(() => app.close())

const newReply = () => buildReply(app, author, logId)
const like = (as: TestMember, replyId: string) =>
  app.call(toggleReplyLike, { as, params: { logId, replyId } })
const read = async (as: TestMember, replyId: string) => {
  const { data } = await app.call(listReplies, { as, params: { logId }, query: {} })
  return data.find((reply) => reply._id === replyId)
}
const people = (count: number) => Promise.all(Array.from({ length: count }, () => buildMember(app)))

test('a like is given, shown and taken back', async () => {
  const reply = await newReply()
  const fan = await buildMember(app)
  expect((await like(fan, reply)).data).toEqual({ liked: true, likeCount: 1, likes: [fan.id] })
  expect(await read(fan, reply)).toMatchObject({ likedByMe: true, likeCount: 1, likes: [fan.id] })
  expect(await read(author, reply)).toMatchObject({ likedByMe: false, likeCount: 1, likes: [] })
  expect((await like(fan, reply)).data).toEqual({ liked: false, likeCount: 0, likes: [] })
})

test('one’s own comment may be liked, and nobody is told', async () => {
  const reply = await newReply()
  expect((await like(author, reply)).data.liked).toBe(true)
  const { data } = await app.call(listNotifications, { as: author, query: {} })
  expect(data.filter((one) => one.replyId === reply)).toEqual([])
})

test('fifty members at once end exact', async () => {
  const reply = await newReply()
  const fans = await people(50)
  const answers = await Promise.all(fans.map((fan) => like(fan, reply)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await read(author, reply)).toMatchObject({ likeCount: 50 })
  await Promise.all(fans.slice(0, 20).map((fan) => like(fan, reply)))
  expect(await read(author, reply)).toMatchObject({ likeCount: 30 })
  const rows = await app.db
    .selectFrom('reply_likes')
    .select('member_id')
    .where('reply_id', '=', reply)
    .execute()
  expect(rows).toHaveLength(30)
})

test('taps of one member at once take turns', async () => {
  const reply = await newReply()
  const fan = await buildMember(app)
  const answers = await Promise.all(Array.from({ length: 9 }, () => like(fan, reply)))
  expect(answers.filter(({ data }) => data.liked)).toHaveLength(5)
  expect(await read(fan, reply)).toMatchObject({ likedByMe: true, likeCount: 1 })
})

test('a tap names the three newest likers, a thread the viewer only', async () => {
  const reply = await newReply()
  const fans = await people(5)
  for (const fan of fans) await like(fan, reply)
  const [first, , , , last] = fans
  if (!first || !last) throw new Error('five fans')
  expect((await read(first, reply))?.likes).toEqual([first.id])
  expect((await read(author, reply))?.likes).toEqual([])
  const { data } = await like(first, reply)
  expect(data).toMatchObject({ liked: false, likeCount: 4 })
  expect(data.likes).toHaveLength(3)
  expect(data.likes).toContain(last.id)
})
