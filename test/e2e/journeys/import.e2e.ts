import { unzipSync } from 'fflate'
import { readFileSync } from 'node:fs'
import { call, freeName, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

const file = (name: string, lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
})

const diary = file('diary.csv', [
  'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date,Review',
  '2024-01-02,Parasite,2019,https://boxd.it/a1,4.5,,,2024-01-01,"One line\nand another, ""quoted"""',
  '2024-01-05,Whiplash,2014,https://boxd.it/a2,5,Yes,,2024-01-04,',
  '2024-01-06,Zzqx Nowhere,1931,https://boxd.it/a3,2,,,2024-01-05,',
])
const ratings = file('ratings.csv', [
  'Date,Name,Year,Letterboxd URI,Rating',
  '2024-01-07,Inception,2010,https://boxd.it/b1,3.5',
])
const watchlist = file('watchlist.csv', [
  'Date,Name,Year,Letterboxd URI',
  '2024-01-08,Interstellar,2014,https://boxd.it/c1',
])

interface OwnLog {
  tmdbId: number
  rating: number | null
  watchedAt: string | null
  review: string
}

test('a member brings a diary along, fixes a row, takes everything out and takes it back', async ({
  empty,
  enter,
}) => {
  const session = await signUp(empty, freeName('import'))
  const { page } = await enter(empty, { session })
  const ownLogs = () => call<OwnLog[]>(empty, `/api/logs/user/${session.user._id}`, session)

  await page.goto('/import')
  await page.getByLabel('Diary Choose .csv').setInputFiles(diary)
  await page.getByLabel('Ratings Choose .csv').setInputFiles(ratings)
  await page.getByLabel('Watchlist Choose .csv').setInputFiles(watchlist)
  // The review of two lines is one line of the table.
  await expect(page.getByRole('region', { name: 'First lines of diary.csv' }).getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: 'Upload All Files' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Welcome to Scene!')
  await page.getByRole('alertdialog').getByRole('button').click()
  await expect(page.getByText('Import complete.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload All Files' })).toBeHidden()

  // What is known of the imports outlives the screen.
  await page.reload()
  const card = page.getByRole('article', { name: 'Letterboxd diary.csv' })
  await card.getByRole('link', { name: 'Check rows (1)' }).click()
  const row = page.getByRole('article', { name: 'Zzqx Nowhere 1931' })
  await expect(row).toContainText('diary.csv, line 5')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toContain('Zzqx Nowhere')
  await row.getByRole('button', { name: 'Search for the film' }).click()
  const search = page.getByRole('dialog')
  await search.getByRole('combobox').fill('godfather')
  await search.getByRole('option').first().click()
  await expect(page.getByText('No rows need attention.')).toBeVisible()

  const logs = await ownLogs()
  expect(logs.find(({ tmdbId }) => tmdbId === films.parasite)).toMatchObject({
    rating: 4.5,
    watchedAt: '2024-01-01',
    review: 'One line\nand another, "quoted"',
  })
  expect(logs).toHaveLength(4)

  await page.goto('/settings/export')
  const exporting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  const saved = await exporting
  expect(saved.suggestedFilename()).toMatch(new RegExp(`^scene-${session.user.username}-.*\\.zip$`))
  expect(Object.keys(unzipSync(readFileSync(await saved.path()))).length).toBeGreaterThan(1)

  await page.goto('/import')
  await card.getByRole('button', { name: 'Remove what this import created' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(/^Removed \d+, kept 0 that you changed since\.$/)).toBeFocused()
  await expect(card).toBeHidden()
  expect(await ownLogs()).toHaveLength(1)
})
