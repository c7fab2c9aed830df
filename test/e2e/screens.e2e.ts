import type { Page } from '@playwright/test'
import { memberScreens } from './member-screens.ts'
import { freeName, logIn, picture, signUp } from './members.ts'
import { expect, films, test } from './scene.ts'
import {
  colourViolations,
  cutTexts,
  settle,
  shortenedLabels,
  sideways,
  smallTargets,
  violations,
  type Screen,
} from './screen-checks.ts'

const cropDialog: Screen = {
  name: 'sign-up, cropping',
  path: '/signup',
  open: async (page) => {
    await page.locator('input[type="file"]').setInputFiles(await picture('#7c3aed'))
    await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible()
  },
}

const guestScreens: Screen[] = [
  { name: 'login', path: '/login' },
  {
    name: 'login, refused by the provider',
    path: '/login',
    open: (page) => page.locator('form button').last().click(),
  },
  { name: 'sign-up', path: '/signup' },
  {
    name: 'sign-up with faults',
    path: '/signup',
    open: async (page) => {
      await page.locator('input[name="username"]').fill('a b')
      await page.locator('input[name="email"]').fill('nobody')
      await page.locator('button[type="submit"]').click()
      await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
    },
  },
  cropDialog,
  { name: 'forgot password', path: '/forgot-password' },
  { name: 'verify reset code', path: '/verify-reset-code' },
  { name: 'reset password', path: '/reset-password' },
]

/** Here a label of the navigation may be shortened. */
const narrowest = 320

/** What a layout gets wrong at the page's width. */
async function layoutFaults(page: Page, width: number): Promise<string[]> {
  const labels = width === narrowest ? [] : await shortenedLabels(page)
  return [
    ...(await sideways(page)).map((fault) => `scrolls sideways: ${fault}`),
    ...(await cutTexts(page)).map((text) => `cut: ${text}`),
    ...labels.map((text) => `shortened: ${text}`),
    ...(await smallTargets(page)).map((text) => `small: ${text}`),
  ]
}

/**
 * The faults of one screen; every line begins with the screen's name. It opens at the first width, where axe looks
 * at it in both themes, and is then given the other widths.
 */
async function inspect(page: Page, { name, path, open }: Screen, widths: number[]): Promise<string[]> {
  const faults: string[] = []
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === narrowest ? 640 : 844 })
    if (width === widths[0]) {
      await page.goto(path)
      await settle(page)
      await open?.(page)
      await settle(page)
      const headings = await page.locator('h1').count()
      if (headings !== 1) faults.push(`${headings} h1`)
      faults.push(...(await violations(page)))
    }
    faults.push(...(await layoutFaults(page, width)).map((fault) => `at ${width}: ${fault}`))
    if (width !== widths[0]) continue
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await settle(page)
    faults.push(...(await colourViolations(page)).map((fault) => `light: ${fault}`))
  }
  return faults.map((fault) => `${name}: ${fault}`)
}

// A trace of this many screens costs more than the checks themselves.
test.use({ trace: 'off' })
test.describe.configure({ mode: 'parallel', timeout: 600_000 })

// What axe finds depends on neither size nor direction alone: it sees each size and each language once.
const looks = { en: [390, narrowest, 1280], ar: [1280, 390, narrowest] }

for (const [locale, widths] of Object.entries(looks))
  test(`every screen in ${locale}: no violation, nothing cut, nothing sideways at ${widths.join(', ')} px`, async ({
    community,
    enter,
  }) => {
    const stored = { 'scene.locale': locale, resetEmail: 'layla@scene.example', resetCode: '123456' }
    const guest = await enter(community, { stored })
    const session = await logIn(community)
    const searches = JSON.stringify([
      { query: 'godfather', tab: 'films' },
      { query: 'omar', tab: 'users' },
    ])
    const member = await enter(community, {
      session,
      stored: { 'scene.locale': locale, recentSearches: searches },
    })
    const faults: string[] = []
    for (const screen of guestScreens) faults.push(...(await inspect(guest.page, screen, widths)))
    for (const screen of await memberScreens(community, session))
      faults.push(...(await inspect(member.page, screen, widths)))
    expect(faults).toEqual([])
  })

test('long French texts fit narrow screens', async ({ community, enter }) => {
  const session = await logIn(community)
  const viewport = { width: 390, height: 844 }
  const { page } = await enter(community, { session, viewport, stored: { 'scene.locale': 'fr' } })
  const faults: string[] = []
  for (const { name, path, open } of await memberScreens(community, session)) {
    await page.goto(path)
    await settle(page)
    await open?.(page)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const found = [...(await sideways(page)), ...(await cutTexts(page))]
      if (width === 390) found.push(...(await shortenedLabels(page)))
      faults.push(...found.map((fault) => `${name} at ${width}: ${fault}`))
    }
    await page.setViewportSize(viewport)
  }
  expect(faults).toEqual([])
})

test('text of double size fits phones', async ({ community, enter }) => {
  const session = await logIn(community)
  const viewport = { width: 390, height: 844 }
  const { page } = await enter(community, { session, viewport, stored: { 'scene.locale': 'fr' } })
  const faults: string[] = []
  for (const path of [
    '/',
    '/trending',
    '/notifications',
    '/profile?tab=watchlist',
    '/edit-profile',
    '/settings',
  ]) {
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await settle(page)
    faults.push(...(await sideways(page)).map((fault) => `${path}: ${fault}`))
  }
  expect(faults).toEqual([])
})

test('screens without content have no violation and say so', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('new'))
  const { page } = await enter(empty, { session, viewport: { width: 390, height: 844 } })
  const texts: Record<string, string> = {
    '/': 'No recent logs yet.',
    '/friends-activity': 'No recent activity found.',
    '/notifications': 'No notifications yet.',
    '/profile': 'No favorite movies yet.',
    '/profile?tab=watchlist': 'This watchlist is empty.',
    '/profile?tab=lists': 'No lists yet.',
    '/profile?tab=lists&lists=friends': 'No lists by friends yet.',
    '/profile?tab=films': 'No films found for this filter.',
    '/profile?tab=films&sort=favorites': 'You haven’t marked any favorite films yet.',
    '/profile?tab=reviews': 'No reviews yet.',
    [`/profile/${session.user._id}/followers`]: 'No users found.',
    [`/movie/${films.whiplash}`]: 'No reviews yet.',
  }
  for (const [path, text] of Object.entries(texts)) {
    await page.goto(path)
    await settle(page)
    await expect(page.getByText(text)).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await sideways(page)).toEqual([])
  }
})
