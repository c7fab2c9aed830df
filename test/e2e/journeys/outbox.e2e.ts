import type { Page } from '@playwright/test'
import { keepFiles } from '../support/keep-files.ts'
import { call, follow, freeName, password, signUp } from '../support/members.ts'
import { expect, films, test, type Product, type Session } from '../support/scene.ts'

const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' as const }
const offlineLines = [/ERR_CONNECTION_RESET/, /ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to fetch/]

interface Log {
  _id: string
  review: string
  rating: number
  likedByMe: boolean
  watchedAt: string | null
}

const logsOf = (product: Product, { token, user }: Session) =>
  call<Log[]>(product, `/api/logs/user/${user._id}`, { token })

const write = (product: Product, { token }: Session, review: string) =>
  call<{ _id: string }>(product, '/api/logs/full', {
    method: 'POST',
    token,
    body: { movieId: films.parasite, review, watchedAt: '2026-11-02' },
  })

const waits = (page: Page, count: number) =>
  page.getByRole('button', { name: `${count} change${count === 1 ? '' : 's'} waiting` })

/** Logs a film on its page. */
async function logFilm(page: Page, review: string): Promise<void> {
  await page.getByRole('button', { name: /^Log/ }).first().click()
  const editor = page.getByRole('dialog')
  await editor.getByRole('textbox', { name: 'Review' }).fill(review)
  await editor.getByRole('slider').first().press('End')
  await editor.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(editor).toHaveCount(0)
}

test('what is done without a network waits in sight, survives a reload, and is sent once', async ({
  empty,
  enter,
}) => {
  const [member, friend] = [await signUp(empty, freeName('aya')), await signUp(empty, freeName('omar'))]
  await follow(empty, member, friend)
  const { _id: review } = await write(empty, friend, 'The stairs know.')
  const { page, expected } = await enter(empty, { session: member, ...phone })
  expected.push(...offlineLines)
  await keepFiles(page)
  await page.goto(`/movie/${films.whiplash}`)
  await expect(page.getByRole('heading', { name: 'Whiplash', level: 1 })).toBeVisible()

  await test.step('a log and a film for the watchlist', async () => {
    await page.context().setOffline(true)
    await page
      .getByRole('button', { name: /Watchlist/ })
      .first()
      .click()
    await expect(waits(page, 1)).toBeVisible()
    await expect(page.getByRole('button', { name: /Watchlist.*Waiting/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await logFilm(page, 'Not my tempo.')
    await expect(waits(page, 2)).toBeVisible()
  })
  await test.step('a like and a comment of an open review', async () => {
    await page.context().setOffline(false)
    await expect(page.getByText('Sent', { exact: true })).toBeVisible()
    await page.goto(`/review/${review}/replies`)
    await expect(page.getByRole('textbox').last()).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('textbox').last().fill('And the smell.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'And the smell.' })).toContainText('Waiting')
  })
  await test.step('after a reload all of it waits still', async () => {
    await page.goto(`/profile/${member.user._id}/diary`)
    await expect(waits(page, 1)).toBeVisible()
    await waits(page, 1).click()
    await expect(page.getByRole('dialog')).toContainText('And the smell.')
    await page.keyboard.press('Escape')
  })
  await test.step('with a network it is sent, once', async () => {
    await page.context().setOffline(false)
    const replies = async () =>
      (await call<{ text: string }[]>(empty, `/api/logs/${review}/replies`, { token: member.token })).map(
        ({ text }) => text,
      )
    await expect.poll(replies).toEqual(['And the smell.'])
    await expect(page.locator('#outbox button')).toHaveCount(0)
    expect(await replies()).toEqual(['And the smell.'])
    expect((await logsOf(empty, member)).map((log) => log.review)).toEqual(['Not my tempo.'])
  })
})

test('what there is no room to keep stays in its form', async ({ empty, enter }) => {
  const member = await signUp(empty, freeName('aya'))
  const { page, expected } = await enter(empty, { session: member, ...phone })
  expected.push(...offlineLines)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: empty.url, quotaSize: 1_000_000 })
  await page.goto(`/movie/${films.whiplash}`)
  await expect(page.getByRole('heading', { name: 'Whiplash', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /^Log/ }).first().click()
  const editor = page.getByRole('dialog')
  await editor.getByRole('textbox', { name: 'Review' }).fill('No room for this.')
  await editor.getByRole('slider').first().press('End')
  await editor
    .locator('input[type="file"]')
    .setInputFiles({ name: 'still.png', mimeType: 'image/png', buffer: Buffer.alloc(4_000_000) })
  await page.context().setOffline(true)
  await editor.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(page.getByText('Failed to submit log.').first()).toBeVisible()
  await expect(editor.getByRole('textbox', { name: 'Review' })).toHaveValue('No room for this.')
  await expect(page.locator('#outbox button')).toHaveCount(0)
})

test('what is written while a comment waits is still there when that is sent', async ({ empty, enter }) => {
  const [member, friend] = [await signUp(empty, freeName('aya')), await signUp(empty, freeName('omar'))]
  const { _id: review } = await write(empty, friend, 'The stairs know.')
  const { page, expected } = await enter(empty, { session: member, ...phone })
  expected.push(...offlineLines)
  await keepFiles(page)
  await page.goto(`/review/${review}/replies`)
  const field = page.getByRole('textbox').last()
  await expect(field).toBeVisible()
  await page.context().setOffline(true)
  await field.fill('And the smell.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(waits(page, 1)).toBeVisible()
  await field.fill('And also')
  // It is gone from the form, and kept.
  await page.goto(`/profile/${member.user._id}/diary`)
  await expect(waits(page, 1)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.locator('#outbox button')).toHaveCount(0)
  await page.goto(`/review/${review}/replies`)
  await expect(page.getByText('And the smell.')).toBeVisible()
  await expect(field).toHaveValue('And also')
})

test('an answer that was lost makes nothing twice', async ({ empty, enter }) => {
  const member = await signUp(empty, freeName('aya'))
  const { page, expected } = await enter(empty, { session: member, ...phone })
  expected.push(...offlineLines)
  await page.goto(`/movie/${films.whiplash}`)
  await expect(page.getByRole('heading', { name: 'Whiplash', level: 1 })).toBeVisible()
  let lost = 0
  // The server writes it, and nobody hears of it.
  await page.route('**/api/logs/full', async (route) => {
    await route.fetch()
    lost += 1
    await page.context().setOffline(true)
    await route.abort('connectionreset')
  })
  await logFilm(page, 'Once.')
  await expect(waits(page, 1)).toBeVisible()
  expect(lost).toBe(1)
  expect(await logsOf(empty, member)).toHaveLength(1)
  await page.unroute('**/api/logs/full')
  await page.context().setOffline(false)
  await expect(waits(page, 1)).toHaveCount(0)
  expect((await logsOf(empty, member)).map(({ review }) => review)).toEqual(['Once.'])
})

test('likes that another device gave meanwhile stay, and are not given and taken again', async ({
  empty,
  enter,
}) => {
  const [member, friend] = [await signUp(empty, freeName('aya')), await signUp(empty, freeName('omar'))]
  const { token } = member
  const { _id: review } = await write(empty, friend, 'The stairs know.')
  const comment = await call<{ _id: string }>(empty, `/api/logs/${review}/reply`, {
    method: 'POST',
    token: friend.token,
    body: { text: 'And the smell.' },
  })
  const { page, expected } = await enter(empty, { session: member, ...phone })
  expected.push(...offlineLines)
  await keepFiles(page)
  await page.goto(`/review/${review}/replies`)
  await expect(page.getByText('And the smell.')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Like review by/ }).click()
  await page.getByRole('button', { name: /^Like comment by/ }).click()
  await expect(waits(page, 2)).toBeVisible()

  await call(empty, `/api/logs/${review}/like`, { method: 'POST', token })
  await call(empty, `/api/logs/${review}/replies/${comment._id}/like`, { method: 'POST', token })
  const toggled: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/like')) toggled.push(request.url())
  })
  await page.context().setOffline(false)
  await expect(page.locator('#outbox button')).toHaveCount(0)
  expect(toggled).toEqual([])
  const { likedByMe } = await call<{ likedByMe: boolean }>(empty, `/api/logs/${review}`, { token })
  const replies = await call<{ likedByMe: boolean }[]>(empty, `/api/logs/${review}/replies`, { token })
  expect([likedByMe, replies[0]?.likedByMe]).toEqual([true, true])
})

test('what the server refuses asks the member, and a logout asks for what waits', async ({
  empty,
  enter,
}) => {
  const [member, friend] = [await signUp(empty, freeName('aya')), await signUp(empty, freeName('omar'))]
  const { _id: review } = await write(empty, friend, 'Gone soon.')
  const { page, expected } = await enter(empty, { session: member, ...phone })
  expected.push(...offlineLines, / 404 /)
  await keepFiles(page)
  await page.goto(`/review/${review}/replies`)
  await expect(page.getByRole('textbox').last()).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('textbox').last().fill('Too late.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(waits(page, 1)).toBeVisible()
  await call(empty, `/api/logs/${review}`, { method: 'DELETE', token: friend.token })
  await page.context().setOffline(false)
  const bar = page.getByRole('button', { name: 'Needs you' })
  await expect(bar).toBeVisible()

  await test.step('also before what sends it is here', async () => {
    const early = await page.context().newPage()
    // It comes with what waits for idle time.
    await early.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await early.goto('/settings')
    await early.getByRole('button', { name: 'Log Out', exact: true }).click()
    const question = early.getByRole('alertdialog')
    await expect(question).toContainText('1 change is not sent yet')
    await question.getByRole('button', { name: 'Send first' }).click()
    await expect(early).toHaveURL(/\/settings$/)
    await early.close()
  })
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 change is not sent yet')
  await question.getByRole('button', { name: 'Send first' }).click()
  await expect(page).toHaveURL(/\/settings$/)

  await bar.click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('Too late.')
  await expect(sheet.getByRole('alert')).toContainText('This log could not be found.')
  await sheet.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(bar).toHaveCount(0)
})

test('what waits of one member is never seen, sent or lost by another in the same browser', async ({
  empty,
  enter,
}) => {
  const [first, second] = [await signUp(empty, freeName('aya')), await signUp(empty, freeName('omar'))]
  const { page, expected } = await enter(empty, { session: first, ...phone })
  expected.push(...offlineLines, / 401 /)
  await keepFiles(page)
  await page.goto(`/movie/${films.whiplash}`)
  await expect(page.getByRole('heading', { name: 'Whiplash', level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  await logFilm(page, 'Mine alone.')
  await expect(waits(page, 1)).toBeVisible()

  const logInAs = async ({ user }: Session) => {
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(/\/(home)?$/)
  }
  const databases = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.includes('outbox')),
    )

  await test.step('the session ends by itself, and another member logs in', async () => {
    // Ended from elsewhere, while this browser has no network.
    await call(empty, '/api/auth/sessions', { method: 'DELETE', token: first.token })
    await page.context().setOffline(false)
    await page.waitForURL('**/login')
    await logInAs(second)
    await page.goto(`/profile/${second.user._id}/diary`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(waits(page, 1)).toHaveCount(0)
    await expect(page.getByText('Mine alone.')).toHaveCount(0)
    expect(await logsOf(empty, second)).toEqual([])
  })
  await test.step('it is sent when its own member is back', async () => {
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Log Out', exact: true }).click()
    await page.waitForURL('**/login')
    expect(await databases()).toEqual([`scene-outbox-${first.user._id}`])
    await logInAs(first)
    const { token } = await call<{ token: string }>(empty, '/api/auth/login', {
      method: 'POST',
      body: { email: first.user.email, password },
    })
    await expect
      .poll(async () => (await logsOf(empty, { ...first, token })).map(({ review }) => review))
      .toEqual(['Mine alone.'])
    // The server has it before the browser knows; a logout meanwhile would ask what becomes of it.
    await expect(waits(page, 1)).toHaveCount(0)
    expect(await logsOf(empty, second)).toEqual([])
  })
  await test.step('a logout leaves nothing', async () => {
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Log Out', exact: true }).click()
    await page.waitForURL('**/login')
    await expect.poll(databases).toEqual([])
  })
})

/** So many that the suite stays quick; a thousand take a minute (`OUTBOX_LOGS=1000`). */
const manyLogs = Number(process.env['OUTBOX_LOGS'] ?? 60)

test('many logs are sent in order by one of two tabs, each once, and wait where the server asks for it', async ({
  empty,
  enter,
}) => {
  test.setTimeout(300_000)
  const member = await signUp(empty, freeName('aya'))
  const { page, expected } = await enter(empty, { session: member, ...phone })
  expected.push(...offlineLines, / 429 /)
  const other = await page.context().newPage()
  const profile = `/profile/${member.user._id}/diary`
  for (const tab of [page, other]) {
    await tab.goto(`${empty.url}${profile}`)
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.context().setOffline(true)
  await page.evaluate(
    async ({ name, count, movieId }) => {
      const opening = indexedDB.open(name)
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const transaction = opening.result.transaction('changes', 'readwrite')
      for (let at = 0; at < count; at += 1)
        transaction.objectStore('changes').put({
          id: crypto.randomUUID(),
          kind: 'log',
          target: null,
          about: `Log ${at}`,
          path: '/',
          call: { body: { movieId, review: `Log ${at}`, rating: 4, watchedAt: '2026-11-02' } },
          madeAt: at,
          tries: 0,
          refusal: null,
        })
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      opening.result.close()
    },
    { name: `scene-outbox-${member.user._id}`, count: manyLogs, movieId: films.parasite },
  )
  let asked = 0
  await page.context().route('**/api/logs/full', async (route) => {
    asked += 1
    if (asked === 20) {
      await route.fulfill({
        status: 429,
        headers: { 'Retry-After': '1' },
        json: { error: 'Too many requests.', code: 'request.rate_limited', requestId: 'x' },
      })
    } else await route.continue()
  })
  await page.context().setOffline(false)
  await expect.poll(async () => (await logsOf(empty, member)).length, { timeout: 240_000 }).toBe(manyLogs)
  await expect(page.locator('#outbox button')).toHaveCount(0)
  const reviews = (await logsOf(empty, member)).map(({ review }) => review)
  expect(reviews.toReversed()).toEqual(Array.from({ length: manyLogs }, (_, at) => `Log ${at}`))
  // One more than there are logs: the one that had to wait.
  expect(asked).toBe(manyLogs + 1)
})
