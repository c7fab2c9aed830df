import i18next from 'i18next'
import { afterAll, describe, expect, it } from 'vitest'
import { changeLocale } from '#web/i18n/index.ts'
import { formatDate, formatNumber, formatShortDay, timeAgo } from './format.ts'
import { documentTitle } from './page-title.ts'
import { pictureUrl, posterSource } from './pictures.ts'

const now = Date.parse('2026-03-20T12:00:00Z')
const ago = (at: string) => timeAgo(at, now, i18next.t, 'en')

afterAll(() => changeLocale('en'))

describe('timeAgo', () => {
  it.each([
    ['2026-03-20T11:59:30Z', 'Just now'],
    ['2026-03-20T12:05:00Z', 'Just now'],
    ['2026-03-20T11:59:00Z', '1min ago'],
    ['2026-03-20T11:00:01Z', '59min ago'],
    ['2026-03-20T11:00:00Z', '1h ago'],
    ['2026-03-19T12:00:00Z', '1d ago'],
    ['2026-03-13T12:00:00Z', '7d ago'],
    ['2026-03-12T12:00:00Z', '12 Mar'],
    ['2025-12-01', '1 Dec'],
    ['never', ''],
  ])('%s is %s', (at, text) => {
    expect(ago(at)).toBe(text)
  })

  it('speaks the member’s language', async () => {
    await changeLocale('ar')
    expect(timeAgo('2026-03-20T09:00:00Z', now, i18next.t, 'ar')).toBe('قبل 3 س')
    await changeLocale('fr')
    expect(timeAgo('2026-03-20T09:00:00Z', now, i18next.t, 'fr')).toBe('il y a 3 h')
  })
})

describe('dates and numbers', () => {
  it('a calendar day is the same everywhere', () => {
    expect(formatDate('2026-03-09', 'en')).toBe('9 March 2026')
    expect(formatShortDay('2026-03-09', 'fr')).toBe('9 mars')
  })

  it('Arabic dates are Gregorian with Latin digits', () => {
    expect(formatDate('2026-03-09', 'ar').replaceAll(/[\u200e\u200f]/g, '')).toBe('9 مارس 2026')
    expect(formatNumber(1204, 'ar')).toBe('1,204')
  })
})

describe('documentTitle', () => {
  it.each([
    ['Home', 'ltr', 'Home · Scene'],
    ['', 'ltr', 'Scene'],
    ['كفرناحوم', 'ltr', '\u2068كفرناحوم\u2069 · Scene'],
    ['Alien', 'rtl', '\u2068Alien\u2069 · Scene'],
  ])('%s (%s)', (screen, direction, title) => {
    expect(documentTitle(screen, direction)).toBe(title)
  })
})

describe('pictures', () => {
  it.each([
    ['/abc.jpg', '/t/p/w92/abc.jpg'],
    ['/t/p/w500/abc.jpg', '/t/p/w92/abc.jpg'],
    ['/media/x/a.webp', '/media/x/a.webp'],
  ])('%s in a size', (path, url) => {
    expect(pictureUrl(path, 'w92')).toBe(url)
  })

  it('takes the first poster that is there, in every size', () => {
    const { src, srcSet } = posterSource(null, '/t/p/w500/a.jpg', '/b.jpg')
    expect(src).toBe('/t/p/w500/a.jpg')
    expect(srcSet?.split(', ')).toContain('/t/p/w185/a.jpg 185w')
    expect(posterSource(undefined, null).srcSet).toBeUndefined()
  })
})
