import type { Locator, Page } from '@playwright/test'
import { call, freeName, picture, signUp } from './members.ts'
import { expect, films, type Product, type Session } from './scene.ts'

/** What the acts are done to: a member of their own, who has a review, a comment and a list, and a friend who has too. */
export interface World {
  product: Product
  me: Session
  friend: Session
  mine: { review: string; list: string }
  theirs: { review: string; list: string }
}

export interface Act {
  path: (world: World) => string
  /** The calls that send it. */
  address: string
  /** Everything up to the press that sends. */
  prepare?: (page: Page, world: World) => Promise<unknown>
  press: (page: Page, world: World) => Promise<unknown>
  /** Where it says that it failed, when that is no alert. */
  says?: (page: Page) => Locator
  /** What was typed and chosen is there after it failed. */
  kept?: (page: Page) => Promise<unknown>
  done: (page: Page, world: World) => Promise<unknown>
  /** How many there are on the server: one more in the end, however often it was sent. */
  count?: (world: World) => Promise<number>
  /** Goes on and off: where an answer was lost, what is so shows by itself, and another press would take it back. */
  toggles?: true
  /** A guest's. */
  guest?: true
}

export const dialog = (page: Page) => page.getByRole('dialog')
export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
/** What a toast says. */
export const toast = (page: Page, text: string) =>
  page.getByRole('status').or(page.getByRole('alert')).getByText(text, { exact: true })
export const countOf = async (path: string, { product, me }: World) =>
  (await call<unknown[]>(product, path, { token: me.token })).length

const comment = (page: Page) => page.getByRole('textbox', { name: 'Write a comment...' })
const stars = (page: Page) => dialog(page).getByRole('slider', { name: 'Rating' })

/** What is written with text and picture. */
export const writing = {
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
} satisfies Record<string, Act>

export async function makeWorld(product: Product): Promise<World> {
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
