import type { Page } from '@playwright/test'
import { loadStore } from '#built-in/catalogue/store/store.ts'
import { toast } from '../support/acts.ts'
import { call, freeName, signUp } from '../support/members.ts'
import { settle, violations } from '../support/screen-checks.ts'
import { expect, films, test, type Product, type Session } from '../support/scene.ts'

const tiles = (page: Page) => page.getByRole('list', { name: 'Films of the list' }).getByRole('listitem')
const openMenu = (page: Page) => page.getByRole('main').getByRole('button', { name: 'More options' }).click()

async function choose(page: Page, name: string): Promise<void> {
  await openMenu(page)
  await page.getByRole('menuitem', { name }).click()
}

function makeList(product: Product, { token }: Session, fields: object, ids: Iterable<number>) {
  const body = { ...fields, movies: Array.from(ids, (id) => ({ id })) }
  return call<{ _id: string }>(product, '/api/lists', { method: 'POST', token, body })
}

test('a member finds another’s ranked list, likes it, saves it and sees what is seen', async ({
  empty,
  enter,
}) => {
  const owner = await signUp(empty, freeName('aya'))
  const visitor = await signUp(empty, freeName('rami'))
  const { _id: id } = await makeList(
    empty,
    owner,
    { title: 'Staircases', description: 'Up.\nAnd down.', isRanked: true },
    [films.whiplash, films.parasite],
  )
  await call(empty, '/api/logs/full', {
    method: 'POST',
    token: visitor.token,
    body: { movieId: films.parasite, rating: 4.5 },
  })
  const { page, expected } = await enter(empty, { session: visitor, viewport: { width: 390, height: 844 } })

  await test.step('from its owner’s profile', async () => {
    await page.goto(`/profile/${owner.user._id}?tab=lists`)
    await page.getByRole('link', { name: /^Staircases, list by/ }).click()
    await page.waitForURL(`**/list/${id}`)
    await settle(page)
    await expect(page).toHaveTitle('Staircases · Scene')
    await expect(page.getByText('You have seen 1 of 2 films')).toBeVisible()
    await expect(tiles(page).getByRole('link')).toHaveText([
      /Number 1, Whiplash, 2014/,
      /Number 2, Parasite, 2019, seen/,
    ])
  })

  await test.step('a like and a save, also seen on the card', async () => {
    const like = page.getByRole('button', { name: `Like list by ${owner.user.username}` })
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Save list' }).click()
    await openMenu(page)
    await expect(page.getByRole('menuitem')).toHaveText([
      'Share to Friend',
      'Unsave',
      'Make a copy',
      'Download as picture',
      'Copy Link',
      // Where the browser has a sheet of the system.
      ...(await page.evaluate(() => (typeof navigator.share === 'function' ? ['Share via…'] : []))),
      `Mute @${owner.user.username}…`,
      `Block @${owner.user.username}…`,
      'Report…',
    ])
    await page.keyboard.press('Escape')
    await page.goto('/profile?tab=lists&lists=saved')
    await page.getByRole('link', { name: /^Staircases, list by .*, 1 like$/ }).click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('it is saved as a picture', async () => {
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Download as picture' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download as picture' })
    await expect(dialog.getByRole('article', { name: 'Staircases' })).toBeVisible()
    await settle(page)
    expect(await violations(page)).toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.png$/)
    await page.getByRole('button', { name: 'OK' }).click()
    await page.keyboard.press('Escape')
  })

  await test.step('a copy is one of the reader’s own', async () => {
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Make a copy' }).click()
    await expect(toast(page, 'Copied to your lists.')).toBeVisible()
    await expect(page).not.toHaveURL(`/list/${id}`)
    await expect(page.getByRole('heading', { name: 'Staircases', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: `by @${visitor.user.username}` })).toBeVisible()
    await page.goto(`/list/${id}`)
  })

  await test.step('what fails is taken back', async () => {
    expected.push(/api\/lists/)
    await page.route('**/api/lists/*/save', (route) => route.abort())
    await page.getByRole('button', { name: 'Save list' }).click()
    await expect(toast(page, 'Something went wrong.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save list' })).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('made private it is gone', async () => {
    await call(empty, `/api/lists/${id}`, {
      method: 'PATCH',
      token: owner.token,
      body: { isPrivate: true },
    })
    await page.goto(`/list/${id}`)
    await expect(page.getByText('This list could not be found.')).toBeVisible()
    await settle(page)
    expect(await violations(page)).toEqual([])
  })
})

test('an owner looks through a long list, and deletes it after a question', async ({ empty, enter }) => {
  const owner = await signUp(empty, freeName('aya'))
  const { films: all } = await loadStore()
  const { _id: id } = await makeList(empty, owner, { title: 'Everything' }, all.id.slice(0, 150))
  const { page } = await enter(empty, { session: owner, viewport: { width: 1280, height: 900 } })
  await page.goto('/profile?tab=lists')
  await page.getByRole('link', { name: /^Everything, list by/ }).click()
  await page.waitForURL(`**/list/${id}`)

  await test.step('few of its films are in the document, and Back finds the place', async () => {
    await settle(page)
    expect(await violations(page)).toEqual([])
    await page.mouse.wheel(0, 3500)
    const deep = page.locator('main li[aria-posinset="100"] a')
    await expect(deep).toBeVisible()
    expect(await tiles(page).count()).toBeLessThan(120)
    await deep.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => Math.round(window.scrollY))
    await deep.click()
    await page.waitForURL('**/movie/*')
    await expect(page.locator('main h1')).toBeVisible()
    await page.goBack()
    await expect(deep).toBeFocused()
    await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(before)
  })

  await test.step('deleted', async () => {
    await page.mouse.wheel(0, -20_000)
    await choose(page, 'Delete')
    const question = page.getByRole('alertdialog', { name: 'Delete this list?' })
    await expect(question).toBeVisible()
    await settle(page)
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/profile?tab=lists')
    await expect(toast(page, 'List deleted!')).toBeVisible()
    await expect(page.getByText('No lists yet.')).toBeVisible()
  })
})
