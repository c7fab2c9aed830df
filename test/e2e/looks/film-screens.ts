import type { Page } from '@playwright/test'
import { expect, films } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const shop = (id: number, name: string) => ({ provider_id: id, provider_name: name, logo_path: null })

/** The built-in catalogue knows no trailers and no providers. */
async function withMore(page: Page): Promise<void> {
  const address = `**/api/movies/${films.parasite}`
  await page.route(address, async (route) => {
    const response = await route.fetch()
    const film = (await response.json()) as object
    const offers = {
      link: 'https://films.example/watch',
      flatrate: [shop(1, 'A shop with a rather long name'), shop(2, 'Shop')],
      rent: [shop(3, 'Third')],
      buy: [shop(3, 'Third'), shop(4, 'Fourth')],
    }
    await route.fulfill({
      response,
      json: {
        ...film,
        tagline: 'Somebody says it all in one line.',
        trailer: { key: 'x', site: 'YouTube', name: 'x' },
        providers: { SA: offers },
      },
    })
  })
  await page.reload()
  await expect(page.getByRole('combobox')).toBeVisible()
  await page.locator('main button[aria-expanded="false"][aria-controls]').first().click()
  await page.unroute(address)
}

/** One of the catalogue that no demo member logged. */
const unloggedFilm = 11020

/** The film's page with all that it can show, its tabs, the choice of its poster, and friends who logged it. */
export const filmScreens: Screen[] = [
  { name: 'film, everything', path: `/movie/${films.parasite}?tab=where`, open: withMore },
  // Nobody logged it, and the catalogue has no trailer of it.
  { name: 'film, nothing given yet', path: `/movie/${unloggedFilm}?tab=where` },
  { name: 'film, similar films', path: `/movie/${films.parasite}?tab=similar` },
  {
    name: 'film, posters',
    path: `/movie/${films.parasite}`,
    open: async (page) => {
      await page.locator('main button[aria-haspopup="dialog"]').first().click()
      await expect(page.getByRole('dialog').getByRole('radio', { checked: true })).toHaveCount(1)
    },
  },
  { name: 'friends of a film', path: `/movie/${films.parasite}/friends` },
  { name: 'lists with a film', path: `/movie/${films.parasite}/lists` },
]
