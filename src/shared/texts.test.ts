import { expect, test } from 'vitest'
import { pickLocale } from './locale.ts'
import { firstWords, realReview } from './review-text.ts'
import { isEmail, usernamePattern } from './username.ts'

test('placeholders and blanks are no review', () => {
  for (const nothing of ['__media__', '[GIF ONLY]', '[IMAGE ONLY]', '  ', '', null, undefined])
    expect(realReview(nothing)).toBe('')
  expect(realReview(' [GIF ONLY] and words ')).toBe('[GIF ONLY] and words')
})

test('the first words, with an ellipsis only where something is left out', () => {
  expect(firstWords('one two three', 3)).toBe('one two three')
  expect(firstWords('  one two\nthree four ', 3)).toBe('one two three…')
  expect(firstWords('one, two. three', 2)).toBe('one, two…')
  expect(firstWords('', 3)).toBe('')
})

test('usernames are 3 to 20 letters, digits or underscores', () => {
  for (const good of ['abc', 'A_9', 'x'.repeat(20)]) expect(usernamePattern.test(good)).toBe(true)
  for (const bad of ['ab', 'x'.repeat(21), 'a b', 'a-b', 'ليلى', 'abc\n'])
    expect(usernamePattern.test(bad)).toBe(false)
})

test('an address has the shape x@y.z', () => {
  for (const good of ['a@b.c', 'first.last+tag@mail.example.org']) expect(isEmail(good)).toBe(true)
  for (const bad of ['', 'a', 'a@b', '@b.c', 'a@.c', 'a@b.', 'a b@c.d', 'a@b@c.d', `${'x'.repeat(250)}@b.co`])
    expect(isEmail(bad)).toBe(false)
})

test('the first language that Scene speaks, else English', () => {
  expect(pickLocale(['de-DE', 'ar-SA', 'fr'])).toBe('ar')
  expect(pickLocale(['FR-ca'])).toBe('fr')
  expect(pickLocale(['de'])).toBe('en')
  expect(pickLocale([])).toBe('en')
})
