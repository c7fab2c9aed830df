import type { Page } from '@playwright/test'
import { logIn } from '../support/members.ts'
import { expect, test } from '../support/scene.ts'

/** The page as it stands for as long as none of its scripts, styles and fonts has come. */
async function openBare(page: Page, path: string) {
  await page.route('**/assets/**', () => new Promise<void>(() => {}))
  await page.goto(path, { waitUntil: 'commit' })
  // No screenshot and no animation frame, which would wait for the stylesheet: what the browser itself reports.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1)
}

const boxes = (page: Page) => page.locator('.boot-tiles i')

test('before any script a member sees the logo and the boxes of the shell', async ({ community, enter }) => {
  const session = await logIn(community)
  const phone = await enter(community, { session, viewport: { width: 390, height: 844 } })
  await openBare(phone.page, '/profile')
  await expect(boxes(phone.page)).toHaveCount(6)
  await expect(phone.page.locator('.boot svg')).toBeInViewport()
  await expect(boxes(phone.page).first()).toBeInViewport()
  const bar = await phone.page.locator('.boot-nav').boundingBox()
  expect(bar && [bar.x, bar.width, bar.y + bar.height]).toEqual([0, 390, 844])

  const desk = await enter(community, {
    session,
    stored: { 'scene.locale': 'ar', 'scene.theme': 'light' },
    viewport: { width: 1280, height: 800 },
  })
  await openBare(desk.page, '/')
  const nav = await desk.page.locator('.boot-nav').boundingBox()
  expect(nav).toEqual({ x: 1060, y: 0, width: 220, height: 800 })
  expect(await desk.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(250, 249, 252)',
  )
})

test('before any script a guest sees the logo, and nothing of a shell', async ({ community, enter }) => {
  const { page } = await enter(community)
  await openBare(page, '/login')
  await expect(page.locator('.boot svg')).toBeInViewport()
  await expect(boxes(page).first()).toBeHidden()
})

test('the boxes are gone with the first screen', async ({ community, enter }) => {
  const { page } = await enter(community, { session: await logIn(community) })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.boot')).toHaveCount(0)
})

test('the styles of a screen come after those that all screens share', async ({ community, enter }) => {
  const { page } = await enter(community)
  await page.goto('/login')
  const field = await page.locator('input[type=password]').boundingBox()
  const eye = await page.locator('input[type=password] + button').boundingBox()
  if (!field || !eye) throw new Error('both stand in the form')
  expect(eye.x).toBeGreaterThan(field.x)
  expect(eye.y + eye.height).toBeLessThanOrEqual(field.y + field.height)
})
