import type { Page } from '@playwright/test'
import { filmScreens } from './film-screens.ts'
import { gifScreens } from './gif-screens.ts'
import { importScreens } from './import-screens.ts'
import { listFormScreens } from './list-form-screens.ts'
import { listScreens } from './list-screens.ts'
import { call, freeName, logIn, picture, signUp } from './members.ts'
import { expect, films, test, type Product, type Session } from './scene.ts'
import { sceneBotScreens } from './scenebot-screens.ts'
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
import { allReviewsScreens, peopleScreens } from './people-screens.ts'
import { replyScreens } from './reply-screens.ts'
import { reviewScreens } from './review-screens.ts'
import { sharingScreens } from './sharing-screens.ts'

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

async function openMenu(page: Page): Promise<void> {
  await page.locator('main button[aria-haspopup="menu"]').first().click()
  await expect(page.getByRole('menu')).toBeVisible()
}

/** The profile form, the choice of a backdrop, and what opens over them. */
const editScreens: Screen[] = [
  { name: 'edit profile', path: '/edit-profile' },
  {
    name: 'edit profile, contact info',
    path: '/edit-profile',
    open: (page) => page.locator('main button[aria-expanded]').click(),
  },
  {
    name: 'edit profile, film search',
    path: '/edit-profile',
    open: async (page) => {
      await page.locator('main [data-remove]').first().click()
      await page.locator('main [data-add]').click()
      await page.getByRole('dialog').getByRole('searchbox').fill('godf')
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'edit profile, question before deleting',
    path: '/edit-profile',
    open: async (page) => {
      await page.locator('main button').last().click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'choose backdrop', path: '/choose-backdrop' },
  {
    name: 'choose backdrop, films',
    path: '/choose-backdrop',
    open: async (page) => {
      await page.getByRole('searchbox').fill('godf')
      await expect(page.locator('main a[data-film]').first()).toBeVisible()
    },
  },
  {
    name: 'choose backdrop, backdrops',
    path: `/choose-backdrop?q=parasite&film=${films.parasite}`,
    open: (page) => page.getByRole('radio').nth(1).check(),
  },
]

/** The screens of a member, with the things of the demo community that have most to show. */
async function memberScreens(product: Product, session: Session): Promise<Screen[]> {
  const feed = await call<{ _id: string; review: string; user: { _id: string } }[]>(
    product,
    `/api/logs/feed/${session.user._id}`,
    session,
  )
  const own = await call<{ _id: string; review: string; replyCount: number }[]>(
    product,
    `/api/logs/user/${session.user._id}`,
    session,
  )
  const review = own.find((log) => log.replyCount > 0)?._id ?? ''
  const friend = feed[0]?.user._id ?? ''
  const { followers } = await call<{ followers: { _id: string }[] }>(
    product,
    `/api/users/${session.user._id}/followers`,
    session,
  )
  const follower = followers[0]?._id ?? ''
  return [
    { name: 'verify e-mail', path: '/verify-email' },
    { name: 'home', path: '/' },
    { name: 'trending', path: '/trending' },
    { name: 'friends, month', path: '/friends-activity?period=month' },
    { name: 'search, recent', path: '/search' },
    {
      name: 'search, films',
      path: '/search',
      open: async (page) => {
        await page.getByRole('searchbox').fill('godf')
        await expect(page.locator('main a[href="/movie/238"]')).toBeVisible()
      },
    },
    {
      name: 'search, members',
      path: '/search?tab=users',
      open: async (page) => {
        await page.getByRole('searchbox').fill('om')
        await expect(page.getByText('@omar_k')).toBeVisible()
      },
    },
    {
      name: 'search, lists',
      path: '/search?tab=lists',
      open: async (page) => {
        await page.getByRole('searchbox').fill('film')
        await expect(page.locator('main [aria-busy="false"] bdi', { hasText: 'film' }).first()).toBeVisible()
      },
    },
    {
      name: 'search, actors',
      path: '/search?tab=actors',
      open: async (page) => {
        await page.getByRole('searchbox').fill('tom')
        await expect(page.locator('main a[href^="/actor/"]').first()).toBeVisible()
      },
    },
    {
      name: 'search, directors',
      path: '/search?tab=directors',
      open: async (page) => {
        await page.getByRole('searchbox').fill('nolan')
        await expect(page.locator('main a[href^="/director/"]', { hasText: 'Nolan' }).first()).toBeVisible()
      },
    },
    {
      name: 'search, nothing found',
      path: '/search?tab=users',
      open: async (page) => {
        await page.getByRole('searchbox').fill('zzqqzzqq')
        await expect(page.locator('main [aria-busy="false"] bdi', { hasText: 'zzqqzzqq' })).toBeVisible()
      },
    },
    { name: 'film', path: `/movie/${films.parasite}` },
    ...filmScreens,
    ...allReviewsScreens,
    ...peopleScreens,
    {
      name: 'log editor',
      path: `/movie/${films.parasite}?edit=1&logId=${review}`,
      open: async (page) => {
        await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible()
      },
    },
    { name: 'review', path: `/review/${review}` },
    { name: 'review, menu', path: `/review/${review}`, open: openMenu },
    {
      name: 'review, question',
      path: `/review/${review}`,
      open: async (page) => {
        await openMenu(page)
        await page.getByRole('menuitem').nth(2).click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
    },
    { name: 'own profile', path: '/profile' },
    { name: 'own profile, menu', path: '/profile', open: openMenu },
    { name: 'own profile, reviews', path: '/profile?tab=reviews' },
    { name: 'profile of another member', path: `/profile/${friend}` },
    {
      name: 'profile, connections',
      path: `/profile/${friend}`,
      open: async (page) => {
        await page.locator('main button[aria-controls][aria-expanded]').click()
        await expect(page.locator('main a[target="_blank"]').first()).toBeVisible()
      },
    },
    {
      name: 'profile, question',
      path: `/profile/${follower}`,
      open: async (page) => {
        await openMenu(page)
        await page.getByRole('menuitem').last().click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
    },
    { name: 'followers', path: `/profile/${session.user._id}/followers` },
    { name: 'following', path: `/profile/${session.user._id}/following` },
    { name: 'watchlist', path: '/profile?tab=watchlist' },
    {
      name: 'watchlist, menu of a film',
      path: '/profile?tab=watchlist',
      open: async (page) => {
        await page.locator('main li button[aria-haspopup="menu"]').first().click()
        await expect(page.getByRole('menu')).toBeVisible()
      },
    },
    { name: 'watchlist of another member', path: `/profile/${friend}?tab=watchlist` },
    { name: 'lists, own', path: '/profile?tab=lists' },
    { name: 'lists, popular', path: '/profile?tab=lists&lists=popular' },
    { name: 'lists of another member', path: `/profile/${friend}?tab=lists` },
    { name: 'logged films', path: '/profile?tab=films' },
    { name: 'logged films, favourites', path: '/profile?tab=films&sort=favorites' },
    { name: 'notifications', path: '/notifications' },
    ...editScreens,
    ...gifScreens(review),
    ...importScreens,
    ...replyScreens(review),
    ...reviewScreens(review, session.user._id),
    ...sharingScreens(review),
    ...(await Promise.all([listScreens(product, session), listFormScreens(product, session)])).flat(),
    { name: 'settings', path: '/settings' },
    {
      name: 'settings, question',
      path: '/settings',
      open: async (page) => {
        await page.locator('section ul ~ button').click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
    },
    { name: 'choose avatar', path: '/choose-avatar' },
    {
      name: 'upload avatar, without a photo',
      path: '/upload-avatar',
      open: async (page) => {
        await page.locator('button[type="submit"]').click()
        await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
      },
    },
    {
      name: 'upload avatar, cropping',
      path: '/upload-avatar',
      open: async (page) => {
        await page.locator('input[type="file"]').setInputFiles(await picture('#7c3aed'))
        await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible()
      },
    },
    { name: 'avatar upload test', path: '/avatar-upload-test' },
    {
      name: 'avatar upload test, refused',
      path: '/avatar-upload-test',
      open: async (page) => {
        await page.locator('main button[type="submit"]').click()
        await expect(page.getByRole('main').getByRole('status')).not.toBeEmpty()
      },
    },
    ...sceneBotScreens,
    { name: 'not found', path: '/nowhere' },
  ]
}

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
