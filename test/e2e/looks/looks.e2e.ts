import type { Page, Request } from '@playwright/test'
import { call, freeName, logIn, picture, signUp } from '../support/members.ts'
import {
  expect,
  films,
  test as base,
  visit,
  type Product,
  type Session,
  type Visitor,
} from '../support/scene.ts'
import {
  chooseLanguage,
  chooseTheme,
  colourViolations,
  layoutFaults,
  settle,
  sideways,
  violations,
  type Screen,
} from '../support/screen-checks.ts'
import { joiningScreens } from './joining-screens.ts'
import { guestModerationScreens } from './moderation-screens.ts'
import { secondStepScreens } from './security-screens.ts'
import { memberScreens } from './member-screens.ts'

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
  {
    name: 'sign-up, cropping',
    path: '/signup',
    open: async (page) => {
      await page.locator('input[type="file"]').setInputFiles(await picture('#7c3aed'))
      await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible()
    },
  },
  { name: 'forgot password', path: '/forgot-password' },
  { name: 'verify reset code', path: '/verify-reset-code' },
  { name: 'reset password', path: '/reset-password' },
  ...joiningScreens,
  ...guestModerationScreens,
  ...secondStepScreens,
]

interface Card {
  _id: string
  isPrivate: boolean
  isRanked: boolean
  filmsCount: number
  user: { _id: string }
}

/** What the paths of screens name, of the things that have most to show. */
async function findThings(product: Product, { token, user }: Session): Promise<Record<string, string>> {
  const get = <T>(path: string) => call<T>(product, path, { token })
  const feed = await get<{ user: { _id: string } }[]>(`/api/logs/feed/${user._id}`)
  const logs = await get<{ _id: string; replyCount: number }[]>(`/api/logs/user/${user._id}`)
  const { followers } = await get<{ followers: { _id: string }[] }>(`/api/users/${user._id}/followers`)
  const own = await get<Card[]>('/api/lists/my')
  const others = (await get<Card[]>('/api/lists/popular')).filter((list) => list.user._id !== user._id)
  const things = {
    me: user._id,
    review: logs.find((log) => log.replyCount > 0)?._id,
    friend: feed[0]?.user._id,
    follower: followers[0]?._id,
    privateList: own.find((list) => list.isPrivate)?._id,
    longestList: own.toSorted((one, other) => other.filmsCount - one.filmsCount)[0]?._id,
    othersList: others[0]?._id,
    rankedList: others.find((list) => list.isRanked)?._id,
  }
  for (const [name, id] of Object.entries(things))
    if (!id) throw new Error(`the demo community has no ${name}`)
  return things as Record<string, string>
}

interface LookedAt extends Visitor {
  /** The local storage that every screen begins with. */
  kept: { name: string; value: string }[]
  /** No call waits for its answer. */
  answered: () => Promise<void>
}

interface Looks {
  things: Record<string, string>
  guest: LookedAt
  member: LookedAt
}

/** One page for all screens that a worker looks at: opening pages would cost more than the looks. */
const test = base.extend<object, { looks: Looks }>({
  looks: [
    async ({ browser, community }, use) => {
      const session = await logIn(community)
      const recentSearches = JSON.stringify([
        { query: 'godfather', tab: 'films' },
        { query: 'omar', tab: 'users' },
      ])
      const enter = async (stored: Record<string, string>, signedIn?: Session) => {
        const visitor = await visit(browser, community, {
          ...(signedIn && { session: signedIn }),
          stored: { ...stored, 'scene.locale': 'en' },
          colorScheme: 'dark',
        })
        // Somewhere below the origin, for what is prepared before a screen opens.
        await visitor.page.goto('/livez')
        const { origins } = await visitor.page.context().storageState()
        const kept = origins[0]?.localStorage ?? []
        return { ...visitor, kept, answered: watchCalls(visitor.page) }
      }
      const guest = await enter({ resetEmail: 'layla@scene.example', resetCode: '123456' })
      const member = await enter({ recentSearches }, session)
      await use({ things: await findThings(community, session), guest, member })
      for (const { page } of [guest, member]) await page.context().close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const phone = 390
const narrowest = 320
const desk = 1280
const tablet = 768
/** Lists that go on for ever grow with the window. */
const tallest = 3000

function watchCalls(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let told = Promise.withResolvers<void>()
  const close = (request: Request) => {
    open.delete(request)
    if (open.size === 0) told.resolve()
  }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) open.add(request)
  })
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  page.on('framenavigated', () => {
    open.clear()
    told.resolve()
  })
  return async () => {
    while (open.size > 0) {
      told = Promise.withResolvers()
      await told.promise
    }
  }
}

const resize = (page: Page, width: number) =>
  page.setViewportSize({ width, height: width === narrowest ? 640 : 844 })

/** What a layout gets wrong at the width. */
async function faultsAt(page: Page, width: number): Promise<string[]> {
  await resize(page, width)
  return (await layoutFaults(page)).map((fault) => `at ${width}: ${fault}`)
}

/** The screen before shared this page: the answers that it changed, and what it left on the device, would come up here. */
async function forgetScreen({ page, kept }: LookedAt): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' })
  // Nothing is drawn anew of what is left.
  await page.goto('/livez')
  await page.evaluate((entries) => {
    sessionStorage.clear()
    localStorage.clear()
    for (const { name, value } of entries) localStorage.setItem(name, value)
  }, kept)
}

async function openScreen(
  visitor: LookedAt,
  path: string,
  { prepare, open, expected }: Screen,
): Promise<void> {
  const { page } = visitor
  visitor.expected.splice(0, Infinity, ...(expected ? [expected] : []))
  await forgetScreen(visitor)
  await prepare?.(page)
  await resize(page, phone)
  await page.goto(path)
  await settle(page)
  if (!open) return
  await open(page)
  await settle(page)
}

/** The screen as it is in another language, chosen in another tab: films are called otherwise in new answers. */
async function switchLanguage({ page, answered }: LookedAt, locale: 'ar' | 'fr'): Promise<void> {
  await chooseLanguage(page, locale)
  await answered()
  await settle(page)
}

/** The window holds the whole page, as far as that goes: what stays in place while one scrolls lies over nothing. */
async function showWhole(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (height <= (page.viewportSize()?.height ?? 0)) return
  await page.setViewportSize({ width: phone, height: Math.min(height, tallest) })
  await settle(page)
}

/** What axe finds depends on neither the size nor the language: it looks at each theme once. */
async function axeFaults(page: Page): Promise<string[]> {
  await showWhole(page)
  const headings = await page.locator('h1').count()
  const faults = headings === 1 ? [] : [`${headings} h1`]
  faults.push(...(await violations(page)))
  await chooseTheme(page, 'light')
  await settle(page)
  return [...faults, ...(await colourViolations(page)).map((fault) => `light: ${fault}`)]
}

test.describe.configure({ mode: 'parallel', timeout: 90_000 })

for (const [viewer, screens] of [
  ['guest', guestScreens],
  ['member', memberScreens],
] as const)
  for (const screen of screens)
    test(`${screen.name}: no violation, nothing cut, nothing sideways`, async ({ looks }) => {
      const visitor = looks[viewer]
      const { page } = visitor
      const path = screen.path.replaceAll(/\{(\w+)\}/g, (_, thing: string) => looks.things[thing] ?? '')
      await openScreen(visitor, path, screen)
      const faults: string[] = []
      const look = (locale: string, found: string[]) =>
        faults.push(...found.map((fault) => `${locale} ${fault}`), ...visitor.faults.splice(0))
      for (const width of screen.onTablets ? [phone, tablet] : [phone])
        look('en', await faultsAt(page, width))
      for (const locale of ['ar', 'fr'] as const) {
        await switchLanguage(visitor, locale)
        // What fits the narrowest window fits phones: they add no more than the bar with all parts of Scene.
        const wider = locale === 'fr' ? [desk] : screen.onTablets ? [phone] : []
        for (const width of [narrowest, ...wider]) look(locale, await faultsAt(page, width))
      }
      await resize(page, phone)
      look('fr', await axeFaults(page))
      expect(faults).toEqual([])
    })

test('text of double size fits phones', async ({ community, enter }) => {
  const session = await logIn(community)
  const viewport = { width: phone, height: 844 }
  const { page } = await enter(community, { session, viewport, stored: { 'scene.locale': 'fr' } })
  const faults: string[] = []
  for (const path of [
    '/',
    '/trending',
    '/notifications',
    `/movie/${films.parasite}`,
    '/profile?tab=films',
    '/profile?tab=watchlist',
    '/edit-profile',
    '/settings',
    '/settings/language',
    '/settings/notifications',
  ]) {
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await settle(page)
    faults.push(...(await sideways(page)).map((fault) => `${path}: ${fault}`))
    if (path !== '/profile?tab=watchlist') continue
    await page.locator('main li button[aria-haspopup="dialog"]').first().click()
    const actions = page.getByRole('dialog')
    await expect(actions.getByRole('menuitem').last()).toBeVisible()
    for (const width of [phone, narrowest]) {
      await page.setViewportSize({ width, height: 844 })
      const beyond = await actions.evaluate((dialog) =>
        [...dialog.querySelectorAll('button, bdi, svg')]
          .map((part) => part.getBoundingClientRect())
          .filter(({ left, right }) => left < 0 || right > window.innerWidth),
      )
      faults.push(...beyond.map((box) => `actions of a film at ${width}: ${JSON.stringify(box)}`))
    }
    await page.setViewportSize(viewport)
  }
  expect(faults).toEqual([])
})

test('screens without content have no violation and say so', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('new'))
  const { page } = await enter(empty, { session, viewport: { width: phone, height: 844 } })
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

/** Where the elements are that fit the selector and are laid out. */
const boxesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .map((element) => element.getBoundingClientRect())
      .filter(({ width }) => width > 1)
      .map(({ left, right, top, bottom, width }) => ({ left, right, top, bottom, width })),
  )

test('tablets, wide desks and phones on their side have layouts of their own', async ({
  community,
  enter,
}) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session, stored: { 'scene.locale': 'en' } })
  const open = async (path: string, width: number, height: number) => {
    await page.setViewportSize({ width, height })
    await page.goto(path)
    await Promise.all([settle(page), page.locator('nav').first().waitFor()])
  }
  const widest = async (selector: string) =>
    Math.max(...(await boxesOf(page, selector)).map(({ width }) => width))

  await open('/', 1024, 768)
  const [feed] = await boxesOf(page, 'main [role="group"] li')
  const [beside] = await boxesOf(page, '#trending-films')
  expect(feed?.width).toBeLessThanOrEqual(210)
  expect(beside?.left).toBeGreaterThan(feed?.right ?? Infinity)

  await open('/profile', 1024, 768)
  for (const width of [1024, tablet]) {
    await page.setViewportSize({ width, height: 768 })
    const recent = await boxesOf(page, 'section:has(h2:text-is("Recent Activities")) li')
    expect(recent).toHaveLength(6)
    expect(new Set(recent.map(({ top }) => top)).size).toBe(1)
  }

  for (const [width, columns] of [
    [1280, 2],
    [1440, 3],
  ] as const) {
    await open('/profile', width, 900)
    await expect(page.getByRole('region', { name: /^\d{4}: / })).toBeVisible()
    const favourites = await boxesOf(page, 'section:has(> div > h2:text-is("Favorite films")) li')
    const [card] = await boxesOf(page, 'section:has(a[href*="/stats?year="])')
    const poster = favourites.at(-1)
    expect(favourites).toHaveLength(4)
    expect(card?.left).toBeCloseTo((poster?.right ?? 0) + 12, 0)
    expect(card?.width).toBeCloseTo(columns * (poster?.width ?? 0) + (columns - 1) * 12, 0)
    // The row of posters is as high as it was, with the card between its edges.
    expect(card?.top).toBeCloseTo(poster?.top ?? 0, 0)
    expect(card?.bottom).toBeCloseTo(poster?.bottom ?? 0, 0)
  }

  await open('/notifications', 1280, 900)
  await expect(page.getByRole('region', { name: 'What reaches me' }).getByRole('link')).toBeVisible()
  const [row] = await boxesOf(page, 'main li')
  const [kinds] = await boxesOf(page, 'main [role="group"]')
  const [reach] = await boxesOf(page, 'section:has(h2:text-is("What reaches me"))')
  expect(row?.width).toBe(676)
  for (const part of [kinds, reach]) expect(part?.left).toBeGreaterThan(row?.right ?? Infinity)

  await open('/trending', 1920, 1080)
  const [back] = await boxesOf(page, 'main header svg')
  const [first] = await boxesOf(page, 'main li')
  expect(Math.abs((back?.left ?? 0) - (first?.left ?? 99))).toBeLessThanOrEqual(2)

  await open('/director/900386131', 1920, 1080)
  expect(await widest('main li')).toBeLessThanOrEqual(212)
  await open('/profile?tab=reviews', 1920, 1080)
  // About 85 letters.
  expect(await widest('main article p')).toBeLessThanOrEqual(680)

  await open('/settings', 1280, 720)
  const settings = page.getByRole('navigation', { name: 'Settings' })
  const currentSettings = settings.locator('[aria-current="page"]')
  await expect(currentSettings).toContainText('Appearance')
  // They stand at the end of the row, or below a long name.
  const [value] = await boxesOf(page, 'main nav [aria-current="page"] bdi')
  const [appearance] = await boxesOf(page, 'main nav [aria-current="page"]')
  expect(Math.round((appearance?.right ?? 0) - (value?.right ?? 0))).toBe(12)
  const find = settings.getByRole('searchbox', { name: 'Search settings' })
  await find.fill('nothing of the kind')
  await expect(settings.getByRole('status')).toHaveText('No settings found.')
  await expect(settings.getByRole('link')).toHaveCount(0)
  await find.fill('quiet HOURS')
  await expect(settings.getByRole('status')).toHaveText('1 setting')
  await find.press('Enter')
  await expect(currentSettings).toHaveText('Notification settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notification settings')
  const [list] = await boxesOf(page, 'main nav')
  const [parts] = await boxesOf(page, 'main [aria-busy="false"]')
  expect(list?.width).toBe(240)
  expect(parts?.width).toBe(560)
  expect(Math.abs((parts?.left ?? 0) - (list?.right ?? 0))).toBe(40)
  await page.getByRole('combobox', { name: 'Weekly digest' }).scrollIntoViewIfNeeded()
  await expect(settings).toBeInViewport({ ratio: 1 })
  // What is below the fold of the list is there where it is current.
  await settings.getByRole('link', { name: 'Account' }).click()
  await expect(currentSettings).toContainText('Account')
  await expect(currentSettings).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1023, height: 720 })
  await expect(settings).toHaveCount(0)

  await open('/settings', 1024, 720)
  await expect(find).toBeVisible()
  await open('/settings', 390, 844)
  await expect(settings.getByRole('link', { name: 'Appearance' })).toBeVisible()
  await expect(find).toHaveCount(0)
  const rows = await boxesOf(page, 'main nav a')
  expect(new Set(rows.map(({ top, bottom }) => bottom - top))).toEqual(new Set([64]))

  await open(`/movie/${films.parasite}`, 844, 390)
  const [nav] = await boxesOf(page, 'nav')
  const [year] = await boxesOf(page, 'main a[href="/films?year=2019"]')
  expect(year?.bottom).toBeLessThan(nav?.top ?? 0)
  const { page: guest } = await enter(community, {
    viewport: { width: 844, height: 390 },
    colorScheme: 'light',
  })
  await guest.goto('/login')
  await expect(guest.getByRole('radio').first()).toBeInViewport({ ratio: 1 })
  await expect(guest.getByRole('textbox').first()).toBeInViewport({ ratio: 1 })
})
