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
    name: 'one member’s logs of a film, a spoiler',
    path: `/movie/${spoiledFilm}/reviews/{me}`,
    open: async (page) => {
      await expect(page.locator('main article button').first()).toBeVisible()
    },
  },
]
