import type { Locator, Page } from '@playwright/test'
import { faultLines, faultyNetwork, type Fault } from '../support/faulty-network.ts'
import { call, freeName, password, picture, signUp } from '../support/members.ts'
import { expect, films, test, type Product, type Session, type Visitor } from '../support/scene.ts'

/** What the acts are done to: a member of their own, who has a review, a comment and a list, and a friend who has too. */
interface World {
  product: Product
  me: Session
  friend: Session
  mine: { review: string; list: string }
  theirs: { review: string; list: string }
}

interface Act {
  path: (world: World) => string
  /** The calls that send it. */
  address: string
  /** Everything up to the press that sends. */
  prepare?: (page: Page, world: World) => Promise<unknown>
  press: (page: Page, world: World) => Promise<unknown>
  /** What was typed and chosen is there after it failed. */
  kept?: (page: Page) => Promise<unknown>
  done: (page: Page, world: World) => Promise<unknown>
  /** How many there are on the server: one more in the end, however often it was sent. */
  count?: (world: World) => Promise<number>
  /** A guest's. */
  guest?: true
}

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const countOf = async (path: string, { product, me }: World) =>
  (await call<unknown[]>(product, path, { token: me.token })).length
/** A press that goes on and off: after it, it is pressed. */
const pressed = (part: Locator) => expect(part).toHaveAttribute('aria-pressed', 'true')

const comment = (page: Page) => page.getByRole('textbox', { name: 'Write a comment...' })
const visibility = (page: Page) => page.getByRole('switch', { name: /^Show me to members/ })
const stars = (page: Page) => dialog(page).getByRole('slider', { name: 'Rating' })

const acts: Record<string, Act> = {
  'a log with stars, text and image': {
    path: () => `/movie/${films.whiplash}`,
    address: '**/api/logs/full',
    prepare: async (page) => {
      await button(page.getByRole('main'), 'Log').click()
      await stars(page).press('4')
      await dialog(page).getByLabel('Review').fill('Not quite my tempo.')
      await dialog(page)
        .locator('input[type="file"]')
        .setInputFiles(await picture('#0a7040'))
    },
    press: (page) => button(dialog(page), 'Log').click(),
    kept: async (page) => {
      await expect(stars(page)).toHaveAttribute('aria-valuenow', '4')
      await expect(dialog(page).getByLabel('Review')).toHaveValue('Not quite my tempo.')
      await expect(dialog(page).locator('img[src^="blob:"]')).toBeVisible()
    },
    done: (page) => page.waitForURL(/\/review\//),
    count: (world) => countOf(`/api/logs/user/${world.me.user._id}`, world),
  },
  'a comment with an image': {
    path: ({ theirs }) => `/review/${theirs.review}/replies`,
    address: '**/api/logs/*/reply',
    prepare: async (page) => {
      await page.locator('input[type="file"]').setInputFiles(await picture('#7c3aed'))
      await comment(page).fill('Every stair of it.')
    },
    press: (page) => comment(page).press('Enter'),
    kept: async (page) => {
      await expect(comment(page)).toHaveValue('Every stair of it.')
      await expect(page.locator('img[src^="blob:"]').first()).toBeVisible()
    },
    done: (page) => expect(comment(page)).toHaveValue(''),
    count: (world) => countOf(`/api/logs/${world.theirs.review}/replies`, world),
  },
  'a new list': {
    path: () => '/create-list',
    address: '**/api/lists',
    prepare: async (page) => {
      await page.getByLabel('Title').fill('Stairs')
      await page.getByLabel('Description').fill('Up and down.')
      await button(page, 'Add Movie').click()
      await dialog(page).getByRole('combobox', { name: 'Search films' }).fill('parasite')
      await page
        .getByRole('option', { name: /^Parasite/ })
        .first()
        .click()
      await button(dialog(page), 'Done').click()
    },
    press: (page) => button(page, 'Save').click(),
    kept: async (page) => {
      await expect(page.getByLabel('Title')).toHaveValue('Stairs')
      await expect(page.getByLabel('Description')).toHaveValue('Up and down.')
    },
    done: (page) => page.waitForURL((url) => url.pathname !== '/create-list'),
    count: (world) => countOf('/api/lists/my', world),
  },
  'a change of a list': {
    path: ({ mine }) => `/list/${mine.list}/edit`,
    address: '**/api/lists/*',
    prepare: (page) => page.getByLabel('Title').fill('Other stairs'),
    press: (page) => button(page, 'Save').click(),
    kept: async (page) => {
      const told = page.getByRole('alertdialog', { name: 'Failed to update list.' })
      await button(told, 'OK').click()
      await expect(told).toBeHidden()
      await expect(page.getByLabel('Title')).toHaveValue('Other stairs')
    },
    done: (page) => page.waitForURL((url) => !url.pathname.endsWith('/edit')),
  },
  'a change of the profile': {
    path: () => '/edit-profile',
    address: '**/api/users/*',
    prepare: (page) => page.getByLabel('Bio').fill('Front row, always.'),
    press: (page) => button(page, 'Save').click(),
    kept: (page) => expect(page.getByLabel('Bio')).toHaveValue('Front row, always.'),
    done: (page) => page.waitForURL((url) => url.pathname !== '/edit-profile'),
  },
  'a suggestion to friends': {
    path: () => `/share/movie/${films.parasite}`,
    address: '**/api/users/*/notify/share',
    prepare: (page) => page.getByRole('checkbox').first().click(),
    press: (page) => button(page, 'Send').click(),
    kept: (page) => expect(page.getByRole('checkbox').first()).toBeChecked(),
    done: (page) => expect(page.getByText('Suggested to 1 friend(s)!')).toBeVisible(),
  },
  'a film put into a list': {
    path: () => `/add-to-list/${films.whiplash}`,
    address: '**/api/lists/*/**',
    press: (page) => page.getByRole('main').locator('ul button').first().click(),
    done: (page) => expect(page.getByText(/^Added to/)).toBeVisible(),
  },
  'a like of a review': {
    path: ({ theirs }) => `/review/${theirs.review}`,
    address: '**/api/logs/*/like',
    press: (page) => page.getByRole('button', { name: /^Like review by/ }).click(),
    done: (page) => pressed(page.getByRole('button', { name: /^Like review by/ })),
  },
  'a like of a list': {
    path: ({ theirs }) => `/list/${theirs.list}`,
    address: '**/api/lists/*/like',
    press: (page) => page.getByRole('button', { name: /^Like list by/ }).click(),
    done: (page) => pressed(page.getByRole('button', { name: /^Like list by/ })),
  },
  'a film for the watchlist': {
    path: () => `/movie/${films.whiplash}`,
    address: '**/api/watchlist/toggle',
    press: (page) => button(page, 'Watchlist').click(),
    done: (page) => pressed(button(page, 'Watchlist')),
  },
  'a favourite film': {
    path: () => `/movie/${films.whiplash}`,
    address: '**/api/users/*/favorites/*',
    press: (page) => button(page, 'Favorite').click(),
    done: (page) => pressed(button(page, 'Favorite')),
  },
  unfollowing: {
    path: ({ friend }) => `/profile/${friend.user._id}`,
    address: '**/api/users/*/follow/*',
    press: (page) =>
      page
        .getByRole('button', { name: /^Follow / })
        .first()
        .click(),
    done: (page) =>
      expect(page.getByRole('button', { name: /^Follow / }).first()).toHaveAttribute('aria-pressed', 'false'),
  },
  'a switch of the settings': {
    path: () => '/settings',
    address: '**/api/users/*',
    press: (page) => visibility(page).click(),
    done: (page) => expect(visibility(page)).not.toBeChecked(),
  },
  'a login': {
    guest: true,
    path: () => '/login',
    address: '**/api/auth/login',
    prepare: async (page, { me }) => {
      await page.getByLabel('Email').fill(me.user.email)
      await page.getByLabel('Password', { exact: true }).fill(password)
    },
    press: (page) => button(page, 'Login').click(),
    kept: (page) => expect(page.getByLabel('Password', { exact: true })).toHaveValue(password),
    done: (page) => page.waitForURL('**/home'),
  },
  'a code for a new password': {
    guest: true,
    path: () => '/forgot-password',
    address: '**/api/auth/request-reset-code',
    prepare: async (page, { me }) => {
      await page.getByLabel('Username').fill(me.user.username)
      await page.getByLabel('Email').fill(me.user.email)
    },
    press: (page) => button(page, 'Send Reset Code').click(),
    kept: (page) => expect(page.getByLabel('Email')).not.toHaveValue(''),
    done: (page) => page.waitForURL('**/verify-reset-code'),
  },
}

const deletions: Record<string, Act> = {
  'a deleted review': {
    path: ({ mine }) => `/review/${mine.review}`,
    address: '**/api/logs/*',
    press: async (page) => {
      await button(page, 'More options').first().click()
      await page.getByRole('menuitem', { name: /^Delete/ }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    },
    done: (page) => page.waitForURL((url) => !url.pathname.startsWith('/review/')),
  },
  'a deleted list': {
    path: ({ mine }) => `/list/${mine.list}`,
    address: '**/api/lists/*',
    press: async (page) => {
      await button(page, 'More options').first().click()
      await page.getByRole('menuitem', { name: /^Delete/ }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    },
    done: (page) => page.waitForURL((url) => !url.pathname.startsWith('/list/')),
  },
}

async function makeWorld(product: Product): Promise<World> {
  const [me, friend] = [await signUp(product, freeName('me')), await signUp(product, freeName('friend'))]
  const ofBoth = []
  for (const [member, other] of [
    [me, friend],
    [friend, me],
  ] as const) {
    const send = <T>(path: string, body: object) =>
      call<T>(product, path, { method: 'POST', token: member.token, body })
    await send(`/api/users/${member.user._id}/follow/${other.user._id}`, {})
    const log = await send<{ _id: string }>('/api/logs/full', { movieId: films.parasite, review: 'Stairs.' })
    const list = await send<{ _id: string }>('/api/lists', {
      title: 'Stairs',
      movies: [{ id: films.parasite, title: 'Parasite' }],
    })
    ofBoth.push({ review: log._id, list: list._id })
  }
  const [mine, theirs] = ofBoth
  if (!mine || !theirs) throw new Error('nobody has anything')
  return { product, me, friend, mine, theirs }
}

const modes: Fault[] = ['failing', 'limited', 'down', 'full']

async function tryIt({ page, expected }: Visitor, act: Act, world: World): Promise<void> {
  expected.push(...faultLines)
  const before = (await act.count?.(world)) ?? 0
  await page.goto(act.path(world))
  await act.prepare?.(page, world)
  const network = await faultyNetwork(page, act.address, 'failing', (method) => method !== 'GET')
  const words = page.getByRole('alert').or(page.getByRole('alertdialog')).filter({ hasText: /\S/ })
  // What is counted must not be done twice: its answer is lost once.
  for (const mode of act.count ? ([...modes, 'lost'] as const) : modes) {
    const { told } = network
    network.mode = mode
    await test.step(mode, async () => {
      await act.press(page, world)
      await expect.poll(() => network.told).toBeGreaterThan(told)
      await expect(words.first()).toBeVisible()
      await act.kept?.(page)
    })
  }
  network.mode = 'well'
  await act.press(page, world)
  await act.done(page, world)
  if (act.count) expect(await act.count(world)).toBe(before + 1)
}

for (const [name, act] of Object.entries({ ...acts, ...deletions }))
  test(`${name}: says that it failed, keeps what was entered, and is done once`, async ({
    community,
    enter,
  }) => {
    const world = await makeWorld(community)
    const viewport = { width: 390, height: 844 }
    const visitor = await enter(community, act.guest ? { viewport } : { session: world.me, viewport })
    await tryIt(visitor, act, world)
  })
