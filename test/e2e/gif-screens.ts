import type { Page } from '@playwright/test'
import { picture } from './members.ts'
import { expect, films } from './scene.ts'
import type { Screen } from './screen-checks.ts'

async function openPicker(page: Page) {
  await page
    .getByRole('main')
    .locator('button')
    .filter({ has: page.locator('.lucide-plus') })
    .first()
    .click()
  await page.getByRole('dialog').locator('button[data-attach="gif"]').click()
  const picker = page.getByRole('dialog').filter({ has: page.getByRole('searchbox') })
  await expect(picker.locator('button[data-gif]').first()).toBeVisible()
  return picker
}

/** The log editor with everything attached, and the choice of a GIF above it. */
export const gifScreens: Screen[] = [
  {
    name: 'log editor, with GIF and image, refused',
    path: `/movie/${films.whiplash}`,
    open: async (page) => {
      const picker = await openPicker(page)
      await picker.locator('button[data-gif]').first().click()
      await expect(picker).toBeHidden()
      await page.locator('input[type="file"]').setInputFiles(await picture('#7c3aed'))
      await page.route('**/api/logs/full', (route) => route.abort())
      await page.locator('button[type="submit"]').last().click()
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      await page.unroute('**/api/logs/full')
    },
  },
  {
    name: 'GIF picker, nothing found',
    path: `/movie/${films.whiplash}`,
    open: async (page) => {
      const picker = await openPicker(page)
      await picker.getByRole('searchbox').fill('qqqqqqqq')
      await expect(picker.locator('button[data-gif]')).toHaveCount(0)
    },
  },
]
