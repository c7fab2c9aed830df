import type { Page } from '@playwright/test'
import { call, follow, freeName, password, signUp } from '../support/members.ts'
import { answerOf } from '../support/faulty-network.ts'
import { expect, films, joined, test, type Product, type Session } from '../support/scene.ts'

const rows = (page: Page) => page.getByRole('main').getByRole('listitem')
const dot = (page: Page) => page.getByTestId('unread-dot')
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const unread = (product: Product, { user, token }: Session) =>
  call<{ count: number }>(product, `/api/notifications/unread/${user._id}`, { token })

function log(product: Product, { token }: Session, movieId: number, review: string) {
  return call<{ _id: string }>(product, '/api/logs/full', {
    method: 'POST',
    token,
    body: { movieId, review },
  })
}

const like = (product: Product, { token }: Session, id: string) =>
  call(product, `/api/logs/${id}/like`, { method: 'POST', token })

test('likes of one review are one row, live and after a reload, read in both browsers', async ({
  empty,
  enter,
}) => {
  const author = await signUp(empty, freeName('aya'))
  const fans = [await signUp(empty, freeName('f1')), await signUp(empty, freeName('f2'))]
  const [first, second] = fans
  const last = await signUp(empty, freeName('f3'))
  if (!first || !second) throw new Error('two fans were expected')
  const { _id: review } = await log(empty, author, films.parasite, 'The stairs know.')
  await like(empty, first, review)
  await follow(empty, second, author)

  const { page: phone } = await enter(empty, { session: author, viewport: { width: 390, height: 844 } })
  const { page: desk } = await enter(empty, { session: author, viewport: { width: 1280, height: 900 } })
  const deskJoined = joined(desk)
  await desk.goto('/trending')
  await deskJoined
  await expect(dot(desk)).toBeVisible()

  await test.step('opening the list marks all as read, everywhere, and keeps their look', async () => {
    const phoneJoined = joined(phone)
    await phone.goto('/notifications')
    await phoneJoined
    await expect(rows(phone)).toHaveCount(2)
    await expect(rows(phone).nth(0)).toContainText(`@${second.user.username} just followed you`)
    await expect(rows(phone).nth(1)).toContainText(`@${first.user.username} liked your review`)
    await expect(phone.getByText('Unread', { exact: true })).toHaveCount(2)
    await expect.poll(() => unread(empty, author)).toEqual({ count: 0 })
    await expect(dot(phone)).toBeHidden()
  })

  await test.step('a like that comes in joins the other and goes on top, with a toast', async () => {
    await like(empty, second, review)
    // Toasts go by themselves: both are looked for at once.
    await Promise.all(
      [phone, desk].map((page) =>
        expect(toast(page, `\u2068@${second.user.username}\u2069 liked your review`)).toBeVisible(),
      ),
    )
    await expect(rows(phone)).toHaveCount(2)
    await expect(rows(phone).nth(0)).toContainText(`@${second.user.username} and 1 other liked your review`)
    await expect.poll(() => unread(empty, author)).toEqual({ count: 0 })
    await expect(dot(phone)).toBeHidden()
  })

  await test.step('the other browser shows the dot until its list was open, and the group after a reload', async () => {
    await like(empty, last, review)
    await expect(toast(desk, `\u2068@${last.user.username}\u2069 liked your review`)).toBeVisible()
    await expect(dot(desk)).toBeVisible()
    await desk.getByRole('link', { name: /^Notifications/ }).click()
    await expect(rows(desk).nth(0)).toContainText(`@${last.user.username} and 2 others liked your review`)
    await expect(dot(desk)).toBeHidden()
    await desk.reload()
    await expect(rows(desk)).toHaveCount(2)
    await expect(desk.getByText('Unread', { exact: true })).toHaveCount(0)
    await rows(desk).nth(0).getByRole('link').click()
    await desk.waitForURL(`**/review/${review}`)
    await desk.goBack()
    await rows(desk).nth(1).getByRole('link').click()
    await desk.waitForURL(`**/profile/${second.user._id}`)
    await expect(dot(desk)).toBeHidden()
  })
})

test('a group is whole beyond the page that it is on, and what one member likes on a day opens in place', async ({
  empty,
  enter,
}) => {
  const author = await signUp(empty, freeName('aya'))
  const [first, second] = [await signUp(empty, freeName('f1')), await signUp(empty, freeName('f2'))]
  const { _id: review } = await log(empty, author, films.parasite, 'The stairs know.')
  const { _id: other } = await log(empty, author, films.whiplash, 'Not quite my tempo.')
  await like(empty, first, review)
  for (let time = 0; time < 30; time += 1)
    await call(empty, `/api/logs/${other}/reply`, {
      method: 'POST',
      token: first.token,
      body: { text: 'Yes.' },
    })
  await like(empty, second, review)

  const { page } = await enter(empty, { session: author, viewport: { width: 390, height: 844 } })
  const listening = joined(page)
  await page.goto('/notifications')
  await listening
  await rows(page).nth(23).scrollIntoViewIfNeeded()
  await expect(rows(page)).toHaveCount(31)
  await expect(rows(page).nth(0)).toContainText(`@${second.user.username} and 1 other liked your review`)
  await expect(rows(page).nth(30)).toContainText('commented on your review')

  const more = [
    await log(empty, author, films.parasite, 'Again.'),
    await log(empty, author, films.whiplash, 'Once more.'),
  ]
  for (const { _id } of more) await like(empty, first, _id)
  const day = rows(page)
    .nth(0)
    .getByRole('button', { name: /liked 2 of your reviews/ })
  await expect(day).toHaveAttribute('aria-expanded', 'false')
  await expect(rows(page)).toHaveCount(32)
  await page.reload()
  await day.click()
  await expect(day).toHaveAttribute('aria-expanded', 'true')
  await rows(page).nth(0).getByRole('link').nth(1).click()
  await page.waitForURL(`**/review/${more[0]?._id}`)
})

test('a comment of the other direction stands where its sentence begins', async ({ empty, enter }) => {
  const author = await signUp(empty, freeName('aya'))
  const fan = await signUp(empty, freeName('fan'))
  const { _id: review } = await log(empty, author, films.parasite, 'The stairs know.')
  await call(empty, `/api/logs/${review}/reply`, { method: 'POST', token: fan.token, body: { text: 'Yes.' } })
  const { page } = await enter(empty, {
    session: author,
    viewport: { width: 1280, height: 900 },
    stored: { 'scene.locale': 'ar' },
  })
  await page.goto('/notifications')
  const begins = (text: string) =>
    rows(page)
      .getByText(text)
      .evaluate((element) => {
        const words = document.createRange()
        words.selectNodeContents(element)
        return Math.round(words.getBoundingClientRect().right)
      })
  await expect.poll(() => begins('Yes.')).toBe(await begins('على مراجعتك'))
})

test('a long list goes on, and a live row moves nothing of what is being read', async ({ empty, enter }) => {
  const author = await signUp(empty, freeName('aya'))
  const fan = await signUp(empty, freeName('fan'))
  const logs: string[] = []
  for (const movieId of [films.parasite, films.whiplash])
    for (let time = 0; time < 14; time += 1)
      logs.push((await log(empty, author, movieId, `Viewing ${time}`))._id)
  // Comments, which never share a row.
  for (const id of logs)
    await call(empty, `/api/logs/${id}/reply`, { method: 'POST', token: fan.token, body: { text: 'Yes.' } })

  const { page } = await enter(empty, { session: author, viewport: { width: 390, height: 844 } })
  const listening = joined(page)
  await page.goto('/notifications')
  await listening
  await rows(page).nth(23).scrollIntoViewIfNeeded()
  await expect(rows(page)).toHaveCount(28)
  // What the join asked for again is here.
  await page.waitForLoadState('networkidle')
  const read = rows(page).nth(14)
  await read.evaluate((row) => row.scrollIntoView({ block: 'center' }))
  const text = await read.getByRole('link').getAttribute('href')
  const link = page.getByRole('main').locator(`a[href="${text}"]`)
  const before = await link.boundingBox()
  await follow(empty, fan, author)
  await expect(rows(page)).toHaveCount(29)
  await expect(rows(page).nth(0)).toContainText(`@${fan.user.username} just followed you`)
  await expect
    .poll(async () => Math.abs(((await link.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
    .toBeLessThan(2)
})

test('what happens before the socket has joined is not missed', async ({ empty, enter }) => {
  const author = await signUp(empty, freeName('aya'))
  const fan = await signUp(empty, freeName('fan'))
  await follow(empty, author, fan)
  const { page } = await enter(empty, { session: author })
  // The socket waits until the test lets it go.
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*', async (route) => {
    const response = await answerOf(route)
    const body = await response.text()
    if (
      route.request().url().endsWith('.js') &&
      body.includes('"websocket"') &&
      body.includes('tryAllTransports')
    )
      await gate.promise
    await route.fulfill({ response })
  })
  await page.goto('/')
  await expect(page.getByText('No recent logs yet.')).toBeVisible()
  await expect(dot(page)).toBeHidden()
  await log(empty, fan, films.whiplash, 'Not quite my tempo.')
  await follow(empty, fan, author)
  gate.resolve()
  await expect(page.getByRole('main').getByRole('link', { name: /^Whiplash, logged by/ })).toBeVisible()
  await expect(dot(page)).toBeVisible()
})

test('a session that ends elsewhere leads to the login at once', async ({ empty, enter }) => {
  const member = await signUp(empty, freeName('two'))
  const { page, expected } = await enter(empty, { session: member })
  expected.push(/401 /)
  const listening = joined(page)
  await page.goto('/trending')
  await listening
  await call(empty, '/api/auth/logout', { method: 'POST', token: member.token })
  await page.waitForURL('**/login')
  await page.getByLabel('Email').fill(member.user.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/home')
})

test('friends’ activity: live at the top, counted further down, in pages', async ({ empty, enter }) => {
  const reader = await signUp(empty, freeName('aya'))
  const friend = await signUp(empty, freeName('bo'))
  await follow(empty, reader, friend)
  for (let time = 0; time < 40; time += 1) await log(empty, friend, films.parasite, `Viewing ${time}`)
  const { page } = await enter(empty, { session: reader, viewport: { width: 390, height: 844 } })
  await page.goto('/')
  await page.getByRole('link', { name: 'Recent Activities' }).click()
  await page.waitForURL('**/friends-activity')
  const listening = joined(page)
  const windows: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/logs/day') windows.push(searchParams.get('limit'))
  })
  await page.reload()
  await listening
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Friends Just Watched')
  // Two screens ahead, the next window is asked for by itself.
  await expect(rows(page)).toHaveCount(40)
  expect(new Set(windows)).toEqual(new Set(['24']))
  await log(empty, friend, films.whiplash, '')
  await expect(rows(page).nth(0).getByRole('link')).toHaveAccessibleName(/^Whiplash, logged by/)

  await page.mouse.move(195, 500)
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => rows(page).count()).toBe(41)
  await page.mouse.wheel(0, -600)
  await log(empty, friend, films.whiplash, 'Again.')
  const news = page.getByRole('button', { name: '1 new' })
  await expect(news).toBeVisible()
  await expect(rows(page)).toHaveCount(41)
  await news.click()
  await expect(rows(page).nth(0).getByRole('link')).toHaveAccessibleName(/has review$/)
  await expect(news).toBeHidden()
  await page.getByRole('button', { name: 'week' }).click()
  await expect(page).toHaveURL(/period=week/)
})
