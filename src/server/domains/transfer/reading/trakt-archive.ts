import * as z from 'zod'
import type { ImportKind, RowReason } from '#shared/api/transfer.ts'
import type { ReadRow } from '../entry.ts'
import type { Archive } from './archive.ts'
import { parseItems } from './json.ts'
import { readEntry } from './values.ts'

const ids = z.object({ tmdb: z.number().nullish(), imdb: z.string().nullish() })
const movie = z.object({ title: z.string().nullish(), year: z.number().nullish(), ids })
/** Of what Trakt says of an entry, the part that Scene imports. */
const traktEntry = z.object({
  id: z.number().nullish(),
  type: z.string().nullish(),
  watched_at: z.string().nullish(),
  rated_at: z.string().nullish(),
  listed_at: z.string().nullish(),
  rating: z.number().nullish(),
  rank: z.number().nullish(),
  movie: movie.nullish(),
})
type TraktEntry = z.output<typeof traktEntry>

const traktList = z.object({
  name: z.string(),
  description: z.string().nullish(),
  ids: z.object({ trakt: z.number() }),
})

/** Files of one kind may be cut into pages: `watched-history-1.json`, `watched-history-2.json`, … */
const parts: readonly (readonly [ImportKind, RegExp])[] = [
  ['log', /(^|\/)watched[-/]history[^/]*\.json$/],
  ['rating', /(^|\/)ratings[-/](ratings-)?movies[^/]*\.json$/],
  ['watchlist', /(^|\/)lists[-/]watchlist[^/]*\.json$/],
  ['favourite', /(^|\/)lists[-/]favorites[^/]*\.json$/],
  ['list-film', /(^|\/)lists[-/]list-\d+-[^/]*\.json$/],
]

export const isTrakt = (paths: readonly string[]) =>
  paths.some((path) => parts.some(([, pattern]) => pattern.test(path)))

/** The raw export of Trakt, a ZIP of JSON: every film carries ids. Episodes and shows are told as no films. */
export async function* readTraktArchive(archive: Archive): AsyncGenerator<ReadRow> {
  const lists = await listsOf(archive)
  for (const [kind, pattern] of parts)
    for (const path of archive.paths.filter((one) => pattern.test(one)).toSorted(byNumber)) {
      const list = kind === 'list-film' ? lists.get(Number(/list-(\d+)-/.exec(path)?.[1])) : undefined
      let line = 0
      for await (const entry of parseItems(path, await archive.read(path), traktEntry)) {
        line++
        const read = entryOf(
          kindOf(kind, entry),
          entry,
          list ? { ...list, position: entry.rank ?? line } : null,
        )
        yield { file: path, line, ...read }
      }
    }
}

const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

/** Trakt's history holds films that were watched on no known day too. */
const kindOf = (kind: ImportKind, entry: TraktEntry): ImportKind =>
  kind === 'log' && !entry.watched_at ? 'seen' : kind

function entryOf(kind: ImportKind, entry: TraktEntry, list: ReadRow['entry']['list']) {
  const { movie: film } = entry
  const { entry: read, fault } = readEntry(kind, {
    title: film?.title ?? '',
    year: film?.year ? String(film.year) : '',
    tmdbId: film?.ids.tmdb ? String(film.ids.tmdb) : '',
    imdbId: film?.ids.imdb ?? '',
    key: kind === 'log' && entry.id ? `trakt:${entry.id}` : '',
    rating: entry.rating ? String(entry.rating) : '',
    best: 10,
    watchedAt: kind === 'log' ? (entry.watched_at ?? '') : '',
    loggedAt: entry.watched_at ?? entry.rated_at ?? entry.listed_at ?? '',
    list,
  })
  const notAFilm: RowReason = 'not-a-film'
  return { entry: read, fault: film && (entry.type ?? 'movie') === 'movie' ? fault : notAFilm }
}

async function listsOf(archive: Archive) {
  const found = new Map<number, { key: string; title: string; description: string }>()
  for (const path of archive.paths.filter((one) => /(^|\/)lists[-/]lists[^/]*\.json$/.test(one)))
    for await (const list of parseItems(path, await archive.read(path), traktList))
      found.set(list.ids.trakt, {
        key: `trakt:${list.ids.trakt}`,
        title: list.name.slice(0, 200),
        description: (list.description ?? '').slice(0, 5000),
      })
  return found
}
