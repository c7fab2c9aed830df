import { afterEach, expect, it, vi } from 'vitest'
import { homeRegion, storeRegion } from './region.ts'

const languages = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

it('is the first one that the browser names', () => {
  languages('en', 'not a language', 'es-419', 'de-DE', 'fr-FR')
  expect(homeRegion()).toBe('DE')
})

it('is SA where the browser names none', () => {
  languages('en', 'ar')
  expect(homeRegion()).toBe('SA')
  languages()
  expect(homeRegion()).toBe('SA')
})

it('is the one that was chosen on this device', () => {
  languages('fr-FR')
  storeRegion('EG')
  expect(homeRegion()).toBe('EG')
  storeRegion('nowhere')
  expect(homeRegion()).toBe('FR')
})
