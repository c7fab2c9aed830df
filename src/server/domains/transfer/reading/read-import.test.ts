import { describe, expect, test } from 'vitest'
import { archive, brief, diaryHeader, fault, filmHeader, read, zip } from '#test/fakes/import-files.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at).join(',')

describe('a Letterboxd diary', () => {
  test('halves are exact, days are not shifted, what is empty is absent', async () => {
    const { source, rows } = await read(
      'diary.csv',
      [
        diaryHeader,
        '2025-08-08,Weapons,2025,https://boxd.it/aEh4eZ,4.5,,,2025-08-07',
        '2025-08-09,WALL·E,2008,https://boxd.it/b,3,Yes,"robots, rewatch",2024-02-29',
        '2025-08-10,"Mission: Impossible –\u00a0Fallout",2018,https://boxd.it/c,,No,,2025-01-01',
        '2025-08-11,Paris 13,,https://boxd.it/d,0.5,,,',
      ].join('\r\n'),
      'letterboxd-logs',
    )
    expect(source).toBe('letterboxd')
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5])
    expect(rows.map(({ entry }) => entry)).toMatchObject([
      {
        kind: 'log',
        title: 'Weapons',
        year: 2025,
        key: 'https://boxd.it/aEh4eZ',
        rating: 9,
        watchedAt: '2025-08-07',
        loggedAt: '2025-08-08',
        rewatch: false,
        tags: [],
        review: '',
      },
      {
        title: 'WALL·E',
        rating: 6,
        watchedAt: '2024-02-29',
        rewatch: true,
        rewatchCount: 1,
        tags: ['robots', 'rewatch'],
      },
      { title: 'Mission: Impossible –\u00a0Fallout', rating: null, rewatch: false, rewatchCount: 0 },
      { title: 'Paris 13', year: null, rating: 1, watchedAt: null, loggedAt: '2025-08-11' },
    ])
  })

  test('reviews of several lines keep their paragraphs, and lines are counted with them', async () => {
    const { rows } = await read(
      'reviews.csv',
      '\ufeffDate,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\r\n' +
        '2025-01-02,A,2001,https://boxd.it/a,5,,"First line, ""quoted"".\r\n\r\nSecond <i>part</i>.",,2025-01-01\r\n' +
        '2025-01-03,B,2002,https://boxd.it/b,,,short,,2025-01-02\r\n',
      'letterboxd-logs',
    )
    expect(rows[0]?.entry.review).toBe('First line, "quoted".\n\nSecond part.')
    expect(rows.map(({ line }) => line)).toEqual([2, 5])
  })

  test('days, ratings and titles that cannot be are faults of their row alone', async () => {
    const row = (rest: string) => `2025-01-01,${rest}`
    const read1 = await read(
      'diary.csv',
      [
        diaryHeader,
        row('Fine,2000,u1,4,,,2025-01-01'),
        row('Day,2000,u2,4,,,2025-02-30'),
        row('Words,2000,u3,4,,,yesterday'),
        row('Third,2000,u4,3.3,,,2025-01-01'),
        row('Much,2000,u5,6,,,2025-01-01'),
        row('Minus,2000,u6,-1,,,2025-01-01'),
        row(',2000,u7,4,,,2025-01-01'),
        row(`Tags,2000,u9,4,,"${numbers(501)}",2025-01-01`),
        row(`Few,2000,u10,4,,"${numbers(500)}",2025-01-01`),
        row(`Tag,2000,u11,4,,${'a'.repeat(201)},2025-01-01`),
        row(`Twice,2000,u12,4,,"a,${'A,'.repeat(501)}",2025-01-01`),
        row('Last,2000,u8,4,,,2025-01-03'),
      ].join('\n'),
      'letterboxd-logs',
    )
    expect(read1.rows.map(({ fault: one }) => one)).toEqual([
      null,
      'bad-date',
      'bad-date',
      'bad-rating',
      'bad-rating',
      'bad-rating',
      'no-title',
      null,
      null,
      null,
      null,
      null,
    ])
    const cut = read1.rows.filter(({ entry }) => entry.hasCutTags)
    expect(cut.map(({ entry }) => [entry.title, entry.tags.length, entry.tags[0]?.length])).toEqual([
      ['Tags', 500, 1],
      ['Tag', 1, 200],
    ])
  })

  test('ratings, watched films and a watchlist are told by their columns, call and name', async () => {
    const ratings = `${filmHeader},Rating\n2025-01-01,Heat,1995,u,4.5\n`
    expect(brief(await read('x.csv', ratings, 'letterboxd-logs'))).toEqual([['rating', 'Heat', 1995, 9]])
    const films = `${filmHeader}\n2025-01-01,Heat,1995,u\n`
    expect(brief(await read('x.csv', films, 'letterboxd-logs'))).toEqual([['seen', 'Heat', 1995]])
    expect(brief(await read('x.csv', films, 'letterboxd-watchlist'))).toEqual([['watchlist', 'Heat', 1995]])
    for (const [file, call] of [
      ['watchlist.csv', 'letterboxd-logs'],
      ['watched.csv', 'letterboxd-watchlist'],
    ] as const)
      expect(await fault(file, films, call)).toEqual(['import.columns', `${file}:1`])
    expect(brief(await read('watched.csv', films))).toEqual([['seen', 'Heat', 1995]])
    expect(brief(await read('my-watchlist (2).csv', films))).toEqual([['watchlist', 'Heat', 1995]])
    expect(brief(await read('films.csv', films))).toEqual([['favourite', 'Heat', 1995]])
    expect(await fault('x.csv', films)).toEqual(['import.columns', 'x.csv:1'])
    expect(await fault('diary.csv', `${diaryHeader}\n`, 'letterboxd-watchlist')).toEqual([
      'import.columns',
      'diary.csv:1',
    ])
  })
})

describe('a whole Letterboxd export', () => {
  const wanted = [
    ['log', 'Heat', 1995, 9, '2025-01-01'],
    ['review', 'Alien', 1979, 10],
    ['rating', 'Heat', 1995, 9],
    ['seen', 'Heat', 1995],
    ['seen', 'Alien', 1979],
    ['favourite', 'Alien', 1979],
    ['watchlist', 'Dune', 2021],
    ['list', 'test list', null],
    ['list-film', 'Weapons', 2025],
    ['list-film', 'Local Legends', 2013],
    ['profile-favourite', 'Alien', 1979],
    ['profile-favourite', 'Heat', 1995],
  ]

  test('joins reviews by the entry, reads lists and favourites, and leaves out what was deleted', async () => {
    const found = await read('letterboxd-layla.zip', zip(archive))
    expect(found.source).toBe('letterboxd')
    expect(brief(found)).toEqual(wanted)
    expect(found.rows[0]).toMatchObject({ file: 'diary.csv', line: 2, entry: { review: 'Two\n\nparts' } })
    expect(found.rows[1]).toMatchObject({ file: 'reviews.csv', line: 5, entry: { review: 'Undated' } })
    const list = { key: 'letterboxd:https://boxd.it/P00EU', title: 'test list' }
    const description = 'test desc\n\nPosition,Name,Year'
    const tags = ['test tag', 'test tag zwei']
    expect(found.rows[7]?.entry).toMatchObject({ kind: 'list', loggedAt: '2025-09-23' })
    expect(found.rows[8]?.entry.list).toEqual({ ...list, description, tags, position: 1 })
    expect(found.rows.map(({ entry }) => entry.note)).toContain('spoiler\n\ntext')
    expect(found.rows[9]).toMatchObject({
      file: 'lists/test-list.csv',
      line: 9,
      entry: { list: { position: 2 } },
    })
  })

  test('also packed again inside a folder, and with parts missing', async () => {
    const inside = Object.fromEntries(
      Object.entries(archive).map(([path, text]) => [`mine 2025/${path}`, text]),
    )
    expect(brief(await read('again.zip', zip(inside)))).toEqual(wanted)
    const { 'watchlist.csv': watchlist } = archive
    expect(brief(await read('small.zip', zip({ 'watchlist.csv': watchlist })))).toEqual([
      ['watchlist', 'Dune', 2021],
    ])
  })

  test('what was deleted is left out wherever it stands, as is what systems put beside', async () => {
    const { 'deleted/diary.csv': deleted, ...others } = archive
    const first = {
      'deleted/diary.csv': deleted,
      '__MACOSX/._diary.csv': '\0',
      'lists/._test-list.csv': '\0',
    }
    expect(brief(await read('mac.zip', zip({ ...first, 'lists/.DS_Store': '\0', ...others })))).toEqual(
      wanted,
    )
  })

  test('in folders of folders and in capitals it is the same', async () => {
    const loud = Object.entries(archive).map(([path, text]) => [`a/b/${path.toUpperCase()}`, text])
    expect(brief(await read('loud.zip', zip(Object.fromEntries(loud))))).toEqual(wanted)
  })

  test('no row gets lost: a second review of one address, a list that says nothing of itself', async () => {
    const reviews = [`${filmHeader},Rating,Rewatch,Review,Tags,Watched Date`]
    for (const text of ['One', 'Two']) reviews.push(`2025-01-02,Heat,1995,https://boxd.it/r,4,,${text},,`)
    const bare = 'Position,Name,Year,URL,Description\r\n1,Heat,1995,u,\r\n'
    const { rows } = await read(
      'z.zip',
      zip({ 'reviews.csv': reviews.join('\r\n'), 'lists/My best.csv': bare }),
    )
    expect(rows.map(({ line, entry }) => [line, entry.review, entry.list?.title])).toEqual([
      [2, 'One', undefined],
      [3, 'Two', undefined],
      [1, '', 'My best'],
      [2, '', 'My best'],
    ])
    const other = zip({ 'reviews.csv': reviews.join('\r\n'), 'lists/x.csv': 'a,b\r\n1,2\r\n' })
    expect(await fault('z.zip', other)).toEqual(['import.columns', 'lists/x.csv:1'])
  })

  test('a broken part is named with its line', async () => {
    const broken = { ...archive, 'ratings.csv': `${filmHeader},Rating\r\n2025-01-02,"Heat,1995,u,4\r\n` }
    expect(await fault('z.zip', zip(broken))).toEqual(['import.broken', 'ratings.csv:2'])
  })
})

describe('files with ids', () => {
  test('IMDb: ratings of ten become half stars, series are no films', async () => {
    const found = await read(
      'ratings.csv',
      'Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors\n' +
        'tt0113277,9,2024-05-01,Heat,Heat,u,Movie,8.3,170,1995,"Action, Crime",1,1995-12-15,Michael Mann\n' +
        '0078748,10,2024-05-01,Alien,Alien,u,TV Movie,8.5,117,1979,Horror,1,1979-05-25,Ridley Scott\n' +
        'tt0944947,8,2024-05-02,Thrones,Thrones,u,tvSeries,9,60,2011,Drama,1,2011-04-17,\n',
    )
    expect(found.source).toBe('imdb')
    expect(found.rows.map(({ entry }) => entry)).toMatchObject([
      { kind: 'rating', imdbId: 'tt0113277', rating: 9, directors: ['Michael Mann'], loggedAt: '2024-05-01' },
      { imdbId: 'tt0078748', rating: 10 },
      {},
    ])
    expect(found.rows.map((row) => row.fault)).toEqual([null, null, 'not-a-film'])
  })

  test('IMDb’s lists without one’s own ratings are none of films that were seen', async () => {
    const header = 'Position,Const,Created,Modified,Description,Title,URL,Title Type,Year,Directors'
    const list = [
      header,
      '1,tt0113277,2024-01-01,,,Heat,u,Movie,1995,',
      '2,tt0903747,,,,BB,u,TV Series,2008,',
    ]
    expect(brief(await read('best.csv', list.join('\n')))).toEqual([
      ['list-film', 'Heat', 1995],
      ['list-film', 'BB', 2008, 'not-a-film'],
    ])
  })

  test('Simkl’s films to watch are none that were seen', async () => {
    const header = 'SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB'
    const table = [
      header,
      '1,Heat,movies,1995,plantowatch,,,,,,949,',
      '2,Alien,movies,1979,completed,,,9,,,348,',
    ]
    expect(brief(await read('SimklBackup.csv', table.join('\n')))).toEqual([
      ['watchlist', 'Heat', 1995],
      ['rating', 'Alien', 1979, 9],
    ])
  })

  test('TMDB’s favourites are told by the name of their file', async () => {
    const header =
      'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated'
    const table = `${header}\n949,,movie,Heat,1995-12-15T00:00:00Z,,,8,,\n`
    expect(brief(await read('favorites.csv', table))).toEqual([['favourite', 'Heat', 1995]])
    expect(brief(await read('watchlist.csv', table))).toEqual([['watchlist', 'Heat', 1995]])
  })

  test('IMDb’s watchlist is one, also of films that were rated', async () => {
    const found = await read(
      'WATCHLIST.csv',
      'Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors,Your Rating,Date Rated\n' +
        '1,tt0113277,2024-05-01,,,Heat,Heat,u,Movie,8.3,170,1995,Crime,1,1995-12-15,Michael Mann,9,2024-06-01\n',
    )
    expect(found.rows[0]?.entry).toMatchObject({ kind: 'watchlist', rating: null, loggedAt: '2024-05-01' })
  })

  test('TMDB: instants keep their day, rows without a rating are the watchlist', async () => {
    const header =
      'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated'
    const found = await read(
      'tmdb.csv',
      `${header}\n949,tt0113277,movie,Heat,1995-12-15,,,7.9,7,2024-05-01T23:30:00Z\n` +
        '348,tt0078748,movie,Alien,1979-05-25,,,8.1,,\n1399,,tv,Thrones,2011-04-17,,,8,8,2024-05-01T00:00:00Z\n',
    )
    expect(found.rows.map(({ entry, fault: one }) => [entry.kind, entry.tmdbId, entry.rating, one])).toEqual([
      ['rating', 949, 7, null],
      ['watchlist', 348, null, null],
      ['rating', 1399, 8, 'not-a-film'],
    ])
    expect(found.rows[0]?.entry.loggedAt).toBe('2024-05-01T23:30:00.000Z')
  })

  test.each([
    [
      'Title,Year,tmdbID,imdbID,Directors,WatchedDate,Rating,Rewatch,Tags,Review',
      'Heat,1995,949,tt0113277,Michael Mann,2024-05-01,4.5,Yes,"a, b","Good, <b>great</b>"',
      { kind: 'log', tmdbId: 949, rating: 9, rewatch: true, tags: ['a', 'b'], review: 'Good, great' },
    ],
    ['Title,Year,tmdbId,Status,Rating10', 'Heat,1995,949,planned,7', { kind: 'rating', rating: 7 }],
    ['Title,Year,tmdbId,Status,Rating', 'Heat,1995,949,planned,0', { kind: 'watchlist', rating: null }],
    [
      'title,year,tmdbId,imdbId,watchedAt,comment,location',
      'Heat,1995,949,tt0113277,2024-05-01,Home,x',
      { kind: 'log' },
    ],
    [
      'type,title,year,trakt_id,imdb_id,tmdb_id,watched_at,rating',
      'movie,Heat,1995,1,tt0113277,949,2024-05-01T20:00:00Z,8',
      { kind: 'log', watchedAt: '2024-05-01', rating: 8 },
    ],
    ['imdb,name', 'tt0113277,Heat', { kind: 'seen', imdbId: 'tt0113277' }],
    [
      'media_id,source,media_type,title,status,score,end_date',
      '949,tmdb,movie,Heat,Planning,,',
      { kind: 'watchlist', tmdbId: 949 },
    ],
  ])('a table with %s', async (header, row, entry) => {
    const found = await read('mine.csv', `${header}\n${row}\n`)
    expect(found.rows[0]).toMatchObject({ entry, fault: null })
  })

  test('Trakt: paged history, ratings of ten, lists with their names', async () => {
    const movie = { title: 'Heat', year: 1995, ids: { trakt: 1, slug: 'heat', imdb: 'tt0113277', tmdb: 949 } }
    const found = await read(
      'trakt.zip',
      zip({
        'watched-history-2.json': JSON.stringify([
          { id: 3, watched_at: '2024-05-03T10:00:00.000Z', type: 'movie', movie },
        ]),
        'watched-history-1.json': JSON.stringify([
          { id: 2, watched_at: '2024-05-02T10:00:00.000Z', action: 'watch', type: 'movie', movie },
          { id: 9, watched_at: '2024-05-02T11:00:00.000Z', type: 'episode', episode: {}, show: {} },
          { id: 10, watched_at: null, action: 'watch', type: 'movie', movie },
        ]),
        'ratings-movies.json': JSON.stringify([
          { rated_at: '2024-05-02T10:00:00.000Z', rating: 7, type: 'movie', movie },
        ]),
        'lists-watchlist.json': JSON.stringify([
          { rank: 1, listed_at: '2024-01-01T00:00:00.000Z', type: 'movie', movie },
        ]),
        'lists-lists.json': JSON.stringify([{ name: 'Rain', description: 'wet', ids: { trakt: 77 } }]),
        'lists-list-77-rain.json': JSON.stringify([{ rank: 4, type: 'movie', movie }]),
      }),
    )
    expect(found.source).toBe('trakt')
    expect(
      found.rows.map(({ entry, fault: one }) => [entry.kind, entry.key, entry.rating, entry.watchedAt, one]),
    ).toEqual([
      ['list', null, null, null, null],
      ['log', 'trakt:2', null, '2024-05-02', null],
      ['log', 'trakt:9', null, '2024-05-02', 'not-a-film'],
      ['seen', null, null, null, null],
      ['log', 'trakt:3', null, '2024-05-03', null],
      ['rating', null, 7, null, null],
      ['watchlist', null, null, null, null],
      ['list-film', null, null, null, null],
    ])
    expect(found.rows.map(({ entry }) => entry.rewatchCount)).toEqual([0, 0, 0, 0, 1, 0, 0, 0])
    expect(found.rows[7]?.entry.list).toEqual({
      key: 'trakt:77',
      title: 'Rain',
      description: 'wet',
      position: 4,
    })
    expect(await fault('t.zip', zip({ 'watched-history-1.json': '[{"id":' }))).toEqual([
      'import.broken',
      'watched-history-1.json:1',
    ])
  })
})

describe('tables as spreadsheets and other systems save them', () => {
  const films = [
    filmHeader.split(','),
    ['2025-01-01', 'Amélie, «Le fabuleux»', '2001', 'u'],
    ['', 'Noé', '2014', ''],
  ]
  const table = (separator: string, quoted = '"') =>
    films
      .map((cells) => cells.map((cell) => (cell.includes(separator) ? `${quoted}${cell}${quoted}` : cell)))
      .map((cells) => cells.join(separator))
      .join('\r\n')
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')

  test.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${table(',')}`), []],
    ['semicolons', Buffer.from(table(';')), ['semicolons']],
    ['semicolons that the first line names', Buffer.from(`sep=;\r\n${table(';')}`), ['semicolons']],
    ['tabs', Buffer.from(table('\t')), ['tabs']],
    ['Latin-1', Buffer.from(table(','), 'latin1'), ['windows-1252']],
    ['UTF-16 with a mark', utf16(`\ufeff${table('\t')}`), ['utf-16', 'tabs']],
    ['UTF-16 without one', utf16(table(',')), ['utf-16']],
    ['UTF-16, big end first', utf16(`\ufeff${table(';')}`).swap16(), ['utf-16', 'semicolons']],
    ['UTF-16, big end first, without a mark', utf16(table(',')).swap16(), ['utf-16']],
  ])('%s', async (_name, bytes, assumed) => {
    const found = await read('watchlist.csv', bytes)
    expect(brief(found)).toEqual([
      ['watchlist', 'Amélie, «Le fabuleux»', 2001],
      ['watchlist', 'Noé', 2014],
    ])
    expect(found.facts.assumed).toEqual(new Set(assumed))
  })

  test('days with the day first and stars with a comma', async () => {
    const rows = `${diaryHeader.replaceAll(',', ';')}\n02.01.2025;Heat;1995;u;4,5;;;01.01.2025\n`
    expect(brief(await read('diary.csv', rows))).toEqual([['log', 'Heat', 1995, 9, '2025-01-01']])
  })
})

test('an IMDb list is one, in its order, with its notes and one’s own stars', async () => {
  const header =
    'Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,Year,Directors,Your Rating,Date Rated'
  const rows = [
    header,
    '2,tt0113277,2024-01-01,,A <i>must</i>,Heat,Heat,u,Movie,1995,,9,2024-06-01',
    '1,tt0078748,2024-01-01,,,Alien,Alien,u,Movie,1979,,,',
  ]
  const found = await read('Best of all.csv', rows.join('\n'))
  expect(brief(found)).toEqual([
    ['list-film', 'Heat', 1995],
    ['rating', 'Heat', 1995, 9],
    ['list-film', 'Alien', 1979],
  ])
  expect(found.rows[0]?.entry).toMatchObject({
    note: 'A must',
    list: { title: 'Best of all', position: 2 },
  })
  const numbered = await read('0f0e2b1c-aaaa-4bbb-8ccc-1234567890ab.csv', rows.join('\n'))
  expect(numbered.rows[0]?.entry.list?.title).toBe('IMDb')
})
