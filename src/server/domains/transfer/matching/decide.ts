import type { SourceFilm } from '#server/adapters/film-source/film-source.ts'
import type { RowReason } from '#shared/api/transfer.ts'
import { byLikelihood, isEqual, isNear, type Candidate, type Name } from './candidates.ts'

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
