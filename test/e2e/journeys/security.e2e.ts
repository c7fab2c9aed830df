import type { Page } from '@playwright/test'
import { codeOfApp } from '#test/fakes/authenticator.ts'
import { call, freeName, logIn, newestCode, password, signUp } from '../support/members.ts'
import { expect, test, type Product, type Session } from '../support/scene.ts'
import { violations } from '../support/screen-checks.ts'

/** A member whose address is proved. */
async function proven(product: Product, start: string): Promise<Session> {
  const session = await signUp(product, freeName(start))
  const { email } = session.user
  const code = await newestCode(product, email)
  await call(product, '/api/auth/verify-email-code', { method: 'POST', body: { email, code } })
  return session
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const says = (page: Page, text: string) =>
  expect(page.getByRole('status').or(page.getByRole('alert')).getByText(text, { exact: true })).toBeVisible()

async function logOut(page: Page): Promise<void> {
  await page.goto('/settings/account')
  // What is still asked without the session would be refused.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  await page.waitForURL('**/login')
}

async function giveFirstStep(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** The server asks anew who it is, as after ten minutes. */
const askAnew = (page: Page, address: string) =>
  page.route(
    address,
    (route) =>
      route.fulfill({
        status: 403,
        json: {
          error: 'Please confirm first that it is you.',
          code: 'auth.step_up_required',
          requestId: 'e2e',
        },
      }),
    { times: 1 },
  )

test('two-step codes: turned on, asked for at login, turned off', async ({ empty, enter }) => {
  const session = await proven(empty, 'rana')
  const { page, expected } = await enter(empty, { session, viewport: { width: 390, height: 844 } })
  const codes = card(page, 'Two-step codes')
  const dialog = page.getByRole('dialog')
  let key = ''
  let kept: string[] = []

  await test.step('with a code of the app', async () => {
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Security' }).click()
    await codes.getByRole('button', { name: 'Turn on' }).click()
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    key = ((await dialog.locator('span[dir="ltr"]').textContent()) ?? '').replaceAll(' ', '')
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const code = dialog.getByLabel('Code')
    await expect(code).toBeFocused()
    const now = codeOfApp(key, new Date())
    expected.push(/400 .*second-step\/confirm/)
    await code.fill(now === '123456' ? '654321' : '123456')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await expect(dialog.getByText('Invalid or expired code.')).toBeVisible()
    await expect(code).toHaveValue('')
    await expect(code).toBeFocused()
    await code.fill(codeOfApp(key, new Date()))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
  })

  await test.step('the recovery codes are kept', async () => {
    await expect(dialog.getByRole('listitem')).toHaveCount(10)
    kept = await dialog.getByRole('listitem').allTextContents()
    expect(await violations(page)).toEqual([])
    const done = dialog.getByRole('button', { name: 'Done' })
    await expect(done).toBeDisabled()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    expect((await saving).suggestedFilename()).toBe('scene-recovery-codes.txt')
    await dialog.getByRole('checkbox', { name: 'I have kept them' }).check()
    await done.click()
    await expect(codes).toContainText('10 recovery codes left')
  })

  await test.step('a login asks for a code of the app', async () => {
    await logOut(page)
    expected.push(/401 .*auth\/login/, /400 .*second-step\/login/)
    await giveFirstStep(page, session.user.email)
    const code = page.getByLabel('Code')
    await expect(code).toBeFocused()
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await giveFirstStep(page, session.user.email)
    await code.fill(codeOfApp(key, new Date()) === '123456' ? '654321' : '123456')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Invalid or expired code.')).toBeVisible()
    await expect(code).toBeFocused()
    // The code of this half minute has served.
    await code.fill(codeOfApp(key, new Date(), 1))
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL('**/home')
    await says(page, 'Logged in successfully!')
  })

  await test.step('or for a recovery code, which works once', async () => {
    await logOut(page)
    await giveFirstStep(page, session.user.email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill((kept[0] ?? '').toLowerCase())
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL('**/home')
    await page.goto('/settings/security')
    await expect(codes).toContainText('9 recovery codes left')
  })

  await test.step('turned off by who proves again who it is', async () => {
    expected.push(/403 .*auth\/second-step/)
    await askAnew(page, '**/api/auth/second-step')
    await codes.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
    const asked = page.getByRole('dialog', { name: 'Confirm it is you' })
    await asked.getByRole('button', { name: 'Use a recovery code' }).click()
    await asked.getByLabel('Recovery code').fill(kept[1] ?? '')
    await asked.getByRole('button', { name: 'Confirm' }).click()
    await says(page, 'Two-step codes are off.')
    await expect(codes.getByRole('button', { name: 'Turn on' })).toBeVisible()
  })
})

test('a passkey is added, named, logs in and is removed', async ({ empty, enter }) => {
  const session = await proven(empty, 'dina')
  // Passkeys belong to a name: an address of numbers has none.
  const url = empty.url.replace('127.0.0.1', 'localhost')
  const { page, expected } = await enter({ url }, { session })
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const passkeys = card(page, 'Passkeys')
  const row = passkeys.getByRole('listitem')
  const asked = page.getByRole('dialog', { name: 'Confirm it is you' })

  await test.step('after the password was asked for', async () => {
    await page.goto('/settings/security')
    await expect(passkeys).toContainText('No passkeys yet.')
    expected.push(/403 .*passkeys\/options/, /400 .*auth\/confirm/)
    await askAnew(page, '**/api/auth/passkeys/options')
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    const secret = asked.getByLabel('Password', { exact: true })
    await expect(secret).toBeFocused()
    await secret.fill('not this one')
    await asked.getByRole('button', { name: 'Confirm' }).click()
    await expect(asked.getByText('This password is not right.')).toBeVisible()
    await expect(secret).toHaveValue('')
    await secret.fill(password)
    await asked.getByRole('button', { name: 'Confirm' }).click()
    await says(page, 'Passkey added.')
    await expect(row).toContainText('Chrome on Linux')
    await expect(row).toContainText('not used yet')
  })

  await test.step('renamed in its place', async () => {
    await row.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
    await page.getByLabel('Name').fill('Laptop')
    await page.keyboard.press('Enter')
    await expect(row.getByRole('button', { name: 'Rename Laptop' })).toBeFocused()
  })

  await test.step('it logs in by itself where the browser fills it in', async () => {
    await logOut(page)
    // Where somebody is about to log in.
    await page.getByLabel('Email').focus()
    await page.waitForURL('**/home')
    await says(page, 'Logged in successfully!')
  })

  await test.step('and by its button', async () => {
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
    await logOut(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL('**/home')
    await says(page, 'Logged in successfully!')
  })

  await test.step('it proves who it is before it is removed', async () => {
    await page.goto('/settings/security')
    await expect(row).toContainText('Last used', { ignoreCase: true })
    expected.push(/403 .*auth\/passkeys/)
    await askAnew(page, '**/api/auth/passkeys/*')
    await row.getByRole('button', { name: 'Remove Laptop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await asked.getByRole('button', { name: 'Use a passkey' }).click()
    await says(page, 'Passkey removed.')
    await expect(row).toHaveCount(0)
  })
})

test('password and address are changed', async ({ empty, enter }) => {
  const session = await proven(empty, 'hadi')
  const { page, expected } = await enter(empty, { session })
  const signIn = card(page, 'Sign-in')
  const dialog = page.getByRole('dialog')
  const fresh = 'a lighthouse at 4'
  const next = `${freeName('hadi')}@example.org`

  await test.step('the password, which logs all others out', async () => {
    const other = await logIn(empty, { email: session.user.email, password })
    await page.goto('/settings/security')
    await signIn.getByRole('button', { name: 'Change password' }).click()
    const current = dialog.getByLabel('Current password')
    await expect(current).toBeFocused()
    await current.fill('not this one')
    await dialog.getByLabel('New password').fill('short')
    await dialog.getByLabel('Confirm password').fill(fresh)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Password must be at least 6 characters.')).toBeVisible()
    await dialog.getByLabel('New password').fill(fresh)
    expected.push(/400 .*auth\/password/)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('This password is not right.')).toBeVisible()
    await current.fill(password)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await says(page, 'Password changed. Other devices are logged out.')
    await expect(call(empty, '/api/auth/security', { token: other.token })).rejects.toThrow('401')
    await expect(logIn(empty, { email: session.user.email, password })).rejects.toThrow('401')
  })

  await test.step('the address, by codes that went to both', async () => {
    await signIn.getByRole('button', { name: 'Change email' }).click()
    await dialog.getByLabel('New email').fill(next)
    expected.push(/403 .*auth\/email/)
    await askAnew(page, '**/api/auth/email')
    await dialog.getByRole('button', { name: 'Send codes' }).click()
    const asked = page.getByRole('dialog', { name: 'Confirm it is you' })
    await expect(asked.getByLabel('Password', { exact: true })).toBeFocused()
    // What was typed is still there for who would rather not.
    await page.keyboard.press('Escape')
    await expect(asked).toHaveCount(0)
    await expect(dialog.getByLabel('New email')).toHaveValue(next)
    await dialog.getByRole('button', { name: 'Send codes' }).click()
    await expect(signIn).toContainText('Confirm at both addresses')

    for (const email of [next, session.user.email]) {
      const form = signIn.locator('form', { hasText: email })
      await form.getByRole('textbox').fill(await newestCode(empty, email))
      await form.getByRole('button', { name: 'Confirm' }).click()
      await expect(form).toHaveCount(0)
    }
    await says(page, 'Email changed.')
    await expect(signIn).toContainText(next)
    const record = await page.evaluate(() => localStorage.getItem('user'))
    expect(JSON.parse(record ?? '{}')).toMatchObject({ email: next, emailVerified: true })
    await logIn(empty, { email: next, password: fresh })
  })
})
