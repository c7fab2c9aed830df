import fc from 'fast-check'
import { expect, test } from 'vitest'
import { understand } from './understand.ts'

const words =
  `who directed like similar to film movie from the 90s under two hours not and or my friends watchlist " « » “ ”
  it best worst من أخرج مثل أفلام التسعينات و وكم قارن بين qui a réalisé comme d'amour l' et années 1990 90min ( [ . ! ? ؟`.split(
    /\s+/,
  )
const message = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 1200 }),
  fc.string({ unit: 'grapheme', maxLength: 1200 }),
  fc.array(fc.constantFrom(...words), { maxLength: 80 }).map((list) => list.join(' ')),
)

test('any text is understood or not, without an error, and titles are what was written', () => {
  fc.assert(
    fc.property(
      message,
      fc.array(fc.nat(), { maxLength: 3 }),
      fc.date({ noInvalidDate: true }),
      (text, films, now) => {
        const { question } = understand(text, { language: null, films, now })
        const named =
          'film' in question && 'title' in question.film
            ? question.film.title
            : question.kind === 'person'
              ? question.name
              : ''
        expect(text).toContain(named)
        expect(named.length).toBeLessThanOrEqual(1000)
      },
    ),
    { numRuns: 500 },
  )
})

test('only the first 1,000 characters count', () => {
  const question = 'Who directed Heat?'
  const long = question + ' '.repeat(1000 - question.length) + 'a '.repeat(50_000)
  const asked = { language: null, films: [], now: new Date() }
  expect(understand(long, asked)).toEqual(understand(question, asked))
})
