import { SaxesParser } from 'saxes'
import type { ReadRow } from '../entry.ts'
import { markedText, ofFilm, readEntry } from '../reading/values.ts'

// The feed of a member of Letterboxd: about fifty things, the newest first, as https://letterboxd.com/<name>/rss/ has them.

const letterboxd = 'https://letterboxd.com'
const tmdb = 'https://themoviedb.org'

/** Something that a member did there. */
export interface FeedItem {
  /**
   * The digits of a guid such as `letterboxd-watch-1153149850`; with its first text the item becomes
   * `letterboxd-review-…`, with the same digits.
   */
  number: string
  title: string
  year: number | null
  watchedOn: string | null
  /** Half steps. */
  rating: number | null
  /** The rows of an import that it becomes, the film's own first. */
  rows: ReadRow[]
}

type Fields = Map<string, string>

/** More than any feed has. */
const maxItems = 500
/** Elements within each other: a feed has four. Each is looked for in all around it, so they must not be many. */
const maxDepth = 20

/** @throws for what is no such feed */
export function readLetterboxdFeed(xml: string): FeedItem[] {
  return (
    [...itemsOf(xml)]
      .flatMap((fields) => itemOf(fields) ?? [])
      .map((item, index) => ({ ...item, rows: item.rows.map((row) => ({ ...row, line: index + 1 })) }))
      // Oldest first, in the order in which things were done.
      .toReversed()
  )
}

/** The items as fields by name, with the usual prefix whichever prefix the feed uses. */
function itemsOf(xml: string): Fields[] {
  const parser = new SaxesParser({ xmlns: true })
  const items: Fields[] = []
  const path: string[] = []
  let fields: Fields | null = null
  let text = ''
  let isFeed = false
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('a feed declares no types')
  })
  parser.on('opentag', ({ local, uri }) => {
    path.push(nameOf(local, uri))
    if (path.length > maxDepth) throw new Error('no feed is so deep')
    text = ''
    if (path.length === 1) isFeed = local === 'rss'
    if (path.join('/') === 'rss/channel/item') fields = new Map()
  })
  parser.on('text', (more) => (text += more))
  parser.on('cdata', (more) => (text += more))
  parser.on('closetag', () => {
    if (path.length === 4) fields?.set(path[3] ?? '', text.trim())
    else if (path.join('/') === 'rss/channel/item' && fields && items.length < maxItems) {
      items.push(fields)
      fields = null
    }
    path.pop()
  })
  parser.write(xml).close()
  if (!isFeed) throw new Error('no feed')
  return items
}

function nameOf(local: string, uri: string): string {
  if (uri === letterboxd) return `letterboxd:${local}`
  return uri === tmdb ? `tmdb:${local}` : local
}

/** Null for lists, which are not imported. */
function itemOf(fields: Fields): FeedItem | null {
  const field = (name: string) => fields.get(name) ?? ''
  const [, of, number] = /^letterboxd-(watch|review)-(\d{1,20})$/.exec(field('guid')) ?? []
  if (number === undefined) return null
  const { review, spoilers } =
    of === 'review' ? reviewOf(field('description')) : { review: '', spoilers: false }
  const watchedAt = field('letterboxd:watchedDate')
  const rating = field('letterboxd:memberRating')
  const film = {
    title: field('letterboxd:filmTitle') || field('title'),
    year: field('letterboxd:filmYear'),
    tmdbId: field('tmdb:movieId'),
    loggedAt: instantOf(field('pubDate')),
  }
  const kind = watchedAt !== '' ? 'log' : review !== '' ? 'review' : rating === '' ? 'seen' : 'rating'
  const read = ofFilm(
    field('tmdb:tvId') === '',
    readEntry(kind, { ...film, rating, watchedAt, review, rewatch: field('letterboxd:rewatch') }),
  )
  const asRow = ({ entry, fault }: typeof read): ReadRow => ({ file: 'rss', line: 0, entry, fault })
  const { entry } = read
  const rows = [asRow({ ...read, entry: { ...entry, spoilers } })]
  if (field('letterboxd:memberLike') === 'Yes' && read.fault === null)
    rows.push(asRow(readEntry('favourite', film)))
  const { title, year } = entry
  return { number, title, year, watchedOn: entry.watchedAt, rating: entry.rating, rows }
}

const poster = /^\s*<p>\s*<img\s[^<>]{0,1000}>\s*<\/p>/i
const warning = /^\s*<p>(?:\s|<em>)*This review may contain spoilers\.(?:\s|<\/em>)*<\/p>/i

/** The text of a review, without the poster and the spoiler warning before it. */
function reviewOf(html: string): { review: string; spoilers: boolean } {
  const words = html.replace(poster, '')
  return { review: markedText(words.replace(warning, '')), spoilers: warning.test(words) }
}

function instantOf(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}
