import * as z from 'zod'
import type { ImportSource } from '#shared/api/transfer.ts'
import { fail } from '#server/core/errors.ts'
import type { ReadRow } from '../entry.ts'
import type { Facts } from './csv.ts'
import { arrayIn, flatCells, parseItems } from './json.ts'
import { trackedFilm } from './trackers.ts'
import { ofFilm, ofNoFilm, readEntry, type Read } from './values.ts'

/** Reads exports that are one JSON object of arrays. */

interface JsonArray<Item> {
  source: ImportSource
  /** Names of the arrays; an export has only one of those with the same meaning. */
  members: readonly string[]
  shape: z.ZodType<Item>
  read(item: Item): Read[]
}

const text = z.string().nullish()
const number = z.union([z.number(), z.string()]).nullish()
const cell = (value: string | number | null | undefined) => String(value ?? '')

const ryotItem = z.object({
  lot: z.string(),
  source: text,
  /** The title. */
  source_id: text,
  identifier: number,
  collections: z.array(z.union([z.string(), z.object({ collection_name: text })])).nullish(),
  reviews: z
    .array(
      z.object({
        rating: number,
        review: z.object({ text, date: text, spoiler: z.boolean().nullish() }).nullish(),
      }),
    )
    .nullish(),
  seen_history: z
    .array(z.object({ progress: number, started_on: text, ended_on: text, state: text }))
    .nullish(),
})
type RyotItem = z.output<typeof ryotItem>

/** Collections that Ryot makes by itself. */
const ryotOwn = /^(completed|in progress|monitoring|owned|reminders|custom|watchlist)$/i

const ryot: JsonArray<RyotItem> = {
  source: 'ryot',
  members: ['metadata', 'media'],
  shape: ryotItem,
  read: (item) => {
    const title = item.source_id ?? ''
    if (item.lot.toLowerCase() !== 'movie') return [ofNoFilm(readEntry('log', { title }))]
    const film = {
      title,
      tmdbId: item.source?.toLowerCase() === 'tmdb' ? cell(item.identifier) : '',
      imdbId: item.source?.toLowerCase() === 'imdb' ? cell(item.identifier) : '',
    }
    const collections = (item.collections ?? []).map((one) =>
      typeof one === 'string' ? one : (one.collection_name ?? ''),
    )
    const plays = playsOf(item)
    const opinions = opinionsOf(item)
    const isSeen = plays.length > 0 || opinions.length > 0
    const isPlanned = collections.some((name) => name.toLowerCase() === 'watchlist')
    return [
      ...logsOf(film, plays, opinions),
      ...(isPlanned && !isSeen ? [readEntry('watchlist', film)] : []),
      ...collections
        .filter((name) => name.trim() !== '' && !ryotOwn.test(name))
        .map((name) => {
          const list = { key: name, title: name.slice(0, 200), description: '', position: null }
          return readEntry('list-film', { ...film, list })
        }),
    ]
  },
}

/** The days of plays that were finished, oldest first; those without a known day come before, as ''. */
const playsOf = ({ seen_history: seen }: RyotItem) =>
  (seen ?? [])
    .filter(({ progress, state }) => Number(progress ?? 100) >= 100 && !/^drop/i.test(state ?? ''))
    .map(({ ended_on: ended, started_on: started }) => ended ?? started ?? '')
    .toSorted()

/** Ratings out of a hundred, and texts, oldest first. */
const opinionsOf = ({ reviews }: RyotItem) =>
  (reviews ?? [])
    .map(({ rating, review }) => ({
      rating: cell(rating),
      review: review?.text ?? '',
      loggedAt: review?.date ?? '',
      spoilers: review?.spoiler ?? false,
    }))
    .filter(({ rating, review }) => review !== '' || (rating !== '' && Number(rating) !== 0))
    .toSorted((a, b) => a.loggedAt.localeCompare(b.loggedAt))

const noOpinion = { rating: '', review: '', loggedAt: '', spoilers: false }

/** Pairs opinions with plays, from the newest on; further opinions become logs without a day. */
function logsOf(film: object, plays: readonly string[], opinions: ReturnType<typeof opinionsOf>): Read[] {
  const count = Math.max(plays.length, opinions.length)
  return Array.from({ length: count }, (_, at) => {
    const watchedAt = plays.at(at - count) ?? ''
    const { spoilers, ...opinion } = (at >= count - opinions.length && opinions.at(at - count)) || noOpinion
    const before = Math.max(0, at - (count - plays.length))
    const said = { ...film, ...opinion, best: 100 as const, watchedAt, rewatch: String(before) }
    const isLog = watchedAt !== '' || opinion.review !== ''
    const read = readEntry(isLog ? 'log' : opinion.rating === '' ? 'seen' : 'rating', said)
    return { ...read, entry: { ...read.entry, spoilers } }
  })
}

const simklItem = z.object({
  status: text,
  user_rating: number,
  user_rated_at: text,
  last_watched_at: text,
  added_to_watchlist_at: text,
  memo: z.union([z.string(), z.object({ text })]).nullish(),
  movie: z
    .object({ title: text, year: number, ids: z.object({ tmdb: number, imdb: text }).nullish() })
    .nullish(),
  show: z.object({ title: text, year: number }).nullish(),
})

const simkl = (member: string): JsonArray<z.output<typeof simklItem>> => ({
  source: 'simkl',
  members: [member],
  shape: simklItem,
  read: (item) => {
    const { movie, show, memo } = item
    const read = trackedFilm({
      status: item.status ?? '',
      title: movie?.title ?? show?.title ?? '',
      year: cell(movie?.year ?? show?.year),
      tmdbId: cell(movie?.ids?.tmdb),
      imdbId: movie?.ids?.imdb ?? '',
      rating: cell(item.user_rating),
      best: 10,
      watchedAt: item.last_watched_at ?? '',
      loggedAt: item.last_watched_at ?? item.user_rated_at ?? item.added_to_watchlist_at ?? '',
      review: typeof memo === 'string' ? memo : (memo?.text ?? ''),
    })
    return [ofFilm(Boolean(movie), read)]
  },
})

const jsonArrays = [ryot, simkl('movies'), simkl('shows'), simkl('anime')] as readonly JsonArray<unknown>[]

/** Whether the file begins like a JSON object. */
export const isJson = (bytes: Buffer) => /^(?:\ufeff)?\s*\{/.test(bytes.toString('utf8', 0, 200))

/** @throws import.not_a_file where no export has such arrays; import.broken, import.too_large with the line of the array */
export function readJsonExport(file: string, bytes: Buffer, facts: Facts) {
  const found = jsonArrays.flatMap((kind) => {
    const member = kind.members.find((name) => arrayIn(bytes, name) !== null)
    return member === undefined ? [] : [{ kind, member }]
  })
  const [first] = found
  if (!first) throw fail('import.not_a_file', { issues: [{ path: file, message: 'the JSON of no export' }] })
  const { source } = first.kind
  const meant = found.filter(({ kind }) => kind.source === source)
  return { source, rows: readArrays(file, bytes, meant, facts) }
}

async function* readArrays(
  file: string,
  bytes: Buffer,
  arrays: readonly { kind: JsonArray<unknown>; member: string }[],
  facts: Facts,
): AsyncGenerator<ReadRow> {
  let line = 0
  for (const { kind, member } of arrays) {
    const array = arrayIn(bytes, member) ?? Buffer.from('[]')
    for await (const { item, said } of parseItems(file, array, kind.shape)) {
      line++
      const cells = flatCells(said, facts)
      for (const { entry, fault } of kind.read(item)) yield { file, line, entry, fault, cells }
    }
  }
}
