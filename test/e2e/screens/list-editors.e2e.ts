import { call, freeName, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

test('a mutual follower is asked to edit a private list, adds a film and leaves', async ({
  empty,
  enter,
}) => {
  const owner = await signUp(empty, freeName('maya'))
  const friend = await signUp(empty, freeName('tarek'))
  for (const [one, other] of [
    [owner, friend],
    [friend, owner],
  ] as const)
    await call(empty, `/api/users/${one.user._id}/follow/${other.user._id}`, {
      method: 'POST',
      token: one.token,
      body: {},
    })
  const list = await call<{ _id: string }>(empty, '/api/lists', {
    method: 'POST',
    token: owner.token,
    body: { title: 'For the two of us', isPrivate: true, movies: [{ id: films.parasite }] },
  })

  const { page } = await enter(empty, { session: owner, viewport: { width: 390, height: 844 } })
  await page.goto(`/list/${list._id}`)
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Invite others…' }).click()
  await page.getByRole('button', { name: `Ask ${friend.user.username} to edit` }).click()
  await expect(page.getByRole('list', { name: 'Editors' }).getByText('Asked')).toBeVisible()

  const { page: desk, expected } = await enter(empty, {
    session: friend,
    viewport: { width: 1280, height: 900 },
  })
  await desk.goto('/notifications')
  await desk.getByText('asks you to edit a list', { exact: false }).click()
  await desk.waitForURL(`**/list/${list._id}`)
  await desk.getByRole('button', { name: 'Accept' }).click()
  await expect(desk.getByRole('list', { name: 'Editors' })).toContainText(friend.user.username)

  // From the film's page, into the list of somebody else.
  await desk.goto(`/add-to-list/${films.whiplash}`)
  const chosen = desk.getByRole('button', { name: /For the two of us/ })
  await chosen.click()
  await expect(chosen).toContainText('Added')
  await desk.goto(`/list/${list._id}`)
  await expect(desk.getByText('2 films', { exact: true })).toBeVisible()
  await desk.getByRole('button', { name: 'More options' }).click()
  await desk.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await desk.waitForURL(`**/list/${list._id}/edit`)
  await expect(desk.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(desk.getByRole('textbox', { name: 'Title' })).toHaveCount(0)
  await desk.goBack()

  await desk.getByRole('button', { name: 'More options' }).click()
  await desk.getByRole('menuitem', { name: 'Leave list' }).click()
  expected.push(/404 \(Not Found\).*\/api\/lists\//)
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Leave list' }).click()
  await expect(desk.getByText('This list could not be found.')).toBeVisible()
})
