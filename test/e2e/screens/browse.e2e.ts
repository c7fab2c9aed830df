import type { Page } from '@playwright/test'
import { logIn } from '../support/members.ts'
import { expect, test } from '../support/scene.ts'
import { scrollEnded } from '../support/screen-checks.ts'

const films = (page: Page) => page.getByRole('list', { name: 'Films' })
const tile = (page: Page, number: number) => page.locator(`main li[aria-posinset="${number}"] a`)

async function reach(page: Page, number: number): Promise<void> {
  await expect(async () => {
    if ((await tile(page, number).count()) === 0) {
      const first = await films(page).locator('[aria-posinset]').first().getAttribute('aria-posinset')
      await page.mouse.wheel(0, Number(first) > number ? -600 : 900)
    }
    await expect(tile(page, number)).toBeAttached({ timeout: 500 })
  }).toPass({ timeout: 60_000 })
}

test('an empty search leads to all films of a genre, and back from one of them to its place', async ({
  community,
  enter,
}) => {
  const { page } = await enter(community, {
    session: await logIn(community),
    viewport: { width: 1280, height: 860 },
  })
  await page.goto('/search')
  await page.getByRole('link', { name: 'Drama', exact: true }).click()
  await expect(page).toHaveURL(/\/films\?genre=18$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Films' })).toBeVisible()
  const count = page.getByRole('main').getByText(/^[\d,]+ films$/)
  const all = await count.textContent()

  await test.step('choices narrow them, each in the address', async () => {
    await page.getByRole('combobox', { name: 'Decade' }).click()
    await page.getByRole('option', { name: '1990s' }).click()
    await expect(page).toHaveURL(/\/films\?genre=18&decade=1990$/)
    await page.getByRole('combobox', { name: /^Sort/ }).press('Enter')
    await page.getByRole('option', { name: 'Oldest' }).press('Enter')
    await expect(page).toHaveURL(/\/films\?genre=18&decade=1990&sort=oldest$/)
    await expect(tile(page, 1)).toHaveAccessibleName(/, 1990$/)
    await expect(count).not.toHaveText(all ?? '')
  })

  await test.step('they go on without an end, and few of them are in the document', async () => {
    await reach(page, 120)
    expect(await films(page).getByRole('listitem').count()).toBeLessThan(120)
  })

  await test.step('Back from a film finds the same choices, place and focus', async () => {
    await page.mouse.wheel(0, -600)
    await scrollEnded(page)
    const seen = films(page).getByRole('link')
    const names = await seen.evaluateAll((links) =>
      links
        .filter((link) => {
          const { top, bottom } = link.getBoundingClientRect()
          return top > 60 && bottom < window.innerHeight
        })
        .map((link) => link.getAttribute('href')),
    )
    const place = await page.evaluate(() => window.scrollY)
    const link = films(page).locator(`a[href="${names[0]}"]`)
    await link.click()
    await page.waitForURL(`**${names[0]}`)
    await page.goBack()
    await expect(page).toHaveURL(/\/films\?genre=18&decade=1990&sort=oldest$/)
    await expect(link).toBeFocused()
    await expect(link).toBeInViewport()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(place, -1)
  })

  await test.step('one step back leads out of all the choices', async () => {
    await page.goBack()
    await expect(page).toHaveURL(/\/search$/)
  })
})

test('films that are there stay while the network is away, and go on once it is back', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, {
    session: await logIn(community),
    viewport: { width: 390, height: 844 },
  })
  expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const further = '**/api/films?*cursor=*'
  await page.route(further, (route) => route.abort('internetdisconnected'))
  await page.goto('/films?lang=ar')
  await expect(tile(page, 24)).toBeAttached()
  const more = page.getByRole('button', { name: 'Load more' })
  await expect(more).toBeAttached()
  await expect(tile(page, 1)).toBeVisible()
  await page.unroute(further)
  await more.press('Enter')
  // The button is gone; reading goes on at the films that came.
  await expect(more).toBeHidden()
  await expect(page.locator('main :focus')).toHaveCount(1)
  await reach(page, 60)
})

test('on a phone the buttons of the choices are of one line each', async ({ community, enter }) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session, viewport: { width: 390, height: 844 } })
  await page.goto('/films')
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const show = await sheet.getByRole('button', { name: /^Show [\d,]{6,} films$/ }).boundingBox()
  const clear = await sheet.getByRole('button', { name: 'Clear all' }).boundingBox()
  expect(show?.height).toBe(44)
  expect([clear?.height, clear?.y]).toEqual([show?.height, show?.y])
})
