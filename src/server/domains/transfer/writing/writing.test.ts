import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog, deleteLog, updateLog } from '#shared/api/logs.ts'
import { buildLog, follow, type TestMember } from '#test/factories.ts'
import { wrongCounters } from '#test/deletion.ts'
import {
  diaryHeader,
  filmsHeader,
  logsOf,
  ratingsHeader,
  startImportApp,
  type ImportApp,
} from '#test/fakes/imports.ts'

let app: ImportApp
let member: TestMember
beforeAll(async () => {
  app = await startImportApp({ titles: ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'] })
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await app.member()
})

const id = (title: string) => app.filmId(title)
const entry = (n: number) => `https://boxd.it/e${n}`
const diary = (...lines: string[]) => app.bring(member, 'logs', [diaryHeader, ...lines])
const ratings = (...lines: string[]) => app.bring(member, 'logs', [ratingsHeader, ...lines], 'ratings.csv')
const watched = (...lines: string[]) => app.bring(member, 'logs', [filmsHeader, ...lines], 'watched.csv')
const me = () =>
  app.db
    .selectFrom('members')
    .innerJoin('diaries', 'diaries.member_id', 'members.id')
    .select(['films_count', 'last_log_at', 'favorite_film_ids'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()

describe('a row of the diary', () => {
  test('is one log with all that it says', async () => {
    const seen = await app.bring(member, 'logs', [
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date',
      `2023-01-05,Alpha,2000,${entry(1)},4.5,Yes,"One.\n\nTwo, ""three"".","a, b",2023-01-04`,
    ])
    expect(seen).toMatchObject({ state: 'done', total: 1, done: 1, imported: 1 })
    const [log] = await logsOf(app, member.id)
    expect(log).toMatchObject({
      film_id: id('Alpha'),
      rating: 9,
      review: 'One.\n\nTwo, "three".',
      rewatch_count: 1,
      watched_at: '2023-01-04',
      tags: ['a', 'b'],
      spoilers: false,
      import_key: `letterboxd:${entry(1)}`,
    })
    expect(log?.created_at.toISOString().slice(0, 10)).toBe('2023-01-05')
  })

  test('keeps the order of the file within a day, the last row newest', async () => {
    await diary(
      `2023-01-05,Alpha,2000,${entry(1)},,,,2023-01-05`,
      `2023-01-05,Beta,2000,${entry(2)},,,,2023-01-05`,
      `2023-01-05,Alpha,2000,${entry(3)},,,,2023-01-05`,
      `2022-01-05,Gamma,2000,${entry(4)},,,,2022-01-05`,
    )
    const logs = await logsOf(app, member.id)
    expect(logs.map((log) => log.film_id)).toEqual([id('Alpha'), id('Beta'), id('Alpha'), id('Gamma')])
    expect(logs[0]?.import_key).toBe(`letterboxd:${entry(3)}`)
    expect(await me()).toMatchObject({ films_count: 3, last_log_at: logs[0]?.created_at })
    expect(await wrongCounters(app)).toEqual([])
  })

  test('that was recorded today or tomorrow is not of the future', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await diary(
      `${tomorrow},Alpha,2000,${entry(1)},,,,2023-01-05`,
      `${tomorrow},Beta,2000,${entry(2)},,,,2023-01-05`,
    )
    const logs = await logsOf(app, member.id)
    expect(logs.map((log) => log.film_id)).toEqual([id('Beta'), id('Alpha')])
    for (const log of logs) expect(log.created_at.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('does not lower when the member logged last, and tells nobody', async () => {
    const follower = await app.member()
    await follow(app, follower, member)
    const told = vi.spyOn(app.ctx.realtime, 'toMembers')
    await app.call(createLog, { as: member, body: { movieId: id('Beta') } })
    await vi.waitFor(() => expect(told.mock.calls.map(([, event]) => event)).toContain('feed'))
    told.mockClear()
    const before = await me()
    await diary(`2023-01-05,Alpha,2000,${entry(1)},,,,2023-01-05`)
    expect((await me()).last_log_at).toEqual(before.last_log_at)
    expect(told.mock.calls.filter(([, event]) => event !== 'import')).toEqual([])
    told.mockRestore()
    expect(
      await app.db.selectFrom('notifications').select('id').where('from_id', '=', member.id).execute(),
    ).toEqual([])
  })

  test('leaves the watchlist as it is', async () => {
    await app.bring(member, 'watchlist', [filmsHeader, '2023-01-01,Alpha,2000,https://boxd.it/a'], 'w.csv')
    await diary(`2022-01-05,Alpha,2000,${entry(1)},,,,2022-01-05`)
    const items = await app.db
      .selectFrom('watchlist_items')
      .select('film_id')
      .where('member_id', '=', member.id)
      .execute()
    expect(items).toEqual([{ film_id: id('Alpha') }])
  })

  test('is skipped by its address when it comes again, and the rest of a newer export is added', async () => {
    const first = [
      `2023-01-05,Alpha,2000,${entry(1)},4,,,2023-01-04`,
      `2023-01-05,Alpha,2000,${entry(2)},3,,,2023-01-04`,
    ]
    await diary(...first)
    const again = await diary(...first)
    expect(again).toMatchObject({ imported: 0, skipped: 2 })
    // Another day for the same entry: Letterboxd's own change makes no second one.
    const newer = await diary(
      `2023-01-05,Alpha,2000,${entry(1)},4,,,2023-02-04`,
      first[1] ?? '',
      `2023-01-06,Alpha,2000,${entry(3)},3,,,2023-01-04`,
    )
    expect(newer).toMatchObject({ imported: 1, skipped: 2 })
    expect(await logsOf(app, member.id)).toHaveLength(3)
  })

  test('without an address is known again as the nth of its film and day', async () => {
    const file = (...days: string[]) => [
      'tmdbID,Title,WatchedDate',
      ...days.map((day) => `${id('Alpha')},Alpha,${day}`),
    ]
    await app.bring(member, 'any', file('2023-01-04', '2023-01-04', '2023-01-05'))
    expect(await logsOf(app, member.id)).toHaveLength(3)
    const again = await app.bring(member, 'any', file('2023-01-05', '2023-01-04', '2023-01-04', '2023-01-04'))
    expect(again).toMatchObject({ imported: 1, skipped: 3 })
  })

  test('is skipped for a log of the same film and day that came otherwise', async () => {
    await buildLog(app, { author: member, film: { id: id('Alpha') }, watchedAt: '2023-01-04' })
    const result = await diary(
      `2023-01-05,Alpha,2000,${entry(1)},4,,,2023-01-04`,
      `2023-01-05,Alpha,2000,${entry(2)},4,,,2023-01-04`,
      `2023-01-05,Alpha,2000,${entry(3)},4,,,2023-01-05`,
    )
    expect(result).toMatchObject({ imported: 2, skipped: 1 })
    const other = await app.bring(member, 'any', [
      'tmdbID,Title,WatchedDate',
      `${id('Alpha')},Alpha,2023-01-05`,
    ])
    expect(other).toMatchObject({ imported: 0, skipped: 1 })
  })

  test('that was deleted in Scene comes again', async () => {
    await diary(`2023-01-05,Alpha,2000,${entry(1)},4,,,2023-01-04`)
    const [log] = await logsOf(app, member.id)
    await app.call(deleteLog, { as: member, params: { logId: log?.id ?? '' } })
    expect(await diary(`2023-01-05,Alpha,2000,${entry(1)},4,,,2023-01-04`)).toMatchObject({ imported: 1 })
  })

  test('brings its review later, but not to what the member changed', async () => {
    await diary(
      `2023-01-05,Alpha,2000,${entry(1)},4,,,2023-01-04`,
      `2023-01-05,Beta,2000,${entry(2)},4,,,2023-01-04`,
    )
    const beta = (await logsOf(app, member.id)).find((log) => log.film_id === id('Beta'))
    await app.call(updateLog, { as: member, params: { logId: beta?.id ?? '' }, body: { rating: 5 } })
    const reviews = () =>
      app.bring(member, 'logs', [
        'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date',
        `2023-01-05,Alpha,2000,${entry(1)},4,,Good,,2023-01-04`,
        `2023-01-05,Beta,2000,${entry(2)},4,,Good,,2023-01-04`,
      ])
    expect(await reviews()).toMatchObject({ imported: 1, skipped: 1 })
    expect(await reviews()).toMatchObject({ imported: 0, skipped: 2 })
    const texts = (await logsOf(app, member.id)).map((log) => [log.film_id, log.review])
    expect(new Map(texts as [number, string][])).toEqual(
      new Map([
        [id('Alpha'), 'Good'],
        [id('Beta'), ''],
      ]),
    )
  })

  test('of a day that has not come needs attention', async () => {
    expect(await diary(`2023-01-05,Alpha,2000,${entry(1)},4,,,2999-01-04`)).toMatchObject({ failed: 1 })
  })
})

describe('stars of a film', () => {
  test('mark the film as seen where there is no log', async () => {
    expect(await ratings('2023-01-05,Alpha,2000,https://boxd.it/a,3.5')).toMatchObject({ imported: 1 })
    const logs = await logsOf(app, member.id)
    expect(logs).toMatchObject([{ rating: 7, watched_at: null, seen_only: true }])
    expect((await me()).last_log_at).toBe(null)
    expect(await ratings('2023-01-05,Alpha,2000,https://boxd.it/a,3.5')).toMatchObject({ skipped: 1 })
    expect(await logsOf(app, member.id)).toEqual(logs)
  })

  test('go to the newest log without, once', async () => {
    await diary(
      `2021-01-01,Alpha,2000,${entry(1)},,,,2021-01-01`,
      `2022-01-01,Alpha,2000,${entry(2)},,,,2022-01-01`,
      `2023-01-01,Alpha,2000,${entry(3)},2,,,2023-01-01`,
    )
    const stars = async () => (await logsOf(app, member.id)).map((log) => log.rating)
    expect(await stars()).toEqual([4, null, null])
    expect(await ratings('2023-01-05,Alpha,2000,https://boxd.it/a,3.5')).toMatchObject({ imported: 1 })
    expect(await stars()).toEqual([4, 7, null])
    expect(await ratings('2023-01-05,Alpha,2000,https://boxd.it/a,3.5')).toMatchObject({ skipped: 1 })
    expect(await stars()).toEqual([4, 7, null])
  })

  test('are the film’s alone where all logs have others', async () => {
    await buildLog(app, { author: member, film: { id: id('Alpha') }, rating: 1 })
    expect(await ratings('2023-01-05,Alpha,2000,https://boxd.it/a,3.5')).toMatchObject({ imported: 1 })
    expect((await logsOf(app, member.id)).map((log) => log.rating)).toEqual([2])
  })
})

test('a film that was seen is marked so unless there is a log', async () => {
  await buildLog(app, { author: member, film: { id: id('Alpha') } })
  const result = await watched(
    '2023-01-05,Alpha,2000,https://boxd.it/a',
    '2023-01-05,Beta,2000,https://boxd.it/b',
    '2023-01-05,Beta,2000,https://boxd.it/b',
  )
  expect(result).toMatchObject({ imported: 1, skipped: 2 })
  expect(await me()).toMatchObject({ films_count: 2 })
  const logs = await logsOf(app, member.id)
  expect(logs.map((log) => [log.film_id, log.seen_only])).toEqual([
    [id('Alpha'), false],
    [id('Beta'), true],
  ])
})

test('the watchlist and the hearts take their days along, and stay where they are', async () => {
  await app.bring(
    member,
    'watchlist',
    [
      filmsHeader,
      '2021-03-01,Alpha,2000,https://boxd.it/a',
      '2021-03-02,Beta,2000,https://boxd.it/b',
      '2021-03-03,Beta,2000,https://boxd.it/b',
    ],
    'watchlist.csv',
  )
  const likes = await app.bring(
    member,
    'any',
    [filmsHeader, '2021-03-01,Gamma,2000,https://boxd.it/a'],
    'films.csv',
  )
  expect(likes).toMatchObject({ imported: 1 })
  const again = await app.bring(
    member,
    'watchlist',
    [filmsHeader, '2022-03-01,Alpha,2000,https://boxd.it/a', '2022-03-01,Delta,2000,https://boxd.it/d'],
    'watchlist.csv',
  )
  expect(again).toMatchObject({ imported: 1, skipped: 1 })
  const shelf = async (table: 'watchlist_items' | 'favourites') =>
    (
      await app.db
        .selectFrom(table)
        .select(['film_id', 'created_at'])
        .where('member_id', '=', member.id)
        .orderBy('created_at')
        .execute()
    ).map((item) => [item.film_id, item.created_at.toISOString().slice(0, 10)])
  expect(await shelf('watchlist_items')).toEqual([
    [id('Alpha'), '2021-03-01'],
    [id('Beta'), '2021-03-02'],
    [id('Delta'), '2022-03-01'],
  ])
  expect(await shelf('favourites')).toEqual([[id('Gamma'), '2021-03-01']])
})
