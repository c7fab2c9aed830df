import type { Page } from '@playwright/test'
import { toast } from '../support/acts.ts'
import {
  call,
  cropAvatar,
  freeName,
  logIn,
  newestCode,
  password,
  picture,
  signUp,
} from '../support/members.ts'
import { loseAnswers } from '../support/faulty-network.ts'
import { expect, films, joined, test, type Session, type Visitor } from '../support/scene.ts'

const main = (page: Page) => page.getByRole('main')
const stars = (page: Page) => page.getByRole('dialog').getByRole('slider', { name: 'Rating' })

/** Presses the star row at the given star; `part` 0.25 is its left half, 0.75 its right half. */
async function pressStar(page: Page, star: number, part: number): Promise<void> {
  const box = await stars(page).boundingBox()
  if (!box) throw new Error('the stars are not shown')
  const cell = box.width / 5
  await stars(page).click({ position: { x: (star - 1 + part) * cell, y: box.height / 2 } })
}

async function openEditor(page: Page, film: number): Promise<void> {
  await page.goto(`/movie/${film}`)
  await page.getByRole('main').getByRole('button', { name: 'Log', exact: true }).click()
  await expect(stars(page)).toBeVisible()
}

test('a visitor signs up, is told about wrong input, verifies the address and logs in', async ({
  empty,
  enter,
}) => {
  const taken = await signUp(empty, freeName('taken'))
  const username = freeName('aya')
  const email = `${username}@example.org`
  const visitor = await enter(empty)
  const { page, expected } = visitor

  await test.step('guests are kept out', async () => {
    for (const path of ['/', '/profile', '/settings', `/movie/${films.parasite}`]) {
      await page.goto(path)
      await page.waitForURL('**/login')
    }
  })

  await test.step('hints and refusals of the sign-up form', async () => {
    await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
    await page.waitForURL('**/signup')
    const submit = () => page.getByRole('button', { name: 'Sign Up' }).click()
    const name = page.getByLabel('Username')
    const address = page.getByLabel('Email')
    const secret = page.getByLabel('Password', { exact: true })

    await submit()
    await expect(page.getByText('Please upload an avatar.')).toBeVisible()
    await cropAvatar(visitor, '#1c7c54')
    await expect(page.getByText('Please upload an avatar.')).toBeHidden()

    await name.fill('ab')
    await expect(page.getByText('3–20 letters, numbers, or underscores only')).toBeVisible()
    await submit()
    await expect(page.getByText('Invalid username format.')).toBeVisible()
    await expect(name).toBeFocused()
    await name.fill(taken.user.username)
    await expect(page.getByText('Username is already taken')).toBeVisible()
    await submit()
    await expect(page.getByText('Username already taken.')).toBeVisible()
    await name.fill(username)
    await expect(page.getByText('Username looks good!')).toBeVisible()

    await address.fill('somebody@somewhere')
    await expect(page.getByText('Invalid email format')).toBeVisible()
    await submit()
    await expect(page.getByText('Invalid email.')).toBeVisible()
    await expect(address).toBeFocused()
    await address.fill(taken.user.email)
    await expect(page.getByText('Email already in use', { exact: true })).toBeVisible()
    await submit()
    await expect(page.getByText('Email already in use.')).toBeVisible()
    await address.fill(email)
    await expect(page.getByText('Email is available')).toBeVisible()

    await secret.fill('abc')
    await submit()
    await expect(page.getByText('Password too short.')).toBeVisible()
    await expect(secret).toBeFocused()
    await secret.fill(password)
    await submit()
    await page.waitForURL('**/verify-email')
    await expect(toast(page, 'Signed up successfully!')).toBeVisible()
  })

  await test.step('the picture is the cropped square', async () => {
    const session = await logIn(empty, { email, password })
    const { avatar } = await call<{ avatar: string }>(empty, `/api/users/${session.user._id}`, session)
    const size = await page.evaluate(async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    }, avatar)
    expect(size[0]).toBe(size[1])
    expect(size[0]).toBeGreaterThan(100)
  })

  await test.step('the code of the mail verifies the address', async () => {
    const verify = page.getByRole('button', { name: 'Verify' })
    const code = page.getByLabel('Verification code')
    await expect(code).toBeFocused()
    await code.fill('12')
    await verify.click()
    await expect(page.getByText('Enter a valid 6-digit code.')).toBeVisible()
    const right = await newestCode(empty, email)
    expected.push(/400 .*verify-email-code/)
    await code.fill(right === '000000' ? '000001' : '000000')
    await verify.click()
    await expect(toast(page, 'Invalid code. Try again.')).toBeVisible()
    await code.fill(right)
    await verify.click()
    await expect(toast(page, 'Email verified!')).toBeVisible()
    await page.waitForURL(`${empty.url}/`)
  })

  await test.step('three steps follow: films, also while the network is away, people, and a history', async () => {
    const steps = page.getByRole('dialog')
    const title = steps.getByRole('heading', { level: 2 })
    await expect(title).toHaveText('Five films you love')
    await expect(title).toBeFocused()
    await steps.getByRole('checkbox', { name: 'Parasite, 2019' }).click()
    await stars(page).press('4')
    await steps.getByRole('checkbox', { name: 'Titanic, 1997' }).click()
    await steps.getByRole('checkbox', { name: 'Joker, 2019' }).click()
    // A second tap takes it back.
    await steps.getByRole('checkbox', { name: 'Joker, 2019' }).click()
    await expect(steps.getByText('2 of 5')).toBeVisible()

    expected.push(/ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    await steps.getByRole('button', { name: 'Continue' }).click()
    await expect(title).toHaveText('People with taste close to yours')
    await page.context().setOffline(false)
    await page.goBack()
    await expect(title).toHaveText('Five films you love')
    // What is logged stays, and is not logged again.
    await expect(steps.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await page.reload()
    await expect(title).toHaveText('Five films you love')
    await expect(steps.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await steps.getByRole('button', { name: 'Continue' }).click()
    await expect(title).toHaveText('People with taste close to yours')
    await steps.getByRole('button', { name: 'Continue' }).click()

    await expect(title).toHaveText('Bring your history')
    await steps.getByRole('link', { name: 'Letterboxd' }).click()
    await page.waitForURL('**/import')
    await page.goBack()
    await steps.getByRole('button', { name: 'Start without history' }).click()
    await expect(steps).toHaveCount(0)
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(`Welcome back, ${username}`)
    await expect(page.getByText('No recent logs yet.')).toBeVisible()

    const session = await logIn(empty, { email, password })
    const logs = await call<{ title: string; rating: number | null; watchedAt: string | null }[]>(
      empty,
      `/api/logs/user/${session.user._id}`,
      session,
    )
    expect(logs).toHaveLength(2)
    expect(logs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Parasite', rating: 4, watchedAt: null }),
        expect.objectContaining({ title: 'Titanic', rating: null, watchedAt: null }),
      ]),
    )
    // Never again, wherever the history leads.
    await page.goBack()
    await page.reload()
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
    await expect(steps).toHaveCount(0)
  })

  await test.step('a member has no use for the screens of guests', async () => {
    for (const path of ['/login', '/signup', '/forgot-password']) {
      await page.goto(path)
      await page.waitForURL(`${empty.url}/`)
    }
  })

  await test.step('logging out and in again', async () => {
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await page.waitForURL('**/login')
    await expect(toast(page, 'Logged out!')).toBeVisible()
    expect(await page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('token')])).toEqual([
      null,
      null,
    ])
    await page.goto('/notifications')
    await page.waitForURL('**/login')

    expected.push(/401 .*auth\/login/)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Login failed. Please check your credentials.')).toBeVisible()
    await expect(toast(page, 'Login failed.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(toast(page, 'Google sign-in failed.')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/home')
    await expect(toast(page, 'Logged in successfully!')).toBeVisible()
  })
})

test('a log reaches a follower live, the like comes back, and the author changes and deletes the log', async ({
  empty,
  enter,
}) => {
  const a = await signUp(empty, freeName('aya'))
  const b = await signUp(empty, freeName('bo'))
  const { page: pageA } = await enter(empty, { session: a })
  const { page: pageB } = await enter(empty, { session: b, viewport: { width: 390, height: 844 } })
  let review = ''

  await test.step('B follows A from the profile and waits at home', async () => {
    await pageB.goto(`/profile/${a.user._id}`)
    const follow = pageB.getByRole('button', { name: `Follow ${a.user.username}` })
    await follow.click()
    await expect(follow).toHaveAttribute('aria-pressed', 'true')
    await expect(follow.getByText('Following')).toBeVisible()
    await expect(pageB.getByText('Followers', { exact: true }).locator('..')).toContainText('1')
    const listening = joined(pageB)
    await pageB.goto('/')
    await listening
    await expect(pageB.getByText('No recent logs yet.')).toBeVisible()
  })

  await test.step('A searches a film and logs it with everything', async () => {
    await pageA.goto('/')
    await pageA.getByRole('link', { name: 'Search' }).click()
    await pageA.getByRole('searchbox').fill('whipl')
    await expect(main(pageA).getByText('Showing results for')).toBeVisible()
    await pageA.getByRole('link', { name: 'Whiplash, 2014' }).click()
    await pageA.waitForURL(`**/movie/${films.whiplash}`)
    await pageA.getByRole('button', { name: 'Watchlist' }).click()
    await expect(pageA.getByRole('button', { name: 'Watchlist' })).toHaveAttribute('aria-pressed', 'true')
    await pageA.getByRole('main').getByRole('button', { name: 'Log', exact: true }).click()
    const dialog = pageA.getByRole('dialog', { name: 'Whiplash' })

    await pressStar(pageA, 4, 0.25)
    await expect(stars(pageA)).toHaveAttribute('aria-valuetext', '3.5 out of 5 stars')
    await pressStar(pageA, 4, 0.75)
    await expect(stars(pageA)).toHaveAttribute('aria-valuenow', '4')
    await stars(pageA).press('ArrowLeft')
    await expect(stars(pageA)).toHaveAttribute('aria-valuenow', '3.5')
    await dialog.getByRole('button', { name: 'Half a star more' }).click()
    await dialog.getByRole('button', { name: 'Half a star more' }).click()
    await expect(stars(pageA)).toHaveAttribute('aria-valuenow', '4.5')
    await dialog.getByRole('button', { name: 'Half a star less' }).click()
    await dialog.getByRole('button', { name: 'Half a star less' }).click()
    await expect(stars(pageA)).toHaveAttribute('aria-valuenow', '3.5')

    await dialog.getByRole('button', { name: 'Favorite' }).click()
    const rewatch = dialog.getByRole('button', { name: 'Rewatch', exact: false }).first()
    await rewatch.click()
    await rewatch.click()
    await expect(rewatch).toContainText('2x')
    await dialog.getByLabel('Review').fill('Not quite my tempo, twice.')
    const choosing = pageA.waitForEvent('filechooser')
    await dialog.locator('label', { hasText: 'Add image' }).click()
    await (await choosing).setFiles(await picture('#0a639e'))
    await expect(dialog.getByRole('img', { name: 'Your image' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Log', exact: true }).click()

    await pageA.waitForURL('**/review/*')
    await expect(toast(pageA, 'Log submitted!')).toBeVisible()
    review = new URL(pageA.url()).pathname
    const article = pageA.getByRole('article')
    await expect(article.getByText('Not quite my tempo, twice.')).toBeVisible()
    await expect(article.getByRole('img', { name: '3.5 out of 5 stars' })).toBeVisible()
    await expect(article.getByText('2x', { exact: true })).toBeVisible()
    await expect(article.getByText('Just now')).toBeVisible()
    await expect(article.getByRole('link', { name: `@${a.user.username}` })).toBeVisible()
    const attached = article.getByRole('img', { name: `Image attached by ${a.user.username}` })
    await expect
      .poll(() => attached.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([900, 600])
    await expect(pageA).toHaveTitle(`Review of Whiplash by ${a.user.username} · Scene`)
    await expect(pageA.getByText('No comments yet.')).toBeVisible()
  })

  await test.step('the log appears on the open home screen of B, who likes it', async () => {
    const tile = main(pageB).getByRole('link', {
      name: `Whiplash, rated 3.5 out of 5 stars by ${a.user.username}`,
    })
    await expect(tile).toBeVisible()
    await expect(tile).toHaveAccessibleName(/Just now, has review, rewatched 2x$/)
    await tile.click()
    await pageB.waitForURL(`**${review}`)
    const like = pageB.getByRole('button', { name: `Like review by ${a.user.username}` })
    await expect(like).toHaveAttribute('aria-pressed', 'false')
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect(like).toContainText('1')
  })

  await test.step('A hears of it without reloading', async () => {
    await expect(toast(pageA, `\u2068@${b.user.username}\u2069 liked your review`)).toBeVisible()
    const entry = pageA.getByRole('link', { name: 'Notifications, unread' })
    await expect(entry).toBeVisible()
    await expect(pageA.getByTestId('unread-dot')).toBeVisible()
    await entry.click()
    await pageA.waitForURL('**/notifications')
    const rows = main(pageA).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(0)).toContainText(`${b.user.username} liked your review`)
    await expect(rows.nth(1)).toContainText(`${b.user.username} just followed you`)
    await expect(pageA.getByTestId('unread-dot')).toBeHidden()
    await expect
      .poll(() => call<{ count: number }>(empty, `/api/notifications/unread/${a.user._id}`, a))
      .toEqual({ count: 0 })
    await rows.nth(0).getByRole('link').click()
    await pageA.waitForURL(`**${review}`)
    await pageA.goBack()
    await rows.nth(1).getByRole('link').click()
    await pageA.waitForURL(`**/profile/${b.user._id}`)
    await expect(pageA.getByTestId('unread-dot')).toBeHidden()
  })

  await test.step('A changes the log', async () => {
    await pageA.goto(review)
    await pageA.getByRole('button', { name: 'More options' }).click()
    await pageA.getByRole('menuitem', { name: 'Edit Review/Log' }).click()
    const dialog = pageA.getByRole('dialog', { name: 'Whiplash' })
    await expect(stars(pageA)).toHaveAttribute('aria-valuenow', '3.5')
    await expect(dialog.getByLabel('Review')).toHaveValue('Not quite my tempo, twice.')
    await expect(dialog.getByRole('button', { name: 'Favorite' })).toHaveAttribute('aria-pressed', 'true')
    await dialog.getByLabel('Review').fill('Exactly my tempo.')
    await stars(pageA).press('End')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await pageA.waitForURL(`**${review}`)
    await expect(toast(pageA, 'Log updated!')).toBeVisible()
    const article = pageA.getByRole('article')
    await expect(article.getByText('Exactly my tempo.')).toBeVisible()
    await expect(article.getByRole('img', { name: '5 out of 5 stars', exact: true })).toBeVisible()
    await expect(article.getByText('2x', { exact: true })).toBeVisible()
  })

  await test.step('A deletes it, after a question', async () => {
    const remove = async () => {
      await pageA.getByRole('button', { name: 'More options' }).click()
      await pageA.getByRole('menuitem', { name: 'Delete Review/Log' }).click()
      return pageA.getByRole('alertdialog', { name: 'Delete this review?' })
    }
    const question = await remove()
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await pageA.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(pageA.getByRole('article')).toBeVisible()
    await (await remove()).getByRole('button', { name: 'Delete' }).click()
    await pageA.waitForURL('**/profile')
    await expect(toast(pageA, 'Review deleted!')).toBeVisible()
    await expect(main(pageA).getByText('No recent logs yet.')).toBeVisible()
    expect(await call<unknown[]>(empty, `/api/logs/user/${a.user._id}`, a)).toEqual([])
  })
})

/** Everything that was put into the editor before the failures. */
async function expectKept(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Parasite' })
  await expect(stars(page)).toHaveAttribute('aria-valuenow', '4.5')
  await expect(dialog.getByLabel('Review')).toHaveValue('The stairs know.')
  await expect(dialog.getByRole('img', { name: 'Your image' })).toBeVisible()
}

test('a log that fails keeps everything, survives a reload and is never made twice', async ({
  empty,
  enter,
}) => {
  const member: Session = await signUp(empty, freeName('cora'))
  const visitor: Visitor = await enter(empty, { session: member })
  const { page, expected } = visitor
  expected.push(/500 .*logs\/full/, /ERR_FAILED .*logs\/full/)
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/logs/full'))
      keys.push(request.headers()['idempotency-key'])
  })
  const dialog = page.getByRole('dialog', { name: 'Parasite' })
  const failure = dialog.getByText('Failed to submit log.')
  const restoreAnswers = await loseAnswers(page, '*/api/logs/full')

  await openEditor(page, films.parasite)
  await pressStar(page, 5, 0.25)
  await dialog.getByLabel('Review').fill('The stairs know.')
  const choosing = page.waitForEvent('filechooser')
  await dialog.locator('label', { hasText: 'Add image' }).click()
  await (await choosing).setFiles(await picture('#b3203a'))
  await dialog.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(failure).toBeVisible()
  await expect(toast(page, 'Failed to submit log.').first()).toBeVisible()
  await expectKept(page)

  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => keys.length).toBe(2)
  await expect(failure).toBeVisible()
  await expectKept(page)

  await restoreAnswers()
  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'Log', exact: true }).click()
  await expect(dialog.getByText('Draft restored')).toBeVisible()
  await expectKept(page)
  await dialog.getByRole('button', { name: 'Log', exact: true }).click()
  await page.waitForURL('**/review/*')

  expect(keys).toHaveLength(3)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(keys).size).toBe(1)
  expect(await call<unknown[]>(empty, `/api/logs/user/${member.user._id}`, member)).toHaveLength(1)

  await openEditor(page, films.parasite)
  await expect(dialog.getByText('Draft restored')).toBeHidden()
  await expect(dialog.getByLabel('Review')).toHaveValue('')
})
