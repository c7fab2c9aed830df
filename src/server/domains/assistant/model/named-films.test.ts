import { expect, test } from 'vitest'
import { filmsIn, namedFilms } from './named-films.ts'

const film = (id: number, title: string, year: number | null = 2000) => ({ id, title, year, poster: null })

const heat = film(1, 'Heat', 1995)
const dune = film(2, 'Dune', 1984)
const newDune = film(3, 'Dune', 2021)
const partTwo = film(4, 'Dune: Part Two', 2024)
const it = film(5, 'It', 2017)
const list = film(6, 'Schindler’s List', 1993)
const capernaum = film(7, 'كفرناحوم', 2018)
const all = [heat, dune, newDune, partTwo, it, list, capernaum]

test.each([
  ['Watch Heat (1995).', [heat]],
  ['Heat, then Heat again', [heat]],
  ['Heathers, heat, Preheat and Heat2 are others', []],
  ['Dune: Part Two comes before Heat', [partTwo, heat]],
  ['Dune (2021) and Dune: Part Two', [newDune, partTwo]],
  ['Dune, from 1984', [dune]],
  ['Dune (1984), then Dune (2021)', [dune, newDune]],
  ['It is late. It (2017) is not, nor is “It”.', [it]],
  ["Schindler's List", [list]],
  ['شاهد «كفرناحوم» الليلة', [capernaum]],
  ['', []],
])('%j names', (text, expected) => {
  expect(namedFilms(text, all)).toEqual(expected)
})

test('twelve at most, in the order of the text', () => {
  const many = Array.from({ length: 20 }, (_, at) => film(at, `Film ${String.fromCodePoint(65 + at)}`))
  const text = many.toReversed().map(({ title }) => title)
  expect(namedFilms(text.join(', '), many).map(({ title }) => title)).toEqual(text.slice(0, 12))
})

test('films are found at any depth, and nothing else is', () => {
  const person = { id: 9, name: 'Somebody' }
  const log = { id: 'x', title: 'Not a film' }
  expect(
    filmsIn({ a: [{ film: { ...heat, rating: 5 } }, person, log], b: { ...dune, alternatives: [it] } }),
  ).toEqual([heat, dune, it])
  expect([filmsIn(null), filmsIn('Heat'), filmsIn(3)]).toEqual([[], [], []])
})

test('a film that is but a reason for another has no card', () => {
  const because = { film: heat, stars: 5, shares: { is: 'director', name: 'Somebody' } }
  expect(
    filmsIn({
      films: [
        { ...dune, because },
        { ...it, because: null },
      ],
    }),
  ).toEqual([dune, it])
})
