import { expect, test } from 'vitest'
import { isStars, starsToSteps, stepsToStars } from './rating.ts'

test('stars are stored as half steps and come back', () => {
  for (let stars = 0.5; stars <= 5; stars += 0.5) expect(stepsToStars(starsToSteps(stars))).toBe(stars)
})

test('zero and absent are unrated', () => {
  for (const nothing of [0, null, undefined]) expect(starsToSteps(nothing)).toBeNull()
  expect(stepsToStars(null)).toBeNull()
})

test('only halves from 0 to 5 are stars', () => {
  for (const stars of [0, 0.5, 3.5, 5]) expect(isStars(stars)).toBe(true)
  for (const other of [-0.5, 0.25, 4.9, 5.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(isStars(other)).toBe(false)
})
