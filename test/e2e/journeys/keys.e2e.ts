import type { Page } from '@playwright/test'
import type { ErrorBody } from '#shared/errors.ts'
import { freeName, password, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'
import { settle, violations } from '../support/screen-checks.ts'

/** The server asks anew who it is, as after ten minutes; the act goes on by itself then. */
async function askWho(
  page: Page,
  expected: RegExp[],
  address: string,
  press: () => Promise<void>,
): Promise<void> {
  expected.push(/403 .*\/api\//)
  await page.route(
    `**/api/${address}`,
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: 'Please confirm.', code: 'auth.step_up_required', requestId: 'e2e' },
      }),
    { times: 1 },
  )
  await press()
  const asked = page.getByRole('dialog', { name: 'Confirm it is you' })
  await asked.getByLabel('Password', { exact: true }).fill(password)
  await asked.getByRole('button', { name: 'Confirm' }).click()
}

test('a personal token is made, used by a program and revoked', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('hana'))
  const { page, expected } = await enter(empty, {
    session,
    viewport: { width: 390, height: 844 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const dialog = page.getByRole('dialog')
  const tokens = page.getByRole('region', { name: 'Personal tokens', exact: true })
  const row = tokens.getByRole('listitem')
  let token = ''

  /** As a program does: with the token and nothing else. */
  const send = async (path: string, body?: object) => {
    const response = await fetch(empty.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const refusal = async (path: string, body?: object) => {
    const { status, body: answer } = await send(path, body)
    return [status, (answer as ErrorBody).code]
  }

  await test.step('the form wants a name and something that it may do', async () => {
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Feeds and keys' }).click()
    await expect(tokens).toContainText('You have no tokens.')
    await tokens.getByRole('button', { name: 'New token' }).click()
    await expect(dialog.getByLabel('What is it for?')).toBeFocused()
    await dialog.getByRole('button', { name: 'Make token' }).click()
    await expect(dialog.getByText('Give it a name.')).toBeVisible()
    await expect(dialog.getByText('Choose what it may do.')).toBeVisible()
    await settle(page)
    expect(await violations(page)).toEqual([])
  })

  await test.step('it is made once the member said who they are, and shown this once', async () => {
    await dialog.getByLabel('What is it for?').fill('Wall of posters')
    await dialog.getByLabel('Ends after').selectOption('7\u00a0days')
    await dialog.getByLabel('Read logs, reviews and comments').check()
    await askWho(page, expected, 'tokens', () => dialog.getByRole('button', { name: 'Make token' }).click())
    const secret = dialog.getByLabel('Token', { exact: true })
    await expect(secret).toHaveText(/^scn_pat_\w{36}$/)
    token = (await secret.textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Copy token' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Wall of posters')
    await expect(row).toContainText('May: Read logs, reviews and comments')
    await expect(row).toContainText('never used')
    await page.reload()
    await expect(row).toContainText(token.slice(0, 16))
    expect(await page.content()).not.toContain(token)
  })

  await test.step('a program reads with it, and does nothing else', async () => {
    const own = `/api/logs/user/${session.user._id}`
    expect(await send(own)).toEqual({ status: 200, body: [] })
    expect((await send('/api/me')).body).toEqual({
      _id: session.user._id,
      username: session.user.username,
      scopes: ['logs:read'],
    })
    expect(await refusal('/api/logs/full', { movieId: films.parasite, rating: 4 })).toEqual([
      403,
      'auth.token_scope',
    ])
    expect(await refusal('/api/tokens')).toEqual([403, 'auth.token_barred'])
    expect(await refusal(`/api/me?token=${token}`)).toEqual([400, 'request.token_in_address'])
  })

  await test.step('that it was used is shown', async () => {
    await page.reload()
    await expect(row).toContainText(/· used \S/)
  })

  await test.step('revoked after a question, it opens nothing', async () => {
    const revoke = row.getByRole('button', { name: 'Revoke Wall of posters' })
    const question = page.getByRole('alertdialog', { name: 'Revoke this token?' })
    await revoke.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect((await send('/api/me')).status).toBe(200)
    await revoke.click()
    await question.getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByRole('status').getByText('Token revoked.')).toBeVisible()
    await expect(tokens).toContainText('You have no tokens.')
    expect(await refusal('/api/me')).toEqual([401, 'auth.token_invalid'])
  })
})

test('the secret of a webhook is made anew once the member said who they are', async ({ empty, enter }) => {
  const { page, expected } = await enter(empty, { session: await signUp(empty, freeName('hana')) })
  const webhooks = page.getByRole('region', { name: 'Webhooks', exact: true })
  const secret = webhooks.getByLabel('Secret of the webhook')
  await page.goto('/settings/keys')
  await webhooks.getByLabel('Address').fill('https://hooks.example.org/scene')
  await webhooks.getByRole('button', { name: 'Add the webhook' }).click()
  await expect(secret).toHaveText(/^whsec_/)
  const first = (await secret.textContent()) ?? ''
  const renew = webhooks.getByRole('button', { name: 'New secret' })
  await askWho(page, expected, 'webhooks/*/secret', () => renew.click())
  await expect(secret).not.toHaveText(first)
  await expect(secret).toHaveText(/^whsec_/)
})
