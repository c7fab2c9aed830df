import { afterEach, describe, expect, it, vi } from 'vitest'
import { localeTags, locales } from '#shared/locale.ts'
import { changeLocale, translate } from '#web/i18n/index.ts'
import { formatDate, formatDay, formatDecade, formatMoment, formatNumber, formatWeekday } from './format.ts'
import { documentTitle } from './page-title.ts'
import { backdropSource, logoSource, pictureUrl, portraitSource, posterSource } from './pictures.ts'

describe('dates and numbers', () => {
  it('a calendar day is the same everywhere', () => {
    expect(formatDate('2026-03-09', 'en')).toBe('9 March 2026')
    expect(formatDate('2026-03-09', 'fr')).toBe('9 mars 2026')
  })

  it('a French month has a first', () => {
    expect([
      formatDate('2026-12-01', 'fr'),
      formatWeekday('2026-12-01', 'fr'),
      formatDay('2025-12-01', '2026-12-01', translate, 'fr'),
    ]).toEqual(['1er décembre 2026', 'mardi 1er décembre', '1er déc. 2025'])
    expect(formatMoment('2026-12-01T18:01:00', 'fr')).toMatch(/^1er décembre 2026 à 18:01$/)
    expect([formatDate('2026-12-11', 'fr'), formatDate('2026-12-01', 'en')]).toEqual([
      '11 décembre 2026',
      '1 December 2026',
    ])
  })

  it('Arabic dates are Gregorian with Latin digits', () => {
    expect(formatDate('2026-03-09', 'ar').replaceAll(/[\u200e\u200f]/g, '')).toBe('9 مارس 2026')
    expect(formatNumber(1204, 'ar')).toBe('1,204')
  })

  it('a moment keeps what it ends with, an Arabic half of the day too, on one line', () => {
    expect(formatMoment('2026-03-09T03:05:00', 'ar')).toMatch(/\u00a0ص$/)
    expect(formatMoment('2026-03-09T03:05:00', 'en')).toBe('9 March 2026 at 03:05')
  })

  it('a decade has its name where one says which century', () => {
    expect([1990, 2010, 1890].map((year) => formatDecade(year, 'ar'))).toEqual([
      'التسعينيات',
      'عقد 2010',
      'عقد 1890',
    ])
    expect([formatDecade(1990, 'en'), formatDecade(1990, 'fr')]).toEqual(['1990s', 'Années 1990'])
  })

  it('a number has the point of the language, and as many digits as are asked for', () => {
    expect([formatNumber(3.5, 'en'), formatNumber(3.5, 'ar'), formatNumber(3.5, 'fr')]).toEqual([
      '3.5',
      '3.5',
      '3,5',
    ])
    expect([formatNumber(4, 'en', 1), formatNumber(4, 'fr', 1), formatNumber(4, 'fr')]).toEqual([
      '4.0',
      '4,0',
      '4',
    ])
  })

  it.each(locales)('stars are written as the browser would in %s, without its formats', async (locale) => {
    const stars = Array.from({ length: 11 }, (_, half) => half / 2)
    const { format } = new Intl.NumberFormat(localeTags[locale])
    const written = stars.map((value) => format(value))
    vi.resetModules()
    const { formatNumber: fresh } = await import('./numbers.ts')
    const formats = vi.spyOn(Intl, 'NumberFormat')
    expect(stars.map((value) => fresh(value, locale))).toEqual(written)
    expect(formats).not.toHaveBeenCalled()
    formats.mockRestore()
  })
})

describe('numbers inside texts', () => {
  afterEach(() => changeLocale('en'))

  it.each([
    ['en', '3.5 out of 5 stars', '1,204 films', 'Alien, 1979'],
    ['ar', '3.5 من 5 نجوم', '1,204 أفلام', 'Alien، 1979'],
    ['fr', '3,5 sur 5 étoiles', '1\u202f204 films', 'Alien, 1979'],
  ] as const)('are written as in %s, years are not', async (locale, stars, films, film) => {
    await changeLocale(locale)
    expect(translate('common.stars', { value: 3.5 })).toBe(stars)
    expect(translate('lists.films', { count: 1204 })).toBe(films)
    expect(translate('film.titleYear', { title: 'Alien', year: 1979 })).toBe(film)
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
    const { src, srcSet } = posterSource([null, '/t/p/w500/a.jpg', '/b.jpg'], {
      sizes: '71px',
      language: 'en',
    })
    expect(src).toBe('/t/p/w500/a.jpg')
    expect(srcSet?.split(', ')).toContain('/t/p/w185/a.jpg 185w')
    expect(posterSource([undefined, null], { sizes: '71px', language: 'en' }).srcSet).toBeUndefined()
  })

  it.each([
    ['220px', '/t/p/w500/poster603-0-k3-f.jpg'],
    ['120px', '/t/p/w500/poster603-0-k3-m.jpg'],
    ['71px', '/t/p/w500/poster603-0-k3-t.jpg'],
    ['40px', '/t/p/w500/poster603-0-k3-x.jpg'],
    // The window is 1024 wide.
    ['(min-width: 1280px) 180px, (min-width: 600px) 10vw, 31vw', '/t/p/w500/poster603-0-k3-m.jpg'],
    ['calc(50vw - 1rem)', '/t/p/w500/poster603-0-k3-f.jpg'],
  ])('shows at %s as many words as can be read', (sizes, address) => {
    const { src, srcSet } = posterSource(['/poster603-0-k3.jpg'], { sizes, language: 'en' })
    expect(src).toBe(address)
    expect(srcSet?.split(', ')).toContain(`${address.replace('w500', 'w185')} 185w`)
  })

  it.each([
    ['/t/p/w500/poster603-0-k3.jpg', '220px', 'ar', '/t/p/w500/poster603-0-k3-f.ar.jpg'],
    ['/t/p/w500/poster603-0-k3-t.ar.jpg', '120px', 'fr', '/t/p/w500/poster603-0-k3-m.fr.jpg'],
    ['/poster603-0-k3-m.fr.webp', '120px', 'en', '/t/p/w500/poster603-0-k3-m.webp'],
    // No letters, no language.
    ['/poster603-0-k3.jpg', '44px', 'ar', '/t/p/w500/poster603-0-k3-x.jpg'],
    // Drawn in the languages of Scene; others have an English poster.
    ['/poster603-0-k3.jpg', '120px', 'ko', '/t/p/w500/poster603-0-k3-m.jpg'],
    ['/abc.jpg', '120px', 'ar', '/t/p/w500/abc.jpg'],
  ])('%s at %s with a title in %s', (poster, sizes, language, address) => {
    expect(posterSource([poster], { sizes, language }).src).toBe(address)
  })

  it('names the sizes that the film database documents, and one of posters between them', () => {
    const widths = (source: { srcSet?: string | undefined }) => source.srcSet?.match(/(?<=\/t\/p\/)[^/]+/g)
    const poster = posterSource(['/a.jpg'], { sizes: '44px', language: 'en' })
    expect(widths(poster)).toEqual(['w92', 'w154', 'w185', 'w240', 'w342', 'w500', 'w780'])
    expect(widths(backdropSource('/a.jpg'))).toEqual(['w300', 'w780', 'w1280'])
    expect(widths(portraitSource('/a.jpg'))).toEqual(['w45', 'w185', 'h632'])
    expect(widths(logoSource('/a.jpg', 44))).toEqual(['w45', 'w92', 'w154'])
  })

  it('takes another hue where it is given', () => {
    const { src } = posterSource(['/t/p/w500/poster603-0-k3.jpg'], { sizes: '220px', hue: 5, language: 'en' })
    expect(src).toBe('/t/p/w500/poster603-0-k5-f.jpg')
    const old = posterSource(['/t/p/w500/poster603-0.jpg'], { sizes: '71px', hue: 5, language: 'en' })
    expect(old.src).toBe('/t/p/w500/poster603-0-t.jpg')
  })
})
