import { expectFocusSeen, tabTo } from '../support/by-keyboard.ts'
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
    await expect(dialog).toBeVisible()
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
