import { call, freeName, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'
import { chooseLanguage } from '../support/screen-checks.ts'

test('a member reads twenty years by month and day, and gives an entry another day where it stands', async ({
  community,
  enter,
}) => {
  const session = await signUp(community, freeName('diarist'))
  const { token } = session
  const dates = Array.from(
    { length: 240 },
    (_, at) => `${2004 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-15`,
  )
  const body = new FormData()
  const rows = dates.map((date, at) => `${at === 0 ? films.parasite : films.whiplash},${date},4`)
  rows.push(`${films.parasite},2004-02-15,4`)
  body.append('file', new Blob([['tmdbId,WatchedDate,Rating', ...rows].join('\n')]), 'diary.csv')
  const { importId } = await call<{ importId: string }>(community, '/api/imports', {
    method: 'POST',
    token,
    body,
  })
  await expect
    .poll(async () => (await call<{ state: string }>(community, `/api/imports/${importId}`, { token })).state)
    .toBe('done')

  const { page } = await enter(community, { session, viewport: { width: 390, height: 844 } })
  await page.goto(`/profile/${session.user._id}`)
  await page.getByRole('link', { name: 'Diary' }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: 'December 2023' })).toBeVisible()
  await page.getByRole('link', { name: 'Before: November 2023' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'November 2023' })).toBeVisible()
  await expect(page.getByRole('status').getByText('1 log')).toBeVisible()

  await test.step('to the first month, and the calendar of it', async () => {
    await page.getByRole('button', { name: 'Jump to' }).click()
    const years = page.getByRole('dialog', { name: 'Jump to' })
    await years.getByRole('link', { name: /^2004/ }).click()
    await expect(page.getByRole('heading', { level: 2, name: '2004' })).toBeVisible()
    await page.keyboard.press('End')
    await page.getByRole('link', { name: 'January 2004' }).click()
    await page.getByRole('button', { name: 'Calendar view' }).click()
    await expect(page.getByRole('grid', { name: 'January 2004' })).toBeVisible()
    await page.getByRole('gridcell', { name: /Parasite/ }).click()
    await expect(page).toHaveURL(/\/diary\/2004-01-15$/)
    await page.goBack()
  })

  await test.step('a day and the count of its further films stand apart, in every window and language', async () => {
    await page.getByRole('link', { name: 'After: February 2004' }).click()
    const cell = page.getByRole('gridcell').filter({ hasText: '+1' })
    for (const [locale, width] of [
      ['ar', 1280],
      ['ar', 320],
      ['en', 320],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await chooseLanguage(page, locale)
      const [day, more] = await Promise.all(
        ['15', '+1'].map((text) => cell.getByText(text, { exact: true }).boundingBox()),
      )
      if (!day || !more) throw new Error('not shown')
      const aside = day.x + day.width <= more.x || more.x + more.width <= day.x
      expect(aside || day.y + day.height <= more.y, `${locale} at ${width}`).toBe(true)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: 'Before: January 2004' }).click()
    await page.getByRole('button', { name: 'List view' }).click()
  })

  await test.step('to another day by keys alone', async () => {
    await page.getByRole('button', { name: /^Actions for Parasite/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Change day' }).press('Enter')
    const field = page.getByLabel('Change day')
    await expect(field).toBeFocused()
    await field.fill('2003-12-31')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nothing logged in January 2004.')).toBeVisible()
    await page.getByRole('link', { name: 'Before: December 2003' }).click()
    await expect(page.getByRole('article', { name: 'Parasite' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('article', { name: 'Parasite' })).toBeVisible()
  })
})
