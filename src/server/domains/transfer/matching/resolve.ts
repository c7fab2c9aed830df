import { createHash } from 'node:crypto'
import {
  directorsIn,
  type SourceFilm,
  type SourceFilmDetails,
} from '#server/adapters/film-source/film-source.ts'
import type { RowReason } from '#shared/api/transfer.ts'
import { foldText } from '#shared/matching/fold.ts'
import type { ImportEntry } from '../entry.ts'
import { candidate, type Name, type Verdict } from './decide.ts'
import { lookUp, type FilmQuestions } from './look-up.ts'
import { nameOf } from './titles.ts'

/** The result for an entry, and the films that it names. */
export interface ResolvedEntry {
  match: Exclude<Match, { state: 'down' }>
  films: SourceFilm[]
}

/** What an entry says of its film. */
export type FilmHint = Pick<ImportEntry, 'title' | 'year' | 'tmdbId' | 'imdbId' | 'directors'>

/** A key that is equal for entries which get the same result. */
export function entryKey(entry: FilmHint): string {
  const { title, year } = nameOf(entry)
  const directors = entry.directors.map(foldText)
  return JSON.stringify([entry.tmdbId, entry.imdbId, title.toLowerCase(), year, directors])
}

/** A hash of it, which is stored with a row. */
export const filmKeyOf = (entry: FilmHint): string =>
  createHash('sha256').update(entryKey(entry)).digest('base64url')

export async function resolve(source: FilmQuestions, entry: FilmHint): Promise<ResolvedEntry> {
  const name = nameOf(entry)
  return (await byNumber(source, entry, name)) ?? byTitle(source, entry, name)
}

const byNumberConfidence = 100

/** Null when the source knows none of the entry's numbers. */
async function byNumber(source: FilmQuestions, entry: FilmHint, name: Name): Promise<ResolvedEntry | null> {
  const numbered = entry.tmdbId === null ? null : await source.filmTitles(entry.tmdbId)
  const film = numbered ?? (entry.imdbId === null ? null : await source.filmByImdbId(entry.imdbId))
  if (!film || film.adult) return null
  const { name: fit, yearsOff } = candidate(name, film, numbered?.titles)
  // A mistyped number, or one of a series: its film has neither the title nor the year.
  const isAnother = name.title !== '' && fit === 'unlike' && yearsOff !== null && yearsOff > 1
  return isAnother ? doubtful('other-title', 10, [film]) : sure(film, byNumberConfidence)
}

async function byTitle(source: FilmQuestions, entry: FilmHint, name: Name): Promise<ResolvedEntry> {
  const verdict = await lookUp(source, name)
  switch (verdict.state) {
    case 'not-found':
      return notFound(verdict.films)
    case 'doubtful':
      return (
        (await amongTwins(source, entry, verdict)) ??
        doubtful(verdict.reason, verdict.confidence, verdict.films)
      )
    case 'sure':
      if (!(await contradicts(source, entry, verdict.film))) return sure(verdict.film, verdict.confidence)
      return (
        (await amongTwins(source, entry, { twins: verdict.others, confidence: verdict.confidence })) ??
        doubtful('other-title', 40, [verdict.film, ...verdict.others])
      )
  }
}

/** Of several equally good films the one by the entry's director. */
async function amongTwins(
  source: FilmQuestions,
  entry: FilmHint,
  { twins, confidence }: Pick<Extract<Verdict, { state: 'doubtful' }>, 'twins' | 'confidence'>,
): Promise<ResolvedEntry | null> {
  if (entry.directors.length === 0) return null
  const directed: SourceFilm[] = []
  for (const film of twins) if (await directedBy(source, film, entry.directors)) directed.push(film)
  const [only] = directed
  return only && directed.length === 1 ? sure(only, Math.max(confidence, 80)) : null
}

const sure = (film: SourceFilm, confidence: number): ResolvedEntry => ({
  match: { state: 'sure', filmId: film.id, confidence },
  films: [film],
})

const doubtful = (reason: RowReason, confidence: number, films: SourceFilm[]): ResolvedEntry => ({
  match: { state: 'doubtful', reason, confidence, candidates: films.map((film) => film.id) },
  films,
})

const notFound = (films: SourceFilm[]): ResolvedEntry => ({
  match: { state: 'not-found', reason: 'no-match', confidence: 0, candidates: films.map((film) => film.id) },
  films,
})

/** The match of an entry. `confidence` goes from 0 to 100. */
export type Match =
  | { state: 'sure'; filmId: number; confidence: number }
  | {
      state: 'doubtful' | 'not-found'
      reason: RowReason
      confidence: number
      /** Films that the entry could mean, most likely first; at most 5. They are in the table `films` too. */
      candidates: number[]
    }
  /** The source could not be asked: the entry is to be tried again. */
  | { state: 'down' }

interface Known {
  imdbId: string | null
  directors: readonly string[]
}

/** Whether the other details of an entry contradict a film that has its title and year. */
async function contradicts(source: FilmQuestions, entry: Known, film: SourceFilm): Promise<boolean> {
  if (entry.imdbId === null && entry.directors.length === 0) return false
  const details = await source.film(film.id)
  if (!details) return false
  const otherNumber = entry.imdbId !== null && details.imdb_id !== null && details.imdb_id !== entry.imdbId
  const own = directorsOf(details)
  return otherNumber || (entry.directors.length > 0 && own.length > 0 && !shareName(own, entry.directors))
}

export async function directedBy(
  source: FilmQuestions,
  film: SourceFilm,
  directors: readonly string[],
): Promise<boolean> {
  const details = await source.film(film.id)
  return details !== null && shareName(directorsOf(details), directors)
}

const directorsOf = ({ crew }: SourceFilmDetails) => directorsIn(crew).map(({ name }) => name)

/** Names are written in other orders and with other first names ("Bong Joon-ho", "Joon-ho Bong", "J. J. Abrams"). */
const shareName = (own: readonly string[], asked: readonly string[]) =>
  own.some((name) => asked.some((other) => isSamePerson(words(name), words(other))))

const words = (name: string) => foldText(name).split(' ')

function isSamePerson(name: readonly string[], other: readonly string[]): boolean {
  if (name.join('') === other.join('')) return true
  const common = name.filter((word) => word.length > 1 && other.includes(word)).length
  return common >= Math.min(2, name.length, other.length)
}
