import { expect, test } from 'vitest'
import { formatMoment } from './format.ts'

test('what an Arabic time ends with stays on its line', () => {
  expect(formatMoment('2026-03-09T03:05:00', 'ar')).toMatch(/\u00a0ص$/)
  expect(formatMoment('2026-03-09T03:05:00', 'en')).toBe('9 March 2026 at\u00a003:05')
})
