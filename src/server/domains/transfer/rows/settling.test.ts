import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  acceptImportRows,
  countImportDoubts,
  listImportRows,
  listImports,
  matchImportRow,
  previewImportRemoval,
  removeImport,
  retryImport,
} from '#shared/api/transfer.ts'
import { buildFilm, type TestMember } from '#test/factories.ts'
import {
  diaryHeader,
  filmsHeader,
  logsOf,
  ratingsHeader,
  startImportApp,
  type ImportApp,
} from '#test/fakes/imports.ts'
import { retryImports } from './rows.service.ts'

let app: ImportApp
let member: TestMember
let alpha: number
let beta: number
beforeAll(async () => {
  app = await startImportApp({ titles: ['Alpha', 'Beta'] })
  alpha = app.filmId('Alpha')
  beta = app.filmId('Beta')
})
afterAll(() => app.close())
beforeEach(async () => {
  app.matching.reset()
  member = await app.member()
})

const entry = (n: number, title: string, day = '2023-01-05') =>
  `2023-01-06,${title},2000,https://boxd.it/e${n},4,,,${day}`
const diary = [diaryHeader, entry(1, 'Unheard'), entry(2, 'Alpha'), entry(3, 'Unheard', '2023-02-05')]
const ratings = [ratingsHeader, '2023-01-06,Unheard,2000,https://boxd.it/u,4']
const watchlist = [filmsHeader, '2023-01-06,Unheard,2000,https://boxd.it/u']

const questions = async (importId: string) =>
  (await app.call(listImportRows, { as: member, params: { importId }, query: {} })).data.map(
    ({ row, alike }) => [row, alike],
  )
const match = (importId: string, row: number, movieId: number | null) =>
  app.call(matchImportRow, { as: member, params: { importId, row }, body: movieId ? { movieId } : {} })
const remove = async (importId: string) =>
  (await app.call(removeImport, { as: member, params: { importId } })).data

async function importAll(who: TestMember) {
  const ids = []
  for (const [lines, call, name] of [
    [ratings, 'logs', 'ratings.csv'],
    [diary, 'logs', 'diary.csv'],
    [watchlist, 'watchlist', 'watchlist.csv'],
  ] as const)
    ids.push((await app.bring(who, call, [...lines], name))._id)
  return ids as [string, string, string]
}

test('rows of imports that are older than settling by film become questions as others do', async () => {
  const ids = await importAll(member)
  await app.db.updateTable('import_rows').set({ film_key: null }).where('import_id', 'in', ids).execute()
  expect(await questions(ids[1])).toEqual([
    [1, 0],
    [3, 0],
  ])
  await retryImports(app.ctx)
  expect(await questions(ids[1])).toEqual([[1, 1]])
  await match(ids[1], 3, beta)
  for (const id of ids) expect(await app.read(member, id)).toMatchObject({ notFound: 0 })
})

test.each([0, 1, 2])('a film is settled once, from whichever of its rows (%d)', async (from) => {
  const ids = await importAll(member)
  expect(await questions(ids[1])).toEqual([[1, 1]])
  const { data } = await match(ids[from] ?? '', 1, beta)
  expect(data).toMatchObject({ _id: ids[from], notFound: 0 })
  for (const id of ids) {
    expect(await app.read(member, id)).toMatchObject({ notFound: 0, doubtful: 0 })
    expect(await questions(id)).toEqual([])
  }
  const logs = await logsOf(app, member.id)
  expect(logs.filter((log) => log.film_id === beta).map((log) => [log.watched_at, log.rating])).toEqual([
    ['2023-02-05', 8],
    ['2023-01-05', 8],
  ])
  // A repetition changes nothing, and another decision is none.
  expect((await match(ids[from] ?? '', 1, beta)).status).toBe(200)
  expect((await match(ids[from] ?? '', 1, alpha)).status).toBe(404)
})

test('what was said of a film is remembered for the next file, until its import is removed', async () => {
  const [first] = await importAll(member)
  await match(first, 1, beta)
  const next = [ratingsHeader, '2024-01-06,Unheard,2000,https://boxd.it/u,4', '2024-01-06,Series,2010,x,3']
  const { _id: second, ...counts } = await app.bring(member, 'logs', next, 'ratings.csv')
  expect(counts).toMatchObject({ notFound: 1, doubtful: 0 })
  await match(second, 2, null)
  const again = await app.bring(member, 'logs', next, 'ratings.csv')
  expect(again).toMatchObject({ notFound: 0, skipped: 2 })
  const other = await app.bring(await app.member(), 'logs', next, 'ratings.csv')
  expect(other.notFound).toBe(2)
  await remove(second)
  expect((await app.bring(member, 'logs', next, 'ratings.csv')).notFound).toBe(1)
})

test('rows that are faulty or ask for stars are settled one by one', async () => {
  const { _id } = await app.bring(member, 'logs', [
    diaryHeader,
    entry(1, 'Gamma', '2023-02-31'),
    entry(2, 'Gamma'),
  ])
  expect(await questions(_id)).toEqual([
    [1, 0],
    [2, 0],
  ])
  await match(_id, 1, beta)
  expect(await questions(_id)).toEqual([[2, 0]])
})

test('one kind of doubt is accepted at a time', async () => {
  const { _id } = await app.bring(member, 'logs', [
    diaryHeader,
    entry(1, 'Maybe Alpha'),
    entry(2, 'Maybe Beta'),
  ])
  await app.db
    .updateTable('import_rows')
    .set({ reason: 'other-year' })
    .where('import_id', '=', _id)
    .where('row', '=', 2)
    .execute()
  const doubts = async () =>
    (await app.call(countImportDoubts, { as: member, params: { importId: _id } })).data
  expect(await doubts()).toEqual([
    { reason: 'other-year', rows: 1 },
    { reason: 'other-title', rows: 1 },
  ])
  const accepted = { as: member, params: { importId: _id }, query: { what: 'other-year' } } as const
  expect((await app.call(acceptImportRows, accepted)).data.doubtful).toBe(1)
  expect(await app.ended(member, _id)).toMatchObject({ doubtful: 1, imported: 1 })
  expect((await logsOf(app, member.id)).map((log) => log.film_id)).toEqual([beta])
  expect(await doubts()).toEqual([{ reason: 'other-title', rows: 1 }])
  // What was accepted is remembered too.
  expect(await app.bring(member, 'logs', [diaryHeader, entry(9, 'Maybe Beta', '2024-01-01')])).toMatchObject({
    doubtful: 0,
    imported: 1,
  })
})

test('an import that waits for the film source says so, until it answers', async () => {
  app.matching.down = true
  const { data } = await app.send(member, 'logs', diary)
  await expect
    .poll(async () => (await app.read(member, data.importId)).waitsSince, { timeout: 20_000 })
    .not.toBeNull()
  expect(await app.read(member, data.importId)).toMatchObject({ state: 'running', done: 0 })
  app.matching.down = false
  await app.run(member.id)
  expect(await app.read(member, data.importId)).toMatchObject({ state: 'done', done: 3, waitsSince: null })
})

test('films that were not found are looked for again: on demand, after a week, and in another source', async () => {
  const title = `Later ${member.id}`
  const lines = (n: number) => [diaryHeader, entry(n, title, `2023-01-0${n}`)]
  const [now, weekly, moved, young] = [
    await app.bring(member, 'logs', lines(1)),
    await app.bring(member, 'logs', lines(2)),
    await app.bring(member, 'logs', lines(3)),
    await app.bring(member, 'logs', lines(4)),
  ]
  await buildFilm(app, { title })
  await app.call(retryImport, { as: member, params: { importId: now._id } })
  expect(await app.ended(member, now._id)).toMatchObject({ notFound: 0, imported: 1 })
  const set = (id: string, values: object) =>
    app.db.updateTable('imports').set(values).where('id', '=', id).execute()
  await set(weekly._id, { finished_at: new Date(Date.now() - 8 * 86_400_000) })
  await set(moved._id, { looked_in: 'elsewhere' })
  await retryImports(app.ctx)
  for (const { _id } of [weekly, moved]) expect(await app.ended(member, _id)).toMatchObject({ imported: 1 })
  expect(await app.read(member, young._id)).toMatchObject({ state: 'done', notFound: 1 })
})

test('looking again in a stopped import brings in nothing that it had not come to', async () => {
  const { _id } = await app.bring(member, 'logs', [diaryHeader, entry(1, 'Unheard'), entry(2, 'Alpha')])
  const rows = app.db.updateTable('import_rows').where('import_id', '=', _id)
  await rows.set({ state: 'waiting', film_id: null }).where('row', '=', 2).execute()
  await app.db.updateTable('imports').set({ state: 'cancelled', imported: 0 }).where('id', '=', _id).execute()
  const { data } = await app.call(retryImport, { as: member, params: { importId: _id } })
  expect(data).toMatchObject({ state: 'running', notFound: 0, skipped: 1 })
  expect(await app.ended(member, _id)).toMatchObject({ notFound: 1, imported: 0, skipped: 1 })
})

test('what a removal would take is counted as the removal counts it, and nothing goes', async () => {
  const { _id } = await app.bring(member, 'logs', [diaryHeader, entry(1, 'Alpha'), entry(2, 'Beta')])
  await app.db
    .updateTable('logs')
    .set({ review: 'Mine now.', updated_at: new Date(Date.now() + 60_000) })
    .where('member_id', '=', member.id)
    .where('film_id', '=', beta)
    .execute()
  const preview = await app.call(previewImportRemoval, { as: member, params: { importId: _id } })
  expect(preview.data).toEqual({ removed: 1, kept: 1 })
  expect(await logsOf(app, member.id)).toHaveLength(2)
  expect(await remove(_id)).toMatchObject(preview.data)
  expect(await logsOf(app, member.id)).toHaveLength(1)
  const stranger = await app.call(previewImportRemoval, { as: await app.member(), params: { importId: _id } })
  expect(stranger.status).toBe(404)
})

test('an import that is removed while its rows are accepted and settled leaves nothing', async () => {
  for (let round = 0; round < 6; round++) {
    const lines = [diaryHeader, entry(1, 'Maybe Alpha'), entry(2, 'Maybe Beta'), entry(3, 'Unheard')]
    const { _id } = await app.bring(member, 'logs', lines)
    const params = { importId: _id }
    const [removed, ...others] = await Promise.all([
      app.call(removeImport, { as: member, params }),
      app.call(acceptImportRows, { as: member, params, query: {} }),
      match(_id, 3, alpha),
      app.call(retryImport, { as: member, params }),
    ])
    expect(removed.status).toBe(200)
    for (const { status } of others) expect([200, 404]).toContain(status)
    await app.run(member.id)
    expect((await app.call(listImports, { as: member, query: {} })).data).toEqual([])
    expect(await logsOf(app, member.id)).toEqual([])
  }
})

test('long tags are cut at a word, and the import says how many rows had some', async () => {
  const long = `${'word '.repeat(39)}lasting`
  const lines = [
    diaryHeader,
    `2023-01-06,Alpha,2000,https://boxd.it/e1,4,,"${long}, short",2023-01-05`,
    `2023-01-06,Beta,2000,https://boxd.it/e2,4,,${'a'.repeat(300)},2023-01-05`,
    entry(3, 'Beta', '2023-01-07'),
  ]
  expect(await app.bring(member, 'logs', lines)).toMatchObject({ imported: 3, failed: 0, cutTags: 2 })
  const tags = new Map((await logsOf(app, member.id)).map((log) => [log.import_key, log.tags]))
  expect(tags.get('letterboxd:https://boxd.it/e1')).toEqual(['word '.repeat(39).trim(), 'short'])
  expect(tags.get('letterboxd:https://boxd.it/e2')).toEqual(['a'.repeat(200)])
})
