import type { Locator, Page } from '@playwright/test'
import { button, countOf, dialog, makeWorld, writing, type Act, type World } from '../support/acts.ts'
import { faultLines, faultyNetwork, type Fault } from '../support/faulty-network.ts'
import { password } from '../support/members.ts'
import { expect, films, test, visit, type Visitor } from '../support/scene.ts'

/** A press that goes on and off: after it, it is pressed. */
const pressed = (part: Locator) => expect(part).toHaveAttribute('aria-pressed', 'true')

const visibility = (page: Page) => page.getByRole('switch', { name: /^Show me to members/ })
const acts: Record<string, Act> = {
  ...writing,
  'a new list': {
    path: () => '/create-list',
    address: '**/api/lists?limit=*',
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
    done: (page) =>
      expect(page.getByRole('main').locator('ul button').first()).toHaveAccessibleName(/2 films Added$/),
  },
  'a like of a review': {
    toggles: true,
    path: ({ theirs }) => `/review/${theirs.review}`,
    address: '**/api/logs/*/like',
    press: (page) => page.getByRole('button', { name: /^Like review by/ }).click(),
    done: (page) => pressed(page.getByRole('button', { name: /^Like review by/ })),
  },
  'a like of a list': {
    toggles: true,
    path: ({ theirs }) => `/list/${theirs.list}`,
    address: '**/api/lists/*/like',
    press: (page) => page.getByRole('button', { name: /^Like list by/ }).click(),
    done: (page) => pressed(page.getByRole('button', { name: /^Like list by/ })),
  },
  'a film for the watchlist': {
    toggles: true,
    path: () => `/movie/${films.whiplash}`,
    address: '**/api/watchlist/toggle',
    press: (page) => button(page, 'Watchlist').click(),
    done: (page) => pressed(button(page, 'Watchlist')),
  },
  'a favourite film': {
    toggles: true,
    path: () => `/movie/${films.whiplash}`,
    address: '**/api/users/*/favorites/*',
    press: (page) => button(page, 'Favorite').click(),
    done: (page) => pressed(button(page, 'Favorite')),
  },
  unfollowing: {
    toggles: true,
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
    toggles: true,
    path: () => '/settings/audiences',
    address: '**/api/users/*',
    press: (page) => visibility(page).click(),
    // Beside the row.
    says: (page) => page.getByRole('main').getByRole('status'),
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
    // The one whose answer was lost is in the mailbox.
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

/** The answer is lost at the end: what was done already must not be done twice, nor be taken back. */
const modes: Fault[] = ['failing', 'limited', 'down', 'full', 'lost']

async function tryIt({ page, expected }: Visitor, act: Act, world: World): Promise<void> {
  // What is gone already, or there already, is refused.
  expected.push(...faultLines, / (404|409) /)
  const before = (await act.count?.(world)) ?? 0
  await page.goto(act.path(world))
  await act.prepare?.(page, world)
  const network = await faultyNetwork(page, act.address, 'failing', (method) => method !== 'GET')
  const places = act.says?.(page) ?? page.getByRole('alert').or(page.getByRole('alertdialog'))
  const words = places.filter({ hasText: /\S/ })
  for (const mode of modes) {
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
  if (!act.toggles) await act.press(page, world)
  await act.done(page, world)
  if (act.count) expect(await act.count(world)).toBe(before + 1)
  await network.end()
}

const says = 'says that it failed, keeps what was entered, and is done once'
const viewport = { width: 390, height: 844 }

test.describe('of a member', () => {
  let world: World
  // One member does all of it in one window, which has the app's code from the first on.
  let visitor: Visitor
  test.beforeAll(async ({ community, browser }) => {
    world = await makeWorld(community)
    visitor = await visit(browser, community, { session: world.me, viewport })
  })
  test.afterAll(() => visitor.page.context().close())

  // What is deleted goes last.
  for (const [name, act] of Object.entries({ ...acts, ...deletions }).filter(([, { guest }]) => !guest))
    test(`${name}: ${says}`, async () => {
      await tryIt(visitor, act, world)
      expect(visitor.faults).toEqual([])
    })
})

for (const [name, act] of Object.entries(acts).filter(([, { guest }]) => guest))
  test(`${name}: ${says}`, async ({ community, enter }) => {
    await tryIt(await enter(community, { viewport }), act, await makeWorld(community))
  })
