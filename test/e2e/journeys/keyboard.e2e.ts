import { expectFocusSeen, openByKey, pressElsewhere, tabTo } from '../support/by-keyboard.ts'
import { freeName, logIn, signUp } from '../support/members.ts'
import { demoLogin, expect, films, test } from '../support/scene.ts'

test('without a pointer: log in, search, log with three and a half stars, like, log out', async ({
  community,
  enter,
}) => {
  const { page } = await enter(community)

  await test.step('log in', async () => {
    await page.goto('/login')
    await expect(page.getByLabel('Email')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await tabTo(page, /^Email$/)
    await page.keyboard.type(demoLogin.email)
    await tabTo(page, /^Password$/)
    await page.keyboard.type(demoLogin.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/home')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, layla')
  })

  await test.step('skip the navigation', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('search a film and open it', async () => {
    await tabTo(page, /^Search$/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search')
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeFocused()
    await tabTo(page, /^Search films/)
    await page.keyboard.type('whipl')
    await expect(page.getByRole('link', { name: 'Whiplash, 2014' })).toBeVisible()
    await tabTo(page, /^films$/)
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'users' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('tab', { name: 'films' })).toHaveAttribute('aria-selected', 'true')
    // Past the tabs there is nothing to stop at until the films are here again.
    await expect(page.getByRole('link', { name: 'Whiplash, 2014' })).toBeVisible()
    await tabTo(page, /^Whiplash, 2014/)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/movie/${films.whiplash}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Whiplash' })).toBeFocused()
  })

  const log = page.getByRole('main').getByRole('button', { name: 'Log', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Whiplash' })

  await test.step('the editor holds the focus and gives it back', async () => {
    // Until the film is here the heading is the last thing to stop at.
    await expect(log).toBeVisible()
    await tabTo(page, /^Log$/)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab')
      // At either end it is handed on by a guard beside the dialog.
      await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(log).toBeFocused()
  })

  await test.step('log it with three and a half stars and text', async () => {
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
    await tabTo(page, /^Rating$/)
    await page.keyboard.press('3')
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('slider')).toHaveAttribute('aria-valuetext', '3.5 out of 5 stars')
    await tabTo(page, /^Review$/)
    await page.keyboard.type('Typed without a pointer.')
    await tabTo(page, /^Log$/)
    await page.keyboard.press('Space')
    await page.waitForURL('**/review/*')
    await expect(page.getByRole('article').getByText('Typed without a pointer.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('like it', async () => {
    await tabTo(page, /^Like review by layla/)
    const like = page.getByRole('button', { name: 'Like review by layla' })
    await page.keyboard.press('Enter')
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect(like).toBeFocused()
  })

  await test.step('delete it: the question gives the focus back when it is cancelled', async () => {
    await tabTo(page, /^More options$/, 'Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(page.getByRole('button', { name: 'More options' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('d')
    await expectFocusSeen(page)
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Delete this review?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'More options' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('d')
    await page.keyboard.press('Enter')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Layla Haddad' })).toBeFocused()
  })

  await test.step('log out', async () => {
    await tabTo(page, /^More options$/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
    await expect(page.getByText('Logged out!')).toBeVisible()
  })
})

test('single keys lead, go through lists and act, on any keyboard, until they are switched off', async ({
  community,
  enter,
}) => {
  const { page } = await enter(community, { session: await signUp(community, freeName('keys')) })
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const main = page.getByRole('main')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  await test.step('help, below which no key does anything', async () => {
    await page.goto('/')
    await openByKey(page, '?')
    await expect(help.getByText('On a film’s page')).toBeVisible()
    await press('g', 'n', '/')
    await expect(help).toBeVisible()
    await press('Escape')
    await expect(help).toBeHidden()
    await expect(page).toHaveURL(/\/(home)?$/)
  })

  await test.step('to other screens', async () => {
    await press('g', 'n')
    await page.waitForURL('**/notifications')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await press('Control+c', 'Alt+c')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await press('/')
    await page.waitForURL('**/search')
    const field = page.getByRole('searchbox')
    await expect(field).toBeFocused()
    await press('g', 'h', '?', '/', 'c')
    await expect(field).toHaveValue('gh?/c')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/search/)
  })

  await test.step('through a list', async () => {
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.goto('/trending')
    const links = main.getByRole('listitem').locator('a:first-of-type')
    await expect(links.nth(8)).toBeVisible()
    await openByKey(page, '?')
    await press('Escape')
    await expect(help).toBeHidden()
    await press('j')
    await expect(links.first()).toBeFocused()
    for (let at = 0; at < 8; at += 1) await press('j')
    await expect(links.nth(8)).toBeFocused()
    await expectFocusSeen(page)
    await press('k')
    await expect(links.nth(7)).toBeFocused()
    // What was scrolled out of sight is not where one reads on.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(links.nth(7)).not.toBeInViewport()
    await press('k')
    await expectFocusSeen(page)
    await expect(links.nth(7)).not.toBeFocused()
    // A profile's counts are no list: one begins with the films.
    const { user } = await logIn(community)
    await page.goto(`/profile/${user._id}`)
    const favourite = main.locator('a[href^="/movie/"]').first()
    await expect(favourite).toBeVisible()
    await openByKey(page, '?')
    await press('Escape')
    await expect(help).toBeHidden()
    await press('j')
    await expect(favourite).toBeFocused()
  })

  const watchlist = main.getByRole('button', { name: 'Watchlist' })
  const favourite = main.getByRole('button', { name: 'Favorite' })

  await test.step('of a film', async () => {
    await page.goto(`/movie/${films.whiplash}`)
    await expect(watchlist).toHaveAttribute('aria-keyshortcuts', 'w')
    await openByKey(page, 'l')
    await expect(page.getByRole('dialog', { name: 'Whiplash' })).toBeVisible()
    await press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await press('w')
    await expect(watchlist).toHaveAttribute('aria-pressed', 'true')
    await expect(watchlist).toBeFocused()
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().includes('/favorites/'),
    )
    await press('f')
    await expect(favourite).toHaveAttribute('aria-pressed', 'true')
    // Presses meanwhile do nothing.
    await saved
  })

  await test.step('on Arabic and French keyboards', async () => {
    await pressElsewhere(page, 'ب', 'KeyF')
    await expect(favourite).toHaveAttribute('aria-pressed', 'false')
    await pressElsewhere(page, '؟', 'Slash', true)
    await expect(help).toBeVisible()
    await press('Escape')
    await expect(help).toBeHidden()
    await pressElsewhere(page, 'ل', 'KeyG')
    await pressElsewhere(page, 'ﻻ', 'KeyB')
    await page.waitForURL('**/scenebot')
    await expect(page.getByRole('textbox')).toBeVisible()
    await page.getByRole('heading', { level: 1 }).focus()
    // AZERTY has the sign above the colon.
    await pressElsewhere(page, '/', 'Period', true)
    await page.waitForURL('**/search')
    await expect(page.getByRole('searchbox')).toBeFocused()
  })

  await test.step('off, and on again', async () => {
    const log = page.getByRole('button', { name: 'Log a film' })
    await page.getByRole('link', { name: 'Settings' }).click()
    const choice = page.getByRole('switch', { name: 'Keyboard shortcuts' })
    await expect(log).toHaveAttribute('aria-keyshortcuts', 'c')
    await choice.uncheck()
    await expect(log).not.toHaveAttribute('aria-keyshortcuts')
    await press('c', '?', '/', 'g', 'h')
    await page.reload()
    await page.waitForLoadState('networkidle')
    await press('c', '?', '/', 'g', 'h')
    await expect(page).toHaveURL(/\/settings/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Show all shortcuts' }).click()
    await expect(help).toBeVisible()
    await help.getByRole('switch').check()
    await press('Escape')
    await expect(help).toBeHidden()
    await expect(choice).toBeChecked()
    await press('g', 'h')
    await expect(page).toHaveURL(/\/(home)?$/)
  })
})
