import { describe, expect, test } from 'vitest'
import { brief, fault, read, zip } from '#test/fakes/import-files.ts'
import { unreadColumns } from './formats.ts'

const table = (...lines: string[]) => `${lines.join('\n')}\n`
const stars = (found: Awaited<ReturnType<typeof read>>) =>
  found.rows.map(({ entry, fault: one }) => one ?? entry.rating)

describe('tables made by hand', () => {
  test('films may be named by their titles, where there are stars or a day', async () => {
    expect(brief(await read('mine.csv', table('Title,Year,Rating', 'Heat,1995,4.5')))).toEqual([
      ['rating', 'Heat', 1995, 9],
    ])
    expect(brief(await read('watchlist.csv', table('Film,Year', 'Heat,1995')))).toEqual([
      ['watchlist', 'Heat', 1995],
    ])
    expect(await fault('books.csv', table('Title,Author', 'Heat,Somebody'))).toEqual([
      'import.columns',
      'books.csv:1',
    ])
    expect(await fault('history.csv', table('Title,Date', 'Heat,1/2/24'))).toEqual([
      'import.columns',
      'history.csv:1',
    ])
  })

  test.each([
    ['books', 'title,author_text,isbn_13,rating,review_content', 'Solaris,Lem,9780156027601,4,'],
    ['records', 'RYM Album,Title,Release_Date,Rating', '1,Heat,1995,8'],
  ])('tables of %s are told to be of no films', async (_works, header, row) => {
    const { rows } = await read('works.csv', table(header, row))
    expect(rows.map(({ fault: one }) => one)).toEqual(['not-a-film'])
  })

  test.each([
    ['German', 'Titel;Jahr;Bewertung;Gesehen am', 'Heat;1995;4,5;31.12.2024'],
    ['French', 'Titre;Année;Étoiles;Vu le', 'Heat;1995;4,5;2024-12-31'],
    ['Arabic', 'العنوان,السنة,التقييم,تاريخ المشاهدة', 'Heat,1995,4.5,2024-12-31'],
  ])('%s headings', async (_language, header, row) => {
    expect(brief(await read('mine.csv', table(header, row)))).toEqual([
      ['log', 'Heat', 1995, 9, '2024-12-31'],
    ])
  })

  test.each([
    ['Rating', ['7', '10', '4', '0'], [7, 10, 4, null], 'stars-of-ten'],
    ['Rating', ['85', '40', '7', '101'], [9, 4, 1, 'bad-rating'], 'stars-of-hundred'],
    ['Score', ['85', '40'], [9, 4], 'stars-of-hundred'],
    ['Score', ['5', '4.4'], [5, 4], null],
    ['Rating', ['4.5', '5', '4.3'], [9, 10, 'bad-rating'], null],
    ['Rating', ['4.5', '7', '3'], [9, 'bad-rating', 6], null],
    ['Rating', ['4.5', '7.5', '3'], [5, 8, 3], 'stars-of-ten'],
    // One that is mistyped changes no others.
    [
      'Rating',
      [...Array.from({ length: 10 }, () => '4'), '45'],
      [...Array.from({ length: 10 }, () => 8), 'bad-rating'],
      null,
    ],
  ] as const)('what stars are out of: %s of %j', async (column, cells, wanted, assumed) => {
    const found = await read('mine.csv', table(`tmdbId,${column}`, ...cells.map((cell) => `949,${cell}`)))
    expect(stars(found)).toEqual(wanted)
    expect([...found.facts.assumed]).toEqual(assumed === null ? [] : [assumed])
  })

  test('what was only begun is no film that was seen, and what was left is told', async () => {
    const rows = ['Alien,progress,', 'Heat,dropped,', 'Gump,complete,', 'Dune,wishlist,', 'Jaws,dropped,2']
    expect(brief(await read('marks.csv', table('title,status,rating', ...rows)))).toEqual([
      ['watchlist', 'Alien', null],
      ['seen', 'Heat', null, 'left-out'],
      ['seen', 'Gump', null],
      ['watchlist', 'Dune', null],
      ['rating', 'Jaws', null, 4],
    ])
  })

  test('tags and rewatches make a log, and columns that nobody knows are named', async () => {
    const columns = ['tmdbId', 'Rating', 'Tags', 'Rewatch', 'Notes', 'Review', 'Where']
    const found = await read(
      'mine.csv',
      table(columns.join(), '949,4,"a, b",,,,', '949,4,,Yes,,,', '949,4,,No,,,Home'),
    )
    expect(found.rows.map(({ entry }) => [entry.kind, entry.tags, entry.rewatch])).toEqual([
      ['log', ['a', 'b'], false],
      ['log', [], true],
      ['rating', [], false],
    ])
    expect(unreadColumns('csv', columns)).toEqual(['Notes', 'Where'])
    expect(unreadColumns('csv', 'tmdbID,imdbID,Title,Year,Directors,Description'.split(','))).toEqual([])
    expect(unreadColumns('movary', ['title', 'comment', 'location'])).toEqual(['location'])
    expect(unreadColumns('imdb', ['Const', 'Num Votes'])).toEqual([])
  })
})

describe('stars and days of what was not seen', () => {
  test('a watchlist has no place for them, and says so', async () => {
    const found = await read(
      'watchlist.csv',
      table('tmdbID,Title,Rating,WatchedDate', '949,Heat,4.5,', '348,Alien,,2024-01-02', '13,Gump,,'),
    )
    expect(found.rows.map(({ entry, fault: one }) => [entry.kind, entry.title, one])).toEqual([
      ['watchlist', 'Heat', null],
      ['watchlist', 'Heat', 'no-place'],
      ['watchlist', 'Alien', null],
      ['watchlist', 'Alien', 'no-place'],
      ['watchlist', 'Gump', null],
    ])
  })

  test('TMDB’s favourites bring their stars along', async () => {
    const header =
      'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated'
    const rows = table(header, '949,,movie,Heat,1995-12-15,,,8,9,2024-05-01', '1,,tv,X,2000-01-01,,,8,9,')
    expect(brief(await read('favourites.csv', rows))).toEqual([
      ['favourite', 'Heat', 1995],
      ['rating', 'Heat', 1995, 9],
      ['favourite', 'X', 2000, 'not-a-film'],
    ])
  })
})

test('what a member of Trakt said of films are reviews; answers to others have no place', async () => {
  const movie = { title: 'Heat', year: 1995, ids: { trakt: 1, imdb: 'tt0113277', tmdb: 949 } }
  const found = await read(
    'trakt.zip',
    zip({
      'watched-history-1.json': '[]',
      'comments-movies.json': JSON.stringify([
        {
          id: 7,
          parent_id: 0,
          comment: 'Cold [spoiler]and blue[/spoiler]',
          created_at: '2024-01-01T10:00:00.000Z',
          movie,
        },
        { type: 'movie', movie, comment: { id: 8, parent_id: 0, comment: 'Again', spoiler: true } },
        { id: 9, parent_id: 4, comment: 'You are right', spoiler: false, movie },
      ]),
    }),
  )
  expect(
    found.rows.map(({ entry, fault: one }) => [entry.kind, entry.key, entry.review, entry.spoilers, one]),
  ).toEqual([
    ['review', 'trakt:comment:7', 'Cold and blue', true, null],
    ['review', 'trakt:comment:8', 'Again', true, null],
    ['review', 'trakt:comment:9', 'You are right', false, 'no-place'],
  ])
  expect(found.rows[0]?.entry).toMatchObject({ tmdbId: 949, loggedAt: '2024-01-01T10:00:00.000Z' })
})
