import { beforeAll, expect, test } from 'vitest'
import { recommendedFilms, similarFilms } from '#built-in/catalogue/answers/related.ts'
import { indexTitles } from '#built-in/catalogue/search/search.ts'
import { loadStore, type Store } from '#built-in/catalogue/store/store.ts'
import type { TextIndex } from '#built-in/catalogue/search/text-index.ts'

let store: Store
let titles: TextIndex
beforeAll(async () => {
  store = await loadStore()
  titles = await indexTitles(store)
})
const film = (id: number) => store.films.find(id) ?? -1
const named = (films: number[]) => films.map((index) => store.films.title[index] ?? '')

test('every film has related ones, each once, never itself', () => {
  for (let index = 0; index < store.films.size; index += 150) {
    const similar = similarFilms(store, titles, index)
    const recommended = recommendedFilms(store, titles, index)
    expect(new Set(similar).size).toBe(60)
    expect(new Set(recommended).size).toBe(40)
    expect([...similar, ...recommended]).not.toContain(index)
    expect(similarFilms(store, titles, index)).toEqual(similar)
  }
})

test('the films of a series come first', () => {
  expect(named(similarFilms(store, titles, film(238))).slice(0, 2)).toEqual([
    'The Godfather Part II',
    'The Godfather Part III',
  ])
  expect(named(similarFilms(store, titles, film(603))).slice(0, 3)).toEqual(
    expect.arrayContaining(['The Matrix Reloaded', 'The Matrix Revolutions', 'The Matrix Resurrections']),
  )
})

test('similar films are of the same kind', () => {
  const spiritedAway = film(129)
  const animation = 1 << store.genres.findIndex((genre) => genre.id === 16)
  const kinds = similarFilms(store, titles, spiritedAway).slice(0, 20)
  expect(
    kinds.filter((index) => ((store.films.genreBits[index] ?? 0) & animation) !== 0).length,
  ).toBeGreaterThan(15)
})

test('recommended films are by the same people', () => {
  const [director = -1] = store.films.directors.of(film(129))
  const first = recommendedFilms(store, titles, film(129)).slice(0, 8)
  expect(first.every((index) => store.films.directors.of(index).includes(director))).toBe(true)
})
