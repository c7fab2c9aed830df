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

const film = { id: 949, title: 'Heat', year: 1995, poster: '/t/p/w500/poster949-0.jpg' }
const offering = {
  reply: 'Shall I add Heat (1995) to your watchlist?',
  language: 'english',
  films: [film],
  offer: { film, list: null },
  by: 'built-in',
}

/** By its place: what it is called is in the language of the screen. */
async function openRefused(page: Page): Promise<void> {
  await page.locator('main header button[aria-haspopup]').click()
  await page.getByRole('menuitem').nth(-2).click()
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible()
  await expect(page.getByRole('dialog').locator('[aria-busy="true"]')).toHaveCount(0)
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
    name: 'SceneBot, an offer with its button',
    path,
    prepare: (page) => page.route('**/api/scenebot', (route) => route.fulfill({ json: offering })),
    open: async (page) => {
      await ask(page, 'Add Heat to my watchlist')
      await expect(log(page).getByRole('listitem').last().getByRole('button')).toBeVisible()
    },
  },
  {
    name: 'SceneBot, an offer that was confirmed by a word',
    path,
    prepare: (page) =>
      withKept(page, [
        {
          id: 'a',
          sender: 'bot',
          at: Date.now(),
          text: offering.reply,
          offer: offering.offer,
          settled: 'accepted',
        },
        { id: 'b', sender: 'user', at: Date.now(), text: 'yes', aside: 'note' },
        { id: 'c', sender: 'bot', at: Date.now(), text: 'Done: Heat is on your watchlist.', aside: 'note' },
      ]),
    open: (page) => expect(log(page).getByRole('status')).toBeVisible(),
  },
  {
    name: 'SceneBot, films that were refused',
    path,
    prepare: (page) =>
      page.route('**/api/scenebot/refused', (route) =>
        route.fulfill({
          json: { films: [offering.offer.film, { ...offering.offer.film, id: 348, title: 'Alien' }] },
        }),
      ),
    open: openRefused,
  },
  {
    name: 'SceneBot, no film refused',
    path,
    prepare: (page) =>
      page.route('**/api/scenebot/refused', (route) => route.fulfill({ json: { films: [] } })),
    open: openRefused,
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
