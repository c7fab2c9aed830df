import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog, updateLog } from '#shared/api/logs.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let author: TestMember

beforeAll(async () => {
  app = await startTestApp()
  author = await buildMember(app)
})
afterAll(() => app.close())

const write = (watchedAt: string) =>
  app.call(createLog, { as: author, body: { movieId: 496243, rating: 4, watchedAt } })

test('of a moment the date counts as it is written, whatever its time zone', async () => {
  for (const watchedAt of [
    '2026-01-31',
    '2026-01-31T23:30:00.000Z',
    '2026-01-31T00:15:00+14:00',
    '2026-01-31T23:59:59-1100',
    '2026-01-31T20:00',
  ]) {
    const { status, data } = await write(watchedAt)
    expect([status, data.watchedAt], watchedAt).toEqual([200, '2026-01-31'])
  }
  const { data } = await write('2026-01-31')
  const changed = await app.call(updateLog, {
    as: author,
    params: { logId: data._id },
    body: { watchedAt: '2026-02-01T08:00:00Z' },
  })
  expect(changed.data.watchedAt).toBe('2026-02-01')
})

test('a moment of a day that does not exist, or that is none, is refused', async () => {
  for (const watchedAt of ['2026-02-30T10:00:00Z', '2026-01-31T', '2026-01-31 20:00', '2026-01-31Tnoon']) {
    const { status, error } = await write(watchedAt)
    expect([status, error.code], watchedAt).toEqual([400, 'request.invalid'])
    expect(error.issues?.map(({ path }) => path)).toContain('watchedAt')
  }
})
