import { at } from '#built-in/catalogue/store/columns.ts'
import { refusals } from '#built-in/catalogue/requests.ts'
import type { Store } from '#built-in/catalogue/store/store.ts'

type Test = (film: number) => boolean

/** `1,2` means all of them, `1|2` any of them. */
function oneOrAll(list: string, has: (id: number) => Test): Test {
  const any = list.includes('|')
  const each = list.split(any ? '|' : ',').map((id) => has(Number(id)))
  return any ? (film) => each.some((test) => test(film)) : (film) => each.every((test) => test(film))
}

function tests(store: Store, query: URLSearchParams): Test[] {
  const { films, people, genres } = store
  const made: Test[] = []
  const given = (name: string, test: (value: string) => Test) => {
    const value = query.get(name)
    if (value) made.push(test(value))
  }
  const numeric = (name: string, test: (value: number) => Test) =>
    given(name, (text) => {
      const value = Number(text)
      if (!Number.isFinite(value)) throw refusals.parameters()
      return test(value)
    })
  const day = (name: string, test: (value: number) => Test) =>
    given(name, (text) => {
      const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
      if (!match) throw refusals.parameters()
      return test(Number(match.slice(1).join('')))
    })
  /** Films of which only the year is known count as released on its first day. */
  const released = (film: number) => {
    const date = at(films.date, film)
    return date % 10_000 === 0 ? date + 101 : date
  }
  const hasGenre = (id: number): Test => {
    const place = genres.findIndex((genre) => genre.id === id)
    return (film) => place >= 0 && (at(films.genreBits, film) & (1 << place)) !== 0
  }
  const acts = (id: number): Test => {
    const person = people.find(id) ?? people.size
    return (film) => films.cast.of(film).includes(person)
  }
  const directs = (id: number): Test => {
    const person = people.find(id) ?? people.size
    return (film) => films.directors.of(film).includes(person)
  }
  const takesPart = (id: number): Test => {
    const [inCast, inCrew] = [acts(id), directs(id)]
    return (film) => inCast(film) || inCrew(film)
  }

  given('with_genres', (list) => oneOrAll(list, hasGenre))
  given('without_genres', (list) => {
    const has = oneOrAll(list.replaceAll(',', '|'), hasGenre)
    return (film) => !has(film)
  })
  given('with_cast', (list) => oneOrAll(list, acts))
  given('with_crew', (list) => oneOrAll(list, directs))
  given('with_people', (list) => oneOrAll(list, takesPart))
  given('with_original_language', (code) => (film) => films.language(film) === code)
  given('with_origin_country', (code) => (film) => films.countries(film).includes(code))
  for (const name of ['year', 'primary_release_year']) {
    numeric(name, (year) => (film) => Math.floor(at(films.date, film) / 10_000) === year)
  }
  for (const name of ['release_date', 'primary_release_date']) {
    day(`${name}.gte`, (from) => (film) => released(film) >= from)
    day(`${name}.lte`, (to) => (film) => released(film) <= to)
  }
  numeric('vote_count.gte', (least) => (film) => at(films.voteCount, film) >= least)
  numeric('vote_count.lte', (most) => (film) => at(films.voteCount, film) <= most)
  numeric('vote_average.gte', (least) => (film) => at(films.voteAverage, film) >= least * 1000)
  numeric('vote_average.lte', (most) => (film) => at(films.voteAverage, film) <= most * 1000)
  // The open data does not know who streams a film.
  given('with_watch_providers', () => () => false)
  numeric('with_runtime.gte', (least) => (film) => at(films.runtime, film) >= least)
  numeric('with_runtime.lte', (most) => (film) => at(films.runtime, film) <= most)
  return made
}

/**
 * Films by what they are, as `/discover/movie`: genres, people, language, country, dates, votes, minutes, where
 * they are streamed (none of them is); most popular first unless `sort_by` says otherwise. @throws Refusal 5 for a value or an order that is not understood.
 */
export function discoverFilms(store: Store, query: URLSearchParams): number[] {
  const { films } = store
  const all = tests(store, query)
  const found: number[] = []
  for (let film = 0; film < films.size; film++) if (all.every((test) => test(film))) found.push(film)

  const [key = '', direction = ''] = (query.get('sort_by') || 'popularity.desc').split('.')
  const columns: Readonly<Record<string, (() => ArrayLike<number>) | undefined>> = {
    popularity: () => films.popularity,
    release_date: () => films.date,
    primary_release_date: () => films.date,
    vote_average: () => films.voteAverage,
    vote_count: () => films.voteCount,
    title: () => films.titlePlaces(),
  }
  const column = columns[key]?.()
  if (!column || (direction !== 'asc' && direction !== 'desc')) throw refusals.parameters()
  const sign = direction === 'asc' ? 1 : -1
  return found.sort((a, b) => sign * (at(column, a) - at(column, b)) || a - b)
}
