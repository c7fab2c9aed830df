import { logIn } from '../support/members.ts'
import { refuse } from '../support/faulty-network.ts'
import { expect, films, test } from '../support/scene.ts'

test('offline: the bar appears, what was seen stays readable, and the bar goes again', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  expected.push(/ERR_INTERNET_DISCONNECTED/)
  const bar = page.getByText('You are offline. Showing saved content.')
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

test('a failing feed and failing trending films show the empty texts and nothing else', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  expected.push(/500 /)
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

test('a review that is not there says so, and leads home', async ({ community, enter }) => {
  const { page, expected } = await enter(community, { session: await logIn(community) })
  expected.push(/404 /)
  await page.goto('/review/018f0000-0000-7000-8000-000000000001')
  await expect(page.getByRole('alert').getByText('Failed to load review.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, layla')
})
