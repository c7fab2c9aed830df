import { call, logIn, makeOperator } from '../support/members.ts'
import { expect, test } from '../support/scene.ts'

test('an operator sees how all stands, makes a backup, sends a mail, suspends a member and refuses names', async ({
  launch,
  enter,
}) => {
  test.setTimeout(180_000)
  await launch({}, async (product) => {
    makeOperator(product, 'layla')
    const { page } = await enter(product, { session: await logIn(product) })
    await page.goto('/')
    await page.getByRole('link', { name: 'Administration' }).click()
    await expect(page.getByRole('heading', { name: 'Things that need attention: 2.' })).toBeVisible()
    const needs = page.getByRole('list', { name: 'What Scene needs' })
    await expect(needs.getByRole('listitem').first()).toContainText('None are scheduled.')
    await expect(needs.getByRole('listitem').nth(1)).toContainText('New passwords may be short')

    await page.getByRole('link', { name: 'Open Backups' }).click()
    await expect(page).toHaveURL(/\/admin\/backups$/)
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect(page.getByText('Read again and right')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/^npx scene backup restore .*\.tar\.gz --replace$/)).toBeVisible()

    await page.getByRole('tab', { name: 'Mail' }).click()
    await expect(page).toHaveURL(/\/admin\/mail$/)
    await page.getByRole('button', { name: 'Send a test mail' }).click()
    await expect(page.getByText('Sent to')).toBeVisible()

    await page.getByRole('tab', { name: 'Members' }).click()
    await page.getByRole('searchbox', { name: 'Find a member' }).fill('noor')
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: 'Actions for @noor' }).click()
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    const question = page.getByRole('alertdialog', { name: 'Suspend @noor?' })
    await question.getByRole('button', { name: 'Suspend' }).click()
    await expect(page.getByRole('cell', { name: 'Suspended' })).toBeVisible()

    await page.getByRole('tab', { name: 'Refusals' }).click()
    await expect(page.getByText('Nothing is refused.')).toBeVisible()
    await page.getByLabel('What is refused').fill('Free*')
    await page.keyboard.press('Enter')
    const refused = page.getByRole('row', { name: /free\*/ })
    await expect(refused).toContainText('@layla')
    const isFree = async () =>
      (await call<{ available: boolean }>(product, '/api/auth/check-username?username=freebie')).available
    expect(await isFree()).toBe(false)
    await refused.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Nothing is refused.')).toBeVisible()
    expect(await isFree()).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(refused).toBeVisible()

    await page.getByRole('tab', { name: 'Audit log' }).click()
    for (const act of ['Member suspended', 'Test mail sent', 'Backup made', 'Role changed'])
      await expect(page.getByRole('listitem').filter({ hasText: act })).toHaveCount(1)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Audit log', selected: true })).toBeVisible()
    // Before the product ends, which its page would complain of.
    await page.close()
  })
})

test('a member finds no such page', async ({ community, enter }) => {
  const { page } = await enter(community, { session: await logIn(community) })
  for (const path of ['/admin', '/admin/members', '/admin/nothing']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
})
