import type { Page } from '@playwright/test'
import { toast } from '../support/acts.ts'
import { call, freeName, signUp } from '../support/members.ts'
import { settle, violations } from '../support/screen-checks.ts'
import { expect, films, test, type Product, type Session } from '../support/scene.ts'

const menu = (page: Page) => page.getByRole('main').getByRole('button', { name: 'More options' }).first()
const article = (page: Page) => page.getByRole('article', { name: /^Review of/ })

async function choose(page: Page, name: string): Promise<void> {
  await menu(page).click()
  await page.getByRole('menuitem', { name }).click()
}

const log = (product: Product, { token }: Session, fields: object) =>
  call<{ _id: string }>(product, '/api/logs/full', {
    method: 'POST',
    token,
    body: { movieId: films.parasite, ...fields },
  })

test('the author of a review changes its backdrop and its text, copies its link and deletes it', async ({
  empty,
  enter,
}) => {
  const author = await signUp(empty, freeName('aya'))
  const { _id: id } = await log(empty, author, { review: 'The ||stairs|| know.', rating: 4.5 })
  await log(empty, author, { review: 'Again, with the lights on.' })
  const { page } = await enter(empty, { session: author, viewport: { width: 390, height: 844 } })
  await page.goto(`/review/${id}`)
  const backdrop = page.locator('main img').first()
  const before = await backdrop.getAttribute('src')

  await test.step('the backdrop', async () => {
    await choose(page, 'Change Backdrop')
    await page.waitForURL(`**/review/${id}/change-backdrop`)
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Done' })).toHaveCount(0)
    await page.getByRole('radio').nth(2).check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.waitForURL(`**/review/${id}`)
    await expect(toast(page, 'Backdrop updated successfully!')).toBeVisible()
    await expect(backdrop).not.toHaveAttribute('src', before ?? '')
  })

  await test.step('and back to that of the film, by keys', async () => {
    await choose(page, 'Change Backdrop')
    const chosen = page.getByRole('radio', { checked: true })
    await expect(page.getByRole('radio').nth(2)).toBeChecked()
    await chosen.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/review/${id}`)
    await expect(backdrop).toHaveAttribute('src', before ?? '')
  })

  await test.step('the text', async () => {
    await choose(page, 'Edit Review/Log')
    const dialog = page.getByRole('dialog', { name: 'Parasite' })
    await dialog.getByLabel('Review', { exact: true }).fill('The stairs are steep.')
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('Cinema, with Omar')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await page.waitForURL(`**/review/${id}`)
    await expect(article(page).getByText('The stairs are steep.')).toBeVisible()
  })

  await test.step('a tag leads to what has it', async () => {
    await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'with Omar' }).click()
    await page.waitForURL('**/profile/*/tag/with%20Omar')
    await expect(page.getByRole('heading', { name: '#with Omar' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Parasite/ })).toBeVisible()
    await page.goBack()
  })

  await test.step('the link', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await choose(page, 'Copy Link')
    await expect(toast(page, 'Link copied!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${empty.url}/review/${id}`)
  })

  await test.step('away with it', async () => {
    await choose(page, 'Delete Review/Log')
    await page
      .getByRole('alertdialog', { name: 'Delete this review?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.waitForURL('**/profile')
    await expect(toast(page, 'Review deleted!')).toBeVisible()
  })
})

test('another member reads a review with spoilers, likes it, and finds all logs of the film', async ({
  empty,
  enter,
}) => {
  const author = await signUp(empty, freeName('aya'))
  const reader = await signUp(empty, freeName('rami'))
  const name = author.user.username
  const { _id: id } = await log(empty, author, { review: 'In the end ||the light blinks||.', rating: 4.5 })
  await log(empty, author, { review: 'He never gets out.', spoilers: 'true', rating: 3 })
  const { page } = await enter(empty, { session: reader, viewport: { width: 1280, height: 900 } })

  await test.step('an address of a log leads to its review', async () => {
    await page.goto(`/log/${id}`)
    await page.waitForURL(`**/review/${id}`)
  })

  await test.step('spoilers wait to be asked for', async () => {
    await settle(page)
    expect(await violations(page)).toEqual([])
    expect(await page.content()).not.toContain('the light blinks')
    await expect(page.getByRole('region', { name: `More reviews by @${name}` })).toContainText('[Spoiler]')
    await article(page).getByRole('button', { name: 'Spoiler, show' }).click()
    await expect(article(page)).toContainText('In the end the light blinks.')
  })

  await test.step('a menu, a like', async () => {
    await menu(page).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Share to Friends', 'Copy Link'])
    await page.keyboard.press('Escape')
    await article(page)
      .getByRole('button', { name: `Options for @${name}` })
      .click()
    await expect(page.getByRole('menuitem')).toHaveText([
      /^Hide .* until I have seen it$/,
      `Mute @${name}…`,
      `Block @${name}…`,
      'Report…',
    ])
    await page.keyboard.press('Escape')
    const like = page.getByRole('button', { name: `Like review by ${name}` })
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('the choice of a backdrop is not theirs', async () => {
    await page.goto(`/review/${id}/change-backdrop`)
    await page.waitForURL(`**/review/${id}`)
  })

  await test.step('all logs of the film', async () => {
    await page.getByRole('link', { name: `All logs of this film by @${name}` }).click()
    await page.waitForURL(`**/movie/${films.parasite}/reviews/${author.user._id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`@${name}`)
    await expect(article(page)).toHaveCount(2)
    await expect(article(page).first()).not.toContainText('He never gets out.')
    await article(page).first().getByRole('button', { name: 'Spoiler, show' }).click()
    await expect(article(page).first()).toContainText('He never gets out.')
    await article(page)
      .nth(1)
      .getByRole('link', { name: /^Review of/ })
      .click()
    await page.waitForURL(`**/review/${id}`)
  })
})
