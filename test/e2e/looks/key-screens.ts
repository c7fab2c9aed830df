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

/** One that is told and one that is paused. */
async function withWebhooks(page: Page): Promise<void> {
  const delivery = {
    id: item.id,
    at: '2026-11-20T10:00:00.000Z',
    type: 'log.created',
    state: 'delivered',
    attempts: 1,
  }
  const deliveries = [
    { ...delivery, status: 200, fault: null, nextAt: null },
    {
      ...delivery,
      id: item.id.replace('1', '2'),
      state: 'waiting',
      status: 500,
      fault: null,
      nextAt: delivery.at,
    },
    {
      ...delivery,
      id: item.id.replace('1', '3'),
      state: 'failed',
      status: null,
      fault: 'timeout',
      nextAt: null,
    },
  ]
  const webhook = {
    id: item.id,
    url: 'https://hooks.example.org/a/rather/long/address/that/goes/on/and/on/scene',
    events: ['log.created', 'list.changed'],
    createdAt: delivery.at,
    pausedAt: null,
    deliveries,
  }
  const paused = {
    ...webhook,
    id: '018f0000-0000-7000-8000-00000000000c',
    pausedAt: delivery.at,
    deliveries: [],
  }
  const made = { ...paused, secret: `whsec_${'x'.repeat(43)}=` }
  await page.route('**/api/webhooks', (route) =>
    route.fulfill({ json: route.request().method() === 'GET' ? [webhook, paused] : made }),
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
    open: (page) => expect(page.locator('main fieldset section').nth(1).locator('li')).toHaveCount(3),
  },
  {
    name: 'keys, with webhooks',
    path,
    prepare: withWebhooks,
    open: async (page) => {
      await page.locator('[name="webhook-url"]').fill('https://hooks.example.org/scene')
      await page.locator('form button[type="submit"]').last().click()
      await expect(page.locator('main code').first()).toBeVisible()
    },
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
