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

/** What the source is asked for an entry. */
export type FilmQuestions = Pick<FilmSource, 'search' | 'film' | 'filmTitles' | 'filmByImdbId'>

/** Pages are read on while they show films of that very title: another one may follow. */
const maxPages = 3
/** Films whose other titles are asked for. */
const maxAsked = 3

/**
 * The films that an entry may mean by its title, asking as little as decides it: those of the year, of the years
 * beside it, of all years, then other titles of the likeliest.
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

/** Those of about the year, which the source found by something that it did not tell. */
const likely = (seen: ReadonlyMap<number, Candidate>) =>
  [...seen.values()]
    .filter((one) => isNear(one) || one.yearsOff === null)
    .toSorted(byLikelihood)
    .slice(0, maxAsked)
    .map((one) => one.film)
