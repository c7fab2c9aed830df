import * as z from 'zod'
import type { ImportKind } from '#shared/api/transfer.ts'
import type { ImportEntryList, ReadRow } from '../entry.ts'
import type { Archive } from './archive.ts'
import type { Facts } from './csv.ts'
import { withoutMarks } from '#shared/emphasis.ts'
import { flatCells, parseItems } from './json.ts'
import { episodeTitle, ofFilm, readEntry, readList, type Read } from './values.ts'

const ids = z.object({ tmdb: z.number().nullish(), imdb: z.string().nullish() })
const movie = z.object({ title: z.string().nullish(), year: z.number().nullish(), ids })
/** The part of a Trakt entry that Scene imports. */
const traktEntry = z.object({
  id: z.number().nullish(),
  type: z.string().nullish(),
  watched_at: z.string().nullish(),
  rated_at: z.string().nullish(),
  listed_at: z.string().nullish(),
  rating: z.number().nullish(),
  rank: z.number().nullish(),
  notes: z.string().nullish(),
  movie: movie.nullish(),
  show: z.object({ title: z.string().nullish(), year: z.number().nullish() }).nullish(),
  season: z.object({ number: z.number().nullish() }).nullish(),
  episode: z.object({ season: z.number().nullish(), number: z.number().nullish() }).nullish(),
})
type TraktEntry = z.output<typeof traktEntry>

/** A comment, which Trakt has written beside its film, or as an object of its own. */
const traktComment = z.object({
  id: z.number().nullish(),
  parent_id: z.number().nullish(),
  comment: z.union([
    z.string(),
    z.object({
      id: z.number().nullish(),
      parent_id: z.number().nullish(),
      comment: z.string(),
      spoiler: z.union([z.boolean(), z.number()]).nullish(),
      created_at: z.string().nullish(),
    }),
  ]),
  spoiler: z.union([z.boolean(), z.number()]).nullish(),
  created_at: z.string().nullish(),
  movie: movie.nullish(),
})

const traktList = z.object({
  name: z.string(),
  description: z.string().nullish(),
  created_at: z.string().nullish(),
  ids: z.object({ trakt: z.number() }),
})

/** Files of one kind may be split into pages: `watched-history-1.json`, `watched-history-2.json`, … */
const history = /(^|\/)watched[-/]history[^/]*\.json$/
const parts: readonly (readonly [ImportKind, RegExp])[] = [
  ['log', history],
  ['rating', /(^|\/)ratings[-/](ratings-)?movies[^/]*\.json$/],
  ['watchlist', /(^|\/)lists[-/]watchlist[^/]*\.json$/],
  ['favourite', /(^|\/)lists[-/]favorites[^/]*\.json$/],
  ['list-film', /(^|\/)lists[-/]list-\d+-[^/]*\.json$/],
]
const comments = /(^|\/)comments[-/](comments-)?movies[^/]*\.json$/

export const isTrakt = (paths: readonly string[]) =>
  paths.some((path) => parts.some(([, pattern]) => pattern.test(path)))

/**
 * Reads the raw export of Trakt, a ZIP of JSON in which every film has ids. Episodes and shows are reported as not
 * being films; all plays of a film except the first are rewatches. Comments on films are reviews without a day.
 */
export async function* readTraktArchive(archive: Archive, facts: Facts): AsyncGenerator<ReadRow> {
  const lists = yield* readLists(archive, facts)
  const earlier = await countEarlier(archive)
  for (const [kind, pattern] of parts)
    for (const path of pathsOf(archive, pattern)) {
      const list = kind === 'list-film' ? lists.get(Number(/list-(\d+)-/.exec(path)?.[1])) : undefined
      let line = 0
      for await (const { item, said } of parseItems(path, await archive.read(path), traktEntry)) {
        line++
        const place = list ? { ...list, position: item.rank ?? line } : null
        const plays = kind === 'log' && item.id ? (earlier.get(item.id) ?? 0) : 0
        const read = entryOf(kindOf(kind, item), item, { list: place, plays })
        yield { file: path, line, ...read, cells: flatCells(said, facts) }
      }
    }
  yield* readComments(archive, facts)
}

/** What the member said of films; answers to what others said have no place in Scene. */
async function* readComments(archive: Archive, facts: Facts): AsyncGenerator<ReadRow> {
  for (const path of pathsOf(archive, comments)) {
    let line = 0
    for await (const { item, said } of parseItems(path, await archive.read(path), traktComment)) {
      line++
      const { movie: film, comment } = item
      const own = typeof comment === 'string' ? { ...item, comment } : comment
      const { entry, fault } = readEntry('review', {
        title: film?.title ?? '',
        year: film?.year ? String(film.year) : '',
        tmdbId: film?.ids.tmdb ? String(film.ids.tmdb) : '',
        imdbId: film?.ids.imdb ?? '',
        key: own.id ? `trakt:comment:${own.id}` : '',
        loggedAt: own.created_at ?? '',
        review: withoutMarks(own.comment).replaceAll(/\[spoiler\]|\[\/spoiler\]/gi, ''),
      })
      const spoilers = Boolean(own.spoiler) || /\[spoiler\]/i.test(own.comment)
      yield {
        file: path,
        line,
        entry: { ...entry, spoilers },
        fault: fault ?? (own.parent_id ? 'no-place' : null),
        cells: flatCells(said, facts),
      }
    }
  }
}

const pathsOf = (archive: Archive, pattern: RegExp) =>
  archive.paths
    .filter((one) => pattern.test(one))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** For each entry of the history, by its number, how often the film was played before. */
async function countEarlier(archive: Archive): Promise<Map<number, number>> {
  const plays: { id: number; film: string; at: string }[] = []
  for (const path of pathsOf(archive, history))
    for await (const { item } of parseItems(path, await archive.read(path), traktEntry)) {
      const { id, watched_at: at, movie: film } = item
      const name = film?.ids.tmdb ?? film?.ids.imdb
      if (id && at && name) plays.push({ id, film: String(name), at })
    }
  const counts = new Map<string, number>()
  // A play that is listed twice counts once.
  const earlier = new Map<number, number>()
  for (const { id, film } of plays.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    if (earlier.has(id)) continue
    const count = counts.get(film) ?? 0
    earlier.set(id, count)
    counts.set(film, count + 1)
  }
  return earlier
}

/** Trakt's history also has films that were watched on no known day. */
const kindOf = (kind: ImportKind, entry: TraktEntry): ImportKind =>
  kind === 'log' && !entry.watched_at ? 'seen' : kind

interface Around {
  list: ImportEntryList | null
  /** How often the film was played before. */
  plays: number
}

function entryOf(kind: ImportKind, entry: TraktEntry, { list, plays }: Around): Read {
  const { movie: film, show, season, episode } = entry
  const year = film?.year ?? show?.year
  const read = readEntry(kind, {
    title: film?.title ?? episodeTitle(show?.title ?? '', episode?.season ?? season?.number, episode?.number),
    year: year ? String(year) : '',
    tmdbId: film?.ids.tmdb ? String(film.ids.tmdb) : '',
    imdbId: film?.ids.imdb ?? '',
    key: kind === 'log' && entry.id ? `trakt:${entry.id}` : '',
    rating: entry.rating ? String(entry.rating) : '',
    best: 10,
    watchedAt: kind === 'log' ? (entry.watched_at ?? '') : '',
    loggedAt: entry.watched_at ?? entry.rated_at ?? entry.listed_at ?? '',
    rewatch: String(plays),
    list,
    note: entry.notes ?? '',
  })
  return ofFilm(Boolean(film) && (entry.type ?? 'movie') === 'movie', read)
}

/** Yields the lists themselves; returns them by their number. */
async function* readLists(
  archive: Archive,
  facts: Facts,
): AsyncGenerator<ReadRow, Map<number, ImportEntryList>> {
  const found = new Map<number, ImportEntryList>()
  for (const path of pathsOf(archive, /(^|\/)lists[-/]lists[^/]*\.json$/)) {
    let line = 0
    for await (const { item, said } of parseItems(path, await archive.read(path), traktList)) {
      const given: ImportEntryList = {
        key: `trakt:${item.ids.trakt}`,
        title: item.name,
        description: item.description ?? '',
        position: null,
      }
      const cells = flatCells(said, facts)
      const { list, rows } = readList(given, { made: item.created_at ?? '', cells })
      found.set(item.ids.trakt, list)
      line++
      for (const row of rows) yield { file: path, line, ...row }
    }
  }
  return found
}
