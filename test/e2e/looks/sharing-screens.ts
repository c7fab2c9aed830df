import type { Screen } from '../support/screen-checks.ts'
import { expect, films } from '../support/scene.ts'

/** What a review of one's own and a film can be given to. */
export const sharingScreens: Screen[] = [
  {
    name: 'share to friends',
    path: '/share/log/{review}',
    open: async (page) => {
      await page.getByRole('checkbox').first().click()
      await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
    },
  },
  { name: 'share, nothing to share', path: '/share/song/1' },
  { name: 'share card', path: '/share-review/{review}' },
  {
    name: 'add to list',
    path: `/add-to-list/${films.parasite}`,
    open: async (page) => {
      await page.locator('main button').nth(1).click()
      await expect(page.getByRole('textbox')).toBeVisible()
    },
  },
]
