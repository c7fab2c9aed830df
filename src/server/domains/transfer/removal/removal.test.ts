import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateList } from '#shared/api/lists.ts'
import { toggleLogLike, updateLog } from '#shared/api/logs.ts'
import { createReply } from '#shared/api/replies.ts'
import { toggleWatchlist, updateWatchlistItem } from '#shared/api/shelves.ts'
import { getImport, listImports, matchImportRow, removeImport } from '#shared/api/transfer.ts'
import { gifPack } from '#built-in/gifs/pack.ts'
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
import { sceneFiles, sceneList, sceneLog } from '#test/fakes/exports.ts'

const titles = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']

let app: ImportApp
let member: TestMember
beforeAll(async () => {
  app = await startImportApp({ titles })
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await app.member()
})

const id = (title: string) => app.filmId(title)
const film = (title: string) => `2023-01-05,${title},2000,https://boxd.it/${title}`
const diaryRow = (n: number, title: string, rating = '') =>
  `2023-01-0${n},${title},2000,https://boxd.it/e${n},${rating},,,2023-01-0${n}`

/** So many, of all films in turn: each log asks how many the member has of its film. */
const diaryRows = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `2023-01-05,${titles[index % titles.length]},2000,https://boxd.it/x${index},,,,2023-01-05`,
  )

const list = (films: string[]) => [
  'Letterboxd list export v7',
  'Date,Name,Tags,URL,Description',
  '2023-01-05,A list,,https://boxd.it/l1,',
  '',
  'Position,Name,Year,URL,Description',
  ...films.map((name, index) => `${index + 1},${name},2000,https://boxd.it/${name},`),
]

const bring = (files: Record<string, string[]>) => app.bringZip(member, files)

const remove = (importId: string, as = member) => app.call(removeImport, { as, params: { importId } })

/** All that an import could have touched. */
async function history() {
  const own = (table: 'watchlist_items' | 'favourites') =>
    app.db.selectFrom(table).select('film_id').where('member_id', '=', member.id).orderBy('film_id').execute()
  return {
    logs: (await logsOf(app, member.id)).map(({ id: logId, film_id, rating, review }) => ({
      logId,
      film_id,
      rating,
      review,
    })),
    watchlist: await own('watchlist_items'),
    favourites: await own('favourites'),
    lists: await app.db
      .selectFrom('lists')
      .leftJoin('list_films', 'list_films.list_id', 'lists.id')
      .select(['title', 'film_id', 'films_count'])
      .where('member_id', '=', member.id)
      .orderBy('position')
      .execute(),
    me: await app.db
      .selectFrom('members')
      .innerJoin('diaries', 'diaries.member_id', 'members.id')
      .select(['films_count', 'last_log_at', 'favorite_film_ids'])
      .where('id', '=', member.id)
      .executeTakeFirst(),
  }
}

const wholeExport = {
  'profile.csv': ['Date Joined,Username,Favorite Films', '2020-01-01,me,https://boxd.it/Alpha'],
  'diary.csv': [diaryHeader, diaryRow(1, 'Alpha', '4'), diaryRow(2, 'Alpha')],
  'ratings.csv': [ratingsHeader, `${film('Alpha')},4`, `${film('Beta')},3`, `${film('Epsilon')},5`],
  'watched.csv': [filmsHeader, film('Alpha'), film('Gamma')],
  'watchlist.csv': [filmsHeader, film('Delta')],
  'likes/films.csv': [filmsHeader, film('Alpha')],
  'lists/a.csv': list(['Beta', 'Alpha']),
}

test('takes everything back that one import created, and nothing else', async () => {
  // Epsilon has a log without stars, which the import rates; what it finds on the shelves is not its own.
  await buildLog(app, { author: member, film: { id: id('Epsilon') }, createdAt: new Date('2020-01-01') })
  await app.call(toggleWatchlist, { as: member, body: { movieId: id('Beta') } })
  const before = await history()
  const done = await bring(wholeExport)
  expect(done).toMatchObject({ state: 'done', imported: 12 })
  const other = await bring({ 'diary.csv': [diaryHeader, diaryRow(3, 'Gamma')] })
  const { status, data } = await remove(done._id)
  // The stars that went to a log of the diary go with it; the other diary took over the log of Gamma.
  expect([status, data]).toEqual([200, { ok: true, removed: 10, kept: 0 }])
  expect(await wrongCounters(app)).toEqual([])
  expect(await remove(other._id)).toMatchObject({ data: { removed: 1, kept: 0 } })
  expect(await history()).toEqual(before)
  expect((await app.call(listImports, { as: member, query: {} })).data).toEqual([])
  expect((await app.call(getImport, { as: member, params: { importId: done._id } })).status).toBe(404)
  expect(
    await app.db.selectFrom('import_rows').select('row').where('import_id', '=', done._id).execute(),
  ).toEqual([])
})

describe('what the member changed since stays', () => {
  test('a log that was edited; one that others liked and discussed goes', async () => {
    const done = await bring({ 'diary.csv': [diaryHeader, diaryRow(1, 'Alpha'), diaryRow(2, 'Beta')] })
    const friend = await app.member()
    const [beta, alpha] = await logsOf(app, member.id)
    await app.call(updateLog, {
      as: member,
      params: { logId: alpha?.id ?? '' },
      body: { review: 'Mine now' },
    })
    await app.call(toggleLogLike, { as: friend, params: { logId: beta?.id ?? '' } })
    await app.call(createReply, { as: friend, params: { logId: beta?.id ?? '' }, body: { text: 'Yes' } })
    expect((await remove(done._id)).data).toEqual({ ok: true, removed: 1, kept: 1 })
    expect((await logsOf(app, member.id)).map((log) => log.id)).toEqual([alpha?.id])
    expect(await wrongCounters(app)).toEqual([])
  })

  test('films on the profile where the member chose one since', async () => {
    const profile = {
      'profile.csv': ['Date Joined,Username,Favorite Films', '2020-01-01,me,https://boxd.it/Alpha'],
    }
    const done = await bring({ ...profile, 'watched.csv': [filmsHeader, film('Alpha')] })
    expect((await history()).me?.favorite_film_ids).toEqual([id('Alpha')])
    const chosen = [id('Beta'), id('Alpha')]
    await app.db
      .updateTable('members')
      .set({ favorite_film_ids: chosen })
      .where('id', '=', member.id)
      .execute()
    expect((await remove(done._id)).data).toMatchObject({ kept: 1 })
    expect((await history()).me?.favorite_film_ids).toEqual(chosen)
  })

  test('stars of a log that was edited', async () => {
    const { id: logId } = await buildLog(app, { author: member, film: { id: id('Alpha') } })
    const done = await bring({ 'ratings.csv': [ratingsHeader, `${film('Alpha')},4`] })
    await app.call(updateLog, { as: member, params: { logId }, body: { rating: 2 } })
    expect((await remove(done._id)).data).toMatchObject({ removed: 0, kept: 1 })
    expect((await logsOf(app, member.id)).map((log) => log.rating)).toEqual([4])
  })

  test('a list that was edited, with all its films', async () => {
    const done = await bring(wholeExport)
    const before = (await history()).lists
    const row = await app.db
      .selectFrom('lists')
      .select('id')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    await app.call(updateList, { as: member, params: { listId: row.id }, body: { isRanked: true } })
    expect((await remove(done._id)).data).toMatchObject({ kept: 3 })
    expect((await history()).lists).toEqual(before)
  })

  test('a film that was made private on the watchlist, or put there again', async () => {
    const wanted = ['Alpha', 'Beta', 'Gamma']
    const done = await bring({ 'watchlist.csv': [filmsHeader, ...wanted.map(film)] })
    await app.call(updateWatchlistItem, {
      as: member,
      params: { movieId: id('Alpha') },
      body: { isPrivate: true },
    })
    for (const _ of [1, 2]) await app.call(toggleWatchlist, { as: member, body: { movieId: id('Beta') } })
    expect((await remove(done._id)).data).toMatchObject({ removed: 1, kept: 2 })
    expect((await history()).watchlist).toHaveLength(2)
  })
})

test('a newer import of the same list can go before or after the older', async () => {
  for (const olderFirst of [true, false]) {
    member = await app.member()
    const older = await bring({ 'watched.csv': [filmsHeader], 'lists/a.csv': list(['Alpha', 'Beta']) })
    const newer = await bring({
      'watched.csv': [filmsHeader],
      'lists/a.csv': list(['Alpha', 'Beta', 'Gamma']),
    })
    expect((await remove((olderFirst ? older : newer)._id)).data.kept).toBe(0)
    expect((await history()).lists.map((row) => row.film_id)).toEqual(
      olderFirst ? [id('Gamma')] : [id('Alpha'), id('Beta')],
    )
    expect((await remove((olderFirst ? newer : older)._id)).data.kept).toBe(0)
    expect((await history()).lists).toEqual([])
  }
})

describe('what other imports say stays, whichever came or goes first', () => {
  const logs = async () =>
    (await logsOf(app, member.id)).map((log) => [log.watched_at, log.rating, log.review, log.gif])
  const stars = async () => (await logsOf(app, member.id)).map((log) => [log.watched_at, log.rating])
  const diary = { 'diary.csv': [diaryHeader, diaryRow(1, 'Alpha', '4')] }

  test('stars that a diary knew already, and a film that was only seen', async () => {
    for (const [file, header, given] of [
      ['ratings.csv', ratingsHeader, ',4'],
      ['ratings.csv', ratingsHeader, ',2'],
      ['watched.csv', filmsHeader, ''],
    ] as const) {
      member = await app.member()
      const entries = await bring(diary)
      const other = await bring({ [file]: [header, `${film('Alpha')}${given}`] })
      await remove(entries._id)
      expect(await logs()).toEqual([[null, given === '' ? null : Number(given.slice(1)) * 2, '', null]])
      expect(await app.read(member, other._id)).toMatchObject({ imported: 1, skipped: 0, doubtful: 0 })
      await remove(other._id)
      expect(await logs()).toEqual([])
    }
  })

  test('stars whose place was in one part of a diary, then the other', async () => {
    for (const first of [0, 1]) {
      member = await app.member()
      const parts = [
        await bring({ 'diary.csv': [diaryHeader, diaryRow(1, 'Alpha')] }),
        await bring({ 'ratings.csv': [ratingsHeader, `${film('Alpha')},4`] }),
        await bring({ 'diary.csv': [diaryHeader, diaryRow(2, 'Alpha')] }),
      ]
      const [one, rating, two] = parts
      expect(await stars()).toEqual([
        ['2023-01-02', 8],
        ['2023-01-01', null],
      ])
      await remove((first === 0 ? one : two)?._id ?? '')
      expect(await stars()).toEqual([[first === 0 ? '2023-01-02' : '2023-01-01', 8]])
      await remove((first === 0 ? two : one)?._id ?? '')
      expect(await stars()).toEqual([[null, 8]])
      await remove(rating?._id ?? '')
      expect(await logs()).toEqual([])
    }
  })

  test('but adds no log beside one that the member changed', async () => {
    const entries = await bring({ 'diary.csv': [diaryHeader, diaryRow(1, 'Alpha'), diaryRow(2, 'Alpha')] })
    await bring({ 'ratings.csv': [ratingsHeader, `${film('Alpha')},4`] })
    const [, older] = await logsOf(app, member.id)
    await app.call(updateLog, { as: member, params: { logId: older?.id ?? '' }, body: { review: 'Mine' } })
    expect((await remove(entries._id)).data).toMatchObject({ removed: 1, kept: 1 })
    expect(await logs()).toEqual([['2023-01-01', 8, 'Mine', null]])
  })

  test('an entry that gave a log its text', async () => {
    const entries = await bring(diary)
    await bring(
      sceneFiles([
        sceneLog(1, 'Alpha', {
          origin: 'letterboxd:https://boxd.it/e1',
          watchedOn: '2023-01-01',
          rating: 4,
          review: 'Good.',
        }),
      ]),
    )
    await remove(entries._id)
    expect(await logs()).toEqual([['2023-01-01', 8, 'Good.', null]])
  })

  test('an entry that took over an undated log of an own export', async () => {
    const origin = `letterboxd:seen:${id('Alpha')}`
    for (const ownFirst of [true, false]) {
      member = await app.member()
      const own = await bring(sceneFiles([sceneLog(1, 'Alpha', { origin, rating: 2 })]))
      const entries = await bring(diary)
      expect(await logs()).toEqual([['2023-01-01', 8, '', null]])
      await remove((ownFirst ? own : entries)._id)
      expect(await logs()).toEqual([ownFirst ? ['2023-01-01', 8, '', null] : [null, 4, '', null]])
      await remove((ownFirst ? entries : own)._id)
      expect(await logs()).toEqual([])
    }
  })

  test('stars of a log to which an own export gave a GIF, without it', async () => {
    const gif = `/gifs/scene/${gifPack[0]?.id ?? ''}.webp`
    await bring({ 'ratings.csv': [ratingsHeader, `${film('Alpha')},4`] })
    const own = await bring(
      sceneFiles([
        sceneLog(1, 'Alpha', {
          origin: 'letterboxd:https://boxd.it/e1',
          watchedOn: '2023-01-01',
          rating: 4,
          gif,
        }),
      ]),
    )
    expect(await logs()).toEqual([['2023-01-01', 8, '', gif]])
    await remove(own._id)
    expect(await logs()).toEqual([[null, 8, '', null]])
  })

  test('an empty list of an own export', async () => {
    const own = await bring(
      sceneFiles([], [sceneList(9, { origin: 'letterboxd:letterboxd:https://boxd.it/l1' })]),
    )
    const films = await bring({ 'watched.csv': [filmsHeader], 'lists/a.csv': list(['Alpha']) })
    expect((await history()).lists).toMatchObject([{ films_count: 1 }])
    await remove(films._id)
    expect((await history()).lists).toMatchObject([{ title: 'A list', films_count: 0 }])
    await remove(own._id)
    expect((await history()).lists).toEqual([])
  })

  test('a film that a later import put on the watchlist after it had gone', async () => {
    const watchlist = { 'watchlist.csv': [filmsHeader, film('Alpha')] }
    const older = await bring(watchlist)
    await app.call(toggleWatchlist, { as: member, body: { movieId: id('Alpha') } })
    const newer = await bring(watchlist)
    expect(newer).toMatchObject({ imported: 1 })
    await remove(older._id)
    expect((await history()).watchlist).toHaveLength(1)
    await remove(newer._id)
    expect((await history()).watchlist).toEqual([])
  })
})

test('what an own export tells apart stays apart, however many rows lie between', async () => {
  const between = Array.from({ length: 150 }, (_, index) => sceneLog(index + 10, 'Beta', {}))
  const logs = [
    sceneLog(1, 'Alpha', { origin: `letterboxd:seen:${id('Alpha')}` }),
    ...between,
    sceneLog(2, 'Alpha', { watchedOn: '2023-01-01' }),
  ]
  await bring(sceneFiles(logs))
  expect(await logsOf(app, member.id)).toHaveLength(logs.length)
})

test('a running import is stopped first', async () => {
  const gate = Promise.withResolvers<void>()
  app.matching.before = () => gate.promise
  const { data } = await app.send(member, 'logs', [diaryHeader, diaryRow(1, 'Alpha')])
  const removed = await remove(data.importId)
  gate.resolve()
  app.matching.before = async () => {}
  expect(removed.data).toEqual({ ok: true, removed: 0, kept: 0 })
  // The job is over when the next import of the member is.
  expect(await bring({ 'diary.csv': [diaryHeader, diaryRow(2, 'Beta')] })).toMatchObject({ imported: 1 })
  expect((await logsOf(app, member.id)).map((log) => log.film_id)).toEqual([id('Beta')])
})

test('removing goes on where it was broken off', async () => {
  const rows = diaryRows(2500)
  const done = await app.bring(member, 'logs', [diaryHeader, ...rows])
  expect(done.imported).toBe(rows.length)
  const transact = app.ctx.transact
  app.ctx.transact = async (work) => {
    if ((await logsOf(app, member.id)).length === 1500) throw new Error('broken off')
    return transact(work)
  }
  expect((await remove(done._id)).status).toBe(500)
  app.ctx.transact = transact
  expect(await logsOf(app, member.id)).toHaveLength(1500)
  expect((await remove(done._id)).data).toEqual({ ok: true, removed: 1500, kept: 0 })
  expect(await history()).toMatchObject({ logs: [], me: { films_count: 0, last_log_at: null } })
})

test('a row that is matched meanwhile goes too', async () => {
  const rows = diaryRows(1500)
  const done = await app.bring(member, 'logs', [diaryHeader, diaryRow(1, 'Nobody'), ...rows])
  expect(done).toMatchObject({ imported: rows.length, notFound: 1 })
  const transact = app.ctx.transact
  app.ctx.transact = async (work) => {
    // After the first batch of rows, of which this is the very first.
    if ((await logsOf(app, member.id)).length < rows.length) {
      app.ctx.transact = transact
      const params = { importId: done._id, row: 1 }
      await app.call(matchImportRow, { as: member, params, body: { movieId: id('Beta') } })
    }
    return transact(work)
  }
  expect((await remove(done._id)).data).toEqual({ ok: true, removed: 1501, kept: 0 })
  expect(await history()).toMatchObject({ logs: [], me: { films_count: 0, last_log_at: null } })
})

test('another member can neither remove it nor see that it is there', async () => {
  const done = await bring({ 'diary.csv': [diaryHeader, diaryRow(1, 'Alpha')] })
  const { status, error } = await remove(done._id, await app.member())
  expect([status, error.code]).toEqual([404, 'import.not_found'])
  expect(await logsOf(app, member.id)).toHaveLength(1)
})
