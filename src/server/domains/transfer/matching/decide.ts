import type { SourceFilm } from '#server/adapters/film-source/film-source.ts'
import type { RowReason } from '#shared/api/transfer.ts'
import { isSimilar, mainTitle, titleKey } from './titles.ts'
import { releaseYear } from '#server/domains/films/films.views.ts'

/**
 * How a film's titles fit the title that is looked for. For equal ones, which of its titles it is; `main` when one of
 * the two has a subtitle, a remark or its year added.
 */
type NameFit = 'title' | 'original' | 'other' | 'main' | 'similar' | 'unlike'

/** A film that an entry may mean. */
export interface Candidate {
  film: SourceFilm
  name: NameFit
  /** Null when one of the two years is not known. */
  yearsOff: number | null
  /** From 0 to 100; a whole number for films of about the right year. */
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
  main: 45,
  similar: 25,
  unlike: 0,
}

/** `otherTitles` are the alternative titles, which the source has to be asked for separately. */
export function candidate(name: Name, film: SourceFilm, otherTitles: readonly string[] = []): Candidate {
  const fit = nameFit(name, film, otherTitles)
  const year = releaseYear(film)
  const yearsOff = name.year === null || year === null ? null : Math.abs(year - name.year)
  return { film, name: fit, yearsOff, score: nameScores[fit] + yearScore(yearsOff) }
}

function nameFit(name: Name, film: SourceFilm, otherTitles: readonly string[]): NameFit {
  const key = titleKey(name.title)
  if (titleKey(film.title) === key) return 'title'
  if (titleKey(film.original_title) === key) return 'original'
  if (otherTitles.some((other) => titleKey(other) === key)) return 'other'
  const titles = [film.title, film.original_title, ...otherTitles]
  const main = mainKey(name.title, name.year)
  const year = releaseYear(film)
  if (titles.some((title) => titleKey(title) === main || mainKey(title, year) === key)) return 'main'
  return titles.some((other) => isSimilar(name.title, other)) ? 'similar' : 'unlike'
}

function mainKey(title: string, year: number | null): string | null {
  const main = mainTitle(title, year)
  return main === null ? null : titleKey(main)
}

function yearScore(yearsOff: number | null): number {
  if (yearsOff === null) return 15
  if (yearsOff <= 1) return yearsOff === 0 ? 40 : 30
  return 10 / yearsOff
}

export const isEqual = ({ name }: Candidate) => name === 'title' || name === 'original' || name === 'other'
export const isNear = ({ yearsOff }: Candidate) => yearsOff !== null && yearsOff <= 1
/** A `main` title counts only with the exact year. */
const isMain = ({ name, yearsOff }: Candidate) => name === 'main' && yearsOff === 0

/** Whether a film fits well enough to be certain. */
export const fits = (name: Name, one: Candidate) =>
  (isEqual(one) && (name.year === null || isNear(one))) || isMain(one)

/** Most likely first; popularity only decides between films that are equal in everything else. */
export const byLikelihood = (a: Candidate, b: Candidate) =>
  b.score - a.score || b.film.popularity - a.film.popularity || a.film.id - b.film.id

/** The result for an entry. */
export type Verdict =
  /** `others` are films that hardly anybody would mean. */
  | { state: 'sure'; film: SourceFilm; confidence: number; others: SourceFilm[] }
  | {
      state: 'doubtful'
      reason: Extract<RowReason, 'several-matches' | 'other-year' | 'other-title'>
      confidence: number
      films: SourceFilm[]
      /** Equally good films; the director may decide between them. */
      twins: SourceFilm[]
    }
  | { state: 'not-found'; films: SourceFilm[] }

const maxFilms = 5
/** The highest confidence of a doubtful match. */
const doubt = 60

/**
 * A film is certain only when it alone has the title (or original or alternative title) and the year, give or take
 * one; when several do, the one of the exact year. When none does, a film of the exact year counts whose title
 * differs only by a subtitle or remark. Popularity never makes a film certain, except next to a namesake that hardly
 * anybody knows.
 */
export function decide(name: Name, candidates: readonly Candidate[]): Verdict {
  const sorted = candidates.toSorted(byLikelihood)
  const equal = sorted.filter(isEqual)
  const titled = name.year === null ? equal.filter((one) => one.name !== 'other') : equal.filter(isNear)
  const fitting = titled.length > 0 ? titled : sorted.filter(isMain)
  const known = fitting.filter((one) => !fitting.some((other) => outshines(other, one)))
  const exact = known.filter((one) => one.yearsOff === 0)
  const best = exact.length > 0 ? exact : known
  const [first] = best
  if (first) {
    const rivals = known.some((one) => betterNamed(one, first)) || isRivalled(first, sorted)
    if (best.length === 1 && !rivals)
      return {
        state: 'sure',
        film: first.film,
        confidence: first.score,
        others: films(fitting.filter((one) => !known.includes(one))),
      }
    return doubtful('several-matches', [...fitting, ...sorted], fitting)
  }
  const similar = sorted.filter(
    (one) => (one.name === 'similar' || one.name === 'main') && (isNear(one) || one.yearsOff === null),
  )
  if (equal.length > 0)
    return doubtful(name.year === null ? 'other-title' : 'other-year', [...equal, ...similar])
  if (similar.length > 0) return doubtful('other-title', similar)
  return { state: 'not-found', films: films(sorted) }
}

const famousVotes = 500
const hardlyAnyVotes = 50
/** How many times more votes a famous film has than an unknown one. */
const famousTimes = 100

/**
 * Whether one of two films with the same title and year is famous and the other hardly known, so that nobody means
 * the other.
 */
function outshines(famous: Candidate, other: Candidate): boolean {
  const [votes, few] = [famous.film.vote_count, other.film.vote_count]
  return (
    nameScores[famous.name] >= nameScores[other.name] &&
    releaseYear(famous.film) === releaseYear(other.film) &&
    votes >= famousVotes &&
    few < hardlyAnyVotes &&
    few * famousTimes <= votes
  )
}

/**
 * A film of the exact year with a shortened title, next to one of the year before or after with the full one: either
 * may be meant.
 */
const isRivalled = (first: Candidate, sorted: readonly Candidate[]) =>
  first.yearsOff === 1 &&
  sorted.some((one) => (one.name === 'similar' || one.name === 'main') && one.yearsOff === 0)

/** A film's own title counts more than an alternative one. */
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
