import type { Insertable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FilmStats } from '#server/db/schema.ts'
import { sqlState } from '#server/db/database-fault.ts'
import { buildFilm } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const none = { logs: 0, ratings: 0, rating_sum: 0, by_rating: Array.from({ length: 10 }, () => 0) }

async function newFigures(columns: Partial<Insertable<FilmStats>> = {}): Promise<number> {
  const film_id = (await buildFilm(app)).id
  await app.db
    .insertInto('film_stats')
    .values({ ...none, ...columns, film_id })
    .execute()
  return film_id
}
const change = (film: number, columns: Partial<Insertable<FilmStats>>) =>
  app.db.updateTable('film_stats').set(columns).where('film_id', '=', film).execute()
const stepOf = async (film: number) =>
  (
    await app.db
      .selectFrom('film_stats')
      .select('logs_step')
      .where('film_id', '=', film)
      .executeTakeFirstOrThrow()
  ).logs_step

/** SQLSTATE check_violation, of a write that is refused. */
const refused = '23514'
const outcome = (write: Promise<unknown>) => write.then(() => 'written', sqlState)

test.each<Partial<Insertable<FilmStats>>>([
  { logs: -1 },
  { ratings: -1 },
  { rating_sum: -1 },
  { by_rating: [] },
  { by_rating: Array.from({ length: 11 }, () => 0) },
])(
  'figures that no film has are refused in new rows and in those that are there, case %#',
  async (columns) => {
    expect(await outcome(newFigures(columns))).toBe(refused)
    expect(await outcome(change(await newFigures(), columns))).toBe(refused)
  },
)

test.each([
  [0, 0],
  [7, 7],
  [8, 8],
  [15, 8],
  [16, 9],
  [8000, 1007],
])('%d logs are step %d, whatever is written of it', async (logs, step) => {
  expect(await stepOf(await newFigures({ logs, logs_step: 5000 }))).toBe(step)
  const film = await newFigures()
  await change(film, { logs, logs_step: 5000 })
  expect(await stepOf(film)).toBe(step)
  await change(film, { logs: 3 })
  expect(await stepOf(film)).toBe(3)
})
