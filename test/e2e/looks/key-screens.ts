import type { Page } from '@playwright/test'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const path = '/settings/keys'

const tokens = '**/api/tokens'

const item = {
  id: '018f0000-0000-7000-8000-000000000001',
  name: 'Backup script',
  start: 'scn_pat_AbCdEfGh',
  scopes: ['films:read', 'logs:read', 'export:read'],
  createdAt: '2026-01-02T00:00:00.000Z',
  expiresAt: '2100-01-01T00:00:00.000Z',
  usedAt: '2026-02-03T00:00:00.000Z',
}

/** One in use and one that is over. Nothing of the demo member is changed: what the server would answer is made up. */
async function withTokens(page: Page): Promise<void> {
  const over = {
    ...item,
    id: '018f0000-0000-7000-8000-000000000002',
    name: 'A program with a rather long name on the old computer',
    expiresAt: '2026-01-09T00:00:00.000Z',
    usedAt: null,
  }
  const made = { token: `${item.start}${'x'.repeat(28)}`, item }
  await page.route(tokens, (route) =>
    route.fulfill({ json: route.request().method() === 'GET' ? [item, over] : made }),
  )
}

const dialog = (page: Page) => page.getByRole('dialog')

async function openForm(page: Page): Promise<void> {
  await page.locator('main fieldset section').first().getByRole('button').last().click()
  await expect(dialog(page).locator('[name="token-name"]')).toBeFocused()
}

/** All three kinds, of which one was read. */
async function withFeeds(page: Page): Promise<void> {
  const feed = { createdAt: '2026-01-02T00:00:00.000Z', usedAt: null, list: null }
  const at = (file: string) => `/api/feeds/${'x'.repeat(43)}/${file}`
  const radarr = { radarr: at('radarr.json') }
  const list = { _id: '018f0000-0000-7000-8000-00000000000b', title: 'Films that smell of rain in the city' }
  await page.route('**/api/feeds', (route) =>
    route.fulfill({
      json: [
        { ...feed, id: item.id, kind: 'diary', addresses: { rss: at('rss.xml'), json: at('feed.json') } },
        { ...feed, id: list._id, kind: 'list', list, addresses: radarr, usedAt: '2026-02-03T00:00:00.000Z' },
      ],
    }),
  )
}

export const keyScreens: Screen[] = [
  { name: 'keys', path },
  {
    name: 'keys, with tokens',
    path,
    prepare: withTokens,
    open: (page) => expect(page.locator('main fieldset section').first().locator('li')).toHaveCount(2),
  },
  { name: 'keys, new token', path, open: openForm },
  {
    name: 'keys, with feeds',
    path,
    prepare: withFeeds,
    open: (page) => expect(page.locator('main fieldset section').last().locator('li')).toHaveCount(3),
  },
  {
    name: 'watchlist, address for Radarr',
    path: '/profile?tab=watchlist',
    open: async (page) => {
      await page.getByRole('button', { name: /Radarr/ }).click()
      await expect(dialog(page).locator('bdi')).toBeVisible()
    },
  },
  {
    name: 'keys, the token once',
    path,
    prepare: withTokens,
    open: async (page) => {
      await openForm(page)
      await dialog(page).locator('[name="token-name"]').fill('Backup script')
      await dialog(page).locator('[name="logs:read"]').check()
      await dialog(page).locator('[type="submit"]').click()
      await expect(dialog(page).locator('code')).toBeVisible()
    },
  },
]
