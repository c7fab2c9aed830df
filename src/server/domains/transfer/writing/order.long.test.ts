import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { removeImport } from '#shared/api/transfer.ts'
import { ratedFilmsOf } from '#server/domains/films/film-ratings.views.ts'
import { buildFilm, type TestMember } from '#test/factories.ts'
import { wrongCounters } from '#test/deletion.ts'
import { createDatabase, dropDatabase } from '#test/harness.ts'
import { startImportApp, type ImportApp } from '#test/fakes/imports.ts'
import {
  letterboxdExport,
  letterboxdFiles,
  type LetterboxdFile,
  type LetterboxdFilm,
} from '#test/fakes/letterboxd-export.ts'

const titles = ['Alpha', 'Beta', 'Gamma']

let app: ImportApp
beforeAll(async () => {
  // The job is run by hand: as soon as a file is sent, or once all are.
  app = await startImportApp({ jobs: false, titles })
})
afterAll(() => app.close())

/** All that an import makes, what each film is given by it, and what it asks the member. */
async function stateOf({ id }: TestMember, { db } = app) {
  const shelf = (table: 'watchlist_items' | 'favourites') =>
    db.selectFrom(table).select('film_id').where('member_id', '=', id).orderBy('film_id').execute()
  const logs = await db.selectFrom('logs').selectAll().where('member_id', '=', id).execute()
  const ratings = await db
    .selectFrom('film_ratings')
    .select(['film_id', 'rating', sql<string>`to_char(set_at at time zone 'utc', 'YYYY-MM-DD')`.as('day')])
    .where('member_id', '=', id)
    .orderBy('film_id')
    .execute()
  const { rows: given } = await sql<{
    film_id: number
    rating: number
  }>`select * from (${ratedFilmsOf(id, 'giver')}) given order by film_id`.execute(db)
  const questions = await db
    .selectFrom('import_rows as r')
    .innerJoin('imports as i', 'i.id', 'r.import_id')
    .select(['r.kind', 'r.reason', 'r.candidates'])
    .where('i.member_id', '=', id)
    .where('r.state', 'in', ['waiting', 'doubtful', 'not-found', 'failed'])
    .execute()
  return {
    logs: logs
      .map((log) =>
        JSON.stringify([
          log.film_id,
          log.watched_at,
          log.rating,
          log.review,
          log.rewatch_count,
          log.tags,
          log.created_at.toISOString().slice(0, 10),
          log.seen_only,
        ]),
      )
      .toSorted(),
    ratings,
    given,
    watchlist: await shelf('watchlist_items'),
    favourites: await shelf('favourites'),
    questions: questions.map((row) => JSON.stringify(row)).toSorted(),
  }
}

type Files = Record<LetterboxdFile, string[]>
type Way = 'calls' | 'whole' | 'queued'

async function send(member: TestMember, way: Way, files: Files, file: LetterboxdFile) {
  const call =
    way === 'whole' || file.startsWith('likes') ? 'any' : file === 'watchlist.csv' ? 'watchlist' : 'logs'
  const { status, data } = await app.send(member, call, files[file], file.replace('likes/', ''))
  expect(status).toBe(200)
  if (way !== 'queued') await app.run(member.id)
  return data.importId
}

async function bring(member: TestMember, way: Way, files: Files, order: readonly LetterboxdFile[]) {
  for (const file of order) await send(member, way, files, file)
  await app.run(member.id)
}

async function stateAfter(way: Way, files: Files, order: readonly LetterboxdFile[]) {
  const member = await app.member()
  await bring(member, way, files, order)
  return stateOf(member)
}

async function importZip(member: TestMember, files: Partial<Record<string, string[]>>) {
  expect(await app.sendZip(member, files)).toMatchObject({ status: 200 })
  await app.run(member.id)
}

const canonical: LetterboxdFile[] = [
  'diary.csv',
  'reviews.csv',
  'ratings.csv',
  'watched.csv',
  'watchlist.csv',
]

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  )
}

const entry = (
  day: string | null,
  recordedAt: string,
  rest: Partial<LetterboxdFilm['entries'][number]> = {},
) => ({
  day,
  recordedAt,
  rating: null,
  review: '',
  rewatch: false,
  tags: [],
  ...rest,
})
const plain = { rating: null, isWatched: true, isLiked: false, isOnWatchlist: false }
const small: LetterboxdFilm[] = [
  {
    ...plain,
    title: 'Alpha',
    // The newest has no stars, the others have others than the film.
    entries: [
      entry('2023-01-01', '2023-01-02', { rating: 3, review: 'First.', tags: ['a', 'b'] }),
      entry('2023-02-01', '2023-02-02', { rewatch: true }),
      entry('2023-02-01', '2023-02-03', { rewatch: true, review: 'Twice on a day.' }),
    ],
    rating: { stars: 4, ratedAt: '2023-02-03' },
  },
  {
    ...plain,
    title: 'Beta',
    entries: [
      entry('2023-03-01', '2023-03-02', { rating: 2 }),
      entry(null, '2023-03-05', { rating: 2, review: 'On no day.' }),
    ],
    rating: { stars: 5, ratedAt: '2023-06-01' },
    isOnWatchlist: true,
    isLiked: true,
  },
  { ...plain, title: 'Gamma', entries: [], rating: { stars: 1, ratedAt: '2023-06-01' } },
]

const ways = ['calls', 'whole', 'queued'] as const

test.each([
  // Its row is that of the only entry of the diary, before that of the last, or after it: its stars are those of the film, or not.
  [0.5, [entry('2023-01-01', '2023-01-08', { rating: 1 })]],
  [0.5, [entry('2023-01-01', '2023-01-08', { rating: 1 }), entry('2023-01-02', '2023-01-08')]],
  [1.5, [entry('2023-01-01', '2023-01-08', { rating: 0.5, review: 'On a day.' })]],
])('of %d stars, an undated entry is newer than dated ones recorded on its day', async (rating, dated) => {
  const undated = entry(null, '2023-01-08', { rating, review: 'On no day.' })
  const stars = { stars: 0.5, ratedAt: '2023-02-01' }
  const files = letterboxdExport([{ ...plain, title: 'Alpha', entries: [undated, ...dated], rating: stars }])
  const expected = await stateAfter('calls', files, canonical)
  expect(expected).toMatchObject({ questions: [], ratings: [{ rating: 1 }], given: [{ rating: 1 }] })
  const orders: LetterboxdFile[][] = [
    canonical.toReversed(),
    ['reviews.csv', 'ratings.csv', 'diary.csv'],
    ['ratings.csv', 'reviews.csv', 'diary.csv'],
  ]
  for (const order of orders)
    expect([order, await stateAfter('calls', files, order)]).toEqual([order, expected])
  const zipped = await app.member()
  const { 'likes/films.csv': _likes, ...plainFiles } = files
  await importZip(zipped, plainFiles)
  expect(await stateOf(zipped)).toEqual(expected)
})

test('five files make the same history in forty orders, by whichever way', async () => {
  const files = letterboxdExport(small)
  const expected = await stateAfter('calls', files, canonical)
  expect(expected.logs).toHaveLength(6)
  expect(expected.questions).toEqual([])
  expect(expected.given.map(({ rating }) => rating).toSorted((a, b) => a - b)).toEqual([2, 8, 10])
  // Of 120: whichever two come first, the other three come in two orders.
  for (const [index, order] of permutations(canonical)
    .filter((_, nth) => nth % 3 === 0)
    .entries()) {
    const way = ways[index % ways.length] ?? 'calls'
    expect([way, order, await stateAfter(way, files, order)]).toEqual([way, order, expected])
  }
  expect(await wrongCounters(app)).toEqual([])
}, 600_000)

test('every pair of files makes the same history in both orders', async () => {
  const files = letterboxdExport(small)
  const pairs = letterboxdFiles.flatMap((one, at) =>
    letterboxdFiles.slice(at + 1).map((other) => [one, other] as const),
  )
  // By one way each: that the ways make the same of a file is what all orders, and any history, are asked above and below.
  for (const [at, [one, other]] of pairs.entries()) {
    const way = ways[at % ways.length] ?? 'calls'
    expect([way, one, other, await stateAfter(way, files, [other, one])]).toEqual([
      way,
      one,
      other,
      await stateAfter(way, files, [one, other]),
    ])
  }
}, 300_000)

test('files that come at once, to two instances, make the same history', async () => {
  const database = `t_${randomBytes(8).toString('hex')}`
  await createDatabase(database)
  const instances = await Promise.all([startImportApp({ database }), startImportApp({ database })])
  onTestFinished(async () => {
    await Promise.all(instances.map((instance) => instance.close()))
    await dropDatabase(database)
  })
  const [one] = instances
  for (const title of titles) await buildFilm(one, { title })
  const files = letterboxdExport(small)
  const expected = await stateAfter('calls', files, canonical)
  for (let round = 0; round < 5; round++) {
    const member = await one.member()
    const sent = await Promise.all(
      canonical.map((file, index) => {
        const call = file === 'watchlist.csv' ? 'watchlist' : 'logs'
        return instances[index % 2 === 0 ? 0 : 1].send(member, call, files[file], file)
      }),
    )
    for (const { data } of sent) await one.ended(member, data.importId)
    const { logs, questions } = await stateOf(member, one)
    const bare = (lines: string[]) => lines.map((line) => line.replace(/"candidates":.*|^\[\d+/, ''))
    expect([bare(logs).toSorted(), bare(questions)]).toEqual([
      bare(expected.logs).toSorted(),
      bare(expected.questions),
    ])
  }
}, 120_000)

const day = fc.integer({ min: 1, max: 4 }).map((n) => `2023-01-0${n}`)
const stars = fc.integer({ min: 1, max: 10 }).map((steps) => steps / 2)
const anyFilm = (title: string) =>
  fc.record({
    title: fc.constant(title),
    entries: fc.array(
      fc
        .record({
          day: fc.option(day, { freq: 5 }),
          recordedAt: fc.integer({ min: 5, max: 8 }).map((n) => `2023-01-0${n}`),
          rating: fc.option(stars),
          review: fc.constantFrom('', '', 'Good.', 'Two\n\nparagraphs, "quoted".'),
          rewatch: fc.boolean(),
          tags: fc.constantFrom<string[]>([], ['a'], ['a', 'b c']),
        })
        // Without a day there is nothing but a review.
        .map((entry) =>
          entry.day === null && entry.review === '' ? { ...entry, review: 'Undated.' } : entry,
        ),
      { maxLength: 3 },
    ),
    rating: fc.option(fc.record({ stars, ratedAt: fc.constantFrom('2023-01-06', '2023-02-01', '') })),
    isWatched: fc.boolean(),
    isLiked: fc.boolean(),
    isOnWatchlist: fc.boolean(),
  })
const anyHistory = fc.tuple(...titles.map(anyFilm))
const anyOrder = fc.shuffledSubarray(canonical, { minLength: canonical.length })

test('any history is the same in any order, from a ZIP, and when all of it comes again', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      anyOrder,
      anyOrder,
      fc.constantFrom(...ways),
      async (films, order, again, way) => {
        const files = letterboxdExport(films)
        const expected = await stateAfter('calls', files, canonical)
        const member = await app.member()
        await bring(member, way, files, order)
        expect(await stateOf(member)).toEqual(expected)
        await bring(member, way, files, again)
        expect(await stateOf(member)).toEqual(expected)

        const { 'likes/films.csv': _likes, ...plainFiles } = files
        const zipped = await app.member()
        await importZip(zipped, plainFiles)
        expect(await stateOf(zipped)).toEqual(expected)
        await bring(zipped, way, files, order)
        expect(await stateOf(zipped)).toEqual(expected)
        await importZip(member, plainFiles)
        expect(await stateOf(member)).toEqual(expected)
      },
    ),
    // Others each time: the runs of many days look at more histories than one run could.
    { numRuns: 8 },
  )
  expect(await wrongCounters(app)).toEqual([])
}, 600_000)

test('a file that is removed is as though it had never come, and comes again as it was, in any order', async () => {
  const remove = async (member: TestMember, importId: string) => {
    const { status, data } = await app.call(removeImport, { as: member, params: { importId } })
    expect([status, data]).toMatchObject([200, { kept: 0 }])
  }
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      fc.shuffledSubarray(letterboxdFiles, { minLength: 2 }),
      fc.shuffledSubarray(letterboxdFiles, { minLength: 1 }),
      async (films, order, wanted) => {
        const files = letterboxdExport(films)
        const member = await app.member()
        const ids = new Map<LetterboxdFile, string>()
        for (const file of order) ids.set(file, await send(member, 'whole', files, file))
        const undone = wanted.filter((file) => ids.has(file))
        for (const file of undone) await remove(member, ids.get(file) ?? '')
        const other = await app.member()
        const rest = order.filter((file) => !undone.includes(file))
        await bring(other, 'whole', files, rest)
        expect(await stateOf(member)).toEqual(await stateOf(other))
        await bring(member, 'whole', files, undone)
        await bring(other, 'whole', files, undone.toReversed())
        expect(await stateOf(member)).toEqual(await stateOf(other))
      },
    ),
    { numRuns: 12 },
  )
  expect(await wrongCounters(app)).toEqual([])
}, 600_000)
