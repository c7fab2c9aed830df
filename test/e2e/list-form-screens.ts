import type { Page } from '@playwright/test'
import { call, picture } from './members.ts'
import { expect, type Product, type Session } from './scene.ts'
import type { Screen } from './screen-checks.ts'

const cover = async (page: Page) =>
  page.locator('input[name="cover"]').setInputFiles(await picture('#6d28d9'))

/** The form of a list, new and of one’s own. */
export async function listFormScreens(product: Product, session: Session): Promise<Screen[]> {
  const own = await call<{ _id: string; filmsCount: number }[]>(product, '/api/lists/my', session)
  const longest = own.toSorted((one, other) => other.filmsCount - one.filmsCount)[0]
  if (!longest) throw new Error('the demo community has no such list')
  return [
    { name: 'create list', path: '/create-list' },
    {
      name: 'create list, films to add',
      path: '/create-list',
      open: async (page) => {
        await page.locator('[data-add]').click()
        await page.getByRole('searchbox').fill('the')
        await page.getByRole('dialog').locator('li button').first().click()
        await expect(page.getByRole('dialog').locator('li button[aria-disabled]')).toHaveCount(1)
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
      name: 'edit list, with a cover that could not be uploaded',
      path: `/list/${longest._id}/edit`,
      open: async (page) => {
        await cover(page)
        // A reply of the browser’s own, which no error in the console tells of.
        await page.route('**/api/upload/list-cover', (route) => route.fulfill({ status: 200, body: 'no' }))
        await page.getByRole('dialog').getByRole('button').last().click()
        await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
        await page.unroute('**/api/upload/list-cover')
      },
    },
  ]
}
