import type { FilmSource, SourceFilm } from '#server/adapters/film-source/film-source.ts'
import {
  byLikelihood,
  candidate,
  decide,
  fits,
  isEqual,
  isNear,
  type Candidate,
  type Name,
  type Verdict,
} from './decide.ts'
import { otherSpellings } from './titles.ts'

/** The calls of the film source that matching needs. */
export type FilmQuestions = Pick<FilmSource, 'search' | 'film' | 'filmTitles' | 'filmByImdbId'>

/** How many pages of results are read, as long as they have films of exactly this title. */
const maxPages = 3
/** How many films are asked for their alternative titles. */
const maxAsked = 3

/**
 * Looks up the films that an entry may mean by its title, with as few requests as possible: films of the year, of the
 * years beside it, of all years, then alternative titles of the most likely ones.
 */
export async function lookUp(source: FilmQuestions, name: Name): Promise<Verdict> {
  const seen = new Map<number, Candidate>()

  async function search(query: string, year: number | null) {
    for (let page = 1; page <= maxPages; page++) {
      const { results, total_pages } = await source.search(query, page, year ?? undefined)
      const found = results.filter((film) => !film.adult).map((film) => candidate(name, film))
      for (const one of found) if (!seen.has(one.film.id)) seen.set(one.film.id, one)
      if (page >= total_pages || !found.some(isEqual)) return
    }
  }
  const isFound = () => [...seen.values()].some((one) => fits(name, one))
  const verdict = () => decide(name, [...seen.values()])

  const { title, year } = name
  if (title === '') return verdict()
  if (year !== null) {
    await search(title, year)
    if (isFound()) return verdict()
    for (const beside of [year - 1, year + 1]) await search(title, beside)
    if (isFound()) return verdict()
  }
  await search(title, null)
  for (const spelling of otherSpellings(name)) if (!isFound()) await search(spelling, year)
  if (!isFound()) for (const film of likely(seen)) await addTitles(film)
  return verdict()

  async function addTitles(film: SourceFilm) {
    const known = await source.filmTitles(film.id)
    if (known) seen.set(film.id, candidate(name, film, known.titles))
  }
}

/** Films of about the right year, which the source found by a title that it did not return. */
const likely = (seen: ReadonlyMap<number, Candidate>) =>
  [...seen.values()]
    .filter((one) => isNear(one) || one.yearsOff === null)
    .toSorted(byLikelihood)
    .slice(0, maxAsked)
    .map((one) => one.film)
