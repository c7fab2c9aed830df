import { posix } from 'node:path'
import { markEmphasis, withoutMarks } from '#shared/emphasis.ts'
import { openPlays } from './plays.ts'
import { episodeTitle, ofFilm, ofNoFilm, readEntry, type CellTexts, type Read } from './values.ts'
import type { CsvFormat, Row } from './csv.ts'

/** Formats of film trackers; docs/import.md names the source of each. */

interface TrackedFilm extends CellTexts {
  status: string
}

/** What a tracker's word says of a film that was not seen to its end; null for others. */
export function stateOf(status: string): 'unfinished' | 'dropped' | null {
  const word = status.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (word.startsWith('drop')) return 'dropped'
  return /^(plan|wish|ptw|watching|inprogress|progress|hold|onhold|paused|watchlist|repeating)/.test(word)
    ? 'unfinished'
    : null
}

/**
 * A film of a tracker. One that was finished becomes a log if a day or a text is known, else stars or a mark. One
 * that was begun or planned goes to the watchlist, unless it was rated, in which case its text is kept. An abandoned
 * one without stars has nothing to import: its row is skipped, and listed.
 */
export function trackedFilm({ status, ...film }: TrackedFilm): Read {
  const isRated = (film.rating ?? '') !== '' && Number(film.rating) !== 0
  const hasText = (film.review ?? '') !== ''
  const asRated = () => readEntry(hasText ? 'log' : 'rating', { ...film, watchedAt: '' })
  const state = stateOf(status)
  if (state === 'unfinished')
    return isRated
      ? asRated()
      : readEntry('watchlist', { ...film, watchedAt: '', loggedAt: film.loggedAt || film.watchedAt || '' })
  if (state === 'dropped') {
    if (isRated) return asRated()
    const read = readEntry('seen', { ...film, watchedAt: '' })
    return { ...read, fault: read.fault ?? 'left-out' }
  }
  const isLog = (film.watchedAt ?? '') !== '' || hasText
  return readEntry(isLog ? 'log' : isRated ? 'rating' : 'seen', film)
}

/**
 * Reads rows with `read`, and makes all plays of a film except the first rewatches, whatever their order in the file.
 */
const withPlays =
  (read: CsvFormat['read']): NonNullable<CsvFormat['survey']> =>
  async (rows, file) => {
    const plays = openPlays()
    for await (const row of rows) for (const { entry } of read(row, file)) plays.add(entry)
    const earlier = plays.earlier()
    return (row) => read(row, file).map((one) => ({ ...one, entry: earlier.next(one.entry) }))
  }

const playsOf = (format: CsvFormat): CsvFormat => ({
  ...format,
  survey: withPlays((row, file) => format.read(row, file)),
})

/** Scores up to ten; a backup has each film once, with the day on which it was last seen. */
const simkl: CsvFormat = {
  source: 'simkl',
  columns: ['SIMKL_ID', 'Title', 'Type', 'Watchlist'],
  read: (row) => [
    ofFilm(
      /^(movies?|film)$/i.test(row('Type')),
      trackedFilm({
        status: row('Watchlist'),
        title: row('Title'),
        year: row('Year'),
        tmdbId: row('TMDB'),
        imdbId: row('IMDB'),
        rating: row('Rating'),
        best: 10,
        watchedAt: row('WatchedDate'),
        review: row('Memo'),
      }),
    ),
  ],
}

const movaryFilm = (row: Row) => ({
  title: row('title'),
  year: row('year'),
  tmdbId: row('tmdbId'),
  imdbId: row('imdbId'),
})

const movary: readonly CsvFormat[] = [
  playsOf({
    source: 'movary',
    columns: ['title', 'year', 'tmdbId', 'imdbId', 'watchedAt'],
    read: (row) => {
      const isDated = row('watchedAt') !== '' || row('comment') !== ''
      return [
        readEntry(isDated ? 'log' : 'seen', {
          ...movaryFilm(row),
          watchedAt: row('watchedAt'),
          review: row('comment'),
        }),
      ]
    },
  }),
  {
    source: 'movary',
    columns: ['title', 'year', 'tmdbId', 'imdbId', 'userRating'],
    read: (row) => [readEntry('rating', { ...movaryFilm(row), rating: row('userRating'), best: 10 })],
  },
  {
    source: 'movary',
    columns: ['title', 'year', 'tmdbId', 'imdbId', 'addedAt'],
    read: (row) => {
      // Some versions leave out the year, so that all later columns are shifted by one.
      const isShifted = row('addedAt') === '' && row('tmdbId').startsWith('tt')
      const film = isShifted
        ? { title: row('title'), tmdbId: row('year'), imdbId: row('tmdbId'), loggedAt: row('imdbId') }
        : { ...movaryFilm(row), loggedAt: row('addedAt') }
      return [readEntry('watchlist', film)]
    },
  },
]

/** Scores up to ten; a film that was seen again has a row for each time. */
const yamtrack: CsvFormat = playsOf({
  source: 'yamtrack',
  columns: ['media_id', 'media_type', 'score', 'status'],
  read: (row) => [
    ofFilm(
      row('media_type').toLowerCase() === 'movie',
      trackedFilm({
        status: row('status'),
        title: row('title'),
        // Older versions have only this source.
        tmdbId: ['', 'tmdb'].includes(row('source').toLowerCase()) ? row('media_id') : '',
        rating: row('score'),
        best: 10,
        watchedAt: row('end_date'),
        loggedAt: row('progress_changed'),
        review: row('notes'),
      }),
    ),
  ],
})

/** Written by a community tool for a service that has only series. */
const serializd: CsvFormat = {
  source: 'serializd',
  columns: ['name', 'showId'],
  read: (row) => [
    ofNoFilm(readEntry('log', { title: row('name'), review: row('reviewText'), loggedAt: row('dateAdded') })),
  ],
}

const beforeTitle = '-alpha-'

/** A film has only a title and a release day; in some rows the title is only in a key. */
const tvTimeFilm = (row: Row) => ({
  title: row('movie_name') || row('alpha_range_key').split(beforeTitle).slice(1).join(beforeTitle),
  year: row('release_date'),
})
const tvTimeKey = (row: Row) => `${tvTimeFilm(row).title}|${row('release_date').slice(0, 4)}`

/**
 * TV Time: `watch` and `rewatch` are plays, the latter numbered; `towatch` and `follow` also occur for watched films,
 * where they are ignored.
 */
const tvTimeRecords: CsvFormat = {
  source: 'tvtime',
  columns: ['type', 'entity_type', 'movie_name'],
  read: (row) => tvTimeRow(row, { watched: new Set(), rewatched: new Set() }),
  survey: async (rows) => {
    const watched = new Set<string>()
    const rewatched = new Set<string>()
    for await (const row of rows) {
      if (/^(re)?watch$/.test(row('type'))) watched.add(tvTimeKey(row))
      if (row('type') === 'rewatch') rewatched.add(tvTimeKey(row))
    }
    return (row) => tvTimeRow(row, { watched, rewatched })
  },
}

interface TvTimePlays {
  watched: ReadonlySet<string>
  rewatched: ReadonlySet<string>
}

function tvTimeRow(row: Row, { watched, rewatched }: TvTimePlays): Read[] {
  const type = row('type')
  const day = row('watch_date') || row('created_at') || row('updated_at')
  if (row('entity_type') !== 'movie') return type === 'watch' ? episodeRow(row) : []
  const film = tvTimeFilm(row)
  const count = row('rewatch_count')
  if (type === 'watch') {
    const rewatch = rewatched.has(tvTimeKey(row)) ? '' : count
    return [readEntry('log', { ...film, watchedAt: day, loggedAt: day, rewatch })]
  }
  if (type === 'rewatch') {
    const nth = /-(\d{1,4})$/.exec(row('type-uuid-n'))?.[1] ?? (count || '1')
    return [readEntry('log', { ...film, watchedAt: day, loggedAt: day, rewatch: nth === '0' ? '1' : nth })]
  }
  const isPlanned = type === 'towatch' || type === 'follow'
  return isPlanned && !watched.has(tvTimeKey(row)) ? [readEntry('watchlist', { ...film, loggedAt: day })] : []
}

/** An episode; nothing when the row is about none. */
function episodeRow(row: Row): Read[] {
  const title = episodeTitle(row('series_name'), row('season_number'), row('episode_number'))
  return title === '' ? [] : [ofNoFilm(readEntry('log', { title, loggedAt: row('created_at') }))]
}

export const tvTime: readonly CsvFormat[] = [
  tvTimeRecords,
  {
    source: 'tvtime',
    columns: ['key', 'series_name', 'season_number', 'episode_number', 'created_at'],
    read: (row) => (/^(re)?watch-episode/.test(row('key')) ? episodeRow(row) : []),
  },
]

/** The kinds of work that NeoDB has tables of: `movie_mark.csv`, `book_review.csv`. */
const neodbTable = /^(movie|tv|music|book|game|podcast|performance)_(?:mark|review|note)\.csv$/i
export const isNeodbTable = (path: string) => neodbTable.test(posix.basename(path))

/** What a work is stands in its address at NeoDB, which comes first; of tables made elsewhere only in their name. */
function isNeodbFilm(row: Row, file: string): boolean {
  const kind =
    /\/(movie|tv|album|book|game|podcast|performance)\//.exec(row('links'))?.[1] ??
    neodbTable.exec(posix.basename(file))?.[1]
  return (kind ?? 'movie').toLowerCase() === 'movie'
}

/** `imdb:tt0113277 year:1995 director:Michael Mann/Somebody Else`, and the addresses of the film at several sites. */
function neodbFilm(row: Row) {
  const said = (name: string) =>
    new RegExp(`(?:^| )${name}:(.+?)(?= [a-z_]+:|$)`).exec(row('info'))?.[1] ?? ''
  return {
    title: row('title'),
    year: said('year'),
    imdbId: said('imdb'),
    tmdbId: /themoviedb\.org\/movie\/(\d+)/.exec(row('links'))?.[1] ?? '',
    directors: said('director').replaceAll('/', ','),
    key: row('links').split(' ')[0] ?? '',
    loggedAt: row('timestamp'),
  }
}

/** In texts of NeoDB spoilers stand between `>!` and `!<`, or begin with the former and go to the end. */
const neodbSpoiler = />!([^]*?)(?:!<|$)/
const neodbText = (text: string) => withoutMarks(text).replaceAll(new RegExp(neodbSpoiler, 'g'), '$1').trim()

/** Tags stand between bars, and in older exports between spaces. */
const neodbTags = (text: string) => text.replaceAll(text.includes('|') ? '|' : ' ', ',')

function neodbRow(row: Row, file: string, { entry, fault }: Read): Read[] {
  const spoilers = [row('comment'), row('content')].some((text) => neodbSpoiler.test(text))
  return [ofFilm(isNeodbFilm(row, file), { entry: { ...entry, spoilers }, fault })]
}

/** The second `title` of a review or note is its own. */
const ownTitle = 'title (2)'

export const neodb: readonly CsvFormat[] = [
  {
    source: 'neodb',
    columns: ['title', 'info', 'links', 'timestamp', 'status', 'rating', 'comment', 'tags'],
    read: (row, file) => {
      const mark = trackedFilm({
        ...neodbFilm(row),
        status: row('status'),
        rating: row('rating'),
        best: 10,
        watchedAt: row('timestamp'),
        review: neodbText(row('comment')),
        tags: neodbTags(row('tags')),
      })
      return neodbRow(row, file, mark)
    },
  },
  {
    source: 'neodb',
    columns: ['title', 'info', 'links', 'timestamp', 'progress', ownTitle, 'content'],
    read: (row, file) => {
      const { entry } = readEntry('review', { ...neodbFilm(row), review: neodbText(row('content')) })
      return neodbRow(row, file, { entry, fault: 'no-place' })
    },
  },
  {
    source: 'neodb',
    columns: ['title', 'info', 'links', 'timestamp', ownTitle, 'content'],
    read: (row, file) => {
      const [heading = '', text = ''] = [row(ownTitle), row('content')].map(neodbText)
      const review = heading === '' ? text : `${markEmphasis(heading)}\n\n${text}`
      return neodbRow(row, file, readEntry('review', { ...neodbFilm(row), review }))
    },
  },
]

export const trackers: readonly CsvFormat[] = [simkl, ...movary, yamtrack, serializd, ...tvTime, ...neodb]
