import type { Page } from '@playwright/test'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const path = '/settings/players'
const id = (end: number) => `018f0000-0000-7000-8000-0000000000${10 + end}`

const call = (
  end: number,
  outcome: string,
  title: string | null = 'Heat',
  userName: string | null = 'layla',
) => ({
  id: id(end),
  at: '2026-11-20T22:10:00.000Z',
  outcome,
  title,
  userName,
})

/** One that runs and one that is paused. Nothing of the demo member is changed: what the server would answer is made up. */
async function withPlayers(page: Page): Promise<void> {
  const calls = [
    call(1, 'waiting', 'A film with a rather long title, as they are in festivals of the past'),
    call(2, 'repeated'),
    call(3, 'no-film', 'Pilot', 'omar'),
    call(4, 'unreadable', null, null),
  ]
  const player = {
    createdAt: '2026-11-01T00:00:00.000Z',
    userNames: ['layla', 'omar'],
    pausedAt: null,
    calls,
  }
  const paused = {
    ...player,
    id: id(6),
    kind: 'kodi',
    userNames: [],
    calls: [],
    pausedAt: '2026-11-21T00:00:00.000Z',
  }
  const players = { timeZone: 'Asia/Riyadh', players: [{ ...player, id: id(5), kind: 'plex' }, paused] }
  const made = {
    ...paused,
    id: id(7),
    kind: 'plex',
    address: `https://scene.example/api/hooks/plex/${'x'.repeat(43)}`,
  }
  await page.route('**/api/players', (route) =>
    route.fulfill({ json: route.request().method() === 'GET' ? players : made }),
  )
}

/** A film that is certain, and one that is not. */
async function withPlays(page: Page): Promise<void> {
  const play = {
    kind: 'plex',
    title: 'Heat',
    year: 1995,
    day: '2026-11-20',
    watchedAt: '2026-11-20T22:10:00.000Z',
  }
  const film = { id: 496243, title: 'Parasite', titleLang: 'en', poster: null, release_date: '2019-05-30' }
  const plays = [
    { ...play, id: id(1), film },
    { ...play, id: id(2), film: null },
  ]
  await page.route('**/api/plays', (route) => route.fulfill({ json: plays }))
  await page.route('**/api/home?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), plays } })
  })
}

const shownPlays = (page: Page) =>
  expect(
    page
      .locator('main section li')
      .filter({ has: page.getByRole('slider') })
      .first(),
  ).toBeVisible()

export const playerScreens: Screen[] = [
  { name: 'players', path },
  {
    name: 'players, one paused',
    path,
    prepare: withPlayers,
    open: (page) => expect(page.locator('main fieldset section')).toHaveCount(3),
  },
  {
    name: 'players, the address once',
    path,
    prepare: withPlayers,
    open: async (page) => {
      await page.locator('main form button[type="submit"]').first().click()
      await expect(page.locator('main code')).toBeVisible()
    },
  },
  {
    name: 'diary, films that wait for their stars',
    path: '/profile/{me}/diary',
    prepare: withPlays,
    open: shownPlays,
  },
  { name: 'home, films that wait for their stars', path: '/', prepare: withPlays, open: shownPlays },
]
