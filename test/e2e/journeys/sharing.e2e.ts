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
