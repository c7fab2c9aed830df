import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSimilar, nameOf, otherNumbers, titleKey } from './titles.ts'

describe('the same title', () => {
  test.each([
    ['Matrix, The', 'The Matrix'],
    ['Fabuleux Destin d’Amélie Poulain, Le', "Le Fabuleux Destin d'Amelie Poulain"],
    ["Avventura, L'", 'L’avventura'],
    ['WALL·E', 'Wall-E'],
    ['WALLE', 'WALL·E'],
    ['Mission: Impossible –\u00a0Fallout', 'Mission: Impossible - Fallout'],
    ['Léon: The Professional', 'LEON THE PROFESSIONAL'],
    ['Fast & Furious', 'Fast and Furious'],
    ['Rocky II', 'Rocky 2'],
    ['Star Wars: Episode V – The Empire Strikes Back', 'Star Wars Episode 5: The Empire Strikes Back'],
    ['Alien³', 'Alien 3'],
    ['Spider-Man', 'Spiderman'],
    ['Ocean’s Eleven', "Ocean's Eleven"],
    ['ذِيب', 'ذيب'],
    ['千と千尋の神隠し', '千と千尋の神隠し'],
    ['$', ' $ '],
  ])('%s · %s', (one, other) => expect(titleKey(one)).toBe(titleKey(other)))
})

describe('another title', () => {
  test.each([
    ['Batman', 'The Batman'],
    ['Rocky II', 'Rocky III'],
    ['X', '10'],
    ['Nine', '9'],
    ['$', '!'],
    ['Se7en', 'Seven'],
    ['Dune', 'Dune: Part Two'],
  ])('%s · %s', (one, other) => expect(titleKey(one)).not.toBe(titleKey(other)))
})

test.each([
  ['Dune: Part One', 'Dune', true],
  ['Godfather', 'The Godfather', true],
  ['The Shawshenk Redemtion', 'The Shawshank Redemption', true],
  ['Se7en', 'Seven', true],
  ['Up', 'Us', false],
  ['It', 'It Follows', false],
  ['Heat', 'Cheaters', false],
  ['Twin Peaks: The Return', 'Fargo', false],
])('%s may be meant for %s: %s', (one, other, similar) => {
  expect(isSimilar(one, other)).toBe(similar)
  expect(isSimilar(other, one)).toBe(similar)
})

test.each([
  ['Dune (2021)', null, 'Dune', 2021],
  ['Dune (2021)', 2021, 'Dune', 2021],
  ['Dune (1984)', 2021, 'Dune (1984)', 2021],
  ['Blade Runner 2049', null, 'Blade Runner 2049', null],
  ['2046', 2004, '2046', 2004],
  ['  Matrix,  The ', 1999, 'The Matrix', 1999],
  ['', null, '', null],
])('%s of %s is looked for as %s of %s', (title, year, sought, soughtYear) => {
  expect(nameOf({ title, year })).toEqual({ title: sought, year: soughtYear })
})

test.each([
  ['Rocky 2', 'Rocky II'],
  ['Rocky II', 'Rocky 2'],
  ['The Godfather Part III', 'The Godfather Part 3'],
  ['2001: A Space Odyssey', null],
  ['X', null],
])('%s is also written %s', (title, other) => expect(otherNumbers(title)).toBe(other))

test('any text has a key, and can be compared', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 400 })
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(titleKey(` ${one}\u00a0`)).toBe(titleKey(one))
      expect(typeof isSimilar(one, other)).toBe('boolean')
    }),
  )
})
