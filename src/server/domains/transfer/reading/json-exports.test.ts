import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { fault, read, shown, zip } from '#test/fakes/import-files.ts'

describe('Ryot', () => {
  const movie = (more: object) => ({
    lot: 'movie',
    source: 'tmdb',
    identifier: '949',
    source_id: 'Heat',
    ...more,
  })
  const exported = (...metadata: object[]) =>
    JSON.stringify({ metadata, people: [{ name: 'a [b' }], workouts: [] })

  test('plays, stars of a hundred, texts with their spoilers, collections and the watchlist', async () => {
    const json = exported(
      movie({
        collections: ['Completed', 'Watchlist', { collection_name: 'Night trains' }],
        reviews: [
          { rating: '85', review: { text: 'Louder.', date: '2024-02-10T00:00:00Z', spoiler: true } },
          { rating: '70', review: { date: '2020-01-02T00:00:00Z' } },
        ],
        seen_history: [
          { progress: '100', ended_on: '2024-02-09' },
          { progress: '100', ended_on: '2020-01-01T20:00:00Z' },
          { progress: '40', started_on: '2023-01-01' },
        ],
      }),
      movie({ source_id: 'Up', identifier: 14160, collections: ['Watchlist'] }),
      movie({ source_id: 'Alien', identifier: 348, seen_history: [{ progress: '100' }] }),
      movie({ source_id: 'Stars', identifier: 11, reviews: [{ rating: '35.5' }] }),
      movie({ source_id: 'Gone', identifier: 12, seen_history: [{ progress: '100', state: 'dropped' }] }),
      movie({
        source_id: 'By hand',
        source: 'custom',
        identifier: 'met_1',
        seen_history: [{ ended_on: '2020-01-01' }],
      }),
      { lot: 'show', source: 'tmdb', identifier: '1668', source_id: 'Friends' },
    )
    const given = await read('ryot-export.json', json)
    expect(given.source).toBe('ryot')
    const heat = { title: 'Heat', tmdbId: 949 }
    expect(shown(given)).toEqual([
      {
        kind: 'log',
        ...heat,
        rating: 7,
        watchedAt: '2020-01-01',
        loggedAt: '2020-01-02T00:00:00.000Z',
      },
      {
        kind: 'log',
        ...heat,
        rating: 9,
        watchedAt: '2024-02-09',
        loggedAt: '2024-02-10T00:00:00.000Z',
        rewatches: 1,
        review: 'Louder.',
        spoilers: true,
      },
      { kind: 'list-film', ...heat, list: 'Night trains' },
      { kind: 'watchlist', title: 'Up', tmdbId: 14160 },
      { kind: 'seen', title: 'Alien', tmdbId: 348 },
      { kind: 'rating', title: 'Stars', tmdbId: 11, rating: 4 },
      { kind: 'log', title: 'By hand', watchedAt: '2020-01-01' },
      { kind: 'log', title: 'Friends', fault: 'not-a-film' },
    ])
  })

  test('a text without a play is a log without a day, and older exports name the array otherwise', async () => {
    const item = movie({
      reviews: [{ review: { text: 'Once.' } }, { rating: '50', review: { text: 'Twice.' } }],
    })
    const given = await read('export.json', JSON.stringify({ workouts: [], media: [item] }))
    expect(shown(given)).toEqual([
      { kind: 'log', title: 'Heat', tmdbId: 949, review: 'Once.' },
      { kind: 'log', title: 'Heat', tmdbId: 949, rating: 5, review: 'Twice.' },
    ])
  })
})

describe('files that are none', () => {
  test.each([
    ['{}', 'import.not_a_file'],
    ['{"metadata": 5}', 'import.not_a_file'],
    ['{"other": {"metadata": []}}', 'import.not_a_file'],
    ['{"metadata": [{"lot": "movie"', 'import.broken'],
    ['{"metadata": [5]}', 'import.broken'],
    ['{"metadata": ["unclosed', 'import.broken'],
    [`{"metadata": [${'['.repeat(5000)}`, 'import.broken'],
    ['{"a":'.repeat(5000), 'import.not_a_file'],
    ['{"movies": [{"movie": {"title": "\\', 'import.broken'],
    ['{"movies": [{"status": 7}]}', 'import.broken'],
  ])('%j is refused', async (text, code) => {
    expect(await fault('some.json', text)).toEqual([code, expect.stringContaining('some.json')])
  })

  test('an archive with several tables of nobody’s is refused, one with a single table is read', async () => {
    const table = 'title,tmdbId\nHeat,949\n'
    expect((await read('one.zip', zip({ 'a/films.csv': table, 'a/readme.txt': 'x' }))).rows).toHaveLength(1)
    expect(await fault('two.zip', zip({ 'a.csv': table, 'b.csv': table }))).toEqual([
      'import.not_a_file',
      'two.zip',
    ])
  })

  test.each(['zip', 'csv'])(
    'a table that is packed twice is read, deeper ones are not: as .%s',
    async (ending) => {
      const packed = (depth: number): Buffer =>
        depth === 0
          ? Buffer.from('title,tmdbId\nHeat,949\n')
          : Buffer.from(zipSync({ [depth === 1 ? 'a.csv' : `a.${ending}`]: packed(depth - 1) }))
      expect((await read('two.zip', packed(2))).rows).toHaveLength(1)
      // One that holds itself would be read without end.
      expect(await fault('three.zip', packed(3))).toEqual(['import.not_a_file', `a.${ending}`])
    },
  )

  test('a hundred thousand rows are read, and their plays counted', async () => {
    const rows = Array.from(
      { length: 100_000 },
      (_, at) => `F${at % 5000},2000,${1 + (at % 5000)},,20${10 + (at % 15)}-01-01,`,
    )
    const given = await read(
      'history.csv',
      ['title,year,tmdbId,imdbId,watchedAt,comment', ...rows].join('\n'),
    )
    expect(given.rows).toHaveLength(100_000)
    expect(Math.max(...given.rows.map(({ entry }) => entry.rewatchCount))).toBe(19)
  })

  test.each([
    ['a mark, quotes over lines and four scripts', 'Фильм,फ़िल्म,فيلم,映画'],
    ['nothing but a header', ''],
  ])('%s', async (_what, titles) => {
    const rows = titles
      .split(',')
      .filter(Boolean)
      .map((title, at) => `"${title}\r\n two",2000,${at + 1},,2024-01-01,"a ""b""\r\nc"`)
    const given = await read(
      'h.csv',
      `\ufefftitle,year,tmdbId,imdbId,watchedAt,comment\r\n${rows.join('\r\n')}`,
    )
    expect(given.source).toBe('movary')
    expect(given.rows.map(({ entry }) => entry.review)).toEqual(rows.map(() => 'a "b"\nc'))
  })
})
