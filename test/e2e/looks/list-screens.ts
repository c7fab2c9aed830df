import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

/** A list as its owner and as a visitor sees it. */
export const listScreens: Screen[] = [
  { name: 'list, own private one', path: '/list/{privateList}' },
  {
    name: 'list, visitor’s menu',
    path: '/list/{othersList}',
    open: async (page) => {
      await page.locator('main header button[aria-haspopup="menu"]').click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  { name: 'list, ranked', path: '/list/{rankedList}' },
  { name: 'list, with notes', path: '/list/{longestList}?view=notes' },
  { name: 'list, comments', path: '/list/{rankedList}/comments' },
]
