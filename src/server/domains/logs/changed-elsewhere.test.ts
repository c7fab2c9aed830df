import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog, getLog, updateLog } from '#shared/api/logs.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let author: TestMember

beforeAll(async () => {
  app = await startTestApp()
  author = await buildMember(app)
})
afterAll(() => app.close())

async function write(review: string) {
  const { data } = await app.call(createLog, { as: author, body: { movieId: 496243, rating: 4, review } })
  return data._id
}
const edit = (logId: string, body: Record<string, unknown>) =>
  app.call(updateLog, { as: author, params: { logId }, body })
const textOf = async (logId: string) =>
  (await app.call(getLog, { as: author, params: { logId } })).data.review

test('a text that was written on another device meanwhile is not overwritten, and the later one is told', async () => {
  const logId = await write('As it was.')
  const phone = { review: 'From the phone.', reviewBefore: 'As it was.', rating: 2 }
  expect((await edit(logId, { ...phone, review: 'From the desk.' })).status).toBe(200)
  const later = await edit(logId, phone)
  expect([later.status, later.error.code]).toEqual([409, 'log.changed'])
  expect(await textOf(logId)).toBe('From the desk.')
  expect((await edit(logId, { ...phone, reviewBefore: 'From the desk.' })).data.review).toBe(
    'From the phone.',
  )
})

test('so is one that was taken away, or stands where there was none', async () => {
  const gone = await write('As it was.')
  await edit(gone, { review: '', reviewBefore: 'As it was.' })
  expect((await edit(gone, { review: 'More.', reviewBefore: 'As it was.' })).error.code).toBe('log.changed')
  const first = await write('[GIF ONLY]')
  expect((await edit(first, { review: 'First.', reviewBefore: '' })).status).toBe(200)
  expect((await edit(first, { review: 'Second.', reviewBefore: '' })).error.code).toBe('log.changed')
})

test('of two devices at once one is told', async () => {
  const logId = await write('As it was.')
  const answers = await Promise.all(
    ['One.', 'Two.'].map((review) => edit(logId, { review, reviewBefore: 'As it was.' })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a call whose answer was lost may be repeated, and what says nothing of the text changes the rest', async () => {
  const logId = await write('As it was.')
  const change = { review: ' Now.\n', reviewBefore: 'As it was.' }
  expect([(await edit(logId, change)).status, (await edit(logId, change)).status]).toEqual([200, 200])
  expect((await edit(logId, { rating: 1, reviewBefore: 'As it was.' })).data).toMatchObject({
    rating: 1,
    review: 'Now.',
  })
  expect((await edit(logId, { review: 'By a program.' })).data.review).toBe('By a program.')
})

test('ends of lines are none of a change: a form sends others than an export may have', async () => {
  const logId = await write('Two\r\nlines.\rOr three.')
  const change = { review: 'Two\nlines.\nOr three. Or four.', reviewBefore: 'Two\nlines.\nOr three.' }
  expect((await edit(logId, change)).status).toBe(200)
  expect(await textOf(logId)).toBe(change.review)
})
