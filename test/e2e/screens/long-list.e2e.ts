import type { Locator, Page } from '@playwright/test'
import { loadStore } from '#built-in/catalogue/store/store.ts'
import { dragBelow, save, type List } from '../support/list-form.ts'
import { call, freeName, signUp } from '../support/members.ts'
import { settle, violations } from '../support/screen-checks.ts'
import { expect, test } from '../support/scene.ts'

/** By keyboard to the top or the end; the page glides there, and may have grown meanwhile. */
const go = (page: Page, key: 'Home' | 'End', there: Locator) =>
  expect(async () => {
    await page.keyboard.press(key)
    await expect(there).toBeInViewport({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })

test('an owner goes to the end of a list of hundreds, and puts its last films in order by keyboard and mouse', async ({
  empty,
  enter,
}) => {
  const owner = await signUp(empty, freeName('long'))
  const { films: all } = await loadStore()
  const total = 480
  const movies = Array.from(all.id.slice(0, total), (id) => ({ id }))
  const { _id: id } = await call<List>(empty, '/api/lists', {
    method: 'POST',
    token: owner.token,
    body: { title: 'Everything', isRanked: true, movies },
  })
  const read = async () => (await call<List>(empty, `/api/lists/${id}`, owner)).movies
  const before = await read()
  const [one, two, three, four] = before.slice(-4)
  if (!one || !two || !three || !four) throw new Error('a list of hundreds')
  const { page } = await enter(empty, { session: owner, viewport: { width: 1280, height: 900 } })
  const lengths: number[] = []
  page.on('response', async (response) => {
    if (response.url().includes(`/api/lists/${id}?`))
      lengths.push(((await response.json()) as List).movies.length)
  })
  const tile = (place: number) => page.locator(`main li[aria-posinset="${place}"] a`)

  await test.step('the page of the list has its length before its films, and comes to its end', async () => {
    await page.goto(`/list/${id}`)
    await expect(tile(1)).toBeVisible()
    await expect(page.locator('main li[aria-posinset="1"]')).toHaveAttribute('aria-setsize', String(total))
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await go(page, 'End', tile(total))
    await expect(tile(total)).toHaveAccessibleName(new RegExp(`^Number ${total}, `))
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    expect(lengths).toEqual([160, 300, 20])
  })

  await test.step('Back finds the place at the end', async () => {
    const offset = () => page.evaluate(() => Math.round(window.scrollY))
    const left = await offset()
    await tile(total).press('Enter')
    await page.waitForURL('**/movie/*')
    await expect(page.locator('main h1')).toBeVisible()
    await page.goBack()
    await expect(tile(total)).toBeFocused()
    await expect.poll(offset).toBe(left)
  })

  await test.step('the last ones move by number, by button and by mouse', async () => {
    await page.getByRole('main').getByRole('button', { name: 'More options' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Edit list' })).toBeVisible()
    const place = page.getByLabel(`Place of ${four.title} among ${total}`)
    await go(page, 'End', place)
    await place.fill(String(total - 3))
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${four.title}, now ${total - 3} of ${total}`)).toBeAttached()
    await expect(place).toBeFocused()
    await page.getByRole('button', { name: `Move ${three.title} up` }).press('Enter')
    await expect(page.getByText(`${three.title}, now ${total - 1} of ${total}`)).toBeAttached()
    await dragBelow(page, four.title, one.title)
    await expect(page.getByText(`${four.title}, now ${total - 2} of ${total}`)).toBeAttached()
    const first = page.getByLabel(`Place of ${two.title} among ${total}`)
    await first.fill('1')
    await page.keyboard.press('Enter')
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport()
  })

  await test.step('saved, the page of the list shows it from its first to its last film', async () => {
    await save(page).click()
    await page.waitForURL(`**/list/${id}`)
    const order = [two, ...before.slice(0, -4), one, four, three].map((film) => film.id)
    expect((await read()).map((film) => film.id)).toEqual(order)
    await go(page, 'End', tile(total))
    await expect(tile(total)).toHaveAttribute('href', `/movie/${three.id}`)
    await expect(tile(total - 1)).toHaveAttribute('href', `/movie/${four.id}`)
    await go(page, 'Home', tile(1))
    await expect(tile(1)).toHaveAttribute('href', `/movie/${two.id}`)
    await settle(page)
    expect(await violations(page)).toEqual([])
  })
})
