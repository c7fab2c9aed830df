import { expect, it } from 'vitest'
import { advance } from './use-reveal.ts'

it.each([
  ['letters', 'abc', ['a', 'ab', 'abc', 'abc']],
  ['an emoji of several', '👩‍👩‍👧x', ['👩‍👩‍👧', '👩‍👩‍👧x']],
  ['a letter and its marks', 'ée\u0301z', ['é', 'ée\u0301', 'ée\u0301z']],
  ['Arabic with harakat', 'بِسْم', ['بِ', 'بِسْ', 'بِسْم']],
])('goes on by whole characters: %s', (_, text, parts) => {
  let end = 0
  for (const part of parts) {
    end = advance(text, end, 1)
    expect(text.slice(0, end)).toBe(part)
  }
})

it('goes on by several at a time, and not beyond the end', () => {
  expect(advance('films', 1, 3)).toBe(4)
  expect(advance('films', 1, 30)).toBe(5)
  expect(advance('', 0, 1)).toBe(0)
})
