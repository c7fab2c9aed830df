import { describe, expect, test } from 'vitest'
import { brief, read, shown, zip } from '#test/fakes/import-files.ts'

describe('a list of IMDb', () => {
  const table =
    'Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,Year,Your Rating,Date Rated\n' +
    '1,tt0113277,2024-05-01,,later,Heat,Heat,u,Movie,1995,9,2024-06-01\n2,tt0903747,2024-05-02,,,BB,BB,u,TV Series,2008,,\n'

  // The first film's note and stars, which a list keeps and the watchlist does not, are told beside it.
  const planned = ['watchlist', 'watchlist', 'rating', 'watchlist']
  const listed = ['list-film', 'rating', 'list-film']
  test.each([
    ['7f1c0a52-90aa-4c37-9a64-0a9c53c1b7aa.csv', 'watchlist' as const, planned],
    ['WATCHLIST.csv', 'watchlist' as const, planned],
    ['WATCHLIST.csv', undefined, planned],
    ['My watchlist of trains.csv', 'list' as const, listed],
    ['Trains.csv', 'list' as const, listed],
    ['Trains.csv', undefined, listed],
  ])('%s is what the member says: %s', async (name, kind, kinds) => {
    const { rows } = await read(name, table, 'anything', kind)
    expect(rows.map(({ entry }) => entry.kind)).toEqual(kinds)
    const isList = kinds[0] === 'list-film'
    expect(rows.map(({ entry }) => entry.list !== null && entry.kind === 'list-film')).toContain(isList)
    expect(rows.map(({ fault }) => fault)).toEqual([
      null,
      ...(isList ? [null] : ['no-place', 'no-place']),
      'not-a-film',
    ])
    expect(rows.at(-2)?.entry.rating).toBe(9)
    expect(rows[0]?.entry.note).toBe('later')
  })
})

describe('Simkl', () => {
  const header = 'SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB'
  const backup = [
    header,
    '1,The Third Lamp,movie,1994,completed,,18-12-2023 23:50:41,9,"Cold, and kind",,101,tt0100101',
    '2,A Quiet Harbour,movie,2001,completed,,2023-02-03T01:30:00Z,,,,102,',
    '3,Salt Roads,movie,2010,completed,,,7,,,103,',
    '4,Nobody Home,movie,2011,completed,,,,,,104,',
    '5,Next Summer,movie,2026,plantowatch,,,,Said Omar,,105,',
    '6,Half of It,movie,2015,watching,,2024-01-02,,,,106,',
    '7,On Ice,movie,2016,hold,,,8,,,107,',
    '8,Too Long,movie,2017,dropped,,,,,,108,',
    '9,Bad Luck,movie,2018,dropped,,2024-01-02,2,Left at the pool,,109,',
    '10,A Series,tv,2018,completed,S01E02,2024-01-02,8,,,110,',
    '11,Drawn,anime,2018,completed,3,,,,,,',
  ].join('\r\n')

  test('each status says what it says: seen, planned, begun, given up', async () => {
    const { source } = await read('SimklBackup.csv', backup)
    expect(source).toBe('simkl')
    expect(shown(await read('SimklBackup.csv', backup))).toEqual([
      {
        kind: 'log',
        title: 'The Third Lamp',
        year: 1994,
        tmdbId: 101,
        imdbId: 'tt0100101',
        rating: 9,
        watchedAt: '2023-12-18',
        review: 'Cold, and kind',
      },
      { kind: 'log', title: 'A Quiet Harbour', year: 2001, tmdbId: 102, watchedAt: '2023-02-03' },
      { kind: 'rating', title: 'Salt Roads', year: 2010, tmdbId: 103, rating: 7 },
      { kind: 'seen', title: 'Nobody Home', year: 2011, tmdbId: 104 },
      { kind: 'watchlist', title: 'Next Summer', year: 2026, tmdbId: 105, review: 'Said Omar' },
      // The watchlist keeps no text.
      {
        kind: 'watchlist',
        title: 'Next Summer',
        year: 2026,
        tmdbId: 105,
        review: 'Said Omar',
        fault: 'no-place',
      },
      { kind: 'watchlist', title: 'Half of It', year: 2015, tmdbId: 106, loggedAt: '2024-01-02' },
      { kind: 'rating', title: 'On Ice', year: 2016, tmdbId: 107, rating: 8 },
      { kind: 'seen', title: 'Too Long', year: 2017, tmdbId: 108, fault: 'left-out' },
      { kind: 'log', title: 'Bad Luck', year: 2018, tmdbId: 109, rating: 2, review: 'Left at the pool' },
      {
        kind: 'log',
        title: 'A Series',
        year: 2018,
        tmdbId: 110,
        rating: 8,
        watchedAt: '2024-01-02',
        fault: 'not-a-film',
      },
      { kind: 'seen', title: 'Drawn', year: 2018, fault: 'not-a-film' },
    ])
  })

  test('as JSON, alone or packed, it says the same', async () => {
    const json = JSON.stringify({
      shows: [{ status: 'completed', show: { title: 'A "Series" [1]', year: 2018, ids: {} } }],
      movies: [
        {
          status: 'completed',
          user_rating: 9,
          last_watched_at: '2023-12-18T23:50:41Z',
          memo: { text: 'Cold, and kind' },
          movie: {
            title: 'The Third Lamp',
            year: 1994,
            ids: { simkl: 1, tmdb: '101', imdb: 'tt0100101' },
          },
        },
        { status: 'plantowatch', added_to_watchlist_at: '2024-05-06T00:00:00Z', movie: { title: 'Next' } },
      ],
    })
    const expected = [
      {
        kind: 'log',
        title: 'The Third Lamp',
        year: 1994,
        tmdbId: 101,
        imdbId: 'tt0100101',
        rating: 9,
        watchedAt: '2023-12-18',
        loggedAt: '2023-12-18T23:50:41.000Z',
        review: 'Cold, and kind',
      },
      { kind: 'watchlist', title: 'Next', loggedAt: '2024-05-06T00:00:00.000Z' },
      { kind: 'seen', title: 'A "Series" [1]', year: 2018, fault: 'not-a-film' },
    ]
    for (const [name, bytes] of [
      ['SimklBackup.json', Buffer.from(json)],
      ['simkl.zip', zip({ 'backup/SimklBackup.json': `\ufeff${json}` })],
    ] as const) {
      const given = await read(name, bytes)
      expect([given.source, ...given.files]).toEqual(['simkl', name])
      expect(shown(given)).toEqual(expected)
    }
  })
})

describe('Movary', () => {
  test('every play is a row, and all but the first are rewatches whatever their order', async () => {
    const history = [
      'title,year,tmdbId,imdbId,watchedAt,comment',
      'Heat,1995,949,tt0113277,2024-05-06,"again, and louder"',
      'Heat,1995,949,tt0113277,2024-05-06,',
      'Alien,1979,348,tt0078748,2024-01-01,',
      'Heat,1995,949,tt0113277,2001-02-03,',
      'Up,2009,14160,,,',
    ].join('\n')
    const given = await read('export-history-1.csv', history)
    expect(given.source).toBe('movary')
    const heat = { kind: 'log', title: 'Heat', year: 1995, tmdbId: 949, imdbId: 'tt0113277' }
    expect(shown(given)).toEqual([
      { ...heat, watchedAt: '2024-05-06', rewatches: 1, review: 'again, and louder' },
      { ...heat, watchedAt: '2024-05-06', rewatches: 2 },
      {
        kind: 'log',
        title: 'Alien',
        year: 1979,
        tmdbId: 348,
        imdbId: 'tt0078748',
        watchedAt: '2024-01-01',
      },
      { ...heat, watchedAt: '2001-02-03' },
      { kind: 'seen', title: 'Up', year: 2009, tmdbId: 14160 },
    ])
  })

  test('ratings to ten, and the watchlist also where a version forgot the year', async () => {
    const ratings = 'title,year,tmdbId,imdbId,userRating\nHeat,1995,949,tt0113277,9\nUp,2009,14160,,1\n'
    expect(
      shown(await read('export-ratings-1.csv', ratings)).map(({ kind, rating }) => [kind, rating]),
    ).toEqual([
      ['rating', 9],
      ['rating', 1],
    ])
    const watchlist =
      'title,year,tmdbId,imdbId,addedAt\nHeat,1995,949,tt0113277,2024-05-06 10:00:00\nUp,14160,tt1049413,2024-05-07 10:00:00\n'
    expect(shown(await read('export.csv', watchlist))).toMatchObject([
      { kind: 'watchlist', title: 'Heat', year: 1995, tmdbId: 949 },
      { kind: 'watchlist', title: 'Up', tmdbId: 14160, imdbId: 'tt1049413' },
    ])
  })
})

describe('Yamtrack', () => {
  const header =
    '"media_id","source","media_type","title","image","season_number","episode_number","score","progress","status","start_date","end_date","notes","progress_changed"'
  const row = (...cells: string[]) => cells.map((cell) => `"${cell}"`).join(',')

  test('films of TMDB with scores, statuses, notes and plays; the rest is counted as none', async () => {
    const given = await read(
      'yamtrack_2024.csv',
      [
        header,
        row(
          '949',
          'tmdb',
          'movie',
          'Heat',
          '',
          '',
          '',
          '9.5',
          '1',
          'Completed',
          '',
          '2024-02-09',
          'loud',
          '',
        ),
        row(
          '949',
          'tmdb',
          'movie',
          'Heat',
          '',
          '',
          '',
          '',
          '1',
          'Completed',
          '',
          '2020-02-09 23:00:00+00:00',
          '',
          '',
        ),
        row('348', 'tmdb', 'movie', 'Alien', '', '', '', '8.0', '1', 'Completed', '', '', '', ''),
        row(
          '14160',
          'tmdb',
          'movie',
          'Up',
          '',
          '',
          '',
          '',
          '0',
          'Planning',
          '',
          '',
          '',
          '2024-02-09T15:30:00Z',
        ),
        row('62', 'tmdb', 'movie', '2001', '', '', '', '', '0', 'In progress', '', '', '', ''),
        row('63', 'tmdb', 'movie', 'Long', '', '', '', '', '0', 'Dropped', '', '', '', ''),
        row(
          'abc1',
          'manual',
          'movie',
          'Home Film',
          '',
          '',
          '',
          '',
          '1',
          'Completed',
          '',
          '2024-01-01',
          '',
          '',
        ),
        row('1668', 'tmdb', 'tv', 'Friends', '', '', '', '', '24', 'In progress', '', '', '', ''),
        row('1668', 'tmdb', 'episode', 'Friends', '', '1', '24', '', '', '', '', '2024-02-09', '', ''),
        row('19562', 'igdb', 'game', 'A Game', '', '', '', '', '3h', 'Completed', '', '2024-02-09', '', ''),
      ].join('\r\n'),
    )
    expect(given.source).toBe('yamtrack')
    expect(shown(given)).toMatchObject([
      {
        kind: 'log',
        title: 'Heat',
        tmdbId: 949,
        rating: 10,
        watchedAt: '2024-02-09',
        rewatches: 1,
        review: 'loud',
      },
      { kind: 'log', title: 'Heat', watchedAt: '2020-02-09' },
      { kind: 'rating', title: 'Alien', rating: 8 },
      { kind: 'watchlist', title: 'Up', loggedAt: '2024-02-09T15:30:00.000Z' },
      { kind: 'watchlist', title: '2001' },
      { kind: 'seen', title: 'Long', fault: 'left-out' },
      { kind: 'log', title: 'Home Film', watchedAt: '2024-01-01' },
      { title: 'Friends', fault: 'not-a-film' },
      { title: 'Friends', fault: 'not-a-film' },
      { title: 'A Game', fault: 'not-a-film' },
    ])
    expect(given.rows[6]?.entry.tmdbId).toBeNull()
    expect(given.rows[1]?.entry.rewatchCount).toBe(0)
  })
})

describe('TV Time', () => {
  const header =
    'watch_count,user_id,type-uuid-n,uuid,release_date,runtime,type,created_at,alpha_range_key,entity_type,movie_name,rewatch_count,series_name'
  const records = [
    header,
    ',1,watch-a-0,a,2021-11-24 00:00:00,6180,watch,2023-05-10 23:25:35,,movie,Encanto,,',
    ',1,rewatch-a-1,a,2021-11-24 00:00:00,6180,rewatch,2024-10-20 19:38:05,,movie,Encanto,1,',
    ',1,rewatch-a-2,a,2021-11-24 00:00:00,6180,rewatch,2025-10-20 19:38:05,,movie,Encanto,2,',
    ',1,towatch-a,a,2021-11-24 00:00:00,6180,towatch,2023-05-01 09:00:00,,movie,Encanto,,',
    ',1,follow-b-0,b,2014-10-22 00:00:00,8100,follow,2023-03-17 14:10:43,,movie,Fury,,',
    ',1,watch-d-0,d,1941-10-23 00:00:00,3840,watch,2023-03-17 14:12:47,watch-alpha-dumbo,movie,,,',
    ',1,watch-e-0,e,2019-04-24 00:00:00,3840,watch,2023-03-18 14:12:47,,movie,Endgame,3,',
    ',1,watch-f-0,f,,,watch,2023-03-18 14:12:47,,episode,,,A Series',
    ',1,tracking-stats,,,,,2023-03-18 14:12:47,,,,,',
  ].join('\n')

  test('plays with their days, what is planned once, titles out of keys, episodes as no films', async () => {
    const given = await read('tracking-prod-records.csv', records)
    expect(given.source).toBe('tvtime')
    expect(shown(given).map((row) => ({ ...row, loggedAt: undefined }))).toEqual([
      { kind: 'log', title: 'Encanto', year: 2021, watchedAt: '2023-05-10' },
      { kind: 'log', title: 'Encanto', year: 2021, watchedAt: '2024-10-20', rewatches: 1 },
      { kind: 'log', title: 'Encanto', year: 2021, watchedAt: '2025-10-20', rewatches: 2 },
      { kind: 'watchlist', title: 'Fury', year: 2014 },
      { kind: 'log', title: 'dumbo', year: 1941, watchedAt: '2023-03-17' },
      { kind: 'log', title: 'Endgame', year: 2019, watchedAt: '2023-03-18', rewatches: 3 },
      { kind: 'log', title: 'A Series', fault: 'not-a-film' },
    ])
  })

  test('of the whole archive the two tables of what was watched are read, and no other is opened', async () => {
    const given = await read(
      'tv-time-gdpr.zip',
      zip({
        'gdpr/tracking-prod-records.csv': records,
        'gdpr/tracking-prod-records-v2.csv':
          'key,s_id,series_name,season_number,episode_number,created_at\nwatch-episode-1,111,The Long Street,1,2,2021-01-01 10:00:00\nuser-series-1,111,The Long Street,,,2021-01-01 10:00:00\n',
        'gdpr/auth-prod-login.csv': 'password\n"never closed',
        'gdpr/ratings.csv.txt': 'x',
      }),
    )
    expect(given.source).toBe('tvtime')
    expect(given.rows).toHaveLength(8)
    expect(shown(given).at(-1)).toMatchObject({ title: 'The Long Street S01E02', fault: 'not-a-film' })
  })
})

describe('Serializd', () => {
  test('knows series only: all of it is counted as no films, and kept', async () => {
    const given = await read(
      'diary.csv',
      'name,showId,rating,reviewText\nThe Long Street,42,8,"slow, then sudden"\n',
    )
    expect(given.source).toBe('serializd')
    expect(brief(given)).toEqual([['log', 'The Long Street', null, 'not-a-film']])
    expect(given.rows[0]?.cells).toMatchObject({ rating: '8', reviewText: 'slow, then sudden' })
  })
})
