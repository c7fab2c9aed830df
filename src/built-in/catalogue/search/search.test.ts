import { beforeAll, describe, expect, test } from 'vitest'
import { indexNames, indexTitles, searchTitles } from '#built-in/catalogue/search/search.ts'
import { loadStore, type Store } from '#built-in/catalogue/store/store.ts'
import type { TextIndex } from '#built-in/catalogue/search/text-index.ts'

let store: Store
let titles: TextIndex
let names: TextIndex
beforeAll(async () => {
  store = await loadStore()
  titles = await indexTitles(store)
  names = await indexNames(store)
})
const find = (text: string, year: number | null = null) =>
  searchTitles(store, titles, text, year).map((film) => store.films.title[film] ?? '')
const findPeople = (text: string) => names.search(text).map((person) => store.people.name[person] ?? '')

describe('the first film for', () => {
  test.each([
    ['Amelie', 'Amélie'],
    ['Amélie', 'Amélie'],
    ['AMÉLIE', 'Amélie'],
    ['godfater', 'The Godfather'],
    ['godfather', 'The Godfather'],
    ['god father', 'The Godfather'],
    ['the godfather part 2', 'The Godfather Part II'],
    ['inceptoin', 'Inception'],
    ['matirx', 'The Matrix'],
    ['shawshenk redemtion', 'The Shawshank Redemption'],
    ['casablanka', 'Casablanca'],
    ['ذيب', 'Theeb'],
    ['ذِيب', 'Theeb'],
    ['الذيب', 'Theeb'],
    ['وجده', 'Wadjda'],
    ['رسالة', 'The Message'],
    ['الرساله', 'The Message'],
    ['قضية رقم 23', 'The Insult'],
    ['千と千尋の神隠し', 'Spirited Away'],
    ['千と', 'Spirited Away'],
    ['기생충', 'Parasite'],
    ['2001', '2001: A Space Odyssey'],
    ['٢٠٠١', '2001: A Space Odyssey'],
    ['1917', '1917'],
    ['8½', '8½'],
    ['WALL·E', 'WALL-E'],
    ['walle', 'WALL-E'],
    ['wall e', 'WALL-E'],
    ['spiderman', 'Spider-Man'],
    ['spider man', 'Spider-Man'],
    ['la confidential', 'L.A. Confidential'],
    ['e.t.', 'E.T. the Extra-Terrestrial'],
    ['avventura', "L'Avventura"],
    ['oceans eleven', "Ocean's Eleven"],
    ['seven', 'Se7en'],
    ['rocky 2', 'Rocky II'],
    ['up', 'Up'],
    ['dune 2021', 'Dune'],
    ['blade runner 2049', 'Blade Runner 2049'],
    ['eternal sunshine of a spotless mind', 'Eternal Sunshine of the Spotless Mind'],
    ['dark knigh', 'The Dark Knight'],
    ['pulp ficton', 'Pulp Fiction'],
  ])('%s is %s', (text, title) => {
    expect(find(text)[0]).toBe(title)
  })
})

test('numbers are not mistaken for their neighbours', () => {
  expect(find('2001')).not.toContain('2010')
  expect(find('2001').every((title) => title.includes('2001'))).toBe(true)
})

test('finds a title while it is being typed', () => {
  const title = 'the grand budapest hotel'
  for (let length = 9; length <= title.length; length++) {
    expect(find(title.slice(0, length)).slice(0, 20)).toContain('The Grand Budapest Hotel')
  }
})

test('every film is found by its own title', () => {
  const missed: string[] = []
  for (let film = 0; film < store.films.size; film += 40) {
    const found = searchTitles(store, titles, store.films.title[film] ?? '', null)
    if (!found.slice(0, 20).includes(film)) missed.push(store.films.title[film] ?? '')
  }
  expect(missed).toEqual([])
})

test('narrows to a year', () => {
  const years = (text: string, year: number) =>
    searchTitles(store, titles, text, year).map((film) => Math.floor((store.films.date[film] ?? 0) / 10_000))
  expect(find('batman', 1989)[0]).toBe('Batman')
  expect(find('the batman', 2022)[0]).toBe('The Batman')
  expect(new Set(years('love', 1999))).toEqual(new Set([1999]))
  expect(find('godfather', 1801)).toEqual([])
})

test('a year after the title puts the films of that year first', () => {
  const [first] = searchTitles(store, titles, 'batman (1989)', null)
  expect(store.films.date[first ?? -1]).toBeGreaterThan(19_890_000)
  expect(store.films.date[first ?? -1]).toBeLessThan(19_900_000)
})

test('nonsense finds nothing', () => {
  expect(find('zzzzqqqxx')).toEqual([])
})

describe('the first person for', () => {
  test.each([
    ['nolan', 'Christopher Nolan'],
    ['cristopher nolan', 'Christopher Nolan'],
    ['haifa al mansour', 'Haifaa Al-Mansour'],
    ['penelope cruz', 'Penélope Cruz'],
    ['scorsesse', 'Martin Scorsese'],
    ['kubrik', 'Stanley Kubrick'],
    ['lupita nyongo', "Lupita Nyong'o"],
    ['jackie chn', 'Jackie Chan'],
    ['tarantno', 'Quentin Tarantino'],
    ['greta ger', 'Greta Gerwig'],
  ])('%s is %s', (text, name) => {
    expect(findPeople(text)[0]).toBe(name)
  })
})
