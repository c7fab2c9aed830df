import type { Page } from '@playwright/test'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const long = 'A name of many words that no column has room for, written out to its very end'
const unknown = csv(
  'diary.csv',
  `Date,Name,Year,Letterboxd URI,Rating,Watched Date,Review\n2024-01-02,Zzqx ${long},1931,https://boxd.it/z1,4.5,2024-01-01,"${long}\n${long}"\n2024-01-02,Zzqx,1931,https://boxd.it/z2,,2024-01-01,\n2024-01-02,Zzqx,1931,https://boxd.it/z3,,2024-01-02,\n`,
)

/** Imports rows that no film fits. */
async function importUnknown(page: Page): Promise<void> {
  await page.locator('input[name="diary"]').setInputFiles(unknown)
  await page.locator('main button[class*="primary"]').first().click()
  await page.getByRole('alertdialog').getByRole('button').click()
  await expect(page.locator('main article a[href*="rows="]').first()).toBeVisible()
}

/** Feeds may be followed, and one of long names and all that may become of a thing is, or none. */
async function answerFeed(page: Page, isFollowed: boolean): Promise<void> {
  const item = { year: 2019, watchedOn: '2026-01-11', rating: 4.5, seenAt: '2026-01-12T09:00:00.000Z' }
  const outcomes = ['imported', 'skipped', 'doubtful', 'not-found', 'waiting', 'not-film', 'gone']
  const feed = {
    username: 'layla_of_the_very_long_name_99',
    followedAt: '2026-01-12T09:00:00.000Z',
    readAt: '2026-01-12T09:00:00.000Z',
    nextAt: null,
    fault: 'away',
    pausedAt: '2026-01-14T09:00:00.000Z',
    items: outcomes.map((outcome, at) => ({
      ...item,
      number: String(at),
      title: at === 0 ? long : 'Parasite',
      outcome,
      importId: '00000000-0000-4000-8000-000000000001',
    })),
  }
  await page.route('**/api/letterboxd-feed', (route) =>
    route.fulfill({ json: { allowed: true, feed: isFollowed ? feed : null } }),
  )
  await page.reload()
  await expect(
    page.locator(isFollowed ? 'main ol li' : 'input[name="letterboxd-username"]').first(),
  ).toBeVisible()
}

/** The import of files: chosen and refused, and its rows that need attention. */
export const importScreens: Screen[] = [
  { name: 'import', path: '/import' },
  {
    name: 'import, steps',
    path: '/import',
    open: async (page) => {
      await page.locator('main header button').last().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'import, chosen and refused',
    path: '/import',
    open: async (page) => {
      await page.locator('input[name="diary"]').setInputFiles(unknown)
      await page.locator('input[name="ratings"]').setInputFiles(csv('a.txt', 'a'))
      await expect(page.locator('main table')).toBeVisible()
      // What a list of IMDb is, is asked.
      await page
        .locator('input[name="export"]')
        .setInputFiles(csv('1f.csv', 'Position,Const,Created,Modified,Description,Title'))
      await expect(page.locator('main [aria-pressed]').first()).toBeVisible()
    },
  },
  { name: 'import, a feed to follow', path: '/import', open: (page) => answerFeed(page, false) },
  { name: 'import, a feed followed', path: '/import', open: (page) => answerFeed(page, true) },
  {
    name: 'import, rows',
    path: '/import',
    open: async (page) => {
      await importUnknown(page)
      await page.locator('main article a[href*="rows="]').first().click()
      await expect(page.locator('article[data-row]').first()).toBeVisible()
    },
  },
  {
    name: 'import, question before removing',
    path: '/import',
    open: async (page) => {
      await importUnknown(page)
      await page.locator('main article button').last().click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]
