import type { Page } from '@playwright/test'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const path = '/scenebot'
const log = (page: Page) => page.getByRole('log')

async function ask(page: Page, question: string): Promise<void> {
  await page.locator('main textarea').fill(question)
  await page.locator('main form button[type="submit"]').click()
}

/** The device keeps this of the chat. */
async function withKept(page: Page, messages: object[]): Promise<void> {
  await page.evaluate((kept) => {
    const { _id } = JSON.parse(localStorage.getItem('user') ?? '{}') as { _id: string }
    localStorage.setItem(`sceneBot:${_id}`, JSON.stringify({ messages: kept, timestamp: Date.now() }))
  }, messages)
}

/** The chat at its beginning, with films in a reply, and without an answer. */
export const sceneBotScreens: Screen[] = [
  {
    name: 'SceneBot',
    path,
    open: (page) => expect(page.locator('main ul[aria-label] button').first()).toBeVisible(),
  },
  {
    name: 'SceneBot, a reply with films',
    path,
    open: async (page) => {
      await ask(page, 'Films like Parasite')
      await expect(log(page).getByRole('link').first()).toBeVisible()
    },
  },
  {
    name: 'SceneBot, no answer, and a file refused',
    path,
    prepare: (page) =>
      withKept(page, [{ id: 'a', sender: 'user', text: 'Films like Whiplash', at: Date.now() }]),
    open: async (page) => {
      await expect(log(page).getByRole('listitem').last().getByRole('button')).toBeVisible()
      await page.locator('main textarea').evaluate((field) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File(['a'], 'a.png', { type: 'image/png' }))
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
      await expect(page.locator('main form').getByRole('alert')).toBeVisible()
    },
  },
]
