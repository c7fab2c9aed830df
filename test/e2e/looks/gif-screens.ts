import type { Page } from '@playwright/test'
import { picture } from '../support/members.ts'
import { expect, films } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

async function openPicker(page: Page) {
  await page.getByRole('dialog').locator('button[data-attach="gif"]').click()
  const picker = page.getByRole('dialog').filter({ has: page.getByRole('searchbox') })
  await expect(picker.locator('button[data-gif]').first()).toBeVisible()
  return picker
}

/** The editor of a log of one's own with everything attached, and the choice of a GIF above it. */
const path = `/movie/${films.parasite}?edit=1&logId={review}`

export const gifScreens: Screen[] = [
  {
    name: 'GIF picker, nothing found',
    path,
    open: async (page) => {
      const picker = await openPicker(page)
      await picker.getByRole('searchbox').fill('qqqqqqqq')
      await expect(picker.locator('button[data-gif]')).toHaveCount(0)
    },
  },
  {
    name: 'log editor, with GIF and a file that is no image',
    path,
    open: async (page) => {
      const picker = await openPicker(page)
      await picker.locator('button[data-gif]').first().click()
      await expect(picker).toBeHidden()
      const files = page.getByRole('dialog').locator('input[type="file"]')
      await files.setInputFiles(await picture('#7c3aed'))
      await files.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    },
  },
]
