import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvening, getEvening, joinEvening, leaveEvening, startEvening } from '#shared/api/evenings.ts'
import { buildFilm, buildList, buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function opened() {
  const host = await buildMember(app)
  const films = [await buildFilm(app), await buildFilm(app), await buildFilm(app)]
  const list = await buildList(app, { author: host, films })
  const { data } = await app.call(createEvening, { as: host, body: { listId: list.id, hideSeen: false } })
  const params = { code: data.code }
  const join = (headers: Record<string, string> = {}) =>
    app.call(joinEvening, { params, body: { name: 'Nadia' }, headers })
  const joined = async () => {
    const { status, headers } = await join()
    expect(status).toBe(200)
    return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  return { host, params, join, joined }
}

test('a guest who joins and leaves again and again before the cards are dealt is one of the people, with one vote', async () => {
  const { host, params, join, joined } = await opened()
  const left: Record<string, string>[] = []
  for (let time = 0; time < 10; time++) {
    const headers = await joined()
    await app.call(leaveEvening, { params, headers })
    left.push(headers)
  }
  await joined()
  const { evening } = (await app.call(getEvening, { as: host, params })).data
  expect(evening?.people.map(({ hasLeft }) => hasLeft)).toEqual([false, false])
  expect((await app.call(startEvening, { as: host, params })).status).toBe(200)
  for (const headers of left) expect((await join(headers)).error.code).toBe('evening.begun')
})

test('a guest who leaves in the middle comes back', async () => {
  const { host, params, join, joined } = await opened()
  const headers = await joined()
  await app.call(startEvening, { as: host, params })
  await app.call(leaveEvening, { params, headers })
  expect((await join(headers)).status).toBe(200)
})
