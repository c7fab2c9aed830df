import type { Locator, Page } from '@playwright/test'
import { toast } from '../support/acts.ts'
import { call, follow, freeName, logIn, signUp } from '../support/members.ts'
import { settle } from '../support/screen-checks.ts'
import { expect, films, test, type Product, type Session } from '../support/scene.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const shown = (page: Page, name: string) => expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
const menu = (page: Page) => page.getByRole('main').getByRole('button', { name: 'More options' })

/** A finger that goes down in the middle of an element and moves by so many pixels. */
async function drag(page: Page, on: Locator, across: number, down = 0): Promise<void> {
  await on.scrollIntoViewIfNeeded()
  const box = await on.boundingBox()
  if (!box) throw new Error('nothing to put a finger on')
  const session = await page.context().newCDPSession(page)
  const steps = 6
  const started = Date.now() / 1000
  // The events say when they happened, so that a busy machine makes no finger slower.
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      timestamp: started + step * 0.016,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              {
                x: box.x + box.width / 2 + (across * step) / steps,
                y: box.y + box.height / 2 + (down * step) / steps,
              },
            ],
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= steps; step += 1) await touch('touchMove', step)
  await touch('touchEnd', steps)
  await session.detach()
}

function log(product: Product, { token }: Session, movieId: number, review: string, watchedAt: string) {
  const body = new FormData()
  for (const [name, value] of Object.entries({
    movieId: String(movieId),
    review,
    watchedAt,
    rating: '3.5',
  })) {
    body.set(name, value)
  }
  return call<{ _id: string }>(product, '/api/logs/full', { method: 'POST', token, body })
}

test('the tabs of a profile change by finger, by key and by press, in reading direction', async ({
  community,
  enter,
}) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session, ...phone })
  await page.goto('/profile')
  await settle(page)
  // What hears of fingers comes once the page has nothing else to do.
  await page.waitForLoadState('networkidle')
  const recent = page.getByRole('region', { name: 'Recent Activities' })

  await test.step('a swipe to the next and back', async () => {
    await shown(page, 'Profile')
    await drag(page, recent.getByRole('link').first(), -120)
    await shown(page, 'Reviews')
    await expect(page).toHaveURL(/\/profile\?tab=reviews$/)
    await drag(page, page.getByRole('article').first(), 120)
    await shown(page, 'Profile')
    await expect(page).toHaveURL(/\/profile$/)
    // Before the first there is none.
    await drag(page, recent, 120)
    await shown(page, 'Profile')
  })

  await test.step('what is no swipe', async () => {
    await drag(page, recent, -20)
    await shown(page, 'Profile')
    const before = await page.evaluate(() => window.scrollY)
    await drag(page, recent, -15, -200)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before)
    await shown(page, 'Profile')
  })

  await test.step('keys and presses', async () => {
    await tab(page, 'Profile').focus()
    await page.keyboard.press('ArrowRight')
    await shown(page, 'Reviews')
    await tab(page, 'Films').tap()
    await shown(page, 'Films')
  })

  await test.step('right to left', async () => {
    const arabic = await enter(community, { session, ...phone, stored: { 'scene.locale': 'ar' } })
    await arabic.page.goto('/profile')
    await settle(arabic.page)
    await arabic.page.waitForLoadState('networkidle')
    const tabs = arabic.page.getByRole('tab')
    const chosen = (at: number) => expect(tabs.nth(at)).toHaveAttribute('aria-selected', 'true')
    const panel = arabic.page.getByRole('tabpanel').getByRole('link').first()
    await drag(arabic.page, panel, -120)
    await chosen(0)
    await drag(arabic.page, panel, 120)
    await chosen(1)
    // The row of tabs is wider than the screen and scrolls for itself.
    await drag(arabic.page, tabs.nth(2), 120)
    await chosen(1)
    await tabs.nth(1).focus()
    await arabic.page.keyboard.press('ArrowLeft')
    await chosen(2)
  })
})

test('Back from a review deep in a long tab finds the tab and the place again', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('long'))
  const ids: string[] = []
  for (let day = 1; day <= 60; day += 1) {
    const watchedAt = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10)
    const { _id } = await log(empty, session, films.whiplash, `Seen again, for the time ${day}.`, watchedAt)
    ids.unshift(_id)
  }
  const { page } = await enter(empty, { session, viewport: { width: 390, height: 844 } })
  await page.goto('/profile')
  await settle(page)
  await tab(page, 'Reviews').click()
  await expect(page.getByRole('article')).toHaveCount(24)
  const far = page.getByRole('article').nth(55)
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    await expect(far).toBeVisible({ timeout: 500 })
  }).toPass()
  await far.scrollIntoViewIfNeeded()
  const place = await far.boundingBox()
  const depth = await page.evaluate(() => window.scrollY)
  expect(depth).toBeGreaterThan(8000)

  await far.getByRole('link').click({ position: { x: 20, y: 20 } })
  await page.waitForURL(`**/review/${ids[55]}`)
  await settle(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL('**/profile?tab=reviews')
  await shown(page, 'Reviews')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(depth)
  expect(await far.boundingBox()).toEqual(place)
  await expect(far.getByRole('link')).toBeFocused()

  await test.step('another tab begins at its beginning', async () => {
    await tab(page, 'Profile').click()
    await expect(page.getByRole('heading', { name: 'Recent Activities' })).toBeInViewport()
  })
})

test('a long review is read, liked and opened from its card', async ({ empty, enter }) => {
  const author = await signUp(empty, freeName('theo'))
  const lines = Array.from({ length: 12 }, (_, at) => `Line ${at + 1} of it.`).join('\n')
  const { _id } = await log(empty, author, films.whiplash, lines, '2026-01-05')
  const { page } = await enter(empty, { session: await signUp(empty, freeName('mia')) })
  await page.goto(`/profile/${author.user._id}?tab=reviews`)
  const card = page.getByRole('article')
  const text = card.getByText('Line 1 of it.')
  const height = async () => (await text.boundingBox())?.height ?? 0
  const short = await height()
  await card.getByRole('button', { name: 'Read more' }).click()
  expect(await height()).toBeGreaterThan(short * 1.9)
  await card.getByRole('button', { name: 'Read less' }).click()
  expect(await height()).toBe(short)

  const like = card.getByRole('button', { name: 'Like review by' })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/tab=reviews$/)
  await text.click({ force: true })
  await page.waitForURL(`**/review/${_id}`)
})

test('a visitor follows, removes a follower, and finds both in the lists', async ({ empty, enter }) => {
  const layla = await signUp(empty, freeName('layla'))
  const omar = await signUp(empty, freeName('omar'))
  const name = omar.user.username
  await follow(empty, omar, layla)
  const { page } = await enter(empty, { session: layla })
  await page.goto(`/user/${omar.user._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByText('No favorite movies yet.')).toBeVisible()
  await expect(page.getByText('No recent logs yet.')).toBeVisible()
  await expect(page.getByText('Connections')).toBeHidden()

  await test.step('follow', async () => {
    const button = page.getByRole('button', { name: `Follow ${name}` })
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('link', { name: '1 Followers' })).toBeVisible()
  })

  await test.step('the lists', async () => {
    await page.getByRole('link', { name: '1 Followers' }).click()
    await page.waitForURL(`**/profile/${omar.user._id}/followers`)
    await expect(page.getByRole('heading', { level: 1, name: `@${name}` })).toBeVisible()
    await shown(page, 'Followers')
    const own = page.getByRole('listitem').filter({ hasText: layla.user.username })
    await expect(own).toBeVisible()
    await expect(own.getByRole('button')).toHaveCount(0)
    await tab(page, 'Following').click()
    await page.waitForURL('**/following')
    await expect(page.getByText(`@${layla.user.username}`)).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.waitForURL(`**/user/${omar.user._id}`)
  })

  await test.step('remove the follower', async () => {
    await expect(page.getByRole('link', { name: '1 Following' })).toBeVisible()
    await menu(page).click()
    await page.getByRole('menuitem', { name: 'Remove Follower' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(toast(page, 'Follower removed.')).toBeVisible()
    await expect(page.getByRole('link', { name: '0 Following' })).toBeVisible()
    await menu(page).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Share',
      `Mute @${omar.user.username}…`,
      `Block @${omar.user.username}…`,
      'Report…',
    ])
    await page.keyboard.press('Escape')
    await page.goto('/profile')
    await page.getByRole('link', { name: '0 Followers' }).click()
    await expect(page.getByText('No users found.')).toBeVisible()
  })
})

test('a menu is a sheet across a phone, and opens beside its button on a desk without moving it', async ({
  empty,
  enter,
}) => {
  const session = await signUp(empty, freeName('noor'))
  const { page } = await enter(empty, { session, ...phone })
  await page.goto('/profile')
  await menu(page).tap()
  const list = page.getByRole('menu')
  const entry = list.getByRole('menuitem').first()
  await expect.poll(async () => (await list.boundingBox())?.width).toBe(390)
  expect((await entry.boundingBox())?.height).toBe(52)
  await expect(list).toHaveCSS('border-end-start-radius', '0px')
  await entry.press('Escape')
  await expect(list).toBeHidden()

  await page.setViewportSize({ width: 1280, height: 844 })
  const before = await menu(page).boundingBox()
  await menu(page).tap()
  await expect(list).toBeVisible()
  expect((await list.boundingBox())?.width).toBeLessThan(400)
  // Not by its role: the page behind is out of reach meanwhile.
  const button = page.locator('main button[aria-haspopup="menu"]').first()
  expect(await button.boundingBox()).toEqual(before)
})

test('the owner shares the profile, opens the connections and logs out', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('noor'))
  const socials = { website: 'https://noor.example/films', instagram: '@noor' }
  const path = `/api/users/${session.user._id}`
  await call(empty, path, { method: 'PATCH', token: session.token, body: { socials } })
  const { page } = await enter(empty, { session })
  await page.goto('/profile')

  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('link', { name: 'noor.example/films' })).toHaveAttribute(
    'href',
    'https://noor.example/films',
  )
  const instagram = page.getByRole('link', { name: '@noor' })
  await expect(instagram).toHaveAttribute('href', 'https://www.instagram.com/noor')
  await expect(instagram).toHaveAttribute('target', '_blank')
  // The account is not a week old.
  await expect(instagram).toHaveAttribute('rel', 'nofollow noopener noreferrer')
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(instagram).toBeHidden()

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await menu(page).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await expect(toast(page, 'Profile link copied!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`${empty.url}/profile/${session.user._id}`)

  await menu(page).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await page.waitForURL('**/login')
  await expect(toast(page, 'Logged out!')).toBeVisible()
  await page.goto('/profile')
  await page.waitForURL('**/login')
})

test('an id of nobody says so', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('jade'))
  const visitor = await enter(empty, { session })
  visitor.expected.push(/\/api\/(users|logs)\//)
  for (const path of ['', '/followers']) {
    await visitor.page.goto(`/profile/018f0000-0000-7000-8000-00000000dead${path}`)
    await expect(visitor.page.getByText('User not found.')).toBeVisible()
  }
})

/** The posters of the first row of a tab. */
const firstRow = (page: Page) =>
  page.getByRole('tabpanel').evaluate((panel) => {
    const boxes = [...panel.querySelectorAll('li')].map((tile) => tile.getBoundingClientRect())
    const top = Math.min(...boxes.map((box) => box.top))
    const widths = boxes.filter((box) => box.top === top).map(({ width }) => width)
    return { top, count: widths.length, widest: Math.max(...widths), narrowest: Math.min(...widths) }
  })

test('a wall has as many columns as the window has room for, below a header that leaves it room', async ({
  community,
  enter,
}) => {
  const visitor = await enter(community, { session: await logIn(community) })
  for (const [width, columns] of [
    [390, 3],
    [768, 5],
    [1024, 5],
    [1280, 6],
    [1440, 7],
    [1600, 8],
  ] as const)
    await test.step(`${columns} at ${width} px`, async () => {
      // A tab of the browser each: where one was on the screen is remembered.
      const page = await visitor.page.context().newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/profile?tab=films')
      await settle(page)
      await expect.poll(async () => (await firstRow(page)).count).toBe(columns)
      const row = await firstRow(page)
      expect(row.widest).toBe(row.narrowest)
      const tabs = page.getByRole('tablist').first()
      const top = async () => (await tabs.boundingBox())?.y
      if (width > 768) {
        expect(await top()).toBe(220)
        expect(row.top).toBeLessThanOrEqual(340)
        expect(row.widest).toBeGreaterThanOrEqual(148)
        expect(row.widest).toBeLessThanOrEqual(170)
      }
      await expect(page.getByRole('main').getByRole('link', { name: 'Edit Profile' })).toBeVisible()

      // The tabs stay in sight, and another tab begins below them.
      await page.mouse.move(width / 2, 600)
      await expect(async () => {
        await page.mouse.wheel(0, 600)
        expect(await top()).toBe(56)
      }).toPass()
      await tab(page, 'Watchlist').click()
      await shown(page, 'Watchlist')
      await expect.poll(top).toBeGreaterThanOrEqual(56)
      expect(await top()).toBeLessThanOrEqual(64)
      await expect.poll(async () => (await firstRow(page)).top).toBeGreaterThan(56)
      await page.close()
    })
})

test('the first posters of a profile are in sight at once', async ({ community, enter }) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session })
  // On phones Films begins with the ways to diary, statistics and tags.
  for (const [width, height, lowest, lowestFilms] of [
    [390, 844, 470, 560],
    [1280, 800, 340, 340],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const [path, most] of [
      ['/profile', lowest],
      ['/profile?tab=films', lowestFilms],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
      await settle(page)
      expect((await firstRow(page)).top).toBeLessThanOrEqual(most)
    }
  }
})

test('a member finds films by title and by tag in a profile, and so do others', async ({ empty, enter }) => {
  const author = await signUp(empty, freeName('amal'))
  for (const [film, tags] of [
    [films.parasite, 'été, Seoul'],
    [films.whiplash, 'drums'],
  ] as const) {
    const body = new FormData()
    for (const [name, value] of Object.entries({ movieId: String(film), review: 'Seen.', tags }))
      body.set(name, value)
    await call(empty, '/api/logs/full', { method: 'POST', token: author.token, body })
  }
  const { page } = await enter(empty, { session: await signUp(empty, freeName('bilal')) })
  await page.goto(`/profile/${author.user._id}?tab=films`)
  const box = page.getByRole('searchbox', { name: 'Title or tag' })
  const titles = () => page.getByRole('tabpanel').getByRole('listitem').getByRole('link').allInnerTexts()
  await expect.poll(async () => (await titles()).length).toBe(2)

  await test.step('a part of a title, kept in the address', async () => {
    await box.fill('PARASÎT')
    await expect(page).toHaveURL(/tab=films&q=/)
    await expect(page.getByRole('status').filter({ hasText: '1 film' })).toBeVisible()
    expect((await titles()).join()).toContain('Parasite')
    await page.reload()
    await expect(box).toHaveValue('PARASÎT')
    await expect.poll(async () => (await titles()).length).toBe(1)
  })

  await test.step('a tag, by a part of it and from what is suggested', async () => {
    await box.fill('ete')
    await expect.poll(async () => (await titles()).join()).toContain('Parasite')
    await page.getByRole('button', { name: '#été' }).click()
    await expect(page).toHaveURL(/tag=/)
    await expect(page).not.toHaveURL(/q=/)
    await expect(box).toHaveValue('')
    await expect.poll(async () => (await titles()).length).toBe(1)
  })

  await test.step('nothing, and the way back', async () => {
    await page.goto(`/profile/${author.user._id}?tab=reviews`)
    await box.fill('nowhere to be found')
    await expect(page.getByText('No results found.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(page.getByRole('article')).toHaveCount(2)
    await box.fill('drum')
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  await test.step('on a phone the field comes when it is asked for', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/profile/${author.user._id}?tab=films`)
    await expect(box).toBeHidden()
    await page.getByRole('button', { name: 'Search this tab' }).click()
    await expect(box).toBeFocused()
    await page.keyboard.type('whip')
    await expect.poll(async () => (await titles()).join()).toContain('Whiplash')
  })
})
