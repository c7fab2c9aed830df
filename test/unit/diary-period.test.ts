import { expect, test } from 'vitest'
import { daysInMonth, daysOf, periodDays, stepDayByMonths, stepPeriod } from '#shared/diary-period.ts'

test.each([
  ['2024', { from: '2024-01-01', to: '2024-12-31' }],
  ['2024-02', { from: '2024-02-01', to: '2024-02-29' }],
  ['1900-02', { from: '1900-02-01', to: '1900-02-28' }],
  ['2024-02-29', { from: '2024-02-29', to: '2024-02-29' }],
  ['2023-02-29', null],
  ['2024-13', null],
  ['2024-00', null],
  ['2024-01-00', null],
  ['1869', null],
  ['2024-1', null],
  ['2024-', null],
  [' 2024', null],
])('%s', (period, days) => {
  expect(periodDays(period)).toEqual(days)
})

test.each([
  ['2024', 1, '2025'],
  ['2024-12', 1, '2025-01'],
  ['2024-01', -1, '2023-12'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2024-01-01', -1, '2023-12-31'],
  ['2024-03-07', -7, '2024-02-29'],
])('%s and %i more is %s', (period, by, to) => {
  expect(stepPeriod(period, by)).toBe(to)
})

test('a day so many months later is of that month', () => {
  expect(stepDayByMonths('2024-01-31', 1)).toBe('2024-02-29')
  expect(stepDayByMonths('2024-02-29', -12)).toBe('2023-02-28')
  expect(stepDayByMonths('2024-12-15', 1)).toBe('2025-01-15')
})

test('a month has its days', () => {
  expect(daysOf('2023-02')).toHaveLength(28)
  expect(daysOf('2023-02').at(-1)).toBe('2023-02-28')
  expect(daysInMonth('2023-20')).toBe(0)
})
