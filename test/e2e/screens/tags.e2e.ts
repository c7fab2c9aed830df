import type { Page } from '@playwright/test'
import { call, freeName, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

const menu = (page: Page) => page.getByRole('main').getByRole('button', { name: 'More options' })

test('a member renames, merges and removes tags of all logs at once; others only look', async ({
  empty,
  enter,
}) => {
  const owner = await signUp(empty, freeName('tags'))
  for (const [film, tags] of [
    [films.parasite, 'cinema, Seoul'],
    [films.whiplash, 'drums, cinema'],
  ] as const) {
    const body = new FormData()
    for (const [name, value] of Object.entries({ movieId: String(film), review: 'Seen.', tags }))
      body.set(name, value)
    await call(empty, '/api/logs/full', { method: 'POST', token: owner.token, body })
  }
  const { page, expected } = await enter(empty, { session: owner })
  const heading = (name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  const dialog = page.getByRole('dialog')

  await test.step('from all tags to one, with those beside it', async () => {
    await page.goto(`/profile/${owner.user._id}/tags`)
    await page.getByRole('link', { name: /^#cinema/i }).click()
    await heading('#cinema')
    await expect(page.getByText('2 logs')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Films with this tag' }).getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Entries' }).click()
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'Used together' }).getByRole('link')).toHaveCount(2)
  })

  await test.step('a new name; without a network it stays in its field', async () => {
    await menu(page).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await dialog.getByLabel('Tag').fill('big screen, dark room')
    await expect(dialog.getByText('A tag cannot contain a comma.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByLabel('Tag').fill('big screen')
    expected.push(/ERR_FAILED .*\/tag$/)
    await page.route('**/api/users/*/tag', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(dialog.getByLabel('Tag')).toHaveValue('big screen')
    await page.unroute('**/api/users/*/tag')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await heading('#big screen')
    await expect(page).toHaveURL(/\/tag\/big%20screen$/)
  })

  await test.step('two become one after a question', async () => {
    await menu(page).click()
    await page.getByRole('menuitem', { name: 'Merge into…' }).click()
    await dialog.getByRole('searchbox').fill('dr')
    await dialog.getByRole('button', { name: '#drums' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click()
    await heading('#drums')
    await expect(page.getByText('2 logs')).toBeVisible()
  })

  await test.step('somebody else has no menu', async () => {
    const reader = await enter(empty, { session: await signUp(empty, freeName('reader')) })
    await reader.page.goto(`/profile/${owner.user._id}/tag/drums`)
    await expect(reader.page.getByText('2 logs')).toBeVisible()
    await expect(menu(reader.page)).toHaveCount(0)
    await reader.page.goto(`/profile/${owner.user._id}/tag/nothing`)
    await expect(reader.page.getByText('No logs with this tag.')).toBeVisible()
  })

  await test.step('away with it', async () => {
    await menu(page).click()
    await page.getByRole('menuitem', { name: 'Remove from all' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page).toHaveURL(/\/tags$/)
    await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveCount(1)
  })
})
