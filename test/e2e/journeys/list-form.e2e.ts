import sharp from 'sharp'
import { expectFocusSeen, tabTo } from '../support/by-keyboard.ts'
import { loseAnswers, refuse } from '../support/faulty-network.ts'
import { dragBelow, save, titles, type List } from '../support/list-form.ts'
import { call, freeName, picture, signUp } from '../support/members.ts'
import { expect, films, test, type Product, type Session } from '../support/scene.ts'

/** The newest list of a member, as the server has it. */
async function newestList(product: Product, session: Session): Promise<List> {
  const lists = await call<{ _id: string }[]>(product, '/api/lists/my', session)
  return call<List>(product, `/api/lists/${lists[0]?._id}`, session)
}

test('without a pointer: make a ranked list with a cover', async ({ community, enter }) => {
  const session = await signUp(community, freeName('keys'))
  const { page } = await enter(community, { session })

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
