import type { Page } from '@playwright/test'
import { loadStore } from '#built-in/catalogue/store/store.ts'
import { call, freeName, logIn, signUp } from '../support/members.ts'
import { expect, films, test, type Product, type Session } from '../support/scene.ts'
import { scrollEnded } from '../support/screen-checks.ts'

const phone = { width: 390, height: 844 }

/** A member who logged so many films of the catalogue, and whose watchlist begins with the rest. */
async function diarist(product: Product, count: number): Promise<Session> {
  const session = await signUp(product, freeName('diarist'))
  const { films } = await loadStore()
  const ids = Array.from(films.id.slice(0, count))
  // A few at a time, as several devices would.
  const log = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const body = new FormData()
      body.set('movieId', String(id))
      body.set('rating', String((1 + (id % 10)) / 2))
      await call(product, '/api/logs/full', { method: 'POST', token: session.token, body })
    }
  }
  await Promise.all([log(), log(), log(), log()])
  return session
}

const toggle = (product: Product, { token }: Session, movieId: number) =>
  call(product, '/api/watchlist/toggle', { method: 'POST', token, body: { movieId } })

const tiles = (page: Page, label: string) => page.getByRole('list', { name: label }).getByRole('listitem')

/** Scrolls on until the tile of that number is in sight, as far up as half of the screen. */
async function reach(page: Page, label: string, number: number): Promise<void> {
  const tile = page.getByRole('list', { name: label }).locator(`li[aria-posinset="${number}"]`)
  await expect(async () => {
    if ((await tile.count()) === 0) await page.mouse.wheel(0, 1500)
    await expect(tile).toBeAttached({ timeout: 200 })
  }).toPass()
  await tile.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 150)
  await scrollEnded(page)
}

/** Where the tile of that number is on the screen; null when it is not there. */
const placeOf = (page: Page, number: number) =>
  page.evaluate((n) => {
    const tile = document.querySelector(`main li[aria-posinset="${n}"]`)
    return tile === null
      ? null
      : { top: Math.round(tile.getBoundingClientRect().top), name: tile.textContent }
  }, number)

/** Opens the film of the tile and goes back: the same tile is at the same place, with the focus. */
async function thereAndBack(page: Page, number: number): Promise<void> {
  const before = await placeOf(page, number)
  expect(before?.top).toBeGreaterThan(0)
  const link = page.locator(`main li[aria-posinset="${number}"] a`)
  const href = await link.getAttribute('href')
  await link.click()
  await page.waitForURL(`**${href}`)
  await expect(page.locator('main h1')).toBeVisible()
  await page.goBack()
  await expect(link).toBeFocused()
  expect(await placeOf(page, number)).toEqual(before)
}

test('thousands of films: few tiles alive, Back finds the place, the focus stays', async ({
  community,
  enter,
}) => {
  test.setTimeout(180_000)
  const session = await diarist(community, 260)
  const { page } = await enter(community, { session, viewport: phone })
  const films = 'Logged films'
  // What is shown for a moment only would be missed by whoever looks again and again.
  await page.addInitScript((text) => {
    const seen = () => {
      if (document.body?.textContent.includes(text)) document.documentElement.dataset['seen'] = text
    }
    new MutationObserver(seen).observe(document, { childList: true, subtree: true })
  }, 'Loading your logged films...')
  await page.goto('/profile?tab=films')

  await test.step('more than a hundred: the loading screen is held', async () => {
    await expect(page.locator('html')).toHaveAttribute('data-seen', 'Loading your logged films...')
    await expect(tiles(page, films).first()).toBeVisible()
    await expect(page.getByText('Loading your logged films...')).toBeHidden()
  })

  await test.step('pages follow while scrolling, tiles that left are gone', async () => {
    await reach(page, films, 230)
    expect(await tiles(page, films).count()).toBeLessThanOrEqual(200)
    expect(await placeOf(page, 1)).toBeNull()
    await thereAndBack(page, 230)
  })

  await test.step('the same after another order', async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Rating' })
    await page.getByRole('button', { name: 'Order: descending' }).click()
    await expect(page).toHaveURL(/sort=rating&order=asc/)
    await expect(tiles(page, films).first()).toBeVisible()
    await reach(page, films, 140)
    await thereAndBack(page, 140)
    await expect(page).toHaveURL(/sort=rating&order=asc/)
  })

  await test.step('the focus goes from tile to tile and is kept out of sight', async () => {
    await page.locator('main li[aria-posinset="140"] a').focus()
    // Each film has a button for its actions behind it.
    for (let number = 141; number <= 164; number += 1) {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(page.locator(`main li[aria-posinset="${number}"] a`)).toBeFocused()
    }
    await page.mouse.wheel(0, -8000)
    await scrollEnded(page)
    await expect(page.locator('main li[aria-posinset="164"] a')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.locator('main li[aria-posinset="165"] a')).toBeFocused()
    await expect(page.locator('main li[aria-posinset="165"] a')).toBeInViewport()
  })
})

test('nothing moves by itself while films come and go', async ({ community, enter }) => {
  const session = await diarist(community, 110)
  const { page } = await enter(community, { session, viewport: phone })
  await page.goto('/profile?tab=films')
  await expect(tiles(page, 'Logged films').first()).toBeVisible()
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift' })
  })
  await reach(page, 'Logged films', 108)
  await page.mouse.wheel(0, -4000)
  await scrollEnded(page)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
})

test('a watchlist: sorted, narrowed, private for others, and taken back', async ({ community, enter }) => {
  const session = await signUp(community, freeName('owner'))
  for (const id of [films.parasite, films.whiplash]) await toggle(community, session, id)
  const { page, expected } = await enter(community, { session, viewport: phone })
  const items = tiles(page, 'Films to watch')
  await page.goto('/profile?tab=watchlist')
  await expect(items).toHaveCount(2)

  await test.step('narrowed and sorted; Back from a film finds the same', async () => {
    await page.getByRole('button', { name: 'Thriller' }).click()
    await expect(items).toHaveCount(1)
    await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Runtime' })
    await page.getByRole('link', { name: 'Parasite' }).click()
    await page.waitForURL(`**/movie/${films.parasite}`)
    await page.goBack()
    await expect(page).toHaveURL(/genre=53&sort=runtime/)
    await expect(page.getByRole('button', { name: 'Thriller' })).toHaveAttribute('aria-pressed', 'true')
    await expect(items).toHaveCount(1)
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await expect(items).toHaveCount(2)
  })

  const choose = async (film: string, entry: string) => {
    await page.getByRole('button', { name: `Actions for ${film}` }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }

  await test.step('a private film is hidden from others', async () => {
    await choose('Parasite', 'Make private')
    await expect(page.getByRole('link', { name: 'Parasite, private' })).toBeVisible()
    const visitor = await enter(community, { session: await logIn(community), viewport: phone })
    await visitor.page.goto(`/profile/${session.user._id}?tab=watchlist`)
    await expect(tiles(visitor.page, 'Films to watch')).toHaveCount(1)
    await expect(visitor.page.getByRole('link', { name: 'Parasite' })).toHaveCount(0)
    await expect(visitor.page.getByRole('combobox')).toHaveCount(0)
  })

  await test.step('a film that was taken off comes back as private as it was', async () => {
    await choose('Parasite', 'Remove from watchlist')
    await expect(items).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('link', { name: 'Parasite, private' })).toBeVisible()
  })

  await test.step('one film is for followers alone, and says so', async () => {
    await choose('Whiplash', 'Who can see this')
    await page.getByRole('dialog').getByLabel('Followers', { exact: true }).click()
    await expect(page.getByRole('dialog').getByLabel('Followers', { exact: true })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Whiplash, Visible to: Followers' })).toBeVisible()
    await choose('Whiplash', 'Who can see this')
    await page.getByRole('dialog').getByLabel('Members', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Whiplash', exact: true })).toBeVisible()
  })

  await test.step('what fails is taken back', async () => {
    expected.push(/api\/watchlist/)
    await page.route('**/api/watchlist/*', (route) => route.abort())
    await choose('Whiplash', 'Make private')
    await expect(page.getByRole('alert').getByText('Failed to update watchlist')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Whiplash', exact: true })).toBeVisible()
    await page.unroute('**/api/watchlist/*')
  })

  await test.step('empty in the end', async () => {
    await choose('Parasite', 'Remove from watchlist')
    await expect(items).toHaveCount(1)
    await choose('Whiplash', 'Remove from watchlist')
    await expect(page.getByText('This watchlist is empty.')).toBeVisible()
  })
})

test('lists: one’s own, saved, popular and of friends', async ({ community, enter }) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session, viewport: phone })
  await page.goto('/profile?tab=lists')
  await expect(page.getByRole('link', { name: /list by layla/ }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add List' })).toHaveAttribute('href', '/create-list')

  await page.getByRole('tab', { name: 'Popular' }).click()
  await expect(page).toHaveURL(/lists=popular/)
  const likes = () =>
    page
      .getByRole('tabpanel')
      .locator('li a')
      .evaluateAll((cards) =>
        cards.map((card) => Number(/(\d+) likes?/.exec(card.textContent ?? '')?.[1] ?? 0)),
      )
  await expect.poll(async () => (await likes()).length).toBeGreaterThan(2)
  await expect(async () => {
    const shown = await likes()
    expect(shown).toEqual(shown.toSorted((a, b) => b - a))
  }).toPass()

  const [author] = await call<{ user: { _id: string; username: string } }[]>(
    community,
    '/api/lists/friends',
    session,
  )
  await page.goto(`/profile/${author?.user._id}?tab=lists`)
  await expect(
    page.getByRole('link', { name: new RegExp(`list by ${author?.user.username}`) }),
  ).not.toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Friends' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Saved' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add List' })).toHaveCount(0)
})
