import { freeName, logIn, signUp } from '../support/members.ts'
import { hurry, refuse } from '../support/faulty-network.ts'
import { expect, films, test } from '../support/scene.ts'
import { settle, violations } from '../support/screen-checks.ts'

test('offline: the bar appears, what was seen stays readable, and the bar goes again', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  expected.push(/ERR_INTERNET_DISCONNECTED/)
  const bar = page.getByText('You are offline. Saved content is shown.')
  const feed = page
    .getByRole('group', { name: 'Recent Activities' })
    .or(page.getByRole('region', { name: 'Recent Activities' }))
  const trending = page.getByRole('heading', { name: 'Trending Movies' })
  await page.goto('/')
  await expect(feed.getByRole('link').first()).toBeVisible()
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.waitForURL('**/profile')
  await expect(page.getByText('@layla').first()).toBeVisible()

  await page.context().setOffline(true)
  await expect(bar).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.waitForURL(`${community.url}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, layla')
  await expect(feed.getByRole('link').first()).toBeVisible()
  await expect(trending).toBeVisible()

  await page.context().setOffline(false)
  await expect(bar).toBeHidden()
  await expect(feed.getByRole('link').first()).toBeVisible()
})

test('a film that was opened can be logged without a network', async ({ empty, enter }) => {
  const member = await signUp(empty, freeName('aya'))
  const { page, expected } = await enter(empty, { session: member })
  expected.push(/ERR_INTERNET_DISCONNECTED/)
  const panel = page.waitForResponse('**/assets/sheet-panel-*.js')
  await page.goto(`/movie/${films.parasite}`)
  await (await panel).finished()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Log', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Review' }).fill('Without a network.')
})

test('a stylesheet that never comes keeps closed neither what it is for nor anything else', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  expected.push(/ERR_FAILED/)
  await page.route('**/assets/sheet-panel-*.css', (route) => route.abort())
  await page.goto(`/movie/${films.parasite}`)
  const log = page.getByRole('button', { name: 'Log a film' }).last()
  const isOpen = page.getByRole('dialog')
  // The first press may only say that something went wrong.
  await expect(async () => {
    await log.click()
    await expect(isOpen).toBeVisible({ timeout: 3000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(isOpen).toBeHidden()
  await page.getByRole('main').locator('button[aria-haspopup="menu"]').first().click()
  await expect(page.getByRole('menu')).toBeVisible()
})

test('what one does with a film leaves the screen as it is where its code does not come', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  expected.push(/ERR_FAILED/)
  await page.route('**/assets/quick-actions-*.js', (route) => route.abort())
  await page.goto('/trending')
  const more = page.getByRole('button', { name: /^Actions for / }).first()
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('Something went wrong.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Trending Movies This Week' })).toBeVisible()
  await page.unroute('**/assets/quick-actions-*.js')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('what was never loaded is not saved for offline, and comes with the network', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  expected.push(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/)
  const notSaved = page.getByRole('main').getByText('Not saved for offline.')
  await page.goto('/profile')
  await settle(page)
  // The code of the tabs comes once the page is used, their data does not.
  await page.keyboard.press('Tab')
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)

  await test.step('a tab of which only the code is here', async () => {
    for (const tab of ['Films', 'Watchlist', 'Lists', 'Reviews']) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await expect(notSaved).toBeVisible()
    }
    await page.getByRole('tab', { name: 'Profile', exact: true }).click()
    await expect(notSaved).toBeHidden()
    await expect(page.getByRole('region', { name: 'Recent Activities' })).toBeVisible()
  })

  await test.step('a screen of which nothing is here', async () => {
    await page.getByRole('link', { name: 'Notifications' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Not saved for offline.' })).toBeVisible()
    await expect(page.getByRole('main').locator('svg[viewBox="0 0 160 112"]')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  await test.step('both come by themselves', async () => {
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('@layla').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.getByRole('tab', { name: 'Films', exact: true }).click()
    await expect(notSaved).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
    await expect(notSaved).toBeHidden()
  })
})

test('Back to home finds the page of the feed', async ({ community, enter }) => {
  const session = await logIn(community)
  for (const locale of ['en', 'ar']) {
    const { page } = await enter(community, {
      session,
      stored: { 'scene.locale': locale },
      viewport: { width: 390, height: 844 },
    })
    await page.goto('/')
    await settle(page)
    const current = page.locator('main button[aria-current="true"]')
    const first = await current.getAttribute('aria-label')
    const second = page.getByRole('main').getByRole('button', { name: (first ?? '').replace('1', '2') })
    await second.click()
    await expect(second).toHaveAttribute('aria-current', 'true')
    const tile = page.locator('main [role="group"]:not([inert]) > ul a').first()
    await tile.hover()
    const place = await tile.boundingBox()
    await tile.click()
    await page.waitForURL(/\/(movie|review)\//)
    await settle(page)
    await page.goBack()
    await expect(second).toHaveAttribute('aria-current', 'true')
    await expect.poll(() => tile.boundingBox()).toEqual(place)
  }
})

test('a failing feed and failing trending films show the empty texts and nothing else', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  expected.push(/500 /)
  await hurry(page)
  // Home asks for all at once, and then for what it did not get.
  await refuse(page, '**/api/home?*')
  await refuse(page, '**/api/logs/feed/**')
  await refuse(page, '**/api/movies/trending')
  await refuse(page, '**/api/logs/month**')
  await refuse(page, '**/api/movies/search**')
  await page.goto('/')
  await expect(page.getByText('No recent logs yet.')).toBeVisible()
  await expect(page.getByText('No trending movies right now.')).toBeVisible()
  await page.goto('/trending')
  await expect(page.getByText('No trending movies available.')).toBeVisible()
  await page.goto('/friends-activity?period=month')
  await expect(page.getByText('No recent activity found.')).toBeVisible()
  await page.goto('/search')
  await page.getByRole('searchbox').fill('godf')
  await expect(page.getByText('No results found.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
})

test('a failing like, follow, watchlist or favourite keeps the old state and says so once', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  expected.push(/500 /)
  const toasts = page.getByRole('alert')
  const allowWatchlist = await refuse(page, '**/api/watchlist/toggle')
  await refuse(page, '**/api/users/*/favorites/*')
  await refuse(page, '**/api/logs/*/like')

  await page.goto(`/movie/${films.whiplash}`)
  const watchlist = page.getByRole('button', { name: 'Watchlist' })
  const before = (await watchlist.getAttribute('aria-pressed')) ?? ''
  await watchlist.click()
  await expect(toasts.getByText('Failed to update watchlist')).toHaveCount(1)
  await expect(watchlist).toHaveAttribute('aria-pressed', before)
  const favourite = page.getByRole('button', { name: 'Favorite' })
  const heart = (await favourite.getAttribute('aria-pressed')) ?? ''
  await favourite.click()
  await expect(toasts.getByText('Failed to update favorites')).toHaveCount(1)
  await expect(favourite).toHaveAttribute('aria-pressed', heart)
  const like = page.getByRole('button', { name: /^Like review by/ }).first()
  const liked = (await like.getAttribute('aria-pressed')) ?? ''
  await like.click()
  await expect(toasts.getByText('Failed to like.')).toHaveCount(1)
  await expect(like).toHaveAttribute('aria-pressed', liked)

  await allowWatchlist()
  await watchlist.click()
  await expect(watchlist).not.toHaveAttribute('aria-pressed', before)
})

test('what is not there, and what is no id at all, settles with its own words and title', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  expected.push(/40[04] /)
  const nobody = '018f0000-0000-7000-8000-000000000001'
  const places: [texts: string, title: string, ...addresses: string[]][] = [
    ['This person could not be found.', 'Person', '/person/4', '/person/abc', '/director/7x', '/actor/0'],
    ['This film could not be found.', 'Film', '/movie/99999999', '/movie/abc'],
    ['User not found.', 'Profile', `/profile/${nobody}`, '/profile/abc', '/user/abc'],
    ['User not found.', 'Followers', `/profile/${nobody}/followers`, '/profile/abc/followers'],
    ['This list could not be found.', 'List', `/list/${nobody}`, '/list/abc'],
    ['This year in review could not be found.', 'Statistics', `/profile/${nobody}/year/abc`],
  ]
  for (const [text, title, ...addresses] of places)
    for (const address of addresses) {
      await page.goto(address)
      await settle(page)
      await expect(page.getByRole('main').getByText(text)).toBeVisible()
      await expect(page).toHaveTitle(`${title} · Scene`)
    }
})

test('a review that is not there says so, and leads home', async ({ community, enter }) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  expected.push(/404 /)
  await page.goto('/review/018f0000-0000-7000-8000-000000000001')
  await expect(page.getByRole('main').getByText('Failed to load review.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, layla')
})
