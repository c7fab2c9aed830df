import { strToU8 } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  acceptImportRows,
  cancelImport,
  getImport,
  importFiles,
  importLetterboxdLogs,
  importLetterboxdWatchlist,
  listImportRows,
  listImports,
  matchImportRow,
  removeImport,
} from '#shared/api/transfer.ts'
import { errors } from '#shared/errors.ts'
import { buildFilm, type TestMember } from '#test/factories.ts'
import { rawCall } from '#test/raw-call.ts'
import { zip } from '#test/fakes/import-files.ts'
import { diaryHeader, filmsHeader, logsOf, startImportApp, type ImportApp } from '#test/fakes/imports.ts'
import { pruneImports, startImport } from './imports.service.ts'
import { englishReader } from '#shared/film-titles.ts'

let app: ImportApp
let member: TestMember
let alpha: number
let beta: number
beforeAll(async () => {
  app = await startImportApp()
  alpha = (await buildFilm(app, { title: 'Alpha', releaseDate: '2001-05-01' })).id
  beta = (await buildFilm(app, { title: 'Beta' })).id
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await app.member()
})

const row = (n: number, title: string, rating = '4') =>
  `2023-01-05,${title},2000,https://boxd.it/e${n},${rating},,,2023-01-05`
const nothingLeft = async () => {
  const left = await app.db.selectFrom('imports').select('id').where('member_id', '=', member.id).execute()
  expect(left).toEqual([])
}

describe('a file that cannot be imported', () => {
  type Refused = [code: keyof typeof errors, call: 'any' | 'logs', lines: string[], place: string]
  const many = (count: number) => Array.from({ length: count }, () => '2023-01-05,Alpha,2000,,,,,')

  test.each([importLetterboxdLogs, importLetterboxdWatchlist, importFiles])(
    'is missing ($path)',
    async (endpoint) => {
      const { status, error } = await app.call(endpoint as typeof importLetterboxdLogs, { as: member })
      expect([status, error.code]).toEqual([400, 'import.missing'])
    },
  )
  test.each<Refused>([
    ['import.not_a_file', 'any', ['a\0b'], 'diary.csv:1'],
    ['import.columns', 'any', ['a,b', '1,2'], 'diary.csv:1'],
    ['import.empty', 'logs', ['', ''], 'diary.csv'],
    ['import.broken', 'logs', [diaryHeader, ...many(5000), '2023,"Alpha'], 'diary.csv:5002'],
  ])('%s: nothing of it stays', async (code, call, lines, place) => {
    const { status, error } = await app.send(member, call, lines)
    expect([status, error.code, error.error]).toEqual([errors[code].status, code, errors[code].text])
    expect(error.issues?.[0]?.path).toBe(place)
    await nothingLeft()
  })
  test('has more rows than an import may have: it is refused before any of them is written', async () => {
    const bytesOfRows = async () =>
      (await sql<{ bytes: string }>`select pg_relation_size('import_rows') as bytes`.execute(app.db)).rows
    const before = await bytesOfRows()
    const bytes = Buffer.from([diaryHeader, ...many(6001)].join('\n'))
    const file = { name: 'diary.csv', mimeType: 'text/csv', bytes }
    const viewer = { ...member, sessionId: '', emailVerified: true, titles: englishReader }
    const started = startImport(app.ctx, viewer, { call: 'anything', file, privateLists: true }, 6000)
    await expect(started).rejects.toMatchObject({
      code: 'import.too_large',
      issues: [{ path: 'diary.csv:6002' }],
    })
    // Rows that a transaction wrote and undid would still have taken room.
    expect(await bytesOfRows()).toEqual(before)
    await nothingLeft()
  })
  test('breaks off in the last file of an archive', async () => {
    const { status, error } = await app.sendZip(member, {
      'diary.csv': [diaryHeader, row(1, 'Alpha')],
      'watchlist.csv': [filmsHeader, '2023-01-01,"Beta'],
    })
    expect([status, error.code, error.issues?.[0]?.path]).toEqual([400, 'import.broken', 'watchlist.csv:2'])
    await nothingLeft()
  })
  test('has more bytes than an import takes', async () => {
    const { status, error } = await app.call(importLetterboxdLogs, {
      as: member,
      files: { file: { bytes: Buffer.alloc(60_000_000, 'a,b\n'), name: 'C:\\films\\huge.csv' } },
    })
    expect([status, error.code, error.error]).toEqual([
      413,
      'import.too_large',
      errors['import.too_large'].text,
    ])
    expect(error.issues?.[0]?.path).toBe('huge.csv')
    await nothingLeft()
  })
})

describe('a file whose tables have no rows', () => {
  const listOf = (...lines: string[]) => lines.join('\r\n')
  const review = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date'
  test.each<[name: string, call: typeof importFiles | typeof importLetterboxdLogs, bytes: Uint8Array]>([
    ['diary.csv', importLetterboxdLogs, strToU8(diaryHeader)],
    ['reviews.csv', importLetterboxdLogs, strToU8(review)],
    ['ratings.csv', importLetterboxdLogs, strToU8(`${filmsHeader},Rating`)],
    ['watched.csv', importLetterboxdLogs, strToU8(filmsHeader)],
    ['watchlist.csv', importLetterboxdWatchlist, strToU8(listOf(filmsHeader, '', ''))],
    ['watchlist.csv', importFiles, strToU8(filmsHeader)],
    ['imdb.csv', importFiles, strToU8('Const,Title,Title Type,Year')],
    ['tmdb.csv', importFiles, strToU8('TMDb ID,IMDb ID,Type,Name,Your Rating')],
    ['generic.csv', importFiles, strToU8('tmdbID,Title,WatchedDate')],
    ['letterboxd.zip', importFiles, zip({ 'diary.csv': diaryHeader, 'watchlist.csv': filmsHeader })],
    ['trakt.zip', importFiles, zip({ 'watched-history.json': '[]', 'lists-watchlist.json': '[]' })],
    [
      'scene.zip',
      importFiles,
      zip({ 'scene.json': '{"format":"scene-export","version":1,"member":{"favouriteFilms":[]}}' }),
    ],
  ])('%s is imported as nothing', async (name, endpoint, bytes) => {
    const { status, data } = await app.call(endpoint as typeof importFiles, {
      as: member,
      ...(endpoint === importFiles && { body: {} }),
      files: { file: { bytes, name } },
    })
    expect([status, data.message]).toEqual([200, '✅ 0 rows are being imported.'])
    const ended = await app.ended(member, data.importId)
    expect(ended).toMatchObject({ state: 'done', total: 0, done: 0, imported: 0, files: [name] })
    const removed = await app.call(removeImport, { as: member, params: { importId: data.importId } })
    expect(removed.data).toEqual({ ok: true, removed: 0, kept: 0 })
  })
})

test('the names of files lose their folders and what cannot be shown', async () => {
  const named = async (name: string) =>
    (await app.bring(member, 'logs', [diaryHeader, row(1, 'Alpha')], name)).files[0]
  expect(await named('../../etc/x.csv')).toBe('x.csv')
  expect(await named(`${'a'.repeat(300)}.csv`)).toHaveLength(200)
})

test('what was assumed of a table, and what of it nobody could read, is told with its import', async () => {
  const { assumed, unread, imported } = await app.bring(member, 'any', [
    'Title,Rating,Seen with',
    'Alpha,9,Omar',
  ])
  expect({ assumed, unread, imported }).toEqual({
    assumed: ['stars-of-ten'],
    unread: ['Seen with'],
    imported: 1,
  })
})

test('half a character at the end of a long title is left out, what only looks like one is kept', async () => {
  const done = await app.bring(member, 'any', [
    'tmdbID,Title,WatchedDate,Review',
    `${alpha},Alpha,2023-01-05,\\ud83d and \\u0000`,
    `${alpha},${'x'.repeat(499)}\u{1f3ac},2023-01-05,`,
  ])
  expect(done).toMatchObject({ imported: 1, notFound: 1 })
  expect((await logsOf(app, member.id)).map((log) => log.review)).toEqual(['\\ud83d and \\u0000'])
  const { data } = await app.call(listImportRows, { as: member, params: { importId: done._id }, query: {} })
  expect(data[0]?.title).toBe(`${'x'.repeat(499)}\ufffd`)
})

test('a file of 12 MB is read whole', async () => {
  const review = 'x'.repeat(15_000)
  const lines = Array.from(
    { length: 800 },
    (_, n) => `2023-01-05,Alpha,2000,https://boxd.it/l${n},4,,${review},,2023-01-05`,
  )
  const header = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date'
  expect(await app.bring(member, 'logs', [header, ...lines])).toMatchObject({ imported: 800 })
})

describe('rows that need attention', () => {
  const lines = [
    row(1, 'Alpha'),
    row(2, 'Maybe Alpha'),
    row(3, 'Nobody'),
    row(4, 'Alpha', '99'),
    row(5, 'Maybe Beta'),
    row(6, 'Maybe Beta'),
  ]
  let importId = ''
  beforeEach(async () => {
    importId = (await app.bring(member, 'logs', [diaryHeader, ...lines]))._id
  })
  const rows = async (query = {}) => app.call(listImportRows, { as: member, params: { importId }, query })
  const match = (n: number, movieId?: number | null) =>
    app.call(matchImportRow, { as: member, params: { importId, row: n }, body: { movieId } })

  test('are listed in order with reasons, places and what they could mean', async () => {
    const counts = { total: 6, done: 6, imported: 1, doubtful: 3, notFound: 1, failed: 1 }
    expect(await app.read(member, importId)).toMatchObject(counts)
    const { data } = await rows()
    expect(data.map((one) => [one.row, one.state, one.reason, one.line, one.alike])).toEqual([
      [2, 'doubtful', 'other-title', 3, 0],
      [3, 'not-found', 'no-match', 4, 0],
      [4, 'failed', 'bad-rating', 5, 0],
      // With the sixth, which names its film so too.
      [5, 'doubtful', 'other-title', 6, 1],
    ])
    expect(data[0]).toMatchObject({
      kind: 'log',
      file: 'diary.csv',
      title: 'Maybe Alpha',
      year: 2000,
      watchedAt: '2023-01-05',
      rating: 4,
      candidates: [{ id: alpha, title: 'Alpha', year: 2001, poster: `/t/p/w500/poster${alpha}-0.jpg` }],
    })
    expect(data[1]?.candidates).toEqual([])
    expect((await app.read(member, importId)).rows).toEqual(data)
  })

  test('come page by page', async () => {
    const first = await rows({ limit: 2 })
    const second = await rows({ limit: 3, cursor: first.headers.get('x-next-cursor') ?? '' })
    expect([...first.data, ...second.data].map((one) => one.row)).toEqual([2, 3, 4, 5])
    expect(second.headers.get('x-next-cursor')).toBeNull()
    const bad = await rows({ cursor: Buffer.from('["x","y"]').toString('base64url') })
    expect([bad.status, bad.error.code]).toEqual([400, 'request.invalid'])
  })

  test('are matched by hand, once', async () => {
    const first = await match(3, beta)
    expect(first.data).toMatchObject({ imported: 2, notFound: 0, done: 6 })
    const again = await match(3, beta)
    expect(again.data).toEqual(first.data)
    expect(new Set((await logsOf(app, member.id)).map((log) => log.film_id))).toEqual(new Set([alpha, beta]))
    const other = await match(3, alpha)
    expect([other.status, other.error.code]).toEqual([404, 'import.row_not_found'])
    expect((await match(4, alpha)).data).toMatchObject({ imported: 3, failed: 0 })
  })

  test('are left out, once', async () => {
    const first = await match(2, null)
    expect(first.data).toMatchObject({ doubtful: 2, skipped: 1, done: 6 })
    expect((await match(2)).data).toEqual(first.data)
    expect((await rows()).data.map((one) => one.row)).toEqual([3, 4, 5])
  })

  test('are no others', async () => {
    for (const [n, movieId] of [
      [1, beta],
      [99, beta],
    ] as const) {
      const { status, error } = await match(n, movieId)
      expect([status, error.code]).toEqual([404, 'import.row_not_found'])
    }
    const { status, error } = await match(3, 2_000_000_000)
    expect([status, error.code]).toEqual([404, 'film.not_found'])
  })

  test('are a table to mend elsewhere, of which nothing is a formula', async () => {
    const text = async (as: TestMember, id: string) =>
      rawCall(app, { method: 'GET', path: `/api/imports/${id}/rows.csv`, as })
    const { headers, text: csv } = await text(member, importId)
    expect(headers.get('content-type')).toBe('text/csv')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="scene-rows-[\d-]+\.csv"/)
    expect(csv.split('\r\n')).toEqual([
      'File,Line,Title,Year,WatchedDate,Rating,Review,Reason,Date,Name,Letterboxd URI,Rewatch,Tags,Watched Date',
      'diary.csv,3,Maybe Alpha,2000,2023-01-05,4,,other-title,2023-01-05,Maybe Alpha,https://boxd.it/e2,,,2023-01-05',
      'diary.csv,4,Nobody,2000,2023-01-05,4,,no-match,2023-01-05,Nobody,https://boxd.it/e3,,,2023-01-05',
      'diary.csv,5,Alpha,2000,2023-01-05,99,,bad-rating,2023-01-05,Alpha,https://boxd.it/e4,,,2023-01-05',
      'diary.csv,6,Maybe Beta,2000,2023-01-05,4,,other-title,2023-01-05,Maybe Beta,https://boxd.it/e5,,,2023-01-05',
      'diary.csv,7,Maybe Beta,2000,2023-01-05,4,,other-title,2023-01-05,Maybe Beta,https://boxd.it/e6,,,2023-01-05',
      '',
    ])
    const bad = await app.bring(member, 'logs', [diaryHeader, row(9, '=1+1')])
    expect((await text(member, bad._id)).text).toContain("diary.csv,2,'=1+1,")
    const other = await text(await app.member(), importId)
    expect([other.status, JSON.parse(other.text)]).toMatchObject([404, { code: 'import.not_found' }])
  })

  test('do without series and episodes, which the table keeps with all that was said of them', async () => {
    const as = await app.member()
    const header = 'Const,Your Rating,Date Rated,Title,Title Type,Year,Genres'
    const table = `${header}\ntt0944947,8,2024-05-02,Thrones,tvSeries,2011,Drama\n`
    const { data } = await app.call(importFiles, {
      as,
      body: {},
      files: { file: { bytes: Buffer.from(table), name: 'ratings.csv', type: 'text/csv' } },
    })
    expect(await app.ended(as, data.importId)).toMatchObject({ total: 1, done: 1, notFilms: 1, failed: 0 })
    const params = { importId: data.importId }
    expect((await app.call(listImportRows, { as, params, query: {} })).data).toEqual([])
    const { text } = await rawCall(app, { method: 'GET', path: `/api/imports/${data.importId}/rows.csv`, as })
    const [columns = '', row = ''] = text.split('\r\n')
    expect(columns).toBe(
      'File,Line,Title,Year,WatchedDate,Rating,Review,Reason,Const,Your Rating,Date Rated,Title Type,Genres',
    )
    expect(row).toBe('ratings.csv,2,Thrones,2011,,4,,not-a-film,tt0944947,8,2024-05-02,tvSeries,Drama')
  })

  test('are accepted all at once as what they likely mean', async () => {
    const { data } = await app.call(acceptImportRows, { as: member, params: { importId } })
    expect(data).toMatchObject({ state: 'running', doubtful: 0, total: 6, finishedAt: null })
    // The two rows of Beta are two entries, by their addresses.
    expect(await app.ended(member, importId)).toMatchObject({ state: 'done', imported: 4, done: 6 })
    const again = await app.call(acceptImportRows, { as: member, params: { importId } })
    expect(again.data).toMatchObject({ state: 'done', imported: 4 })
  })
})

test('one’s own imports are listed newest first, page by page', async () => {
  const ids = []
  for (const n of [1, 2, 3]) ids.push((await app.bring(member, 'logs', [diaryHeader, row(n, 'Alpha')]))._id)
  const first = await app.call(listImports, { as: member, query: { limit: 2 } })
  const cursor = first.headers.get('x-next-cursor') ?? ''
  const second = await app.call(listImports, { as: member, query: { limit: 2, cursor } })
  expect([...first.data, ...second.data].map((one) => one._id)).toEqual(ids.toReversed())
  expect(first.data[0]).toMatchObject({ source: 'letterboxd', files: ['diary.csv'], state: 'done', total: 1 })
})

test('another’s import answers like a missing one, to every call', async () => {
  const mine = await app.bring(member, 'logs', [diaryHeader, row(1, 'Maybe Alpha')])
  const other = await app.member()
  for (const endpoint of [getImport, listImportRows, acceptImportRows, cancelImport, removeImport])
    for (const importId of [mine._id, '018f0000-0000-7000-8000-000000000001']) {
      const answer = await app.call(endpoint as typeof getImport, { as: other, params: { importId } })
      expect([answer.status, answer.error.code]).toEqual([404, 'import.not_found'])
    }
  const match = await app.call(matchImportRow, {
    as: other,
    params: { importId: mine._id, row: 1 },
    body: { movieId: alpha },
  })
  expect([match.status, match.error.code]).toEqual([404, 'import.not_found'])
  expect((await app.call(listImports, { as: other, query: {} })).data).toEqual([])
  expect(await app.read(member, mine._id)).toEqual(mine)
})

test('what was read is forgotten after thirty days, unless somebody is needed', async () => {
  const settled = await app.bring(member, 'logs', [diaryHeader, row(1, 'Alpha')])
  const open = await app.bring(member, 'logs', [diaryHeader, row(2, 'Nobody')])
  const entries = () =>
    app.db
      .selectFrom('import_rows')
      .select(['import_id', 'entry'])
      .where('import_id', 'in', [settled._id, open._id])
      .execute()
  const before = await entries()
  await pruneImports(app.ctx)
  expect(await entries()).toEqual(before)
  const old = new Date(Date.now() - 31 * 86_400_000)
  await app.db.updateTable('imports').set({ finished_at: old }).execute()
  await pruneImports(app.ctx)
  expect((await entries()).filter((one) => one.import_id === settled._id)).toEqual([
    { import_id: settled._id, entry: {} },
  ])
  expect((await entries()).filter((one) => one.import_id === open._id)).toEqual(
    before.filter((one) => one.import_id === open._id),
  )
  const removed = await app.call(removeImport, { as: member, params: { importId: settled._id } })
  expect(removed.data).toMatchObject({ removed: 1 })
})
