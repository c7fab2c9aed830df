import { call, freeName, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

test('a comment on a list: written on a phone, heard of and answered on a desk, also without a network', async ({
  empty,
  enter,
}) => {
  const owner = await signUp(empty, freeName('maya'))
  const fan = await signUp(empty, freeName('tarek'))
  const { _id: listId } = await call<{ _id: string }>(empty, '/api/lists', {
    method: 'POST',
    token: owner.token,
    body: { title: 'Films with stairs', movies: [{ id: films.parasite }] },
  })

  const { page } = await enter(empty, { session: fan, viewport: { width: 390, height: 844 } })
  await page.goto(`/list/${listId}`)
  await page.getByRole('link', { name: '0 comments' }).click()
  await page.waitForURL(`**/list/${listId}/comments`)
  await expect(page.getByRole('link', { name: /Films with stairs/ })).toBeVisible()
  await expect(page.getByText('No comments yet. Be the first to reply!')).toBeVisible()
  await page.getByRole('textbox', { name: 'Write a comment...' }).fill('And the ones going down?')
  await page.keyboard.press('Enter')
  const comment = page.getByRole('article', { name: `Comment by ${fan.user.username}` })
  await expect(comment).toContainText('And the ones going down?')

  const { page: desk, expected } = await enter(empty, {
    session: owner,
    viewport: { width: 1280, height: 900 },
  })
  await desk.goto('/notifications')
  await desk.getByText('commented on your list', { exact: false }).click()
  await desk.waitForURL(`**/list/${listId}/comments`)
  const heard = desk.getByRole('article', { name: `Comment by ${fan.user.username}` })
  await heard.getByRole('button', { name: `Like comment by ${fan.user.username}` }).click()
  await heard.getByRole('button', { name: `Reply to ${fan.user.username}` }).click()
  expected.push(/ERR_INTERNET_DISCONNECTED/)
  await desk.context().setOffline(true)
  await desk.getByRole('textbox', { name: 'Write a comment...' }).press('End')
  await desk.keyboard.type('Those as well.')
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('1 change waiting')).toBeVisible()
  await desk.context().setOffline(false)
  await expect(desk.getByRole('article', { name: `Comment by ${owner.user.username}` })).toContainText(
    'Those as well.',
  )

  await page.goto(`/list/${listId}`)
  await expect(page.getByRole('link', { name: '2 comments' })).toBeVisible()
})
