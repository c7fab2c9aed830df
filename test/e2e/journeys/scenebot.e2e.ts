import type { Page } from '@playwright/test'
import { freeName, logIn, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

const phone = { width: 390, height: 844 }
const field = (page: Page) => page.locator('main textarea')
const chat = (page: Page) => page.getByRole('log')
const replies = (page: Page) => chat(page).locator('li:has(> [aria-hidden])')

async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question)
  await field(page).press('Enter')
}

test('a member chats in three languages, opens a film and comes back, and rolls the dice', async ({
  community,
  enter,
}) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session, viewport: phone, reducedMotion: 'no-preference' })
  await page.goto('/scenebot')
  await expect(page.getByText('Hi, I’m SceneBot.')).toBeVisible()

  await test.step('letter by letter, and whole after a press', async () => {
    await ask(page, 'What is trending this week?')
    // Ten films take their time.
    await chat(page).getByRole('button', { name: 'Show the whole reply' }).press('Enter')
    await expect(chat(page).getByRole('button', { name: 'Show the whole reply' })).toBeHidden()
    await expect(chat(page).getByRole('link')).toHaveCount(10)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    await expect(chat(page).getByText('What is trending this week?')).toBeVisible()
    await expect(chat(page).getByRole('link')).toHaveCount(10)
  })

  await test.step('in the language of the question', async () => {
    await ask(page, 'أفلام تشبه Parasite')
    await expect(replies(page)).toHaveCount(2)
    await expect(replies(page).last().locator('div[lang="ar"]')).toContainText(/[\u0600-\u06ff]{3}/)
    await ask(page, 'Des films comme Parasite')
    await expect(replies(page)).toHaveCount(3)
    await expect(replies(page).last().locator('div[lang="fr"]')).toBeVisible()
  })

  await test.step('a film, and back to the same place', async () => {
    const card = replies(page).nth(1).getByRole('link').nth(1)
    await card.scrollIntoViewIfNeeded()
    const path = (await card.getAttribute('href')) ?? ''
    const place = await page.evaluate(() => window.scrollY)
    await card.click()
    await page.waitForURL(`**${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goBack()
    await expect(replies(page)).toHaveCount(3)
    await expect(card).toBeInViewport()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  })

  await test.step('the dice, the languages by phrase, and a clean slate', async () => {
    await page.getByRole('button', { name: 'Random prompt' }).click()
    await expect(field(page)).toBeFocused()
    await expect(field(page)).not.toHaveValue('')
    await ask(page, 'reply in french')
    await expect(chat(page).getByText('je répondrai en français')).toBeVisible()
    await ask(page, 'Films with Tom Hanks')
    await expect(replies(page)).toHaveCount(5)
    await expect(replies(page).last().locator('div[lang="fr"]')).toBeVisible()
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Clear conversation' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Clear conversation' }).click()
    await expect(page.getByText('Hi, I’m SceneBot.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Hi, I’m SceneBot.')).toBeVisible()
  })
})

test('a film page asks once, offline fails kindly, and logging out forgets', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('aya'))
  const { page, expected } = await enter(empty, { session, viewport: { width: 1280, height: 900 } })
  await page.goto(`/movie/${films.parasite}`)
  await page.getByRole('link', { name: 'Ask SceneBot' }).click()
  await page.waitForURL('**/scenebot')
  await expect(chat(page).getByText('Films like Parasite')).toBeVisible()
  await expect(chat(page).getByRole('link').first()).toBeVisible()
  await page.reload()
  await expect(chat(page).getByRole('link').first()).toBeVisible()
  await expect(chat(page).getByText('Films like Parasite')).toHaveCount(1)

  await page.getByRole('complementary').getByRole('list').first().getByRole('button').first().click()
  await expect(field(page)).not.toHaveValue('')
  expected.push(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await ask(page, 'Films like Whiplash')
  await expect(
    chat(page).getByText('SceneBot is currently unavailable. Please try again later.'),
  ).toBeVisible()
  await page.context().setOffline(false)
  await chat(page).getByRole('button', { name: 'Retry' }).click()
  await expect(chat(page).getByText('SceneBot is currently unavailable.')).toBeHidden()
  await expect(chat(page).getByRole('list', { name: 'Films in this reply' })).toHaveCount(2)

  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /sceneBot/.test(key)))).toEqual(
    [],
  )
})
