import type { Page } from '@playwright/test'
import { changeAnswers } from '../support/faulty-network.ts'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const shop = (id: number, name: string) => ({ provider_id: id, provider_name: name, logo_path: null })

/** The built-in catalogue does not know who streams films. */
const withServices = (page: Page) =>
  changeAnswers(page, '**/api/films/values*', (values) => ({
    ...values,
    providers: [shop(1, 'A service with a rather long name'), shop(2, 'Service')],
  }))

/** All films, with nothing chosen, much, what does not exist and what no film meets; its filters; the ways into it. */
export const browseScreens: Screen[] = [
  { name: 'browse', path: '/films' },
  {
    name: 'browse, much chosen',
    path: '/films?genre=18,35,10749&decade=1990&country=FR&lang=fr&len=medium&sort=title&seen=no',
  },
  { name: 'browse, choices that do not exist', path: '/films?genre=18,99999&country=ZZ' },
  { name: 'browse, a person', path: '/films?person=900025191&sort=newest' },
  { name: 'browse, none', path: '/films?genre=37&country=SA' },
  {
    name: 'browse, filters',
    path: '/films?genre=18',
    open: async (page) => {
      const filters = page.locator('main button[aria-haspopup="dialog"]')
      const genre = page.locator('main [role="group"] [role="combobox"]').first()
      await filters.or(genre).first().click()
      await expect(page.getByRole('dialog').or(page.getByRole('listbox'))).toBeVisible()
    },
  },
  {
    name: 'discover, services',
    path: '/search',
    prepare: withServices,
    open: (page) => expect(page.locator('main a[href="/films?on=2"]')).toBeVisible(),
  },
  { name: 'discover, lists', path: '/search?tab=lists' },
  { name: 'discover, people', path: '/search?tab=users' },
  { name: 'discover, actors', path: '/search?tab=actors' },
]
