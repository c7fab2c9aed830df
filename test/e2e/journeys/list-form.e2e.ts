import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { loadStore } from '#built-in/catalogue/store/store.ts'
import { expectFocusSeen, tabTo } from '../support/by-keyboard.ts'
import { loseAnswers, refuse } from '../support/faulty-network.ts'
import { call, freeName, picture, signUp } from '../support/members.ts'
import { settle, violations } from '../support/screen-checks.ts'
import { expect, films, test, type Product, type Session } from '../support/scene.ts'

interface List {
  _id: string
  title: string
  isPrivate: boolean
  isRanked: boolean
  coverImage: string | null
  movies: { id: number; title: string }[]
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const rows = (page: Page) => page.getByRole('list', { name: 'Films' }).getByRole('listitem')
const titles = (page: Page) => rows(page).locator('bdi')

/** The newest list of a member, as the server has it. */
async function newestList(product: Product, session: Session): Promise<List> {
  const lists = await call<{ _id: string }[]>(product, '/api/lists/my', session)
  return call<List>(product, `/api/lists/${lists[0]?._id}`, session)
}

test('without a pointer: make a ranked list with a cover', async ({ community, enter }) => {
  const session = await signUp(community, freeName('keys'))
  const { page } = await enter(community, { session, reducedMotion: 'reduce' })

  await test.step('from the own lists to the form', async () => {
    await page.goto('/profile?tab=lists')
    await page.getByRole('link', { name: 'Add List' }).press('Enter')
    await page.waitForURL('**/create-list')
    await expect(page.getByRole('heading', { level: 1, name: 'Create list' })).toBeVisible()
    await expect(save(page)).toBeDisabled()
  })

  await test.step('a cover, cropped', async () => {
    await tabTo(page, /^Add cover$/)
    const choosing = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await choosing).setFiles(await picture('#0a7040'))
    const dialog = page.getByRole('dialog', { name: 'Crop Photo' })
    await expect(dialog).toBeVisible()
    await tabTo(page, /^Zoom in$/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Move left$/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Done$/)
    const sent = page.waitForResponse('**/api/upload/list-cover')
    await page.keyboard.press('Enter')
    expect((await sent).status()).toBe(200)
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('img', { name: 'The new cover' })).toBeVisible()
    await expect(page.getByLabel('Change cover')).toBeFocused()
  })

  await test.step('title, description, ranked', async () => {
    await tabTo(page, /^Title$/)
    await page.keyboard.type('Stairs and drums')
    await tabTo(page, /^Description$/)
    await page.keyboard.type('Two of them.')
    await tabTo(page, /^Ranked$/)
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox', { name: 'Ranked' })).toBeChecked()
    await expect(save(page)).toBeDisabled()
  })

  await test.step('films, in another order', async () => {
    await tabTo(page, /^Add Movie$/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    for (const [query, name] of [
      ['parasite', /^Parasite .*2019/],
      [String(films.whiplash), /^Whiplash 2014/],
    ] as const) {
      await page.getByRole('dialog').getByRole('combobox').focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(query)
      const found = page.getByRole('option', { name }).first()
      await expect(found).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
      await expect(found).toHaveAttribute('aria-disabled', 'true')
    }
    await expect(page.getByText('2 films added')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Add Movie' })).toBeFocused()
    await expect(titles(page)).toHaveText(['Parasite', 'Whiplash'])
    await tabTo(page, /^Move Whiplash up$/)
    await page.keyboard.press('Enter')
    await expect(titles(page)).toHaveText(['Whiplash', 'Parasite'])
    await expect(page.getByText('Whiplash, now 1 of 2')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Move Whiplash up' })).toBeFocused()
    await expectFocusSeen(page)
  })

  await test.step('it is saved, and one is back', async () => {
    await tabTo(page, /^Save$/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/profile?tab=lists')
    await expect(page.getByRole('link', { name: /^Stairs and drums, list by/ })).toBeVisible()
    const list = await newestList(community, session)
    expect(list).toMatchObject({ title: 'Stairs and drums', isRanked: true, isPrivate: false })
    expect(list.movies.map(({ id }) => id)).toEqual([films.whiplash, films.parasite])
    const cover = await fetch(community.url + list.coverImage)
    const { width, height } = await sharp(await cover.bytes()).metadata()
    expect(width / height).toBeCloseTo(16 / 9, 1)
  })
})

/** Drags a film by the mouse until it is over another one's lower half. */
async function dragBelow(page: Page, title: string, other: string): Promise<void> {
  const from = await titles(page).getByText(title, { exact: true }).boundingBox()
  const to = await rows(page).filter({ hasText: other }).boundingBox()
  if (!from || !to) throw new Error('both films are in sight')
  await page.mouse.move(from.x + 4, from.y + 4)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, from.y + 16, { steps: 3 })
  await page.mouse.move(to.x + 60, to.y + to.height - 20, { steps: 6 })
  await expect(page.locator('[data-drop="after"]')).toHaveCount(1)
  await page.mouse.up()
  await expect(page.locator('[data-drop]')).toHaveCount(0)
}

test('an owner puts a list in order and makes it private; nothing is lost on the way; others are sent home', async ({
  community,
  enter,
}) => {
  const owner = await signUp(community, freeName('order'))
  const trending = await call<{ id: number }[]>(community, '/api/movies/trending', owner)
  const movies = trending.slice(0, 6).map(({ id }) => ({ id }))
  const made = await call<List>(community, '/api/lists', {
    method: 'POST',
    token: owner.token,
    body: { title: 'Harbours', movies },
  })
  const read = () => call<List>(community, `/api/lists/${made._id}`, owner)
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = (await read()).movies.map(({ title }) => title)
  // All rows in sight: nothing scrolls while one is dragged.
  const { page, expected } = await enter(community, {
    session: owner,
    viewport: { width: 1280, height: 1200 },
  })

  await test.step('from the list to its form', async () => {
    await page.goto(`/list/${made._id}`)
    await page.getByRole('main').getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit list' })).toBeVisible()
    await expect(titles(page)).toHaveText([a, b, c, d, e, f])
  })

  await test.step('dragged, moved by buttons and by a number', async () => {
    await dragBelow(page, a, c)
    await expect(titles(page)).toHaveText([b, c, a, d, e, f])
    await expect(page.getByText(`${a}, now 3 of 6`)).toBeAttached()
    await page.getByRole('button', { name: `Move ${d} up` }).click()
    await page.getByRole('button', { name: `Move ${b} down` }).click()
    await expect(titles(page)).toHaveText([c, b, d, a, e, f])
    await page.getByLabel(`Place of ${f} among 6`).fill('1')
    await page.keyboard.press('Enter')
    await expect(titles(page)).toHaveText([f, c, b, d, a, e])
    await expect(page.getByLabel(`Place of ${f} among 6`)).toBeFocused()
  })

  await test.step('taken out, and put back', async () => {
    await page.getByRole('button', { name: `Remove ${b}` }).click()
    await page.getByRole('button', { name: `Remove ${d}` }).click()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(titles(page)).toHaveText([f, c, b, a, e])
  })

  await test.step('a draft outlives the page, and leaving asks', async () => {
    await page.getByRole('checkbox', { name: 'Private' }).check()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(`**/list/${made._id}`)
    await page.goto(`/list/${made._id}/edit`)
    await expect(page.getByText('Draft restored')).toBeVisible()
    await expect(titles(page)).toHaveText([f, c, b, a, e])
  })

  await test.step('a failed save keeps everything; one whose answer was lost is taken for done', async () => {
    expected.push(/ 500 /)
    const address = `**/api/lists/${made._id}?limit=*`
    const recover = await refuse(page, address)
    await save(page).click()
    const told = page.getByRole('alertdialog', { name: 'Failed to update list.' })
    await told.getByRole('button').click()
    await expect(titles(page)).toHaveText([f, c, b, a, e])
    await recover()
    const find = await loseAnswers(page, `*/api/lists/${made._id}?limit=*`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await told.getByRole('button').click()
    await find()
    expected.push(/ 409 /)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.waitForURL(`**/list/${made._id}`)
    const list = await read()
    expect(list.isPrivate).toBe(true)
    expect(list.movies.map(({ title }) => title)).toEqual([f, c, b, a, e])
    await page.goto(`/list/${made._id}/edit`)
    await expect(titles(page)).toHaveText([f, c, b, a, e])
    await expect(page.getByText('Draft restored')).toBeHidden()
  })

  await test.step('for another member it is not there', async () => {
    const visitor = await enter(community, { session: await signUp(community, freeName('other')) })
    visitor.expected.push(/ 404 /)
    await visitor.page.goto(`/list/${made._id}/edit`)
    await visitor.page.waitForURL(community.url + '/')
    await expect(visitor.page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible()
  })
})

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
