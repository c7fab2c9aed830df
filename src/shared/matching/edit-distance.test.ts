import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMatcher } from '#shared/matching/edit-distance.ts'

test.each([
  ['godfather', 'godfather', 0],
  ['godfater', 'godfather', 1],
  ['godfatherr', 'godfather', 1],
  ['gedfather', 'godfather', 1],
  ['inceptoin', 'inception', 1],
  ['shawshenk', 'shawshank', 1],
  ['shawhsenk', 'shawshank', 2],
  ['kitten', 'sitting', 3],
])('%s is %s but for %i', (pattern, word, distance) => {
  expect(createMatcher(pattern, 3).word(word)).toBe(distance)
  expect(createMatcher(word, 3).word(pattern)).toBe(distance)
})

test('a beginning is as near as the nearest one', () => {
  const matcher = createMatcher('incpt', 1)
  expect(matcher.beginning('inception')).toBe(1)
  expect(matcher.beginning('interstellar')).toBeGreaterThan(1)
  expect(matcher.word('inception')).toBeGreaterThan(1)
})

/** The plain recursive definition, without limit. */
function reference(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const same = a.at(-1) === b.at(-1)
  const costs = [
    reference(a.slice(0, -1), b) + 1,
    reference(a, b.slice(0, -1)) + 1,
    reference(a.slice(0, -1), b.slice(0, -1)) + (same ? 0 : 1),
  ]
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    costs.push(reference(a.slice(0, -2), b.slice(0, -2)) + 1)
  }
  return Math.min(...costs)
}

const upTo2 = (distance: number) => (distance <= 2 ? distance : 'more')

test('agrees with the definition, also when one matcher compares many words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(word, fc.array(word, { minLength: 1, maxLength: 4 }), (pattern, words) => {
      const matcher = createMatcher(pattern, 2)
      for (const other of words) {
        const beginnings = Array.from({ length: other.length + 1 }, (_, end) => other.slice(0, end))
        const nearest = Math.min(...beginnings.map((beginning) => reference(pattern, beginning)))
        expect(upTo2(matcher.word(other))).toBe(upTo2(reference(pattern, other)))
        expect(upTo2(matcher.beginning(other))).toBe(upTo2(nearest))
      }
    }),
    { numRuns: 300 },
  )
})
