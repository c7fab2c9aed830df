import type { Page } from '@playwright/test'
import { refuse } from '../support/faulty-network.ts'
import { call, freeName, logIn, password, picture, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

const bio = (page: Page) => page.getByLabel('Bio')
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const favourites = (page: Page) => page.getByRole('main').getByRole('listitem')
const search = (page: Page) => page.getByRole('dialog', { name: 'Add films' }).getByRole('combobox')

/** From the own profile. */
async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click()
  await page.waitForURL('**/edit-profile')
}

/** Picks a picture for the profile and takes the crop as it is. */
async function changePhoto(page: Page): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.locator('label', { hasText: 'Change photo' }).click()
  await (await choosing).setFiles(await picture('#0a7040'))
  const dialog = page.getByRole('dialog', { name: 'Crop Photo' })
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByAltText('Your new photo, not saved yet')).toBeVisible()
}

async function addFilm(page: Page, query: string, row: RegExp): Promise<void> {
  await search(page).fill(query)
  await page.getByRole('option', { name: row }).first().click()
}

test('a member changes everything, saves it, and the profile shows it', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('edit'))
  const { page } = await enter(empty, { session, viewport: { width: 390, height: 844 } })
  const old = await call<{ avatar: string }>(empty, `/api/users/${session.user._id}`, session)

  await test.step('from the profile to the form', async () => {
    await page.goto('/profile')
    await openForm(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Profile' })).toBeVisible()
    await save(page).click()
    await expect(page.getByText('No changes to save.')).toBeVisible()
  })

  await test.step('photo, bio and links', async () => {
    await changePhoto(page)
    await bio(page).fill('x'.repeat(200))
    await expect(bio(page)).toHaveValue('x'.repeat(180))
    await bio(page).fill('Front row, always.')
    await page.getByLabel('YouTube').fill('@layla')
    await page.getByLabel('Website').fill('example.org')
    await save(page).click()
    await expect(page.getByText('A website must begin with http:// or https://.')).toBeVisible()
    await expect(page.getByLabel('Website')).toBeFocused()
    await page.getByLabel('Website').fill('https://example.org/layla')
  })

  await test.step('four favourite films, one of them by its number', async () => {
    await expect(page.getByText('Use the main modal to add up to 4 favorite films.')).toBeVisible()
    await page.getByRole('button', { name: 'Add film' }).click()
    await expect(search(page)).toBeFocused()
    await addFilm(page, 'parasite', /^Parasite .*2019/)
    await expect(page.getByRole('option', { name: /^Parasite .*Added$/ })).toBeDisabled()
    await addFilm(page, String(films.whiplash), /^Whiplash 2014/)
    await search(page).fill('qqqqqq')
    await expect(page.getByText('No results found.')).toBeVisible()
    await addFilm(page, 'godfather', /^The Godfather 1972/)
    await addFilm(page, 'wadjda', /^Wadjda .*2012/)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(favourites(page)).toHaveCount(4)
    await expect(page.getByRole('button', { name: 'Add film' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Move Wadjda forward' }).click()
    await page.getByRole('button', { name: 'Remove Parasite' }).click()
    await expect(favourites(page)).toHaveText([/Whiplash/, /Wadjda/, /The Godfather/])
  })

  await test.step('a backdrop; the form keeps everything on the way and over a reload', async () => {
    await page.getByRole('button', { name: 'Change backdrop' }).click()
    await page.waitForURL('**/choose-backdrop')
    await expect(page.getByText('Search for a film, then choose one of its backdrops.')).toBeVisible()
    await page.getByRole('searchbox').fill('whiplash')
    await page.getByRole('link', { name: /^Whiplash 2014/ }).click()
    await page.waitForURL(`**/choose-backdrop?q=whiplash&film=${films.whiplash}`)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.waitForURL('**/choose-backdrop?q=whiplash')
    await page.getByRole('link', { name: /^Whiplash 2014/ }).click()
    await page.getByRole('radio', { name: 'Backdrop 2' }).check()
    await page.reload()
    await page.getByRole('radio', { name: 'Backdrop 2' }).check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.waitForURL('**/edit-profile')
    await page.reload()
    await expect(bio(page)).toHaveValue('Front row, always.')
    await expect(favourites(page)).toHaveCount(3)
    await expect(page.getByAltText('Your new photo, not saved yet')).toBeVisible()
  })

  await test.step('saved: on the profile, in the record, in the history', async () => {
    await save(page).click()
    await page.waitForURL(`**/profile/${session.user._id}`)
    await expect(page.getByText('Front row, always.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Wadjda' })).toBeVisible()
    const saved = await call<Record<string, unknown>>(empty, `/api/users/${session.user._id}`, session)
    expect(saved).toMatchObject({
      bio: 'Front row, always.',
      socials: { youtube: '@layla', website: 'https://example.org/layla' },
      favoriteFilms: [{ title: 'Whiplash' }, { title: 'Wadjda' }, { title: 'The Godfather' }],
    })
    expect(saved['profileBackdrop']).toMatch(/^\/t\/p\/original\//)
    expect(saved['avatar']).not.toBe(old.avatar)
    const record = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}') as object)
    expect(record).toMatchObject({ avatar: saved['avatar'], bio: 'Front row, always.' })
    await page.goBack()
    await page.waitForURL('**/profile')
  })
})

test('a refused photo and a refused profile lose nothing, and leaving asks', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('lose'))
  const { page, expected } = await enter(empty, { session })
  expected.push(/500 /)
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const allowPhoto = await refuse(page, '**/api/upload/**')
  const allowProfile = await refuse(page, `**/api/users/${session.user._id}`)
  await allowProfile()
  await page.goto('/profile')
  await openForm(page)
  await bio(page).fill('Not lost.')
  await changePhoto(page)
  await save(page).click()
  await expect(page.getByText('Avatar upload failed.')).toBeVisible()
  await expect(page.getByText('Upload failed.', { exact: true })).toBeVisible()
  await allowPhoto()
  const refuseAgain = await refuse(page, `**/api/users/${session.user._id}`)
  await save(page).click()
  await expect(page.getByRole('main').getByText('Failed to update profile.')).toBeVisible()
  await expect(bio(page)).toHaveValue('Not lost.')

  await page.goBack()
  await expect(question).toBeVisible()
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/\/edit-profile$/)
  await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(bio(page)).toHaveValue('Not lost.')

  await refuseAgain()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.waitForURL(`**/profile/${session.user._id}`)
  await expect(page.getByText('Not lost.')).toBeVisible()
})

test('an account is deleted only when meant, and is gone then', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('gone'))
  const { page, expected } = await enter(empty, { session })
  await page.goto('/edit-profile')
  const remove = page.getByRole('main').getByRole('button', { name: 'Delete My Account' })
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await remove.click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()

  expected.push(/500 /)
  const allow = await refuse(page, `**/api/users/${session.user._id}`)
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete account.')).toBeVisible()
  await allow()

  // The sockets of the account are closed with it; a call that meets that says 401.
  expected.push(/401 /)
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('token')])).toEqual([
    null,
    null,
  ])
  await expect(logIn(empty, { email: session.user.email, password })).rejects.toThrow(/401/)
})

test('without a pointer: films are added and put in order, and the form is saved', async ({
  empty,
  enter,
}) => {
  const session = await signUp(empty, freeName('keys'))
  const { page } = await enter(empty, { session })
  await page.goto('/edit-profile')
  await page.getByRole('button', { name: 'Add film' }).focus()
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  for (const [query, row] of [
    ['parasite', /^Parasite .*2019/],
    ['whiplash', /^Whiplash 2014/],
    ['godfather', /^The Godfather 1972/],
    ['wadjda', /^Wadjda .*2012/],
  ] as const) {
    await search(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(query)
    await expect(page.getByRole('option', { name: row }).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('dialog')).toBeHidden()
  // The button that opened the search is gone now.
  await expect(page.getByRole('button', { name: 'Remove Wadjda' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Move Wadjda forward' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move Wadjda forward' })).toBeFocused()
  await expect(favourites(page)).toHaveText([/Parasite/, /Wadjda/, /Whiplash/, /Godfather/])
  await bio(page).focus()
  await page.keyboard.type('By keys alone.')
  await page.getByLabel('Website').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/profile/${session.user._id}`)
  await expect(page.getByText('By keys alone.')).toBeVisible()
})
