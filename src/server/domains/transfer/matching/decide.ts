import type { SourceFilm } from '#server/adapters/film-source/film-source.ts'
import type { RowReason } from '#shared/api/transfer.ts'
import { isSimilar, titleKey } from './titles.ts'

/** How a film's titles fit the title that is looked for; `equal` ones by which of its titles. */
type NameFit = 'title' | 'original' | 'other' | 'similar' | 'unlike'

/** A film that an entry may mean. */
export interface Candidate {
  film: SourceFilm
  name: NameFit
  /** Null when one of the two years is not known. */
  yearsOff: number | null
  /** From 0 to 100, whole for those about the year. */
  score: number
}

export interface Name {
  title: string
  year: number | null
}

const nameScores: Readonly<Record<NameFit, number>> = {
  title: 60,
  original: 56,
  other: 50,
  similar: 25,
  unlike: 0,
}

/** `otherTitles` are those that the source keeps apart. */
export function candidate(name: Name, film: SourceFilm, otherTitles: readonly string[] = []): Candidate {
  const fit = nameFit(name.title, film, otherTitles)
  const year = yearOf(film)
  const yearsOff = name.year === null || year === null ? null : Math.abs(year - name.year)
  return { film, name: fit, yearsOff, score: nameScores[fit] + yearScore(yearsOff) }
}

function nameFit(title: string, film: SourceFilm, otherTitles: readonly string[]): NameFit {
  const key = titleKey(title)
  if (titleKey(film.title) === key) return 'title'
  if (titleKey(film.original_title) === key) return 'original'
  if (otherTitles.some((other) => titleKey(other) === key)) return 'other'
  return [film.title, film.original_title, ...otherTitles].some((other) => isSimilar(title, other))
    ? 'similar'
    : 'unlike'
}

function yearScore(yearsOff: number | null): number {
  if (yearsOff === null) return 15
  if (yearsOff <= 1) return yearsOff === 0 ? 40 : 30
  return 10 / yearsOff
}

/** Null for a film without a date. */
export function yearOf(film: Pick<SourceFilm, 'release_date'>): number | null {
  const year = Number(film.release_date.slice(0, 4))
  return year > 0 ? year : null
}

export const isEqual = ({ name }: Candidate) => name === 'title' || name === 'original' || name === 'other'
export const isNear = ({ yearsOff }: Candidate) => yearsOff !== null && yearsOff <= 1

/** The likeliest first; what is popular only when nothing else tells two apart. */
export const byLikelihood = (a: Candidate, b: Candidate) =>
  b.score - a.score || b.film.popularity - a.film.popularity || a.film.id - b.film.id

/** What can be said of an entry by what was found. */
export type Verdict =
  | { state: 'sure'; film: SourceFilm; confidence: number }
  | {
      state: 'doubtful'
      reason: Extract<RowReason, 'several-matches' | 'other-year' | 'other-title'>
      confidence: number
      films: SourceFilm[]
      /** Equally good: a director could tell them apart. */
      twins: SourceFilm[]
    }
  | { state: 'not-found'; films: SourceFilm[] }

const maxFilms = 5
/** Doubts are never surer than this. */
const doubt = 60

/**
 * Sure is only a film that alone has the title (or the original or another one) and the year, give or take one; where
 * several have both, the one of the exact year. How popular a film is makes nothing sure.
 */
export function decide(name: Name, candidates: readonly Candidate[]): Verdict {
  const sorted = candidates.toSorted(byLikelihood)
  const equal = sorted.filter(isEqual)
  const fitting = name.year === null ? equal.filter((one) => one.name !== 'other') : equal.filter(isNear)
  const exact = fitting.filter((one) => one.yearsOff === 0)
  const best = exact.length > 0 ? exact : fitting
  const [first] = best
  if (first) {
    const rivals = fitting.some((one) => betterNamed(one, first)) || isRivalled(first, sorted)
    if (best.length === 1 && !rivals) return { state: 'sure', film: first.film, confidence: first.score }
    return doubtful('several-matches', [...fitting, ...sorted], fitting)
  }
  const similar = sorted.filter((one) => one.name === 'similar' && (isNear(one) || one.yearsOff === null))
  if (equal.length > 0)
    return doubtful(name.year === null ? 'other-title' : 'other-year', [...equal, ...similar])
  if (similar.length > 0) return doubtful('other-title', similar)
  return { state: 'not-found', films: films(sorted.filter((one) => one.name === 'similar')) }
}

/** A film of just that year whose title is cut short, the other of the year beside it: either may be meant. */
const isRivalled = (first: Candidate, sorted: readonly Candidate[]) =>
  first.yearsOff === 1 && sorted.some((one) => one.name === 'similar' && one.yearsOff === 0)

/** A title of the film's own outweighs one by which it also goes. */
const betterNamed = (one: Candidate, first: Candidate) =>
  one !== first && one.name !== 'other' && first.name === 'other'

function doubtful(
  reason: Extract<Verdict, { state: 'doubtful' }>['reason'],
  sorted: readonly Candidate[],
  twins: readonly Candidate[] = [],
): Verdict {
  const score = sorted[0]?.score ?? 0
  return {
    state: 'doubtful',
    reason,
    confidence: Math.round(Math.min(doubt, score)),
    films: films(sorted),
    twins: films(twins),
  }
}

const films = (sorted: readonly Candidate[]) =>
  [...new Set(sorted.filter((one) => one.name !== 'unlike').map((one) => one.film))].slice(0, maxFilms)
