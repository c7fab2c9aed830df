import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxFilms } from '#shared/api/lists.ts'
import { type TestMember } from '#test/factories.ts'
import { wrongCounters } from '#test/deletion.ts'
import {
  diaryHeader,
  filmsHeader,
  logsOf,
  ratingsHeader,
  startImportApp,
  type ImportApp,
} from '#test/fakes/imports.ts'
import { rawCall } from '#test/raw-call.ts'

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
const film = (title: string, address = title) => `2023-01-05,${title},2000,https://boxd.it/${address}`

const bring = (files: Record<string, string[]>, body = {}) => app.bringZip(member, files, body)

const listFile = (title: string, address: string, titles: string[]) => [
  'Letterboxd list export v7',
  'Date,Name,Tags,URL,Description',
  `2023-01-05,${title},,https://boxd.it/${address},"first\n\nsecond"`,
  '',
  'Position,Name,Year,URL,Description',
  ...titles.map((name, index) => `${index + 1},${name},2000,https://boxd.it/${name},`),
]

const lists = () =>
  app.db.selectFrom('lists').selectAll().where('member_id', '=', member.id).orderBy('title').execute()
const filmsOf = async (listId: string | undefined) =>
  (
    await app.db
      .selectFrom('list_films')
      .select('film_id')
      .where('list_id', '=', listId ?? '')
      .orderBy('position')
      .execute()
  ).map((row) => row.film_id)

test('a whole export writes each film once, however many files name it', async () => {
  const files = {
    'profile.csv': [
      'Date Joined,Username,Given Name,Family Name,Email Address,Location,Website,Bio,Pronoun,Favorite Films',
      '2020-01-01,me,,,me@example.org,,,,,"https://boxd.it/Alpha, https://boxd.it/Beta"',
    ],
    'diary.csv': [diaryHeader, '2023-01-05,Alpha,2000,https://boxd.it/e1,4,,,2023-01-05'],
    'reviews.csv': [
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date',
      '2023-01-05,Alpha,2000,https://boxd.it/e1,4,,Good.,,2023-01-05',
    ],
    'ratings.csv': [ratingsHeader, `${film('Alpha')},4`, `${film('Beta')},3`],
    'watched.csv': [filmsHeader, film('Alpha'), film('Beta'), film('Gamma')],
    'watchlist.csv': [filmsHeader, film('Delta')],
    'likes/films.csv': [filmsHeader, film('Alpha')],
    'lists/a-list.csv': listFile('A list', 'l1', ['Beta', 'Alpha', 'Nobody knows it']),
    'deleted/diary.csv': [diaryHeader, '2023-01-05,Epsilon,2000,https://boxd.it/e9,4,,,2023-01-05'],
  }
  const first = await bring(files)
  expect(first).toMatchObject({ state: 'done', imported: 11, skipped: 2, notFound: 1 })
  const logs = await logsOf(app, member.id)
  expect(logs.map((log) => [log.film_id, log.rating, log.review, log.watched_at])).toEqual(
    expect.arrayContaining([
      [id('Alpha'), 8, 'Good.', '2023-01-05'],
      [id('Beta'), 6, '', null],
      [id('Gamma'), null, '', null],
    ]),
  )
  expect(logs).toHaveLength(3)
  const favourites = () =>
    app.db
      .selectFrom('members')
      .innerJoin('diaries', 'diaries.member_id', 'members.id')
      .select(['films_count', 'favorite_film_ids'])
      .where('id', '=', member.id)
      .executeTakeFirst()
  expect(await favourites()).toEqual({ films_count: 3, favorite_film_ids: [id('Alpha'), id('Beta')] })
  const [list] = await lists()
  expect(list).toMatchObject({
    title: 'A list',
    description: 'first\n\nsecond',
    search_text: ' a list',
    audience: 'me',
    is_ranked: false,
    films_count: 2,
  })
  expect(await filmsOf(list?.id)).toEqual([id('Beta'), id('Alpha')])
  expect(await wrongCounters(app)).toEqual([])

  const again = await bring(files)
  expect(again).toMatchObject({ state: 'done', imported: 0, skipped: 13, notFound: 1 })
  expect(await logsOf(app, member.id)).toEqual(logs)
  expect(await lists()).toEqual([list])
  expect(await favourites()).toEqual({ films_count: 3, favorite_film_ids: [id('Alpha'), id('Beta')] })
})

test('a list alone is what it is in an archive, and of a text that is too long nothing is lost', async () => {
  const long = 'word '.repeat(1100).trim()
  const lines = listFile('Alone', 'l7', ['Beta', 'Alpha']).map((line) => line.replace('first', long))
  const first = await app.bring(member, 'any', lines, 'whatever it is called.csv')
  expect(first).toMatchObject({ source: 'letterboxd', imported: 3, failed: 1 })
  const [list] = await lists()
  expect(list).toMatchObject({ title: 'Alone', tags: [], description: long.slice(0, 5000), films_count: 2 })
  expect(await filmsOf(list?.id)).toEqual([id('Beta'), id('Alpha')])
  const path = `/api/imports/${first._id}/rows.csv`
  expect((await rawCall(app, { method: 'GET', path, as: member })).text).toContain(long)
  const again = await bring({ 'watched.csv': [filmsHeader], 'lists/alone.csv': lines })
  expect(again).toMatchObject({ imported: 0, skipped: 3, failed: 1 })
  expect(await lists()).toEqual([list])
})

test('lists become public when asked to, and a newer export adds its films at the end', async () => {
  await bring(
    { 'watched.csv': [filmsHeader], 'lists/a.csv': listFile('A', 'l1', ['Beta', 'Alpha']) },
    {
      privateLists: false,
    },
  )
  const [list] = await lists()
  expect(list).toMatchObject({ audience: 'members' })
  const newer = await bring({
    'watched.csv': [filmsHeader],
    'lists/a.csv': listFile('A', 'l1', ['Gamma', 'Beta', 'Alpha']),
    'lists/b.csv': listFile('B', 'l2', ['Gamma', 'Gamma']),
  })
  expect(newer).toMatchObject({ imported: 3, skipped: 4 })
  expect(await filmsOf(list?.id)).toEqual([id('Beta'), id('Alpha'), id('Gamma')])
  expect((await lists()).map((one) => [one.title, one.films_count, one.audience])).toEqual([
    ['A', 3, 'members'],
    ['B', 1, 'me'],
  ])
})

test('a list takes as many films as a list holds; the others need attention', async () => {
  await bring({ 'watched.csv': [filmsHeader], 'lists/a.csv': listFile('A', 'l1', ['Alpha']) })
  const [list] = await lists()
  await app.db
    .updateTable('lists')
    .set({ films_count: maxFilms - 1 })
    .where('id', '=', list?.id ?? '')
    .execute()
  const result = await bring({
    'watched.csv': [filmsHeader],
    'lists/a.csv': listFile('A', 'l1', ['Alpha', 'Beta', 'Gamma', 'Delta']),
  })
  expect(result).toMatchObject({ imported: 1, skipped: 2, failed: 2 })
  await app.db.deleteFrom('lists').execute()
})

test('films that were chosen for the profile here are not joined by others', async () => {
  await app.db
    .updateTable('members')
    .set({ favorite_film_ids: [id('Gamma')] })
    .where('id', '=', member.id)
    .execute()
  const result = await bring({
    'watched.csv': [filmsHeader, film('Alpha')],
    'profile.csv': ['Date Joined,Username,Favorite Films', '2020-01-01,me,https://boxd.it/Alpha'],
  })
  expect(result).toMatchObject({ imported: 1, skipped: 1 })
  const row = await app.db
    .selectFrom('members')
    .select('favorite_film_ids')
    .where('id', '=', member.id)
    .executeTakeFirst()
  expect(row?.favorite_film_ids).toEqual([id('Gamma')])
})
