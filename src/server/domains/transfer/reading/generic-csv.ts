import { diaryColumns, filmColumns, unescapeCell, unescapeReview } from '../csv-cells.ts'
import { readEntry, type Read } from './values.ts'
import { htmlText } from './html-text.ts'
import type { Row } from './csv.ts'

/** Names of columns that mean the same, in lower case without blanks and signs. */
const synonyms = {
  tmdbId: ['tmdbid', 'tmdb', 'mediaid'],
  imdbId: ['imdbid', 'imdb', 'const'],
  title: ['title', 'name'],
  year: ['year', 'releaseyear', 'releasedate'],
  directors: ['directors', 'director'],
  key: ['letterboxduri', 'url', 'uri'],
  rating: ['rating'],
  rating10: ['rating10', 'userrating', 'score', 'yourrating'],
  watchedAt: ['watcheddate', 'watchedat', 'datewatched', 'enddate'],
  loggedAt: ['createddate', 'date', 'ratedat', 'addedat', 'listedat'],
  rewatch: ['rewatch', 'rewatchcount'],
  tags: ['tags'],
  review: ['review', 'comment', 'notes'],
  type: ['type', 'mediatype'],
  // Simkl’s `Watchlist` says which of its lists a film is on.
  status: ['status', 'watchlist'],
} as const

type Field = keyof typeof synonyms

/**
 * Reads rows of any CSV with ids of films: the format that Letterboxd imports, Trakt's, Simkl's, Movary's, Yamtrack's
 * and tables made by hand. Null when the header has no column of ids.
 */
export function genericCsv(header: readonly string[], file: string): ((row: Row) => Read[]) | null {
  const known = new Map(header.map((name) => [name.toLowerCase().replaceAll(/[^a-z\d]/g, ''), name]))
  const column = (field: Field) => {
    for (const name of synonyms[field]) {
      const found = known.get(name)
      if (found !== undefined) return found
    }
    return null
  }
  const columns = new Map((Object.keys(synonyms) as Field[]).map((field) => [field, column(field)]))
  if (!columns.get('tmdbId') && !columns.get('imdbId')) return null
  const isDiary = header.join() === diaryColumns.join()
  const isOwn = isDiary || header.join() === filmColumns.join()
  // Whose own rating column goes to ten.
  const isOfTen = ['trakt', 'traktid', 'ratedat', 'simklid'].some((name) => known.has(name))
  const isWatchlist = /watchlist/i.test(file) || known.has('watchlistedat') || known.has('listedat')
  return (row) => {
    const cell = (field: Field) => {
      const name = columns.get(field)
      const written = name ? row(name) : ''
      return isOwn ? unescapeCell(written) : written
    }
    const watchedAt = cell('watchedAt')
    const rating = cell('rating') || cell('rating10')
    const review = isOwn ? unescapeReview(cell('review')) : htmlText(cell('review'))
    const planned = /^(plan|watchlist|wish)/i.test(cell('status'))
    const kind = isDiary ? 'log' : kindOf({ isWatchlist: isWatchlist || planned, watchedAt, rating, review })
    const type = cell('type').toLowerCase()
    const { entry, fault } = readEntry(kind, {
      title: cell('title'),
      year: cell('year'),
      tmdbId: cell('tmdbId'),
      imdbId: cell('imdbId'),
      directors: cell('directors'),
      key: cell('key'),
      rating,
      best: cell('rating') && !isOfTen ? 5 : 10,
      watchedAt,
      loggedAt: cell('loggedAt'),
      rewatch: cell('rewatch'),
      tags: cell('tags'),
      review,
    })
    return [{ entry, fault: ['', 'movie', 'movies', 'film'].includes(type) ? fault : 'not-a-film' }]
  }
}

/** A day or a text makes a log of its own, stars alone a rating. */
function kindOf(row: { isWatchlist: boolean; watchedAt: string; rating: string; review: string }) {
  if (row.isWatchlist) return 'watchlist'
  if (row.watchedAt !== '' || row.review !== '') return 'log'
  return row.rating === '' ? 'seen' : 'rating'
}
