import type { Page } from '@playwright/test'
import { changeAnswers } from '../support/faulty-network.ts'
import { expect, films } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const shop = (id: number, name: string) => ({ provider_id: id, provider_name: name, logo_path: null })

const address = `**/api/movies/${films.parasite}?*`

/** The built-in catalogue knows no trailers and no providers. */
async function openWithMore(page: Page): Promise<void> {
  const collection = Promise.withResolvers<object[]>()
  await page.route(`**/api/movies/${films.parasite}/collection`, async (route) =>
    route.fulfill({ json: await collection.promise }),
  )
  await changeAnswers<{ similar: object[] }>(page, address, (film, url) => {
    collection.resolve(film.similar.slice(0, 4))
    const offers = {
      link: 'https://films.example/watch',
      flatrate: [shop(1, 'A shop with a rather long name'), shop(2, 'Shop')],
      free: [shop(5, 'Fifth')],
      ads: [shop(6, 'Sixth')],
      rent: [shop(3, 'Third')],
      buy: [shop(3, 'Third'), shop(4, 'Fourth')],
    }
    const region = url.searchParams.get('region') ?? ''
    const worker = (id: number, name: string) => ({ id, name })
    return {
      ...film,
      tagline: 'Somebody says it all in one line.',
      trailer: { key: 'x', site: 'YouTube', name: 'x' },
      offerRegions: [region, 'SA'],
      local: {
        region,
        certification: 'R15',
        releases: [
          { type: 'premiere', date: '2019-05-21', note: 'Festival de Cannes' },
          { type: 'cinema', date: '2019-10-05', note: '' },
        ],
      },
      providers: { [region]: offers },
      writers: [worker(1, 'A writer'), worker(2, 'Another with a rather long name')],
      composers: [worker(3, 'A composer')],
      cinematographers: [worker(4, 'A cinematographer')],
      production_countries: ['KR', 'FR', 'GB'],
      keywords: ['basement', 'class differences', 'con artist', 'a keyword with a great many letters in it'],
      collection: { id: 1, name: 'The Long Named Collection' },
    }
  })
  // Its collection is busy until it is scrolled to: the screen is not looked at before.
  await page.reload()
  await expect(page.getByRole('combobox')).toBeVisible()
  await page.locator('main button[aria-expanded="false"][aria-controls]').first().click()
  await page.locator('summary').click()
}

/** What the server answers of a film that it remembers while the film source is down. */
const withSourceDown = (page: Page) =>
  changeAnswers(page, address, (film) => {
    const nothing = { cast: [], directors: [], trailer: null, similar: [], genres: [{ id: 18, name: '' }] }
    return { ...film, ...nothing, sourceMissing: true, sourceDown: true }
  })

/** One of the catalogue that no demo member logged. */
const unloggedFilm = 11020

/** The film's page with all that it can show, its tabs, the choice of its poster, and friends who logged it. */
export const filmScreens: Screen[] = [
  { name: 'film, everything', path: `/movie/${films.parasite}?tab=where`, open: openWithMore },
  {
    name: 'film, source down',
    path: `/movie/${films.parasite}`,
    prepare: withSourceDown,
    open: (page) => expect(page.locator('main [role="status"] p')).toBeVisible(),
  },
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
