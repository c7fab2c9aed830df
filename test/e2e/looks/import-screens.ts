import type { Page } from '@playwright/test'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const long = 'A name of many words that no column has room for, written out to its very end'
const unknown = csv(
  'diary.csv',
  `Date,Name,Year,Letterboxd URI,Rating,Watched Date,Review\n2024-01-02,Zzqx ${long},1931,https://boxd.it/z1,4.5,2024-01-01,"${long}\n${long}"\n2024-01-02,Zzqx,1931,https://boxd.it/z2,,2024-01-01,\n2024-01-02,Zzqx,1931,https://boxd.it/z3,,2024-01-02,\n`,
)

/** Imports rows that no film fits. */
async function importUnknown(page: Page): Promise<void> {
  await page.locator('input[name="diary"]').setInputFiles(unknown)
  await page.locator('main button[class*="primary"]').first().click()
  await page.getByRole('alertdialog').getByRole('button').click()
  await expect(page.locator('main article a[href*="rows="]').first()).toBeVisible()
}

/** The import of files: chosen and refused, and its rows that need attention. */
export const importScreens: Screen[] = [
  { name: 'import', path: '/import' },
  {
    name: 'import, steps',
    path: '/import',
    open: async (page) => {
      await page.locator('main header button').last().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'import, chosen and refused',
    path: '/import',
    open: async (page) => {
      await page.locator('input[name="diary"]').setInputFiles(unknown)
      await page.locator('input[name="ratings"]').setInputFiles(csv('a.txt', 'a'))
      await expect(page.locator('main table')).toBeVisible()
      // What a list of IMDb is, is asked.
      await page
        .locator('input[name="export"]')
        .setInputFiles(csv('1f.csv', 'Position,Const,Created,Modified,Description,Title'))
      await expect(page.locator('main [aria-pressed]').first()).toBeVisible()
    },
  },
  {
    name: 'import, rows',
    path: '/import',
    open: async (page) => {
      await importUnknown(page)
      await page.locator('main article a[href*="rows="]').first().click()
      await expect(page.locator('article[data-row]').first()).toBeVisible()
    },
  },
  {
    name: 'import, question before removing',
    path: '/import',
    open: async (page) => {
      await importUnknown(page)
      await page.locator('main article button').last().click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]
