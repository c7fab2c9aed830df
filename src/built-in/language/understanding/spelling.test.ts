import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSpelling } from '#built-in/language/understanding/spelling.ts'

const mend = createSpelling(['horror', 'movies', 'recommend', 'batter', 'butter', 'war'])

test.each([
  ['horor', 'horror'],
  ['moives', 'movies'],
  ['movvies', 'movies'],
  ['recomment', 'recommend'],
  // Known, too far away, too short, near to two.
  ['horror', null],
  ['terror', null],
  ['wor', null],
  ['bitter', null],
])('%s', (word, meant) => {
  expect(mend(word)).toBe(meant)
})

test('a letter more, less or other in a long word is mended', () => {
  const one = createSpelling(['documentary'])
  fc.assert(
    fc.property(fc.nat(10), fc.constantFrom('', 'x', 'xy'), (place, letters) => {
      const slipped = `${'documentary'.slice(0, place)}${letters.slice(0, 1)}${'documentary'.slice(place + 1)}`
      expect(one(slipped)).toBe('documentary')
    }),
  )
})
