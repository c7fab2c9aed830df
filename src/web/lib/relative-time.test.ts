import { expect, test } from 'vitest'
import { relativeDay, relativeTime } from './format.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test.each([
  [0, { unit: 'now' }],
  [minute - 1, { unit: 'now' }],
  [minute, { unit: 'minutes', count: 1 }],
  [hour - 1, { unit: 'minutes', count: 59 }],
  [hour, { unit: 'hours', count: 1 }],
  [day - 1, { unit: 'hours', count: 23 }],
  [day, { unit: 'days', count: 1 }],
  [7 * day, { unit: 'days', count: 7 }],
  [8 * day - 1, { unit: 'days', count: 7 }],
  [8 * day, { unit: 'date' }],
])('%d ms ago', (elapsed, expected) => {
  const now = Date.UTC(2026, 0, 31)
  expect(relativeTime(now - elapsed, now)).toEqual(expected)
})

test('a clock that runs ahead says now', () => {
  expect(relativeTime(Date.UTC(2026, 0, 2), Date.UTC(2026, 0, 1))).toEqual({ unit: 'now' })
})

test.each([
  ['2026-03-01', 'today'],
  ['2026-02-28', 'yesterday'],
  ['2026-02-27', 'same year'],
  ['2026-03-02', 'same year'],
  ['2025-03-01', 'other year'],
  ['2027-01-01', 'other year'],
])('%s beside 1 March 2026 is %s', (day, place) => {
  expect(relativeDay(day, '2026-03-01')).toBe(place)
})

test('the last day of a year is yesterday on the first of the next', () => {
  expect(relativeDay('2025-12-31', '2026-01-01')).toBe('yesterday')
})
