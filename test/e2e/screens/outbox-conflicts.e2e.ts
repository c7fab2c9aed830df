import { keepFiles } from '../support/keep-files.ts'
import { call, freeName, signUp } from '../support/members.ts'
import { logFilm, logsOf, offlineLines, phone, waits, write } from '../support/outbox.ts'
import { expect, films, test } from '../support/scene.ts'

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
    await early.goto('/settings/account')
    await early.getByRole('button', { name: 'Log Out', exact: true }).click()
    const question = early.getByRole('alertdialog')
    await expect(question).toContainText('Changes not sent yet: 1.')
    await question.getByRole('button', { name: 'Send first' }).click()
    await expect(early).toHaveURL(/\/settings\/account$/)
    await early.close()
  })
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Changes not sent yet: 1.')
  await question.getByRole('button', { name: 'Send first' }).click()
  await expect(page).toHaveURL(/\/settings\/account$/)

  await bar.click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('Too late.')
  await expect(sheet.getByRole('alert')).toContainText('This log could not be found.')
  await sheet.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(bar).toHaveCount(0)
})

test('a review that another device changed meanwhile stays until the member has seen it', async ({
  empty,
  enter,
}) => {
  const member = await signUp(empty, freeName('aya'))
  const { _id: review } = await write(empty, member, 'The stairs know.')
  const address = `/api/logs/${review}`
  const { page, expected } = await enter(empty, { session: member, ...phone })
  expected.push(...offlineLines, / 409 /)
  await keepFiles(page)
  await page.goto(`/movie/${films.parasite}?edit=1&logId=${review}`)
  const editor = page.getByRole('dialog')
  await expect(editor.getByRole('textbox', { name: 'Review' })).toHaveValue('The stairs know.')
  await page.context().setOffline(true)
  await editor.getByRole('textbox', { name: 'Review' }).fill('From the phone.')
  await editor.getByRole('button', { name: 'Update' }).click()
  await expect(waits(page, 1)).toBeVisible()
  const { token } = member
  await call(empty, address, { method: 'PATCH', token, body: { review: 'From the desk.', rating: 1 } })
  await page.context().setOffline(false)

  await page.getByRole('button', { name: 'Needs you' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('changed elsewhere meanwhile')
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await editor.getByRole('button', { name: 'Update' }).click()
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText('From the desk.')
  await told.getByRole('button', { name: 'OK' }).click()
  // What was not touched on the phone is as on the desk.
  await expect(editor.getByRole('slider')).toHaveAttribute('aria-valuenow', '1')

  await page.setViewportSize({ width: 1280, height: 800 })
  const [sheet, failure] = [await editor.boundingBox(), await editor.getByRole('alert').boundingBox()]
  expect(failure?.x).toBeGreaterThan(sheet?.x ?? Infinity)
  await editor.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Log updated!')).toBeVisible()
  await expect(page.locator('#outbox button')).toHaveCount(0)
  expect(await call(empty, address, { token })).toMatchObject({ review: 'From the phone.', rating: 1 })
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
