import type { Page } from '@playwright/test'
import { toast } from '../support/acts.ts'
import { refuse } from '../support/faulty-network.ts'
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
import { expect, joined, test, type Product, type Session, type Visitor } from '../support/scene.ts'
import { settle, violations } from '../support/screen-checks.ts'

const stored = (page: Page, ...keys: string[]) =>
  page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys)

async function logInAt({ page }: Visitor, email: string, secret: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/home')
}

/** The avatar as the server knows it. */
async function avatarOf(product: Product, { user, token }: Session): Promise<string> {
  return (await call<{ avatar: string }>(product, `/api/users/${user._id}`, { token })).avatar
}

test('a forgotten password is set anew with the code of the mail', async ({ empty, enter }) => {
  const { user } = await signUp(empty, freeName('nadia'))
  const { page, expected } = await enter(empty)
  const fresh = 'another harbour 8'

  await test.step('without its steps the flow begins anew', async () => {
    for (const path of ['/reset-password', '/verify-reset-code']) {
      // It is there for a second, which may be over once everything has loaded.
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByText('Reset flow expired. Please try again.')).toBeVisible()
      await page.waitForURL('**/forgot-password')
    }
  })

  await test.step('a code is sent to who names both', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.waitForURL('**/forgot-password')
    const send = page.getByRole('button', { name: 'Send Reset Code' })
    await send.click()
    await expect(page.getByText('Please enter both username and email.')).toBeVisible()
    await page.getByLabel('Username').fill(user.username)
    await page.getByLabel('Email').fill(user.email)

    const address = '**/api/auth/request-reset-code'
    expected.push(/50[03] .*request-reset-code/)
    const recover = await refuse(page, address)
    await send.click()
    await expect(toast(page, 'Failed to send reset code.')).toBeVisible()
    await recover()

    await send.click()
    await page.waitForURL('**/verify-reset-code')
    await expect(toast(page, 'Verification code sent to your email!')).toBeVisible()
    expect(await stored(page, 'resetEmail', 'resetCode')).toEqual([user.email, null])
    await expect(page.getByRole('button', { name: /^Resend code in \d+s$/ })).toBeVisible()
  })

  await test.step('the code is verified', async () => {
    // The first mail is the one of the sign-up.
    const mails = () => call<{ to: string }[]>(empty, '/dev/mail.json')
    await expect.poll(async () => (await mails()).filter(({ to }) => to === user.email).length).toBe(2)
    const right = await newestCode(empty, user.email)
    const code = page.getByLabel('Verification code')
    const verify = page.getByRole('button', { name: 'Verify code' })
    await code.fill('123')
    await verify.click()
    await expect(page.getByText('Enter a valid 6-digit code.')).toBeVisible()
    expected.push(/400 .*verify-reset-code/)
    await code.fill(right === '000000' ? '000001' : '000000')
    await verify.click()
    await expect(page.getByText('Invalid or expired code.')).toBeVisible()
    await code.fill(right)
    await verify.click()
    await page.waitForURL('**/reset-password')
    expect(await stored(page, 'resetEmail', 'resetCode')).toEqual([user.email, right])
  })

  await test.step('the new password is set', async () => {
    const first = page.getByLabel('New password')
    const second = page.getByLabel('Confirm password')
    const update = page.getByRole('button', { name: 'Update Password' })
    await first.fill('12345')
    await second.fill('12345')
    await update.click()
    await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible()
    await first.fill(fresh)
    await update.click()
    await expect(page.getByText('Passwords do not match.')).toBeVisible()
    await second.fill(fresh)

    expected.push(/500 .*reset-password/)
    const recover = await refuse(page, '**/api/auth/reset-password')
    await update.click()
    await expect(page.getByText('Something went wrong.').first()).toBeVisible()
    await recover()

    await update.click()
    await page.waitForURL('**/login')
    await expect(toast(page, 'Password updated!')).toBeVisible()
    expect(await stored(page, 'resetEmail', 'resetCode')).toEqual([null, null])
  })

  await test.step('only the new one opens', async () => {
    await expect(logIn(empty, { email: user.email, password })).rejects.toThrow('401')
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(fresh)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/home')
    await expect(toast(page, 'Logged in successfully!')).toBeVisible()
  })
})

test('a member sees the devices, signs one out, then all', async ({ empty, enter }) => {
  const { user } = await signUp(empty, freeName('farid'))
  const computer = await enter(empty, {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  })
  const phone = await enter(empty, {
    viewport: { width: 390, height: 844 },
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  })
  await logInAt(computer, user.email, password)
  const live = joined(phone.page)
  await logInAt(phone, user.email, password)
  await live

  const { page } = computer
  await page.goto('/settings/security')
  const devices = page.getByRole('region', { name: 'Devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await expect(devices.getByRole('listitem').filter({ hasText: 'Chrome on Windows' })).toContainText(
    'This device',
  )
  // The sign-up came from no browser.
  await devices.getByRole('button', { name: 'Sign out Unknown device' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices).not.toContainText('Unknown device')

  await devices.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(phone.page.url()).toBe(`${empty.url}/home`)

  for (const { expected } of [computer, phone]) expected.push(/401 /)
  await devices.getByRole('button', { name: 'Sign out everywhere' }).click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  await expect(toast(page, 'Logged out!')).toBeVisible()
  expect(await stored(page, 'user', 'token')).toEqual([null, null])
  // Without a touch: the server cut its socket.
  await phone.page.waitForURL('**/login')
  expect(await stored(phone.page, 'user', 'token')).toEqual([null, null])
})

test('a switch calms the motion of the page, now and at the next visit', async ({ community, enter }) => {
  const { page } = await enter(community, {
    session: await logIn(community),
    reducedMotion: 'no-preference',
  })
  await page.goto('/settings/appearance')
  const reduce = page.getByRole('switch', { name: 'Reduce motion' })
  const factor = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--motion').trim())
  expect(await factor()).toBe('1')
  await reduce.click()
  await expect(reduce).toBeChecked()
  expect(await factor()).toBe('0')
  await page.reload()
  await expect(reduce).toBeChecked()
  expect(await factor()).toBe('0')
  await reduce.click()
  expect(await factor()).toBe('1')

  const autoplay = page.getByRole('switch', { name: 'Play GIFs automatically' })
  await expect(autoplay).toBeChecked()
  await autoplay.click()
  await page.reload()
  await expect(autoplay).not.toBeChecked()
  expect(await stored(page, 'scene.autoplay', 'scene.motion')).toEqual(['off', null])
})

test('a member uploads an avatar, cropped to a square', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('samir'))
  const before = await avatarOf(empty, session)
  const visitor = await enter(empty, { session })
  const { page, expected } = visitor
  await page.goto('/choose-avatar')
  await settle(page)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const submit = page.getByRole('button', { name: 'Upload and Enter' })
  await submit.click()
  await expect(page.getByText('Please select a photo.')).toBeVisible()
  await cropAvatar(visitor, '#0f766e', 'Choose photo')
  await expect(page.getByText('Please select a photo.')).toBeHidden()
  await expect(page.getByRole('img', { name: 'Your avatar' })).toHaveAttribute('src', /^blob:/)

  expected.push(/500 .*upload-avatar/)
  const recover = await refuse(page, '**/api/upload/**')
  await submit.click()
  await expect(page.getByText('Upload failed. Try again.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your avatar' })).toHaveAttribute('src', /^blob:/)
  await recover()

  await submit.click()
  await page.waitForURL('**/home')
  const after = await avatarOf(empty, session)
  expect(after).not.toBe(before)
  const [record] = await stored(page, 'user')
  expect(JSON.parse(record ?? '{}')).toMatchObject({ _id: session.user._id, avatar: after })
  const shown = page.getByRole('main').locator(`img[src="${after}"]`).first()
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth === image.naturalHeight)).toBe(
    true,
  )

  await page.goto('/upload-avatar')
  await settle(page)
  await expect(submit).toBeVisible()
  await page.evaluate(() => localStorage.setItem('user', '{"username":"samir"}'))
  await cropAvatar(visitor, '#0f766e', 'Choose photo')
  await submit.click()
  await expect(page.getByText('User not found.')).toBeVisible()
  expect(await avatarOf(empty, session)).toBe(after)
})

test('the plain avatar page says how the upload went and leads home', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('lina'))
  const before = await avatarOf(empty, session)
  const { page, expected } = await enter(empty, { session })
  // The trace of this test reads the preview, which the page itself may not.
  expected.push(/blob/)
  await page.goto('/avatar-upload-test')
  await settle(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Avatar Upload' })).toBeVisible()
  await expect(page.getByRole('navigation')).toBeVisible()
  await expect(page.getByText('No Image')).toBeVisible()
  const status = page.getByRole('main').getByRole('status')
  const submit = page.getByRole('button', { name: 'Upload Avatar' })
  const file = page.locator('input[type="file"]')
  await expect(file).toHaveAttribute('accept', 'image/*')
  await submit.click()
  await expect(status).toHaveText('Please select a photo.')

  expected.push(/415 .*upload-avatar/)
  const text = Buffer.from('not a picture')
  await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: text })
  await submit.click()
  await expect(status).toHaveText('❌ Upload failed: This file is not a supported image.')

  expected.push(/ERR_FAILED .*upload-avatar/)
  await page.route('**/api/upload/**', (route) => route.abort())
  await submit.click()
  await expect(status).toHaveText('❌ Something went wrong.')
  await page.unroute('**/api/upload/**')

  await file.setInputFiles(await picture('#9d174d'))
  await expect(page.getByText('No Image')).toBeHidden()
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await submit.click()
  await expect(status).toHaveText('✅ Upload successful!')
  await page.waitForURL('**/home')
  const after = await avatarOf(empty, session)
  expect(after).not.toBe(before)
  await expect(page.getByRole('main').locator(`img[src="${after}"]`).first()).toBeVisible()
})

const script = 'https://accounts.google.com/gsi/client'

/** Stands in for Google's script: its button hands over the credentials one after the other, then none. */
const standIn = (credentials: string[]) => `
  const credentials = ${JSON.stringify(credentials)}
  let answer
  window.google = { accounts: { id: {
    initialize: ({ callback }) => { answer = callback },
    renderButton: (parent, { locale, theme }) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Google ' + locale + ' ' + theme
      button.addEventListener('click', () => answer({ credential: credentials.shift() }))
      parent.append(button)
    },
  } } }`

test('a visitor signs in by Google', async ({ google, enter }) => {
  const email = `${freeName('ines')}@example.org`
  const person = { sub: email, email, name: 'Ines Haddad' }
  const credentials = ['nonsense', 'answered by the test', 'and this one']
  const { page, expected } = await enter(google)
  expected.push(/accounts\.google\.com/)
  const theirs = page.getByRole('button', { name: 'Google en filled_black' })
  const ours = page.getByRole('button', { name: 'Continue with Google' })
  await page.emulateMedia({ colorScheme: 'dark' })

  /** The message is there, and is closed: it may lie over the button. */
  const says = async (text: string) => {
    const alert = page.getByRole('alert')
    await expect(alert.getByText(text, { exact: true })).toBeVisible()
    await alert.getByRole('button', { name: 'Close' }).click()
    await expect(alert.getByText(text, { exact: true })).toBeHidden()
  }

  await test.step('without the script our button stays and says so', async () => {
    await page.route(script, (route) => route.abort())
    await page.goto('/login')
    await ours.click()
    await says('Google sign-in failed.')
    await page.unroute(script)
  })

  await page.route(script, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: standIn(credentials) }),
  )

  await test.step('what fails is said', async () => {
    await ours.click()
    await expect(ours).toBeHidden()
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.getByRole('button', { name: 'Google en outline' })).toBeVisible()
    await page.emulateMedia({ colorScheme: 'dark' })

    expected.push(/401 .*auth\/google/)
    await theirs.click()
    await says('Google login failed. Please try again.')

    await page.route('**/api/auth/google', (route) => route.fulfill({ json: { token: 'abc' } }), { times: 1 })
    await theirs.click()
    await says('Google login failed. Please try again.')
    expect(await stored(page, 'user', 'token')).toEqual([null, null])

    expected.push(/500 .*auth\/google/)
    const recover = await refuse(page, '**/api/auth/google')
    await theirs.click()
    await says('Something went wrong with Google login.')
    await recover()

    await theirs.click()
    await says('Google sign-in failed.')
    await expect(ours).toBeVisible()
  })

  const signIn = async () => {
    const credential = await google.sign(person)
    await page.unroute(script)
    await page.route(script, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: standIn([credential]) }),
    )
    await page.goto('/login')
    await theirs.click()
    await page.waitForURL('**/home')
    await expect(toast(page, 'Logged in with Google!')).toBeVisible()
    const [record] = await stored(page, 'user')
    return JSON.parse(record ?? '{}') as Session['user']
  }

  await test.step('a new account, and the same one again', async () => {
    const first = await signIn()
    expect(first).toMatchObject({ email, emailVerified: true })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome back, ${first.username}`)
    // What is still asked without the session would be refused.
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => localStorage.clear())
    expect((await signIn())._id).toBe(first._id)
  })
})
