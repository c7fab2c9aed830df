import type { SourceFilm } from '#server/adapters/film-source/film-source.ts'
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
