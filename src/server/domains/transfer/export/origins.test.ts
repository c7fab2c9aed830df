import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFiles, type Import } from '#shared/api/transfer.ts'
import { createList } from '#shared/api/lists.ts'
import { buildFilm, type TestMember } from '#test/factories.ts'
import { download } from '#test/fakes/exports.ts'
import {
  diaryHeader,
  filmsHeader,
  logsOf,
  ratingsHeader,
  startImportApp,
  type ImportApp,
} from '#test/fakes/imports.ts'
import { letterboxdZip } from '#test/fakes/letterboxd-export.ts'

// What came from elsewhere is known again after it went out by Scene's own export.

let app: ImportApp
let elsewhere: ImportApp
let made: number
beforeAll(async () => {
  ;[app, elsewhere] = await Promise.all([startImportApp(), startImportApp()])
  for (const title of ['Alpha', 'Beta', 'Gamma']) {
    const { id } = await buildFilm(app, { title })
    await buildFilm(elsewhere, { title, id })
    made = id
  }
})
afterAll(() => Promise.all([app.close(), elsewhere.close()]))

const film = (title: string) => `2023-01-05,${title},2000,https://boxd.it/${title}`
const list = (name: string, ...titles: string[]) => [
  'Letterboxd list export v7',
  'Date,Name,Tags,URL,Description',
  `2023-01-05,${name},,https://boxd.it/l${name},`,
  '',
  'Position,Name,Year,URL,Description',
  ...titles.map((title, index) => `${index + 1},${title},2000,https://boxd.it/${title},`),
]
const letterboxd = letterboxdZip({
  'diary.csv': [
    diaryHeader,
    '2023-01-05,Alpha,2000,https://boxd.it/e1,4,,,2023-01-04',
    '2023-01-06,Alpha,2000,https://boxd.it/e2,3,Yes,,2023-01-04',
  ],
  'ratings.csv': [ratingsHeader, '2023-01-06,Alpha,2000,https://boxd.it/Alpha,3', `${film('Beta')},2`],
  'watched.csv': [filmsHeader, film('Alpha'), film('Beta')],
  'watchlist.csv': [filmsHeader, film('Gamma')],
  'likes/films.csv': [filmsHeader, film('Alpha')],
  'lists/one.csv': list('one', 'Alpha', 'Beta'),
  'lists/two.csv': list('two', 'Gamma'),
})
const diaryOfBeta = letterboxdZip({
  'diary.csv': [diaryHeader, '2023-01-07,Beta,2000,https://boxd.it/e3,2,,,2023-01-07'],
})

async function bring(to: ImportApp, as: TestMember, bytes: Uint8Array): Promise<Import> {
  const { status, data, error } = await to.call(importFiles, {
    as,
    body: {},
    files: { file: { bytes, name: 'export.zip' } },
  })
  expect([status, error]).toEqual([200, data])
  return to.ended(as, data.importId)
}

async function history(of: ImportApp, { id }: TestMember) {
  const lists = await of.db
    .selectFrom('lists')
    .leftJoin('list_films', 'list_films.list_id', 'lists.id')
    .select(['title', 'film_id', 'position', 'films_count'])
    .where('member_id', '=', id)
    .orderBy('title')
    .orderBy('position')
    .execute()
  const logs = (await logsOf(of, id)).map((log) => [
    log.film_id,
    log.watched_at,
    log.rating,
    log.rewatch_count,
  ])
  return { lists, logs }
}

test('an own export adds nothing to the account that it came from', async () => {
  const member = await app.member()
  await bring(app, member, letterboxd)
  await app.call(createList, { as: member, body: { title: 'Made here', movies: [{ id: made }] } })
  const before = await history(app, member)
  expect(before.lists).toHaveLength(4)
  const { bytes } = await download(app, member)
  const again = await bring(app, member, bytes)
  expect(again).toMatchObject({ imported: 0, doubtful: 0, notFound: 0, failed: 0 })
  expect(await history(app, member)).toEqual(before)
})

test.each([
  ['of the same installation', () => app],
  ['of another one', () => elsewhere],
])('in a fresh account %s it is known again, as is the export of the other service', async (_name, of) => {
  const to = of()
  const member = await app.member()
  await bring(app, member, letterboxd)
  await app.call(createList, { as: member, body: { title: 'Made here', movies: [{ id: made }] } })
  const before = await history(app, member)
  expect(before.lists).toHaveLength(4)
  const { bytes } = await download(app, member)

  const fresh = await to.member()
  await bring(to, fresh, bytes)
  expect(await history(to, fresh)).toEqual(before)
  for (const given of [bytes, letterboxd])
    expect(await bring(to, fresh, given)).toMatchObject({ imported: 0, doubtful: 0, notFound: 0, failed: 0 })
  expect(await history(to, fresh)).toEqual(before)

  // There and back again.
  const { bytes: back } = await download(to, fresh)
  expect(await bring(app, member, back)).toMatchObject({ imported: 0, doubtful: 0, notFound: 0, failed: 0 })
  expect(await history(app, member)).toEqual(before)

  // An undated log went along as one: an entry of the diary takes it over there too.
  expect(await bring(to, fresh, diaryOfBeta)).toMatchObject({ imported: 1 })
  expect((await history(to, fresh)).logs).toHaveLength(before.logs.length)
})
