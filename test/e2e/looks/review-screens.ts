import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

/** The demo login calls the review of this film a spoiler. */
const spoiledFilm = 965150

/** What a review of one's own leads to. */
export const reviewScreens: Screen[] = [
  {
    name: 'change backdrop, one chosen',
    path: '/review/{review}/change-backdrop',
    open: (page) => page.getByRole('radio').nth(1).check(),
  },
  {
    name: 'review, a spoiler open for who has seen the film',
    path: `/movie/${spoiledFilm}/reviews/{me}`,
    open: async (page) => {
      await page.locator('main article a[href^="/review/"]').first().press('Enter')
      await expect(page.locator('main article button').first()).toBeVisible()
      await expect(page).toHaveURL(/\/review\/[0-9a-f-]+$/)
    },
  },
  {
    name: 'one member’s logs of a film, a spoiler',
    path: `/movie/${spoiledFilm}/reviews/{me}`,
    open: async (page) => {
      await expect(page.locator('main article button').first()).toBeVisible()
    },
  },
]
