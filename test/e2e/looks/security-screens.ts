import type { Page } from '@playwright/test'
import { changeAnswers } from '../support/faulty-network.ts'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const path = '/settings/security'

const security = '**/api/auth/security'

/** With a passkey, two-step codes and a change of address that waits. */
const secured = (page: Page) =>
  changeAnswers(page, security, (answer) => ({
    ...answer,
    emailChange: {
      email: 'layla.new@scene.example',
      waitsForOld: false,
      waitsForNew: true,
      expiresAt: '2100-01-01T00:00:00.000Z',
    },
    secondStep: { since: '2026-01-02T00:00:00.000Z', recoveryCodesLeft: 2 },
    passkeys: [
      {
        id: '018f0000-0000-7000-8000-000000000001',
        name: 'Chrome on Linux',
        createdAt: '2026-01-02T00:00:00.000Z',
        usedAt: '2026-02-03T00:00:00.000Z',
        backedUp: true,
      },
    ],
    proofs: ['passkey', 'code'],
  }))

const press = (page: Page, card: number, button: number) =>
  page.locator('main fieldset section').nth(card).getByRole('button').nth(button).click()

const dialog = (page: Page) => page.getByRole('dialog')

/** Nothing of the demo member is changed: what the server would answer is made up. */
async function withKey(page: Page): Promise<void> {
  const key = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const address = `otpauth://totp/Scene%3Alayla?secret=${key}&issuer=Scene&algorithm=SHA1&digits=6&period=30`
  await page.route('**/api/auth/second-step', (route) => route.fulfill({ json: { key, address } }))
}

async function withCodes(page: Page): Promise<void> {
  await secured(page)
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `ABCDEFGH${index}Z`)
  await page.route('**/api/auth/second-step/recovery-codes', (route) =>
    route.fulfill({ json: { recoveryCodes } }),
  )
}

async function refusing(page: Page): Promise<void> {
  await secured(page)
  const refusal = { error: 'Please confirm first.', code: 'auth.step_up_required', requestId: 'looks' }
  await page.route('**/api/auth/second-step/recovery-codes', (route) =>
    route.fulfill({ status: 403, json: refusal }),
  )
}

export const securityScreens: Screen[] = [
  { name: 'security', path },
  {
    name: 'security, all on',
    path,
    prepare: secured,
    open: (page) => expect(page.locator('[name="new-code"]')).toBeVisible(),
  },
  {
    name: 'security, new password',
    path,
    open: async (page) => {
      await press(page, 0, 0)
      await expect(dialog(page).locator('[name="current"]')).toBeFocused()
    },
  },
  {
    name: 'security, key for the app',
    path,
    prepare: withKey,
    open: async (page) => {
      await press(page, 2, 0)
      await expect(dialog(page).locator('svg[role="img"]')).toBeVisible()
    },
  },
  {
    name: 'security, recovery codes',
    path,
    prepare: withCodes,
    open: async (page) => {
      await press(page, 2, 0)
      await expect(dialog(page).getByRole('listitem')).toHaveCount(10)
    },
  },
  {
    name: 'security, confirm it is you',
    path,
    prepare: refusing,
    expected: /403 .*recovery-codes/,
    open: async (page) => {
      await press(page, 2, 0)
      await dialog(page).locator('fieldset button').click()
      await expect(dialog(page).locator('[name="code"]')).toBeFocused()
    },
  },
]

/** To a guest whose password was right. */
export const secondStepScreens: Screen[] = [
  {
    name: 'login, second step',
    path: '/login',
    open: async (page) => {
      await page.evaluate(() => {
        history.replaceState({ usr: { challenge: 'of-the-server' }, key: 'second-step', idx: 0 }, '')
      })
      await page.reload()
      await expect(page.locator('[name="code"]')).toBeFocused()
    },
  },
]
