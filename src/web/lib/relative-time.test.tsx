import { act, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Locale } from '#shared/locale.ts'
import { changeLocale, translate } from '#web/i18n/index.ts'
import { formatAge, formatDay } from './format.ts'
import { Age, Day } from './relative-time.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  await changeLocale('en')
})

/** Bidirectional marks that Intl puts into Arabic dates. */
const bare = (text: string | null) => (text ?? '').replaceAll(/[\u200e\u200f]/g, '')

function show(element: React.JSX.Element) {
  const { container } = render(element)
  const time = container.querySelector('time')
  if (time) fireEvent.pointerEnter(time)
  return {
    text: () => bare(time?.textContent ?? null),
    dateTime: time?.getAttribute('datetime'),
    title: bare(time?.title ?? null),
  }
}

describe('a day', () => {
  it.each([
    // Noon in London is the next day in Auckland and the same early morning in Los Angeles.
    ['Europe/London', '2026-01-01T12:00:00Z', '2026-01-01', 'Today'],
    ['Pacific/Auckland', '2026-01-01T12:00:00Z', '2026-01-02', 'Today'],
    ['Pacific/Auckland', '2026-01-01T12:00:00Z', '2026-01-01', 'Yesterday'],
    ['Pacific/Auckland', '2025-12-31T12:00:00Z', '2025-12-31', 'Yesterday'],
    ['Pacific/Auckland', '2025-12-31T12:00:00Z', '2025-12-30', '30 Dec 2025'],
    ['America/Los_Angeles', '2026-01-01T07:00:00Z', '2025-12-31', 'Today'],
    ['America/Los_Angeles', '2026-01-01T07:00:00Z', '2025-12-30', 'Yesterday'],
    ['America/Los_Angeles', '2026-01-01T07:00:00Z', '2025-12-29', '29 Dec'],
    ['America/Los_Angeles', '2026-01-01T07:00:00Z', '2026-01-01', '1 Jan 2026'],
    // The days on which clocks change are 23 and 25 hours long.
    ['America/Los_Angeles', '2026-03-09T07:30:00Z', '2026-03-08', 'Yesterday'],
    ['America/Los_Angeles', '2026-11-02T08:30:00Z', '2026-11-01', 'Yesterday'],
    ['America/Los_Angeles', '2026-04-20T12:00:00Z', '2026-04-14', '14 Apr'],
    ['Pacific/Auckland', '2026-04-20T12:00:00Z', '2024-04-14', '14 Apr 2024'],
    ['Pacific/Auckland', '2026-04-20T12:00:00Z', '1998-04-21', '21 Apr 1998'],
  ])('in %s at %s: %s is %s', (zone, now, day, text) => {
    vi.stubEnv('TZ', zone)
    vi.setSystemTime(now)
    const shown = show(<Day day={day} />)
    expect(shown.text()).toBe(text)
    expect(shown.dateTime).toBe(day)
    expect(shown.title).toContain(`${Number(day.slice(8))} `)
  })

  it('becomes yesterday at the viewer’s midnight while the page is open', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    vi.setSystemTime('2026-06-02T06:58:30Z')
    const { text } = show(<Day day="2026-06-01" />)
    expect(text()).toBe('Today')
    act(() => void vi.advanceTimersByTime(120_000))
    expect(text()).toBe('Yesterday')
  })
})

describe('an age', () => {
  it.each([
    ['2026-03-20T11:59:00.001Z', 'Just now'],
    ['2026-03-20T12:05:00Z', 'Just now'],
    ['2027-03-20T12:00:00Z', 'Just now'],
    ['2026-03-20T11:59:00Z', '1min ago'],
    ['2026-03-20T11:00:01Z', '59min ago'],
    ['2026-03-20T11:00:00Z', '1h ago'],
    ['2026-03-19T12:00:01Z', '23h ago'],
    ['2026-03-19T12:00:00Z', '1d ago'],
    ['2026-03-13T12:00:00Z', '7d ago'],
    ['2026-03-12T12:00:00Z', '12 Mar'],
    ['2025-12-31T12:00:00Z', '31 Dec 2025'],
  ])('of %s is %s', (at, text) => {
    vi.setSystemTime('2026-03-20T12:00:00Z')
    const shown = show(<Age at={at} />)
    expect(shown.text()).toBe(text)
    expect(shown.dateTime).toBe(at)
  })

  it.each([
    ['Pacific/Auckland', '1 Jan'],
    ['America/Los_Angeles', '31 Dec 2025'],
  ])('an old moment is shown on its day in %s', (zone, text) => {
    vi.stubEnv('TZ', zone)
    vi.setSystemTime('2026-02-20T12:00:00Z')
    expect(show(<Age at="2025-12-31T18:00:00Z" />).text()).toBe(text)
  })

  it('grows while the page is open', () => {
    vi.setSystemTime('2026-03-20T12:00:00Z')
    const { text } = show(<Age at="2026-03-20T11:59:30Z" />)
    expect(text()).toBe('Just now')
    act(() => void vi.advanceTimersByTime(60_000))
    expect(text()).toBe('1min ago')
  })

  it('is right at once when the page comes into view again', () => {
    vi.setSystemTime('2026-03-20T12:00:00Z')
    const { text } = show(<Age at="2026-03-20T11:59:30Z" />)
    vi.setSystemTime('2026-03-20T15:00:00Z')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(text()).toBe('3h ago')
  })
})

describe('in words', () => {
  const now = Date.parse('2026-03-20T12:00:00Z')
  const ages = (locale: Locale) =>
    ['11:59:00', '11:58:00', '11:55:00', '11:49:00', '11:00:00', '10:00:00', '09:00:00', '01:00:00'].map(
      (at) => formatAge(`2026-03-20T${at}Z`, now, translate, locale),
    )
  const days = (locale: Locale) =>
    ['2026-03-20', '2026-03-19', '2026-03-18', '2025-03-18'].map((day) =>
      bare(formatDay(day, '2026-03-20', translate, locale)),
    )

  it('Arabic counts as Arabic does, in Latin digits', async () => {
    await changeLocale('ar')
    expect(ages('ar').slice(0, 4)).toEqual([
      'قبل دقيقة',
      'قبل دقيقتين',
      'قبل 5\u00a0دقائق',
      'قبل 11\u00a0دقيقة',
    ])
    expect(ages('ar').slice(4)).toEqual(['قبل ساعة', 'قبل ساعتين', 'قبل 3\u00a0ساعات', 'قبل 11\u00a0ساعة'])
    expect(formatAge('2026-03-17T12:00:00Z', now, translate, 'ar')).toBe('قبل 3\u00a0أيام')
    expect(days('ar')).toEqual(['اليوم', 'أمس', '18 مارس', '18 مارس 2025'])
  })

  it('French', async () => {
    await changeLocale('fr')
    expect(ages('fr').slice(3, 5)).toEqual(['il y a 11\u00a0min', 'il y a 1\u00a0h'])
    expect(formatAge('2026-03-17T12:00:00Z', now, translate, 'fr')).toBe('il y a 3\u00a0jours')
    expect(days('fr')).toEqual(['aujourd’hui', 'hier', '18 mars', '18 mars 2025'])
  })

  it('nothing for what is neither moment nor day', () => {
    expect(formatAge('never', now, translate, 'en')).toBe('')
    expect(formatDay('never', '2026-03-20', translate, 'en')).toBe('')
  })
})
