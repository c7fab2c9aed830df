import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getDiary, getDiaryCalendar, listDiary } from '#shared/api/diary.ts'
import { updateLog } from '#shared/api/logs.ts'
import { addFavourite } from '#shared/api/shelves.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages } from '#test/paging.ts'

let app: TestApp
let author: TestMember
let reader: TestMember
const names = new Map<string, string>()
const ids = new Map<string, string>()

beforeAll(async () => {
  app = await startTestApp()
  author = await buildMember(app)
  reader = await buildMember(app)
  const film = await buildFilm(app, { title: 'Heat', releaseDate: '1995-12-15' })
  const log = async (name: string, given: Partial<Parameters<typeof buildLog>[1]>) => {
    const { id } = await buildLog(app, { author, film, ...given })
    names.set(id, name)
    ids.set(name, id)
  }
  const at = (day: string) => new Date(`${day}T21:30:00Z`)
  await log('first of May', { watchedAt: '2025-05-01', createdAt: at('2025-05-03') })
  await log('late in May', {
    watchedAt: '2025-05-31',
    createdAt: at('2025-06-02'),
    rating: 4.5,
    review: 'Still good.',
    tags: ['été'],
  })
  await log('again in May', { watchedAt: '2025-05-31', createdAt: at('2025-06-03') })
  await log('and again', { watchedAt: '2025-05-31', createdAt: at('2025-06-04') })
  await log('a fourth', { watchedAt: '2025-05-31', createdAt: at('2025-06-05') })
  await log('undated', { createdAt: at('2026-01-20') })
  await log('leap day', { watchedAt: '2024-02-29', createdAt: at('2026-02-01') })
  await log('a year later', { watchedAt: '2026-05-31', createdAt: at('2026-06-01') })
  await log('mark', { seenOnly: true, createdAt: at('2026-03-01') })
  await app.call(addFavourite, { as: author, params: { userId: author.id, movieId: film.id } })
  await buildLog(app, { author: reader, film, watchedAt: '2025-05-31' })
})
afterAll(() => app.close())

const named = (entries: { _id: string }[]) => entries.map((entry) => names.get(entry._id))
const list = (period: string, query: { limit?: number; cursor?: string } = {}, as = reader) =>
  app.call(listDiary, { as, params: { userId: author.id, period }, query })
const diary = (today: string, as = reader) =>
  app.call(getDiary, { as, params: { userId: author.id }, query: { today } })
const calendar = (month: string) =>
  app.call(getDiaryCalendar, { as: reader, params: { userId: author.id, month } })

const may = ['a fourth', 'and again', 'again in May', 'late in May', 'first of May']

describe('a period', () => {
  test.each([
    ['2025-05', may],
    ['2025-05-31', may.slice(0, 4)],
    ['2025', may],
    // Under the day it was written.
    ['2026-01', ['undated']],
    ['2026', ['a year later', 'undated']],
    ['2024-02-29', ['leap day']],
    ['2026-03', []],
    ['9999', []],
  ])('%s', async (period, expected) => {
    expect(named((await list(period)).data)).toEqual(expected)
    expect(named((await list(period, {}, author)).data)).toEqual(expected)
    expect(named(await allPages((page) => list(period, { ...page, limit: 2 })))).toEqual(expected)
  })

  test.each(['2025-13', '2025-00', '2025-02-29', '2025-5', '1869', 'all', '2025-05-32', '٢٠٢٥'])(
    'there is no %s',
    async (period) => {
      expect((await list(period)).error.code).toBe('request.invalid')
      expect((await diary(period)).error.code).toBe('request.invalid')
      expect((await calendar(period)).error.code).toBe('request.invalid')
    },
  )

  test('an entry says what a row shows', async () => {
    const entries = (await list('2025-05')).data
    expect(entries.find(({ _id }) => names.get(_id) === 'late in May')).toMatchObject({
      title: 'Heat',
      release_date: '1995-12-15',
      day: '2025-05-31',
      watchedAt: '2025-05-31',
      rating: 4.5,
      isFavorite: true,
      hasReview: true,
      tags: ['été'],
    })
    expect((await list('2026-01')).data).toMatchObject([
      { day: '2026-01-20', watchedAt: null, rating: null, hasReview: false, tags: [] },
    ])
  })
})

test('months with entries are counted, films that are only marked stand apart', async () => {
  expect((await diary('2026-07-07')).data).toEqual({
    months: [
      { month: '2026-05', logs: 1 },
      { month: '2026-01', logs: 1 },
      { month: '2025-05', logs: 5 },
      { month: '2024-02', logs: 1 },
    ],
    undated: 1,
    onThisDay: [],
  })
})

test.each([
  ['2027-05-31', ['a year later', ...may.slice(0, 4)]],
  ['2026-05-31', may.slice(0, 4)],
  ['2028-02-29', ['leap day']],
  ['2026-02-28', []],
])('on %s: other years, and none that lies ahead', async (today, expected) => {
  expect(named((await diary(today)).data.onThisDay)).toEqual(expected)
})

test('a calendar has the days with entries, of each the three written last', async () => {
  expect((await calendar('2025-05')).data.map(({ entries, ...day }) => [day, named(entries)])).toEqual([
    [{ day: '2025-05-01', logs: 1 }, ['first of May']],
    [{ day: '2025-05-31', logs: 4 }, may.slice(0, 3)],
  ])
  expect((await calendar('2025-06')).data).toEqual([])
})

test('another day moves an entry, and the day before brings it back', async () => {
  const logId = ids.get('leap day') ?? ''
  const move = (watchedAt: string) =>
    app.call(updateLog, { as: author, params: { logId }, body: { watchedAt } })
  await move('2024-03-01')
  expect(named((await list('2024-03')).data)).toEqual(['leap day'])
  expect((await list('2024-02')).data).toEqual([])
  await move('2024-02-29')
  expect(named((await list('2024-02-29')).data)).toEqual(['leap day'])
})

test('only members read it, and nobody’s diary is there', async () => {
  const params = { userId: author.id, period: '2025' }
  expect((await app.call(listDiary, { params, query: {} })).status).toBe(401)
  const unknown = { userId: randomUUID(), period: '2025', month: '2025-05' }
  expect((await app.call(listDiary, { as: reader, params: unknown, query: {} })).error.code).toBe(
    'member.not_found',
  )
  expect(
    (await app.call(getDiary, { as: reader, params: unknown, query: { today: '2026-01-01' } })).error.code,
  ).toBe('member.not_found')
  expect((await app.call(getDiaryCalendar, { as: reader, params: unknown })).error.code).toBe(
    'member.not_found',
  )
})

test('of thousands of entries a period is a range of the index, and nothing else is looked at', async () => {
  const member = await buildMember(app)
  const film = await buildFilm(app)
  await sql`
    insert into logs (id, member_id, film_id, watched_at, created_at)
    select gen_random_uuid(), ${member.id}, ${film.id}, date '2026-12-31' - n / 4, now()
    from generate_series(0, 3999) n`.execute(app.db)
  await sql`analyze logs`.execute(app.db)
  const plan = async (read: () => Promise<unknown>) => {
    const statements = await app.recordStatements(read)
    const asked = statements.filter(({ text }) => text.includes('coalesce(watched_at'))
    const plans = await Promise.all(asked.map(({ text, values }) => app.explain(text, values)))
    return plans.map(({ rows }) => rows.join('\n'))
  }
  const as = member
  const params = { userId: member.id, period: '2025', month: '2025-05' }
  const page = await plan(() => app.call(listDiary, { as, params, query: {} }))
  const days = await plan(() => app.call(getDiaryCalendar, { as, params }))
  expect(page).toHaveLength(1)
  expect(page[0]).toContain('logs_member_day')
  // What is sorted are the rows of the page; the index brings them in order.
  expect(page[0]?.split('->  Limit')[1]).not.toContain('Sort')
  expect(days).toHaveLength(1)
  expect(days[0]).toMatch(/Index Cond:.*member_id.*>=.*<=/)

  const counted = await plan(() => app.call(getDiary, { as, params, query: { today: '2026-05-31' } }))
  expect(counted).toHaveLength(2)
  const [months = '', onThisDay] = counted.toSorted((one) => (one.includes('Aggregate') ? -1 : 1))
  // However they are grouped: in one reading.
  expect(months.match(/ on logs\b/g)).toHaveLength(1)
  expect(onThisDay).toContain('logs_member_day')
})
