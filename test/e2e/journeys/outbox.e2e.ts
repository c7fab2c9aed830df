import { keepFiles } from '../support/keep-files.ts'
import { call, follow, freeName, password, signUp } from '../support/members.ts'
import { logFilm, logsOf, offlineLines, phone, waits, write } from '../support/outbox.ts'
import { expect, films, test, type Session } from '../support/scene.ts'
import { storedKeys } from '../support/stored-keys.ts'

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
    await page.goto('/settings/account')
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
    await expect.poll(() => storedKeys(page, `scene-outbox-${first.user._id}`, 'changes')).toEqual([])
    await expect(waits(page, 1)).toHaveCount(0)
    expect(await logsOf(empty, second)).toEqual([])
  })
  await test.step('a logout leaves nothing', async () => {
    await page.goto('/settings/account')
    await page.getByRole('button', { name: 'Log Out', exact: true }).click()
    await page.waitForURL('**/login')
    await expect.poll(databases).toEqual([])
  })
})
