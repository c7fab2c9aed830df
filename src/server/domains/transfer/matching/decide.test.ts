import { expect, test } from 'vitest'
import type { SourceFilm } from '#server/adapters/film-source/film-source.ts'
import { candidate, decide, type Name } from './decide.ts'

const film = (
  id: number,
  title: string,
  year: number | null,
  more: Partial<SourceFilm> = {},
): SourceFilm => ({
  id,
  title,
  original_title: title,
  overview: '',
  poster_path: null,
  backdrop_path: null,
  release_date: year === null ? '' : `${year}-05-01`,
  vote_average: 0,
  vote_count: 0,
  original_language: 'en',
  genre_ids: [],
  adult: false,
  popularity: 1,
  ...more,
})

function decided(title: string, year: number | null, ...films: (SourceFilm | [SourceFilm, string])[]) {
  const name: Name = { title, year }
  const verdict = decide(
    name,
    films.map((one) => (Array.isArray(one) ? candidate(name, one[0], [one[1]]) : candidate(name, one))),
  )
  if (verdict.state === 'sure') return [verdict.film.id]
  const ids = verdict.films.map(({ id }) => id)
  return [verdict.state === 'doubtful' ? verdict.reason : verdict.state, ...ids]
}

test('the exact year wins over the year beside it', () => {
  expect(decided('Home', 2009, film(1, 'Home', 2008), film(2, 'Home', 2009), film(3, 'Home', 2010))).toEqual([
    2,
  ])
  expect(decided('Home', 2009, film(1, 'Home', 2008), film(3, 'Home', 2010))).toEqual([
    'several-matches',
    1,
    3,
  ])
})

test('two of the same year stay in doubt, however popular one of them is', () => {
  const films = [film(1, 'Eden', 2024, { popularity: 0.1 }), film(2, 'Eden', 2024, { popularity: 900 })]
  expect(decided('Eden', 2024, ...films)).toEqual(['several-matches', 2, 1])
})

test('a twin that hardly anybody knows makes no famous film doubtful', () => {
  const famous = film(1, 'Parasite', 2019, { vote_count: 18_000 })
  const twin = (votes: number) => film(2, 'Parasite', 2019, { vote_count: votes, popularity: 9 })
  expect(decided('Parasite', 2019, twin(3), famous)).toEqual([1])
  expect(decided('Parasite', null, twin(3), famous)).toEqual([1])
  expect(decided('Parasite', 2019, twin(80), famous)).toEqual(['several-matches', 2, 1])
  // Neither is famous, or they are of two years.
  expect(decided('Parasite', 2019, twin(1), film(1, 'Parasite', 2019, { vote_count: 90 }))[0]).toBe(
    'several-matches',
  )
  expect(decided('Parasite', 2020, film(2, 'Parasite', 2020, { vote_count: 1 }), famous)).toEqual([2])
})

test('where no film has the title, one of the very year counts that says more or less beside it', () => {
  const long = film(1, 'Birds of Prey (and the Emancipation)', 2020)
  expect(decided('Birds of Prey', 2020, long)).toEqual([1])
  expect(decided('Birds of Prey', 2021, long)).toEqual(['other-title', 1])
  expect(decided('Birds of Prey', null, long)).toEqual(['other-title', 1])
  expect(decided('Birds of Prey', 2020, long, film(2, 'Birds of Prey', 2020))).toEqual([2])
  expect(decided('Birds of Prey, or: A Tale', 2020, film(2, 'Birds of Prey', 2020))).toEqual([2])
  const two = [film(2, 'Birds of Prey (a Study)', 2020), long]
  expect(decided('Birds of Prey', 2020, ...two)).toEqual(['several-matches', 1, 2])
})

test('a title of its own outweighs another one of the exact year', () => {
  const [byOther, byTitle] = [film(1, 'Elsewhere', 2020), film(2, 'Alpha', 2021)]
  expect(decided('Alpha', 2020, [byOther, 'Alpha'], byTitle)).toEqual(['several-matches', 1, 2])
  expect(decided('Alpha', 2020, [byOther, 'Alpha'])).toEqual([1])
})

test('a title cut short is not taken for the film of the year before', () => {
  const [first, second] = [film(1, 'Battles', 1973), film(2, 'Battles: Police Tactics', 1974)]
  expect(decided('Battles', 1974, first, second)).toEqual(['several-matches', 1, 2])
  expect(decided('Battles', 1973, first, second)).toEqual([1])
})

test('without a year only the one film of that title is sure', () => {
  expect(decided('Heat', null, film(1, 'Heat', 1995), film(2, 'The Heat', 2013))).toEqual([1])
  expect(decided('Heat', null, film(1, 'Heat', 1995), film(2, 'Heat', 1986))).toEqual([
    'several-matches',
    1,
    2,
  ])
  expect(decided('Heat', null, [film(1, 'Otherwise', 1995), 'Heat'])).toEqual(['other-title', 1])
})

test('a film without a date is never sure where the entry has a year', () => {
  expect(decided('Heat', 1995, film(1, 'Heat', null))).toEqual(['other-year', 1])
})

test('what is only similar is doubtful in its year and not found in another', () => {
  expect(decided('Dune: Part One', 2021, film(1, 'Dune', 2021))).toEqual(['other-title', 1])
  expect(decided('Dune: Part One', 2021, film(1, 'Dune', 1984))).toEqual(['not-found', 1])
  expect(decided('Dune', 2021, film(1, 'Otherwise', 2021))).toEqual(['not-found'])
})

test('five films at most are offered, those nearest in time first', () => {
  const films = [1990, 2030, 1971, 2000, 2022, 2012].map((year) => film(year, 'Carmen', year))
  expect(decided('Carmen', 2016, ...films)).toEqual(['other-year', 2012, 2022, 2030, 2000, 1990])
})
