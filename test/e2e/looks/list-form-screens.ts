import type { Page } from '@playwright/test'
import { picture } from '../support/members.ts'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const cover = async (page: Page) =>
  page.locator('input[name="cover"]').setInputFiles(await picture('#6d28d9'))

/** The form of a list, new and of one's own. */
export const listFormScreens: Screen[] = [
  { name: 'create list', path: '/create-list', onTablets: true },
  {
    name: 'create list, films to add',
    path: '/create-list',
    open: async (page) => {
      await page.locator('[data-add]').click()
      await page.getByRole('dialog').getByRole('combobox').fill('the')
      await page.getByRole('option').first().click()
      await expect(page.locator('[role="option"][aria-disabled]')).toHaveCount(1)
    },
  },
  {
    name: 'create list, crop',
    path: '/create-list',
    open: async (page) => {
      await cover(page)
      await expect(page.getByRole('slider')).toBeVisible()
    },
  },
  {
    name: 'edit list, a note begun',
    path: '/list/{longestList}/edit',
    open: async (page) => {
      await page.locator('[data-control="note"]').nth(1).click()
      await expect(page.locator('[data-film] textarea:focus')).toBeVisible()
    },
  },
  {
    name: 'edit list, with a cover that could not be uploaded',
    path: '/list/{longestList}/edit',
    open: async (page) => {
      await cover(page)
      // A reply of the browser's own, which no error in the console tells of.
      await page.route('**/api/upload/list-cover', (route) => route.fulfill({ status: 200, body: 'no' }))
      await page.getByRole('dialog').getByRole('button').last().click()
      await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
    },
  },
]
