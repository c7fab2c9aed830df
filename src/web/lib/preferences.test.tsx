import { afterEach, describe, expect, it, vi } from 'vitest'
import { boot } from '#web/app/boot.ts'
import { isAutoplayOn, isMotionReduced, mayAutoplay, setAutoplay, setMotionReduced } from './motion.ts'
import { applyLocale, applyTheme, getLocale, getTheme, setTheme } from './preferences.ts'

/** What the page itself does before the first paint: both must decide alike. */
function decideByPage(): { theme: string | undefined; lang: string; dir: string } {
  const root = document.documentElement
  root.lang = 'en'
  root.dir = 'ltr'
  boot(null)
  return { theme: root.dataset['theme'], lang: root.lang, dir: root.dir }
}

function decideByCode() {
  const root = document.documentElement
  applyTheme(getTheme())
  applyLocale(getLocale())
  return { theme: root.dataset['theme'], lang: root.lang, dir: root.dir }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('before the first paint', () => {
  it.each([
    ['a dark device in English', null, null, false, ['en-US'], { theme: 'dark', lang: 'en', dir: 'ltr' }],
    ['a light device', null, null, true, ['en'], { theme: 'light', lang: 'en', dir: 'ltr' }],
    ['a choice of light', 'light', null, false, ['en'], { theme: 'light', lang: 'en', dir: 'ltr' }],
    ['a choice of dark', 'dark', null, true, ['en'], { theme: 'dark', lang: 'en', dir: 'ltr' }],
    ['following the device', 'system', null, true, ['en'], { theme: 'light', lang: 'en', dir: 'ltr' }],
    ['a damaged choice', 'x', 'xx', false, ['fr-CA'], { theme: 'dark', lang: 'fr', dir: 'ltr' }],
    ['Arabic first', null, null, false, ['ar-SA', 'en'], { theme: 'dark', lang: 'ar', dir: 'rtl' }],
    ['an unknown language first', null, null, false, ['de', 'fr'], { theme: 'dark', lang: 'fr', dir: 'ltr' }],
    ['no known language', null, null, false, ['de'], { theme: 'dark', lang: 'en', dir: 'ltr' }],
    ['a choice of Arabic', null, 'ar', false, ['en'], { theme: 'dark', lang: 'ar', dir: 'rtl' }],
  ])('%s', (_, theme, locale, light, languages, expected) => {
    if (theme) localStorage.setItem('scene.theme', theme)
    if (locale) localStorage.setItem('scene.locale', locale)
    vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: light }))
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
    expect(decideByPage()).toEqual(expected)
    expect(decideByCode()).toEqual(expected)
  })
})

describe('less motion', () => {
  const shown = () => document.documentElement.dataset['motion']

  it('is what the member chose, at once and before the first paint of the next visit', () => {
    expect(isMotionReduced()).toBe(false)
    setMotionReduced(true)
    expect([isMotionReduced(), shown()]).toEqual([true, 'reduce'])
    delete document.documentElement.dataset['motion']
    decideByPage()
    expect(shown()).toBe('reduce')
    setMotionReduced(false)
    expect([isMotionReduced(), shown()]).toEqual([false, undefined])
    decideByPage()
    expect(shown()).toBeUndefined()
  })
})

it('choices take effect where the storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  setTheme('light')
  setMotionReduced(true)
  expect(document.documentElement.dataset).toMatchObject({ theme: 'light', motion: 'reduce' })
  setTheme('dark')
  setMotionReduced(false)
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(document.documentElement.dataset['motion']).toBeUndefined()
})

it('GIFs play by themselves unless the member said no', () => {
  expect(isAutoplayOn()).toBe(true)
  setAutoplay(false)
  expect([isAutoplayOn(), localStorage.getItem('scene.autoplay')]).toEqual([false, 'off'])
  expect(mayAutoplay()).toBe(false)
  setAutoplay(true)
  expect([isAutoplayOn(), mayAutoplay()]).toEqual([true, true])
})

it('no GIF plays by itself where the member or the device wants less motion', () => {
  setMotionReduced(true)
  expect(mayAutoplay()).toBe(false)
  setMotionReduced(false)
  expect(mayAutoplay()).toBe(true)
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: media.includes('reduced-motion') }))
  expect(mayAutoplay()).toBe(false)
})
