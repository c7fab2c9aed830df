import sharp from 'sharp'
import { call, logIn } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

test('a member suggests a review and a film, saves the review as a picture, and lists a film', async ({
  community,
  enter,
}) => {
  const session = await logIn(community)
  const own = await call<{ _id: string; title: string; review: string }[]>(
    community,
    `/api/logs/user/${session.user._id}`,
    session,
  )
  const review = own.find((log) => log.review !== '')
  if (!review) throw new Error('the demo member has a review')
  const { page } = await enter(community, { session })

  await page.goto(`/review/${review._id}`)
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Share to Friends' }).click()
  await expect(page.getByRole('heading', { name: 'Share to Friends' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.getByRole('checkbox').first().click()
  await page.getByRole('checkbox').nth(1).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Suggested to 2 friend(s)!')).toBeVisible()
  await expect(page).toHaveURL(/\/review\//)

  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Save Photo' }).click()
  await page.getByRole('button', { name: 'Clean view' }).click()
  await expect(page.getByRole('heading', { name: 'Save Photo' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Save Photo' })).toBeVisible()
  const card = await page.getByRole('article').boundingBox()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/\.png$/)
  const picture = sharp(await saved.path())
  const { format, width, height } = await picture.metadata()
  expect([format, width, height]).toEqual([
    'png',
    Math.round((card?.width ?? 0) * 3),
    Math.round((card?.height ?? 0) * 3),
  ])
  // The poster is in it: its place holds more than the card's one colour.
  const poster = { left: 150, top: 150, width: 600, height: 600 }
  const { channels } = await sharp(await saved.path())
    .extract(poster)
    .stats()
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10)
  await expect(page.getByRole('alertdialog')).toContainText("Saved! Check your device's Downloads folder.")
  await page.getByRole('alertdialog').getByRole('button').click()

  await page.goto(`/movie/${films.whiplash}`)
  await page.getByRole('link', { name: 'Add to list' }).click()
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Drums')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: /Drums.*1 film.*Added/ })).toBeVisible()
})

/** The community logged most in the last weeks: in January they belong to the year before. */
const year = new Date(Date.now() - 15 * 86_400_000).getUTCFullYear()

test('a year is saved as a picture of the size that is asked for, and its link is given and taken back', async ({
  community,
  enter,
}) => {
  const session = await logIn(community)
  // Lower than the pictures: what saves them stays in sight below them. Narrower: they are the same, shown smaller.
  const { page } = await enter(community, { session, viewport: { width: 320, height: 600 } })
  await page.goto(`/profile/${session.user._id}/year/${year}`)
  await page.getByRole('button', { name: 'Make a share picture' }).click()
  const dialog = page.getByRole('dialog')
  for (const [format, height] of [
    ['4:5 · post', 1350],
    ['9:16 · story', 1920],
  ] as const) {
    await dialog.getByRole('button', { name: format }).click()
    await expect(dialog.getByRole('button', { name: format, pressed: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
    const cut = await dialog.locator('article header').evaluate((cover) => {
      const foot = cover.getBoundingClientRect().bottom
      return [...cover.querySelectorAll('img')].filter((film) => film.getBoundingClientRect().bottom > foot)
        .length
    })
    expect(cut).toBe(0)
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe(`${year} in review @${session.user.username}.png`)
    const picture = await sharp(await saved.path()).metadata()
    expect([picture.width, picture.height]).toEqual([1080, height])
    // Posters are in it: their place holds more than the card's one colour.
    const fan = await sharp(await saved.path())
      .extract({ left: 150, top: 560, width: 780, height: 200 })
      .stats()
    expect(Math.max(...fan.channels.map(({ stdev }) => stdev))).toBeGreaterThan(10)
    await page.getByRole('alertdialog').getByRole('button').click()
  }
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Make a share picture' })).toBeFocused()

  const made = page.waitForResponse((response) => response.url().endsWith(`/years/${year}/key`))
  await page.getByRole('button', { name: 'Share link' }).click()
  const { key } = (await (await made).json()) as { key: string }
  const guest = await page.context().browser()?.newPage()
  if (!guest) throw new Error('no browser')
  const address = new URL(`/profile/${session.user._id}/year/${year}?key=${key}`, page.url()).href
  await guest.goto(address)
  await expect(guest.getByText(`@${session.user.username}`).last()).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Make a share picture' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke the link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke the link' }).click()
  await expect(page.getByText('The link is revoked.')).toBeVisible()
  await guest.goto(address)
  await expect(guest.getByText('This year in review could not be found.')).toBeVisible()
  await guest.close()
})

test('home leads to the year that may be looked back at, until its entry is hidden', async ({
  community,
  enter,
}) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session })
  let told: number | null = null
  let isHeldBack = Promise.resolve()
  await page.route('**/api/home?*', async (route) => {
    await isHeldBack
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), year: told } })
  })
  await page.goto('/')
  const trending = page.getByRole('region', { name: 'Trending Movies' }).getByRole('link')
  await expect(trending.first()).toBeVisible()
  const entry = page.getByRole('link', { name: `Your ${year} in review` })
  await expect(entry).toHaveCount(0)
  told = year
  // The screen waits for its answer so long and no longer: what comes later would move what is read.
  const { promise, resolve: letThrough } = Promise.withResolvers<void>()
  isHeldBack = promise
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Trending Movies' })).toBeVisible()
  letThrough()
  await expect(trending.first()).toBeVisible()
  await expect(entry).toHaveCount(0)
  await expect(async () => {
    await page.reload()
    await expect(entry).toBeVisible({ timeout: 4000 })
  }).toPass()
  // Below what the page shows before the app.
  const [feed, line] = [
    await page.locator('main [role="group"]').first().boundingBox(),
    await entry.boundingBox(),
  ]
  expect(line?.y).toBeGreaterThan((feed?.y ?? Infinity) + (feed?.height ?? 0))
  await entry.click()
  await expect(page).toHaveURL(new RegExp(`/year/${year}$`))
  await page.goBack()
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(entry).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Trending Movies' })).toBeVisible()
  await expect(entry).toHaveCount(0)
})
