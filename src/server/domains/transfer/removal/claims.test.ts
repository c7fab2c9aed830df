import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toggleLogLike, updateLog } from '#shared/api/logs.ts'
import { createReply } from '#shared/api/replies.ts'
import { getSeen, markSeen } from '#shared/api/seen.ts'
import { removeImport, type Import } from '#shared/api/transfer.ts'
import { buildLog, type TestMember } from '#test/factories.ts'
import { wrongCounters } from '#test/deletion.ts'
import {
  diaryHeader,
  filmsHeader,
  logsOf,
  ratingsHeader,
  startImportApp,
  type ImportApp,
} from '#test/fakes/imports.ts'
import { pruneImports } from '../imports.service.ts'

// What of a log belongs to which import, once several say something of it.

let app: ImportApp
let member: TestMember
let alpha: number
beforeAll(async () => {
  app = await startImportApp({ jobs: false, titles: ['Alpha', 'Beta'] })
  alpha = app.filmId('Alpha')
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await app.member()
})

async function bring(lines: string[], name: string): Promise<Import> {
  const { status, data, error } = await app.send(member, 'logs', lines, name)
  expect([status, error]).toEqual([200, data])
  await app.run(member.id)
  return app.read(member, data.importId)
}
const reviewsHeader = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date'
const entry = (n: number, stars = '') =>
  `2023-01-0${n},Alpha,2000,https://boxd.it/e${n},${stars},,tag,2023-01-0${n}`
const diary = (...rows: string[]) => bring([diaryHeader, ...rows], 'diary.csv')
const reviews = (n: number, stars = '') =>
  bring(
    [reviewsHeader, `2023-01-0${n},Alpha,2000,https://boxd.it/e${n},${stars},,Good.,tag,2023-01-0${n}`],
    'reviews.csv',
  )
const ratings = (stars: string, day = '2023-06-01') =>
  bring([ratingsHeader, `${day},Alpha,2000,https://boxd.it/a,${stars}`], 'ratings.csv')
const watched = () => bring([filmsHeader, '2023-07-01,Alpha,2000,https://boxd.it/a'], 'watched.csv')

const remove = async ({ _id }: Import) => {
  const { status, data } = await app.call(removeImport, { as: member, params: { importId: _id } })
  expect(status).toBe(200)
  expect(await wrongCounters(app)).toEqual([])
  return data
}
const logs = async () =>
  (await logsOf(app, member.id)).map((log) => [log.watched_at, log.rating, log.review, log.tags])

describe('an entry of a diary takes over the log that stars made', () => {
  test('which stays the same log, with its likes and replies', async () => {
    await ratings('4')
    const [before] = await logsOf(app, member.id)
    const friend = await app.member()
    const params = { logId: before?.id ?? '' }
    await app.call(toggleLogLike, { as: friend, params })
    await app.call(createReply, { as: friend, params, body: { text: 'Yes' } })
    await diary(entry(1, '4'), entry(2, '3'))
    const after = await logsOf(app, member.id)
    expect(after).toHaveLength(2)
    expect(after.find((log) => log.id === before?.id)).toMatchObject({
      watched_at: '2023-01-01',
      like_count: 1,
      reply_count: 1,
    })
    const me = await app.db
      .selectFrom('diaries')
      .select(['films_count', 'last_log_at'])
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(me).toEqual({ films_count: 1, last_log_at: after[0]?.created_at })
  })

  test('but not one that the member wrote on', async () => {
    await ratings('4')
    const [log] = await logsOf(app, member.id)
    await app.call(updateLog, { as: member, params: { logId: log?.id ?? '' }, body: { review: 'Mine' } })
    await diary(entry(1, '4'))
    expect(await logs()).toEqual([
      [null, 8, 'Mine', []],
      ['2023-01-01', 8, '', ['tag']],
    ])
  })

  test('of another service as well', async () => {
    const imdb =
      'Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,Year,Release Date,Directors'
    const { data } = await app.send(
      member,
      'any',
      [imdb, 'tt0000001,8,2023-06-01,Alpha,Alpha,u,Movie,2000,2000-01-01,Somebody'],
      'ratings.csv',
    )
    await app.run(member.id)
    expect(await app.read(member, data.importId)).toMatchObject({ source: 'imdb', imported: 1 })
    await reviews(1, '4')
    await diary(entry(1, '4'))
    expect(await logs()).toEqual([['2023-01-01', 8, 'Good.', ['tag']]])
  })

  test('and leaves it to the diary when the stars are removed', async () => {
    const stars = await ratings('4')
    await diary(entry(1, '3'), entry(2))
    expect(await logs()).toEqual([
      ['2023-01-02', 8, '', ['tag']],
      ['2023-01-01', 6, '', ['tag']],
    ])
    expect(await remove(stars)).toMatchObject({ removed: 1, kept: 0 })
    expect(await logs()).toEqual([
      ['2023-01-02', null, '', ['tag']],
      ['2023-01-01', 6, '', ['tag']],
    ])
  })

  test.each([true, false])(
    'and is an undated one with its stars again when the diary is removed (stars first: %s)',
    async (starsFirst) => {
      const first = starsFirst ? await ratings('4') : await diary(entry(1))
      const second = starsFirst ? await diary(entry(1)) : await ratings('4')
      expect(await logs()).toEqual([['2023-01-01', 8, '', ['tag']]])
      expect(await remove(starsFirst ? second : first)).toMatchObject({ removed: 1, kept: 0 })
      expect(await logs()).toEqual([[null, 8, '', []]])
      expect(await remove(starsFirst ? first : second)).toMatchObject({ removed: 1, kept: 0 })
      expect(await logs()).toEqual([])
    },
  )

  test('and of several only one is left when the diary is removed', async () => {
    const seen = await watched()
    const stars = await ratings('4')
    const entries = await diary(entry(1, '3'), entry(2, '3'))
    expect(await remove(entries)).toMatchObject({ removed: 2, kept: 0 })
    expect(await logs()).toEqual([[null, 8, '', []]])
    expect(await remove(stars)).toMatchObject({ removed: 1, kept: 0 })
    expect(await logs()).toEqual([[null, null, '', []]])
    expect(await remove(seen)).toMatchObject({ removed: 1, kept: 0 })
    expect(await logs()).toEqual([])
  })
})

describe('a review and its entry are one log, whichever came first', () => {
  test.each([true, false])(
    'and each leaves what the other said (reviews first: %s)',
    async (reviewsFirst) => {
      const make = async () => {
        member = await app.member()
        const first = reviewsFirst ? await reviews(1, '4') : await diary(entry(1, '4'))
        const second = reviewsFirst ? await diary(entry(1, '4')) : await reviews(1, '4')
        expect(await logs()).toEqual([['2023-01-01', 8, 'Good.', ['tag']]])
        return reviewsFirst ? { text: first, entries: second } : { text: second, entries: first }
      }
      const one = await make()
      expect(await remove(one.text)).toMatchObject({ removed: 1, kept: 0 })
      expect(await logs()).toEqual([['2023-01-01', 8, '', ['tag']]])
      expect(await remove(one.entries)).toMatchObject({ removed: 1, kept: 0 })
      expect(await logs()).toEqual([])
      const other = await make()
      expect(await remove(other.entries)).toMatchObject({ removed: 1, kept: 0 })
      expect(await logs()).toEqual([['2023-01-01', 8, 'Good.', ['tag']]])
      expect(await remove(other.text)).toMatchObject({ removed: 1, kept: 0 })
      expect(await logs()).toEqual([])
    },
  )

  test('also where one of the files has no addresses', async () => {
    const nameless = (line: string) => line.replace(/https:\S+?,/, ',')
    for (const first of [entry(1, '4'), nameless(entry(1, '4'))]) {
      member = await app.member()
      await diary(first)
      await bring(
        [
          reviewsHeader,
          `2023-01-01,Alpha,2000,${first.includes('https') ? '' : 'https://boxd.it/e1'},4,,Good.,tag,2023-01-01`,
        ],
        'reviews.csv',
      )
      expect(await logs()).toEqual([['2023-01-01', 8, 'Good.', ['tag']]])
      expect(await diary(entry(1, '4'))).toMatchObject({ imported: 0, skipped: 1 })
      expect(await diary(nameless(entry(1, '4')))).toMatchObject({ imported: 0, skipped: 1 })
      expect(await diary(entry(1, '4'), entry(2))).toMatchObject({ imported: 1, skipped: 1 })
    }
  })
})

describe('stars that are others than the diary’s', () => {
  const stars = async () => (await logsOf(app, member.id)).map((log) => log.rating)
  const given = async () =>
    (await app.call(getSeen, { as: member, params: { userId: member.id, movieId: alpha } })).data.rating
  const undated = (rating: string) =>
    bring([ratingsHeader, `,Alpha,2000,https://boxd.it/a,${rating}`], 'ratings.csv')

  test('are those of the film from their day on, and the diary stays as it is', async () => {
    await diary(entry(1, '2'), entry(2, '3'))
    expect(await given()).toBe(3)
    const done = await ratings('4')
    expect(done).toMatchObject({ state: 'done', imported: 1, skipped: 0, doubtful: 0, done: 1 })
    expect([await stars(), await given()]).toEqual([[6, 4], 4])
    expect(await ratings('4')).toMatchObject({ imported: 0, skipped: 1 })
    // An evening after them says more.
    await diary('2023-08-01,Alpha,2000,https://boxd.it/e9,1,Yes,,2023-08-01')
    expect(await given()).toBe(1)
    expect(await remove(done)).toMatchObject({ removed: 1, kept: 0 })
    expect(await stars()).toEqual([2, 6, 4])
  })

  test('are those of the film as well where they came before the diary', async () => {
    const before = await ratings('4')
    await diary(entry(1, '3'))
    expect(await app.read(member, before._id)).toMatchObject({ imported: 1, doubtful: 0, done: 1 })
    expect([await stars(), await given()]).toEqual([[6], 4])
    expect(await remove(before)).toMatchObject({ removed: 1, kept: 0 })
    expect([await stars(), await given()]).toEqual([[6], 3])
  })

  test('of no known day are those of an imported diary’s films, not of films that were given stars here', async () => {
    await diary(entry(1, '3'))
    const first = await undated('4')
    expect(await given()).toBe(4)
    await remove(first)
    await buildLog(app, { author: member, film: { id: alpha }, rating: 1, watchedAt: '2024-01-01' })
    expect(await undated('4')).toMatchObject({ imported: 1 })
    expect(await undated('4')).toMatchObject({ imported: 0, skipped: 1 })
    expect(await given()).toBe(1)
  })

  test('of two files go with their own: what the other says counts then', async () => {
    await diary(entry(1, '3'))
    const [first, second] = [await ratings('4'), await ratings('5', '2023-06-02')]
    expect(await given()).toBe(5)
    await remove(second)
    expect(await given()).toBe(4)
    await remove(first)
    expect([await stars(), await given()]).toEqual([[6], 3])
  })

  test('give way to what the member gave the film here since', async () => {
    await diary(entry(1, '3'))
    const done = await ratings('4')
    await app.call(markSeen, {
      as: member,
      params: { userId: member.id, movieId: alpha },
      body: { rating: 2 },
    })
    expect(await given()).toBe(2)
    await remove(done)
    expect([await stars(), await given()]).toEqual([[6], 2])
  })

  test('still find their log when what was read is forgotten', async () => {
    const done = await ratings('4')
    await diary(entry(1, '4'))
    const old = new Date(Date.now() - 31 * 86_400_000)
    await app.db.updateTable('imports').set({ finished_at: old }).execute()
    await pruneImports(app.ctx)
    await diary(entry(2))
    expect(await stars()).toEqual([8, 8])
    await diary(entry(3, '1'))
    expect(await app.read(member, done._id)).toMatchObject({ imported: 1, doubtful: 0 })
  })

  test('are found by an index, and cost a diary without them one statement', async () => {
    const statements = await app.recordStatements(() => diary(entry(1)))
    const found = statements.filter(({ text }) => text.includes("r.kind = 'rating'"))
    expect(found).toHaveLength(1)
    const [{ text, values } = { text: '', values: [] }] = found
    expect((await app.explain(text, values)).rows.join('\n')).toContain('import_rows_ratings')
  })
})
