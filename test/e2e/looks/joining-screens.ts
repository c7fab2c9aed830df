import type { Page } from '@playwright/test'
import type { Registration } from '#shared/api/joining.ts'
import { changeAnswers } from '../support/faulty-network.ts'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const where = (registration: Registration) => (page: Page) =>
  changeAnswers(page, '**/api/auth/settings', (settings) => ({ ...settings, registration }))

/** As with a link that the terminal has just shown. */
const withLink = (page: Page) =>
  page.route('**/api/auth/operator-link/check', (route) => route.fulfill({ json: { ok: true } }))

const shows = (name: string) => (page: Page) => expect(page.locator(`[name="${name}"]`)).toBeVisible()

const operatorLink = '/operator#token=of-the-terminal'

/** What guests meet where not everybody may sign up, and the first operator. */
export const joiningScreens: Screen[] = [
  {
    name: 'sign-up by invite',
    path: '/signup?invite=abcd-efgh-jkmn-pqrs',
    prepare: where('invite'),
    open: shows('invite'),
  },
  {
    name: 'sign-up, where operators decide',
    path: '/signup',
    prepare: where('approval'),
    open: shows('reason'),
  },
  {
    name: 'sign-up, closed',
    path: '/signup',
    prepare: where('closed'),
    open: (page) => expect(page.locator('form')).toHaveCount(0),
  },
  {
    name: 'login, where sign-up is closed',
    path: '/login',
    prepare: where('closed'),
    open: (page) => expect(page.locator('a[href="/signup"]')).toHaveCount(0),
  },
  { name: 'waiting to be let in', path: '/waiting' },
  {
    name: 'waiting, address not proved yet',
    path: '/waiting',
    open: async (page) => {
      await page.evaluate(() => {
        history.replaceState({ usr: { email: 'noor@example.test' }, key: 'waiting', idx: 0 }, '')
      })
      await page.reload()
      await shows('code')(page)
    },
  },
  { name: 'first operator', path: operatorLink, prepare: withLink, open: shows('password') },
  { name: 'first operator, without a link', path: '/operator' },
]

/** The same, to somebody who is signed in. */
export const firstOperatorScreens: Screen[] = [
  {
    name: 'first operator, to a member',
    path: operatorLink,
    prepare: withLink,
    open: (page) => expect(page.locator('main button')).not.toHaveCount(0),
  },
]
