import type { Page } from '@playwright/test'
import { changeAnswers } from '../support/faulty-network.ts'
import type { Screen } from '../support/screen-checks.ts'
import { expect, films } from '../support/scene.ts'

/** Haifaa Al-Mansour and Mila Al Zahrani of the built-in catalogue. */
const director = '/director/900386131'
const actor = '/actor/827745096'

/** The built-in catalogue knows no biographies and no dates. */
const withMore = (page: Page) =>
  changeAnswers(page, '**/api/tmdb/person/*', (person) => ({
    ...person,
    biography: 'An actor of stage and screen. '.repeat(20),
    biographyLanguage: 'en',
    birthday: '1951-01-01',
    deathday: '2021-12-31',
    place_of_birth: 'A town with a rather long name, and the country that it lies in',
    profile: null,
  }))

/** People with and without a portrait, dates and biography; all have the founder's words. */
export const peopleScreens: Screen[] = [
  { name: 'director', path: director },
  {
    name: 'actor, everything',
    path: actor,
    prepare: withMore,
    open: (page) => page.locator('main button[aria-expanded="false"][aria-controls]').click(),
  },
]

/** Every review of a film, and one of them being answered. */
export const allReviewsScreens: Screen[] = [
  { name: 'all reviews', path: `/movie/${films.parasite}/reviews` },
  {
    name: 'all reviews, answering',
    path: `/movie/${films.parasite}/reviews`,
    open: async (page) => {
      await page.locator('main article button:not([aria-pressed])').first().click()
      await expect(page.locator('main form textarea')).toBeFocused()
    },
  },
]
