import type { Page, Route } from '@playwright/test'
import { freeName, logIn, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

const main = (page: Page) => page.getByRole('main')
const box = (page: Page) => page.getByRole('searchbox')
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
/** The films that were found. An empty box leads to films as well: only once the results are here. */
const foundFilms = async (page: Page, query: string) => {
  await expect(main(page).getByText('Showing results for')).toContainText(`“${query}”`)
  return main(page).getByRole('link', { name: /, \d{4}$/ })
}
const nolan = 'Christopher Nolan'

/** Two lists, as the server would answer; there may be none in a fresh community. */
const lists = ['Rainy day films', 'Rain and shine'].map((title, at) => ({
  _id: `018f0000-0000-7000-8000-00000000000${at}`,
  title,
  description: '',
  coverImage: null,
  posters: [],
  filmsCount: 2,
  isPrivate: false,
  isRanked: false,
  user: { _id: '018f0000-0000-7000-8000-0000000000aa', username: 'omar_k', avatar: null },
  likes: [],
  likeCount: 3,
  likedByMe: false,
  savedByMe: false,
  createdAt: '2026-03-01T10:00:00.000Z',
}))

test('films, users, lists, actors and directors are found and lead to their screens', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  // The list is not one of the community's.
  expected.push(/404 .*018f0000/)
  const headers: (string | undefined)[] = []
  await page.route('**/api/lists/search**', async (route) => {
    headers.push(route.request().headers()['authorization'])
    await route.fulfill({ json: lists })
  })
  await page.goto('/search')
  const found: [string, string, RegExp, RegExp][] = [
    ['films', 'whipl', /^Whiplash, 2014/, new RegExp(`/movie/${films.whiplash}$`)],
    ['users', 'omar_k', /^@omar_k/, /\/profile\/[0-9a-f-]{36}$/],
    ['lists', 'rain', /^Rainy day films/, /\/list\/018f0000-0000-7000-8000-000000000000$/],
    ['actors', 'scarlett', /^Scarlett Johansson/, /\/actor\/\d+$/],
    ['directors', 'nolan', new RegExp(`^${nolan}`), /\/director\/\d+$/],
  ]
  for (const [kind, query, name, path] of found) {
    await box(page).fill('')
    await tab(page, kind).click()
    await expect(tab(page, kind)).toHaveAttribute('aria-selected', 'true')
    await box(page).fill(query)
    await expect(main(page).getByText('Showing results for')).toContainText(`“${query}”`)
    const link = main(page).getByRole('link', { name }).first()
    await expect(link).toHaveAttribute('href', path)
  }
  expect(headers.every((header) => header?.startsWith('Bearer '))).toBe(true)

  await test.step('what was looked for is there again on the way back', async () => {
    await main(page)
      .getByRole('link', { name: new RegExp(`^${nolan}`) })
      .first()
      .click()
    await page.waitForURL('**/director/*')
    await page.goBack()
    await expect(box(page)).toHaveValue('nolan')
    await expect(tab(page, 'directors')).toHaveAttribute('aria-selected', 'true')
    await expect(
      main(page)
        .getByRole('link', { name: new RegExp(`^${nolan}`) })
        .first(),
    ).toBeVisible()
  })

  await test.step('an empty box shows the recent searches, newest first, which repeat themselves', async () => {
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(box(page)).toBeFocused()
    const rows = page.getByRole('region', { name: 'Recent searches' }).getByRole('listitem')
    await expect(rows).toHaveText([
      /nolan.*directors/,
      /scarlett.*actors/,
      /rain.*lists/,
      /omar_k.*users/,
      /whipl.*films/,
    ])
    await page.getByRole('button', { name: 'Remove “scarlett” from recent searches' }).click()
    await expect(rows).toHaveCount(4)
    await page.reload()
    await expect(rows).toHaveCount(4)
    await rows.nth(2).getByRole('button').first().click()
    await expect(box(page)).toHaveValue('omar_k')
    await expect(tab(page, 'users')).toHaveAttribute('aria-selected', 'true')
    await expect(main(page).getByRole('link', { name: '@omar_k' })).toBeVisible()
  })

  await test.step('nothing found says so', async () => {
    await box(page).fill('zzqqzzqq')
    await expect(page.getByText('No users found.')).toBeVisible()
    await tab(page, 'directors').click()
    await expect(page.getByText('No results found.')).toBeVisible()
  })
})

test('answers that come out of order never replace newer ones, and nothing flickers meanwhile', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  expected.push(/ERR_ABORTED|ERR_FAILED/)
  const held = new Map<string, Route>()
  const asked: string[] = []
  await page.route('**/api/movies/search**', async (route) => {
    const { searchParams } = new URL(route.request().url())
    const query = searchParams.get('q') ?? ''
    // A short result asks for its next page by itself.
    if (searchParams.get('page') === '1') asked.push(query)
    if (query === 'whi') await route.continue()
    else held.set(query, route)
  })
  await page.goto('/search')
  await box(page).fill('whi')
  const first = (await foundFilms(page, 'whi')).first()
  await expect(first).toBeVisible()
  const before = await first.textContent()

  await box(page).fill('whip')
  await expect.poll(() => held.has('whip')).toBe(true)
  await box(page).fill('whiplash')
  await expect.poll(() => held.has('whiplash')).toBe(true)
  await expect(main(page).getByText('Showing results for')).toContainText('“whiplash”')
  // The old results stay until the new ones are here.
  await expect(first).toHaveText(before ?? '')
  await held.get('whiplash')?.continue()
  await expect(main(page).getByRole('link', { name: 'Whiplash, 2014' })).toBeVisible()
  // Its page gave it up; if it arrives all the same, nobody listens.
  await held
    .get('whip')
    ?.fulfill({ json: { results: [], page: 1, total_pages: 1 } })
    .catch(() => undefined)
  await expect(main(page).getByRole('link', { name: 'Whiplash, 2014' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /result/ })).toBeAttached()
  // One request for each.
  expect(asked).toEqual(['whi', 'whip', 'whiplash'])
})

test('a long result goes on, and the place in it is kept on the way back', async ({ community, enter }) => {
  const viewport = { width: 390, height: 844 }
  const { page } = await enter(community, { session: await logIn(community), viewport })
  await page.goto('/search')
  await box(page).fill('the')
  const links = await foundFilms(page, 'the')
  await expect.poll(() => links.count()).toBeGreaterThan(10)
  const count = await links.count()
  for (let page_ = 0; page_ < 3; page_ += 1) await page.mouse.wheel(0, 4000)
  await expect.poll(() => links.count()).toBeGreaterThan(count)
  const target = links.nth(count + 1)
  await target.scrollIntoViewIfNeeded()
  const film = await target.getAttribute('href')
  await target.click()
  await page.waitForURL('**/movie/*')
  await page.goBack()
  await page.waitForURL('**/search**')
  await expect(main(page).locator(`a[href="${film}"]`)).toBeInViewport()
})

for (const locale of ['en', 'ar'] as const)
  test(`the search in ${locale} without a pointer`, async ({ community, enter }) => {
    const { page } = await enter(community, {
      session: await logIn(community),
      viewport: { width: 1280, height: 900 },
      stored: { 'scene.locale': locale },
    })
    const [onwards, backwards] = locale === 'ar' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    await page.goto('/search')
    await box(page).focus()
    await page.keyboard.type(locale === 'ar' ? '٢٣٨' : '238')
    const links = main(page).getByRole('link')
    // Films with such a title, else the one of this number.
    await expect(links.first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(box(page)).toHaveValue('')

    await page.keyboard.type('man')
    await page.keyboard.press('Enter')
    await expect(main(page).locator('bdi', { hasText: /^\W+man\W+$/ })).toBeVisible()
    await expect.poll(() => links.count()).toBeGreaterThan(8)
    await page.keyboard.press('ArrowDown')
    await expect(links.nth(0)).toBeFocused()
    await page.keyboard.press(onwards)
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    const below = await links.nth(1).evaluate((link) => {
      const above = link.getBoundingClientRect()
      const focused = document.activeElement?.getBoundingClientRect()
      return focused ? [Math.abs(above.left - focused.left) < 4, focused.top > above.top + 50] : []
    })
    expect(below).toEqual([true, true])
    await page.keyboard.press('ArrowUp')
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press(backwards)
    await expect(links.nth(0)).toBeFocused()
    // The next page comes as soon as the end is near, so that there may be more by now.
    const last = (await links.count()) - 1
    await page.keyboard.press('End')
    await expect
      .poll(() => links.evaluateAll((all) => all.findIndex((link) => link === document.activeElement)))
      .toBeGreaterThanOrEqual(last)
    await page.keyboard.press('Home')
    await expect(links.nth(0)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(box(page)).toBeFocused()

    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const tabs = page.getByRole('tab')
    await expect(tabs.nth(0)).toBeFocused()
    for (const next of [1, 2, 3, 4]) {
      await page.keyboard.press(onwards)
      await expect(tabs.nth(next)).toHaveAttribute('aria-selected', 'true')
    }
    await page.keyboard.press('Home')
    await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true')
  })

test('a failed search shows the empty text, one without a network says so and comes back', async ({
  empty,
  enter,
}) => {
  const { page, expected } = await enter(empty, { session: await signUp(empty, freeName('off')) })
  expected.push(/500 /, /ERR_INTERNET_DISCONNECTED/)
  await page.route('**/api/people/search**', (route) =>
    route.fulfill({ status: 500, json: { error: 'x', code: 'server.failed', requestId: '1' } }),
  )
  await page.goto('/search?tab=actors')
  await box(page).fill('tom')
  await expect(page.getByText('No results found.')).toBeVisible()
  await tab(page, 'films').click()
  await page.context().setOffline(true)
  await box(page).fill('parasite')
  await expect(page.getByText('You are offline. Search again once you are connected.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(main(page).getByRole('link', { name: /^Parasite, 2019/ })).toBeVisible()
})
