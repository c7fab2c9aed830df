import { describe, expect, test } from 'vitest'
import { brief, read, zip } from '#test/fakes/import-files.ts'
import { entryKeys } from '../writing/target.ts'

describe('the tables of NeoDB', () => {
  const marks = (...rows: string[]) =>
    ['title,info,links,timestamp,status,rating,comment,tags', ...rows, ''].join('\r\n')
  const reviews = (...rows: string[]) =>
    ['title,info,links,timestamp,title,content', ...rows, ''].join('\r\n')
  const heat =
    'Heat,imdb:tt0113277 year:1995 director:Michael Mann/Somebody Else,https://neodb.example/movie/1 https://www.themoviedb.org/movie/949'
  const solaris =
    '飞向太空,year:1972 director:Andrei Tarkovsky,https://neodb.example/movie/2 https://movie.douban.com/subject/1'
  const series = 'The Long Street,imdb:tt0903747 year:2008,https://neodb.example/tv/season/3'
  const book = 'Solaris,isbn:9780156027601 pub_year:1961 author:Stanisław Lem,https://neodb.example/book/4'
  const files = {
    'movie_mark.csv': marks(
      `${heat},2024-01-02T23:30:00.123456+00:00,complete,9,"He >!walks!< ""out"" 🎬",crime|night walks`,
      `${solaris},2024-02-03T10:00:00+00:00,wishlist,,,`,
      'Third,year:2001,https://neodb.example/movie/5,2024-03-04T10:00:00+00:00,dropped,,,',
    ),
    'movie_review.csv': reviews(
      `${heat},2024-01-05T10:00:00+00:00,On Heat,"First.\n\nSecond."`,
      `${solaris},2024-02-05T10:00:00+00:00,,Seen long ago.`,
    ),
    'movie_note.csv': `title,info,links,timestamp,progress,title,content\r\n${heat},2024-01-06T10:00:00+00:00,,Note,The bank.\r\n`,
    'tv_mark.csv': marks(`${series},2024-01-02T10:00:00+00:00,complete,8,,`),
    'book_mark.csv': marks(`${book},2024-01-02T10:00:00+00:00,complete,8,Better than the film,`),
    'book_review.csv': reviews(`${book},2024-01-02T10:00:00+00:00,On Solaris,Long.`),
    'podcast_mark.csv': marks(),
  }

  test('films with stars, days, shelves and reviews; all other kinds of works are told', async () => {
    const given = await read('neodb_me_20260101_csv.zip', zip(files))
    expect(given.source).toBe('neodb')
    expect(brief(given)).toEqual([
      ['log', 'Heat', 1995, 9, '2024-01-02'],
      ['watchlist', '飞向太空', 1972],
      ['seen', 'Third', 2001, 'left-out'],
      ['log', 'The Long Street', 2008, 8, '2024-01-02', 'not-a-film'],
      ['log', 'Solaris', null, 8, '2024-01-02', 'not-a-film'],
      ['review', '飞向太空', 1972],
      ['review', 'Solaris', null, 'not-a-film'],
      ['review', 'Heat', 1995, 'no-place'],
    ])
    const { entry, cells } = given.rows[0] ?? {}
    const before = 'He walks "out" 🎬\n\n'
    expect(entry).toMatchObject({
      tmdbId: 949,
      imdbId: 'tt0113277',
      directors: ['Michael Mann', 'Somebody Else'],
      key: 'https://neodb.example/movie/1',
      loggedAt: '2024-01-02T23:30:00.123Z',
      spoilers: true,
      review: `${before}On Heat\n\nFirst.\n\nSecond.`,
      reviewEmphasis: [before.length, before.length + 'On Heat'.length],
      tags: ['crime', 'night walks'],
    })
    // A later export may have the mark on another day: it is the same log, and a review sent alone is of it too.
    for (const row of [given.rows[0], (await read('r.csv', files['movie_review.csv'])).rows[0]])
      expect(row && entryKeys({ row: 1, entry: row.entry, filmId: 949 }, 'neodb', 1).keys[0]).toBe(
        'neodb:https://neodb.example/movie/1',
      )
    expect(cells).toMatchObject({ status: 'complete', 'title (2)': 'On Heat', content: 'First.\n\nSecond.' })
  })

  test('the same as NDJSON is the same', async () => {
    const head = { server: 'neodb.example', neodb_version: '0.12', username: 'me' }
    const ndjson = (...values: object[]) =>
      [head, ...values, ''].map((one) => one && JSON.stringify(one)).join('\n')
    const works = [
      {
        id: 'https://neodb.example/movie/1',
        type: 'Movie',
        title: 'Heat',
        year: 1995,
        imdb: 'tt0113277',
        director: ['Michael Mann', 'Somebody Else'],
        external_resources: [{ url: 'https://www.themoviedb.org/movie/949' }],
      },
      { id: 'https://neodb.example/movie/2', type: 'Movie', title: '飞向太空', year: 1972, imdb: null },
      { id: 'https://neodb.example/book/4', type: 'Edition', title: 'Solaris', external_resources: null },
    ]
    const about = (type: string, place: string, published: string, content: object) => ({
      type,
      content: { withRegardTo: `https://neodb.example/${place}`, published, ...content },
      visibility: 0,
      metadata: {},
    })
    const time = '2024-01-02T23:30:00.123456+00:00'
    const journal = ndjson(
      about('Rating', 'movie/1', time, { best: 10, worst: 1, value: 9 }),
      about('Comment', 'movie/1', time, { content: 'He >!walks!< "out" 🎬' }),
      about('Review', 'movie/1', time, { name: 'On Heat', content: 'First.\n\nSecond.' }),
      about('Note', 'movie/1', time, { title: 'Note', content: 'The bank.' }),
      { type: 'Tag', name: 'night walks', visibility: 0 },
      about('TagMember', 'movie/1', time, { tag: 'night walks' }),
      about('ShelfMember', 'movie/1', time, { status: 'complete' }),
      about('ShelfMember', 'movie/2', time, { status: 'wishlist' }),
      about('ShelfMember', 'book/4', time, { status: 'complete' }),
      about('ShelfMember', 'movie/9', time, { status: 'complete' }),
      { type: 'post', post: { content: 'Hello' } },
    )
    const archive = {
      'catalog.ndjson': ndjson(...works),
      'journal.ndjson': journal,
      'actor.ndjson': ndjson({}),
    }
    const given = await read('neodb_me_20260101_ndjson.zip', zip(archive))
    expect(given.source).toBe('neodb')
    expect(brief(given)).toEqual([
      ['log', 'Heat', 1995, 9, '2024-01-02'],
      ['watchlist', '飞向太空', 1972],
      ['log', 'Solaris', null, '2024-01-02', 'not-a-film'],
      ['log', '', null, '2024-01-02', 'no-title'],
      ['review', 'Heat', 1995, 'no-place'],
    ])
    const before = 'He walks "out" 🎬\n\n'
    expect(given.rows[0]).toMatchObject({
      file: 'journal.ndjson',
      line: 8,
      entry: {
        tmdbId: 949,
        imdbId: 'tt0113277',
        directors: ['Michael Mann', 'Somebody Else'],
        key: 'https://neodb.example/movie/1',
        loggedAt: '2024-01-02T23:30:00.123Z',
        spoilers: true,
        review: `${before}On Heat\n\nFirst.\n\nSecond.`,
        tags: ['night walks'],
      },
    })
    const cut = { ...archive, 'journal.ndjson': journal.slice(0, -40) }
    await expect(read('cut.zip', zip(cut))).rejects.toMatchObject({ code: 'import.broken' })
  })

  test('a table alone is told by its addresses, where it has none by its name', async () => {
    const works = [
      series,
      book,
      'A,artist:B,https://neodb.example/album/6',
      'C,,https://neodb.example/game/7',
    ]
    const rows = works.map((work) => `${work},2024-01-02T10:00:00+00:00,complete,8,,`)
    const faults = async (name: string, table: string) =>
      (await read(name, table)).rows.map(({ fault }) => fault)
    expect(await faults('renamed.csv', marks(...rows))).toEqual(works.map(() => 'not-a-film'))
    const bare = marks('Solaris,,,2024-01-02T10:00:00+00:00,complete,8,,')
    expect(await faults('podcast_mark.csv', bare)).toEqual(['not-a-film'])
    expect(await faults('movie_mark.csv', bare)).toEqual([null])
  })
})
