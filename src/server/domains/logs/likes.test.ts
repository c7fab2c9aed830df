import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLog, toggleLogLike } from '#shared/api/logs.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let author: TestMember
let film: { id: number }

beforeAll(async () => {
  app = await startTestApp()
  author = await buildMember(app)
  film = await buildFilm(app)
})
afterAll(() => app.close())

const newLog = () => buildLog(app, { author, film, review: 'likeable' })
const like = (as: TestMember, logId: string) => app.call(toggleLogLike, { as, params: { logId } })

test('a like is given, shown and taken back', async () => {
  const log = await newLog()
  const fan = await buildMember(app)
  expect((await like(fan, log.id)).data).toEqual({ liked: true, likeCount: 1, likes: [fan.id] })
  const { data } = await app.call(getLog, { as: fan, params: { logId: log.id } })
  expect(data).toMatchObject({ likedByMe: true, likeCount: 1, likes: [fan.id] })
  expect((await app.call(getLog, { as: author, params: { logId: log.id } })).data.likedByMe).toBe(false)
  expect((await like(fan, log.id)).data).toEqual({ liked: false, likeCount: 0, likes: [] })
})

test('a log that is not there is 404', async () => {
  expect((await like(author, randomUUID())).error.code).toBe('log.not_found')
})

test('fifty members at once end exact', async () => {
  const log = await newLog()
  const fans = await Promise.all(Array.from({ length: 50 }, () => buildMember(app)))
  await Promise.all(fans.map((fan) => like(fan, log.id)))
  const { data } = await app.call(getLog, { as: author, params: { logId: log.id } })
  expect(data.likeCount).toBe(50)
  expect(data.likes).toHaveLength(50)
  await Promise.all(fans.slice(0, 20).map((fan) => like(fan, log.id)))
  expect((await app.call(getLog, { as: author, params: { logId: log.id } })).data.likeCount).toBe(30)
})

test('taps of one member at once take turns', async () => {
  const log = await newLog()
  const fan = await buildMember(app)
  const answers = await Promise.all(Array.from({ length: 9 }, () => like(fan, log.id)))
  expect(answers.filter(({ data }) => data.liked)).toHaveLength(5)
  const { data } = await app.call(getLog, { as: fan, params: { logId: log.id } })
  expect(data).toMatchObject({ likedByMe: true, likeCount: 1 })
})

test('the author is told once, however often it is given and taken back, and not of an own like', async () => {
  const log = await newLog()
  const fan = await buildMember(app)
  for (let tap = 0; tap < 3; tap++) await like(fan, log.id)
  await like(author, log.id)
  const { data } = await app.call(listNotifications, { as: author, query: { limit: 100 } })
  const told = data.filter((notification) => notification.reviewId === log.id)
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ type: 'review_like', message: 'liked your review', read: false })
})

test('the viewer’s own like is always among those named', async () => {
  const log = await newLog()
  const viewer = await buildMember(app)
  await like(viewer, log.id)
  const rows = Array.from({ length: 120 }, (_, index) => index)
  const fans = await Promise.all(rows.map(() => buildMember(app)))
  await app.db
    .insertInto('log_likes')
    .values(
      fans.map((fan) => ({ log_id: log.id, member_id: fan.id, created_at: new Date(Date.now() + 60_000) })),
    )
    .execute()
  await app.db.updateTable('logs').set({ like_count: 121 }).where('id', '=', log.id).execute()
  const { data } = await app.call(getLog, { as: viewer, params: { logId: log.id } })
  expect(data.likes).toHaveLength(100)
  expect(data.likes).toContain(viewer.id)
})
