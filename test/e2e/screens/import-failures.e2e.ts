import { writeFile } from 'node:fs/promises'
import { call, freeName, signUp } from '../support/members.ts'
import { expect, test } from '../support/scene.ts'

const csv = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer })
const diary = csv(
  'diary.csv',
  Buffer.from(
    'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n2024-01-02,Parasite,2009,https://boxd.it/a,4,,,2024-01-01\n2024-01-02,Zzqx Nowhere,1931,https://boxd.it/b,4,,,2024-01-01\n',
  ),
)
const sentPosts = /\/api\/(letterboxd|imports)/

test('a file that is too large is refused before it is sent', async ({ empty, enter }, info) => {
  const { page } = await enter(empty, { session: await signUp(empty, freeName('large')) })
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && sentPosts.test(request.url())) posts.push(request.url())
  })
  await page.goto('/import')
  // By its path: the bytes of a buffer would travel to the browser as text.
  const huge = info.outputPath('huge.csv')
  await writeFile(huge, Buffer.alloc(25 * 1024 * 1024 + 1, 'a,b\n'))
  await page.getByLabel('Diary Choose .csv').setInputFiles(huge)
  await page.getByLabel('Choose .zip, .csv or .json').setInputFiles(huge)
  await expect(page.getByText('This file is too large to import. It may have up to 25 MB.')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Upload All Files' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  expect(posts).toEqual([])
})

test('offline: files and rows stay, each failure says so, and another try works', async ({
  empty,
  enter,
}) => {
  const { page, expected } = await enter(empty, { session: await signUp(empty, freeName('offline')) })
  expected.push(/ERR_INTERNET_DISCONNECTED/)
  const offline = (is: boolean) => page.context().setOffline(is)
  const upload = page.getByRole('button', { name: 'Upload All Files' })

  await page.goto('/import')
  await page.getByLabel('Diary Choose .csv').setInputFiles(diary)
  await offline(true)
  await upload.click()
  const field = page.getByRole('region', { name: 'Diary' })
  await expect(field.getByRole('alert')).toContainText('Import failed for diary')
  await expect(field.getByRole('alert')).toContainText('The file did not reach the server.')
  await expect(field.getByRole('region', { name: 'First lines of diary.csv' })).toBeVisible()
  await offline(false)
  await upload.click()
  await page.getByRole('alertdialog').getByRole('button').click()
  await expect(page.getByText('Import complete.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue to Profile' })).toBeFocused()
  await page.getByRole('article').getByRole('link', { name: 'Check rows (2)' }).click()

  const row = page.getByRole('article', { name: 'Zzqx Nowhere 1931' })
  await expect(row).toBeVisible()
  await offline(true)
  await row.getByRole('button', { name: 'Leave out' }).click()
  await expect(row.getByRole('alert')).toHaveText('The row could not be imported.')
  await page.getByRole('button', { name: 'Accept all likely matches' }).click()
  await expect(page.getByText('The rows could not be accepted.')).toBeVisible()
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  await expect(page.getByText('The rows could not be downloaded.')).toBeVisible()
  await offline(false)
  await row.getByRole('button', { name: 'Leave out' }).click()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Accept all likely matches' }).click()
  await expect(page.getByText('No rows need attention.')).toBeVisible()

  await page.goto('/settings/export')
  const everything = page.getByRole('main')
  await expect(everything.getByRole('heading', { name: 'Your data' })).toBeVisible()
  await offline(true)
  await everything.getByRole('button', { name: 'Download everything' }).click()
  await expect(everything.getByRole('alert')).toHaveText('Your data could not be downloaded.')
  await offline(false)
  const saving = page.waitForEvent('download')
  await everything.getByRole('button', { name: 'Try again' }).click()
  await saving
  await expect(everything.getByText('The download has begun.')).toBeVisible()
  await page.getByRole('link', { name: 'Import data' }).click()
  await expect(page).toHaveURL(/\/import$/)
})

test('a session that ends meanwhile leads to the login screen', async ({ empty, enter }) => {
  const session = await signUp(empty, freeName('ended'))
  const { page, expected } = await enter(empty, { session })
  expected.push(/401 /)
  await page.goto('/import')
  await page.getByLabel('Diary Choose .csv').setInputFiles(diary)
  await call(empty, '/api/auth/logout', { method: 'POST', token: session.token })
  const upload = page.getByRole('button', { name: 'Upload All Files' })
  // The socket may tell before anything is pressed.
  await upload.click({ timeout: 2000 }).catch(() => undefined)
  await expect(page).toHaveURL(/\/login/)
})
