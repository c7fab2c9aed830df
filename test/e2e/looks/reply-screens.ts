import { expect } from '../support/scene.ts'
import { picture } from '../support/members.ts'
import type { Screen } from '../support/screen-checks.ts'

/** The comments on a review of one's own that has some, and what opens there. */
const path = '/review/{review}/replies'

export const replyScreens: Screen[] = [
  { name: 'comments', path },
  {
    name: 'comments, an answer with an image, after a file that is none',
    path,
    open: async (page) => {
      await page.locator('main article button:not([aria-pressed])').first().click()
      const files = page.locator('main form input[type="file"]')
      await files.setInputFiles(await picture('#7c3aed'))
      await files.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
      await expect(page.locator('main form [role="alert"]')).toBeVisible()
    },
  },
  {
    name: 'comments, choosing a GIF',
    path,
    open: async (page) => {
      await page.locator('main form button[aria-haspopup="dialog"]').click()
      await expect(page.getByRole('dialog').getByRole('searchbox')).toBeVisible()
    },
  },
]
