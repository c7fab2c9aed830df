import { logIn } from '../support/members.ts'
import { changeAnswers } from '../support/faulty-network.ts'
import { expect, films, test } from '../support/scene.ts'

test('people are found, lead to their films and back, and say what is known of them', async ({
  community,
  enter,
}) => {
  const { page, expected } = await enter(community, {
    session: await logIn(community),
    viewport: { width: 390, height: 844 },
  })
  const main = page.getByRole('main')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const region = (name: string) => main.getByRole('region', { name })
  const founder = main.getByRole('complementary', { name: 'A message from the founder of Scene' })
  const openFrom = async (tab: string, name: string) => {
    await page.goto(`/search?tab=${tab}`)
    await page.getByRole('searchbox').fill(name)
    await main
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first()
      .click()
    await expect(heading(name)).toBeVisible()
  }

  await test.step('a Saudi director has a badge, awards and the founder’s words', async () => {
    await openFrom('directors', 'Haifaa Al-Mansour')
    await expect(page).toHaveTitle('Haifaa Al-Mansour · Scene')
    await expect(main.getByText('Saudi talent')).toBeVisible()
    await expect(main.getByText(/^Wadjda was the first feature shot entirely in Saudi Arabia/)).toBeVisible()
    await expect(main.getByText('No biography available.')).toBeVisible()
    await expect(founder.locator('[lang="ar"]')).toHaveCSS('direction', 'rtl')
    await expect(founder.locator('[lang="en"]')).toHaveCSS('direction', 'ltr')
  })

  await test.step('a poster opens the film; its director leads back', async () => {
    const wadjda = region('All Films').getByRole('link', { name: 'Wadjda, 2012' })
    await wadjda.click()
    await expect(heading('Wadjda')).toBeVisible()
    await page.goBack()
    await expect(wadjda).toBeFocused()
    await wadjda.press('Enter')
    await region('Director').getByRole('link', { name: 'Haifaa Al-Mansour' }).click()
    await page.waitForURL('**/director/*')
    await expect(founder).toBeAttached()
  })

  await test.step('a Saudi actor likewise; without awards an external site is named', async () => {
    await openFrom('actors', 'Mila Al Zahrani')
    await expect(main.getByText('Saudi talent')).toBeVisible()
    await expect(main.getByRole('link', { name: 'IMDb' })).toHaveAttribute('target', '_blank')
    await expect(region('All Films').getByRole('link', { name: 'The Perfect Candidate, 2019' })).toBeVisible()
    await expect(founder).toContainText('Every Saudi face')
  })

  await test.step('the generic page shows directed films to who is known for them', async () => {
    await openFrom('directors', 'Bong Joon-ho')
    await page.goto(new URL(page.url()).pathname.replace('director', 'person'))
    const directed = region('All Directed Films').getByRole('listitem').getByRole('link')
    await expect(directed.first()).toHaveAttribute('href', `/movie/${films.parasite}`)
    await expect(main.getByText('Saudi talent')).toHaveCount(0)
    await expect(founder).toHaveCount(0)
  })

  await test.step('five hundred films and a long biography stay handy', async () => {
    const address = new URL(page.url()).pathname
    await changeAnswers(page, '**/api/tmdb/person/*', (known) => ({
      ...known,
      biography: 'He makes films. '.repeat(40),
    }))
    await changeAnswers<{ crew: object[] }>(page, '**/api/tmdb/person/*/credits', ({ crew, ...rest }) => ({
      ...rest,
      crew: Array.from({ length: 500 }, (_, at) => ({ ...crew[at % crew.length], id: at + 1 })),
    }))
    await page.goto(address)
    const biography = main.getByText(/^He makes films/)
    const lines = () =>
      biography.evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))
    expect(await lines()).toBeCloseTo(4, 1)
    await main.getByRole('button', { name: 'Read more' }).click()
    expect(await lines()).toBeGreaterThan(8)
    await main.getByRole('button', { name: 'Show less' }).click()
    expect(await lines()).toBeCloseTo(4, 1)
    const tiles = region('All Directed Films').getByRole('listitem')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(tiles.last()).toHaveAttribute('aria-posinset', '500')
    expect(await tiles.count()).toBeLessThan(60)
    const boxes = await Promise.all([1, 2, 3].map((back) => tiles.nth(-back - 2).boundingBox()))
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    await page.unrouteAll()
  })

  await test.step('nobody has every number', async () => {
    expected.push(/404 .*person/)
    await page.goto('/actor/4')
    await expect(main.getByText('This person could not be found.')).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    // Nothing of the app lies before it.
    await page.waitForURL('**/search')
  })
})
