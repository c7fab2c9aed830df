import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Insertable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Logs } from '#server/db/schema.ts'
import { sqlState } from '#server/db/database-fault.ts'
import { buildFilm, buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let common: Pick<Insertable<Logs>, 'member_id' | 'film_id'>
beforeAll(async () => {
  app = await startTestApp()
  common = { member_id: (await buildMember(app)).id, film_id: (await buildFilm(app)).id }
})
afterAll(() => app.close())

async function newLog(columns: Partial<Insertable<Logs>> = {}): Promise<string> {
  const id = uuidv7()
  await app.db
    .insertInto('logs')
    .values({ ...common, ...columns, id })
    .execute()
  return id
}
const change = (id: string, columns: Partial<Insertable<Logs>>) =>
  app.db.updateTable('logs').set(columns).where('id', '=', id)
const derived = (id: string) =>
  app.db.selectFrom('logs').select(['seen_only', 'popularity']).where('id', '=', id).executeTakeFirstOrThrow()

/** SQLSTATE check_violation. */
const isRefused = (write: Promise<unknown>) =>
  write.then(
    () => false,
    (error: unknown) => {
      if (sqlState(error) === '23514') return true
      throw error
    },
  )

test.each<Partial<Insertable<Logs>>>([
  { rating: 0 },
  { rating: 11 },
  { review: '🎬'.repeat(20_001) },
  { audience: 'link' },
  { rewatch_count: -1 },
  { like_count: -1 },
  { reply_count: -1 },
])('what no log may hold is refused in new ones and in those that are there, case %#', async (columns) => {
  expect(await isRefused(newLog(columns))).toBe(true)
  expect(await isRefused(change(await newLog(), columns).execute())).toBe(true)
})

test('the most that a log may hold is taken', async () => {
  const most = { rating: 10, review: '🎬'.repeat(20_000), rewatch_count: 2 ** 31 - 1 }
  expect(await isRefused(newLog(most))).toBe(false)
  expect(await isRefused(change(await newLog({ rating: 1 }), most).execute())).toBe(false)
})

test('only a mark that says nothing else is a film that was seen on no known day', async () => {
  expect(await derived(await newLog())).toMatchObject({ seen_only: false })
  const id = await newLog({ is_mark: true, rating: 7 })
  expect(await derived(id)).toMatchObject({ seen_only: true })
  for (const said of [
    { watched_at: '2026-01-02' },
    { review: 'Seen' },
    { gif: '/gifs/giphy/g1.webp' },
    { image: '/media/1.webp' },
    { rewatch_count: 1 },
    { tags: ['cinema'] },
  ]) {
    expect(await derived(await newLog({ is_mark: true, ...said }))).toMatchObject({ seen_only: false })
    const none = { watched_at: null, review: '', gif: null, image: null, rewatch_count: 0, tags: [] }
    await change(id, said).execute()
    expect(await derived(id)).toMatchObject({ seen_only: false })
    await change(id, none).execute()
    expect(await derived(id)).toMatchObject({ seen_only: true })
  }
})

test('what follows from a log cannot be written by hand', async () => {
  const id = await newLog({ like_count: 3, popularity: 9, seen_only: true })
  expect(await derived(id)).toEqual({ popularity: 3, seen_only: false })
  await change(id, { popularity: 9, seen_only: true }).execute()
  expect(await derived(id)).toEqual({ popularity: 3, seen_only: false })
})
