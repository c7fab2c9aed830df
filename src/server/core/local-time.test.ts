import { expect, test } from 'vitest'
import { localTime } from './local-time.ts'

test.each([
  ['2026-11-20T23:30:00Z', null, { day: '2026-11-20', weekday: 5, minutes: 1410 }],
  ['2026-11-20T21:00:00Z', 'Asia/Riyadh', { day: '2026-11-21', weekday: 6, minutes: 0 }],
  ['2026-03-29T01:30:00Z', 'Europe/London', { day: '2026-03-29', weekday: 0, minutes: 150 }],
  ['2026-01-01T02:15:00Z', 'America/Los_Angeles', { day: '2025-12-31', weekday: 3, minutes: 1095 }],
])('%s in %s', (at, zone, local) => {
  expect(localTime(new Date(at), zone)).toEqual(local)
})
