import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSimilar, mainTitle, nameOf, otherSpellings, titleKey } from './titles.ts'

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
    ['Gone in Sixty Seconds', 'Gone in 60 Seconds'],
    ['Twenty-Eight Days Later', '28 Days Later'],
    ['One Hundred and One Dalmatians', '101 Dalmatians'],
    ['Three Thousand Years of Longing', '3 Thousand Years of Longing'],
    ['Kill Bill: Volume 2', 'Kill Bill Vol. II'],
    ['Dune: Part Two', 'Dune 2'],
    ['Friday the 13th Part VII: The New Blood', 'Friday the 13th 7: The New Blood'],
    ['Guardians of the Galaxy Vol. 3', 'Guardians of the Galaxy 3'],
    ['Doctor Strange', 'Dr. Strange'],
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
    ['Kill Bill: Vol. 1', 'Kill Bill: Vol. 2'],
    ['Chapter 27', '27'],
    ['Ninety-Nine', '909'],
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
  ['Birdman or (The Unexpected Virtue of Ignorance)', 2014, 'Birdman'],
  ['Dr. Strangelove or: How I Learned to Stop Worrying', 1964, 'Dr. Strangelove'],
  ['Candide; or, Optimism', 1960, 'Candide'],
  ['Birds of Prey (and the Fantabulous Emancipation)', 2020, 'Birds of Prey'],
  ['The Lion King 2019', 2019, 'The Lion King'],
  ['Wonder Woman 1984', 2020, null],
  ['Dead or Alive', 1999, null],
  ['Che (Part Two)', 2008, null],
  ['Nymphomaniac (Vol. II)', 2013, null],
  ['(500) Days of Summer', 2009, null],
  ['2012', 2012, null],
])('%s of %s is mainly %s', (title, year, main) => expect(mainTitle(title, year)).toBe(main))

test.each([
  ['Rocky 2', ['rocky ii', 'rocky two']],
  ['Rocky II', ['rocky 2', 'rocky two']],
  ['The Godfather Part III', ['the godfather 3', 'the godfather iii', 'the godfather three']],
  ['Kill Bill: Volume 1', ['kill bill 1', 'kill bill i', 'kill bill one']],
  ['Gone in Sixty Seconds', ['gone in 60 seconds']],
  ['Birdman (or not)', ['Birdman']],
  ['2001: A Space Odyssey', []],
  ['X', []],
])('%s is also written %j', (title, others) => expect(otherSpellings({ title, year: null })).toEqual(others))

test('any text has a key, and can be compared', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 400 })
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(titleKey(` ${one}\u00a0`)).toBe(titleKey(one))
      expect(typeof isSimilar(one, other)).toBe('boolean')
    }),
  )
})
