import type { Page } from '@playwright/test'
import { call, follow, freeName, signUp } from '../support/members.ts'
import { settle, violations } from '../support/screen-checks.ts'
import { expect, films, test, type Product, type Session } from '../support/scene.ts'

const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })

const log = (product: Product, { token }: Session, review: string) =>
  call<{ _id: string }>(product, '/api/logs/full', {
    method: 'POST',
    token,
    body: { movieId: films.parasite, review },
  })

const phone = { viewport: { width: 390, height: 844 } }

test('a review is narrowed in its editor, and all reviews are in the settings', async ({ empty, enter }) => {
  const author = await signUp(empty, freeName('aya'))
  const fan = await signUp(empty, freeName('fan'))
  const { _id: review } = await log(empty, author, 'The stairs know.')
  const { _id: other } = await log(empty, author, 'Again, with the lights on.')
  const { page } = await enter(empty, { session: author, ...phone })
  const { page: seat, expected } = await enter(empty, { session: fan, ...phone })

  await test.step('a member reads it while it is for members', async () => {
    await seat.goto(`/review/${review}`)
    await expect(seat.getByText('The stairs know.')).toBeVisible()
  })

  await test.step('the author makes it one for followers, and it says so', async () => {
    await page.goto(`/review/${review}`)
    await page.getByRole('main').getByRole('button', { name: 'More options' }).first().click()
    await page.getByRole('menuitem', { name: 'Edit Review/Log' }).click()
    const dialog = page.getByRole('dialog', { name: 'Parasite' })
    await dialog.getByRole('button', { name: 'Who can see this: Members' }).click()
    await page.getByRole('menuitemradio', { name: 'Followers Those who follow you' }).click()
    await expect(dialog.getByRole('button', { name: 'Who can see this: Followers' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Update' }).click()
    await page.waitForURL(`**/review/${review}`)
    await expect(page.getByRole('img', { name: 'Visible to: Followers' }).first()).toBeVisible()
  })

  await test.step('who does not follow finds nothing, who does reads it', async () => {
    expected.push(/404 /)
    await seat.goto(`/review/${review}`)
    await expect(seat.getByRole('main').getByText('Failed to load review.')).toBeVisible()
    await follow(empty, fan, author)
    await seat.goto(`/review/${review}`)
    await expect(seat.getByText('The stairs know.')).toBeVisible()
  })

  await test.step('what there is of a kind is narrowed at once', async () => {
    await page.goto('/settings/audiences')
    await settle(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Reviews: Members' }).click()
    await page.getByRole('menuitemradio', { name: 'Only me' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Also the 2 that you have').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Saved.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reviews: Only me' })).toBeVisible()
    for (const id of [review, other]) {
      await seat.goto(`/review/${id}`)
      await expect(seat.getByRole('main').getByText('Failed to load review.')).toBeVisible()
    }
    await page.goto(`/review/${other}`)
    await expect(page.getByRole('img', { name: 'Visible to: Only me' }).first()).toBeVisible()
  })
})

test('whoever would like to follow a locked account asks, and is let in', async ({ empty, enter }) => {
  const owner = await signUp(empty, freeName('omar'))
  const fan = await signUp(empty, freeName('fan'))
  const { page } = await enter(empty, { session: owner, ...phone })
  const { page: seat } = await enter(empty, { session: fan, ...phone })

  await test.step('the owner locks the account', async () => {
    await page.goto('/settings/audiences')
    const locked = page.getByRole('switch', { name: 'Locked account' })
    await locked.click()
    await expect(locked).toBeChecked()
  })

  await test.step('a member asks', async () => {
    await seat.goto(`/profile/${owner.user._id}`)
    // Behind the name, in its line.
    const mark = seat.getByRole('img', { name: /^Locked account/ })
    const lock = await mark.boundingBox()
    const name = await seat.locator('main bdi').and(mark.locator('xpath=preceding-sibling::*')).boundingBox()
    expect(lock?.x).toBeGreaterThan((name?.x ?? Infinity) + (name?.width ?? 0))
    expect(lock?.y).toBeLessThan((name?.y ?? 0) + (name?.height ?? 0))
    await seat.getByRole('button', { name: `Follow ${owner.user.username}`, exact: true }).click()
    await expect(
      seat.getByRole('button', { name: `Follow ${owner.user.username}: Requested`, pressed: true }),
    ).toBeVisible()
  })

  await test.step('the owner finds the request among the notifications, and accepts it', async () => {
    await page.goto('/notifications')
    await page.getByRole('link', { name: '1 follow request' }).click()
    await page.waitForURL('**/follow-requests')
    await settle(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: `Accept @${fan.user.username}` }).click()
    await expect(toast(page, `@${fan.user.username} follows you now`)).toBeVisible()
    await expect(page.getByText('No requests.')).toBeVisible()
  })

  const following = () =>
    seat.getByRole('button', { name: `Follow ${owner.user.username}: Following`, pressed: true })

  await test.step('takes that back, and the member waits again without having heard of it', async () => {
    await seat.reload()
    await expect(following()).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: `Accept @${fan.user.username}` })).toBeVisible()
    await seat.reload()
    await expect(
      seat.getByRole('button', { name: `Follow ${owner.user.username}: Requested`, pressed: true }),
    ).toBeVisible()
    const told = await call(empty, '/api/notifications', { token: fan.token })
    expect(told).toEqual([])
  })

  await test.step('accepts once more and leaves at once; nothing is lost', async () => {
    await page.getByRole('button', { name: `Accept @${fan.user.username}` }).click()
    await expect(toast(page, `@${fan.user.username} follows you now`)).toBeVisible()
    await page.close()
    await seat.reload()
    await expect(following()).toBeVisible()
  })
})

test('a member looks at the own profile as others do', async ({ empty, enter }) => {
  const owner = await signUp(empty, freeName('aya'))
  const { page } = await enter(empty, { session: owner, ...phone })
  const { _id: review } = await log(empty, owner, 'The stairs know.')
  await call(empty, `/api/logs/${review}`, {
    method: 'PATCH',
    token: owner.token,
    body: { audience: 'followers' },
  })
  await log(empty, owner, 'For all members.')
  const profile = `/profile/${owner.user._id}`
  const bar = page.getByRole('region', { name: 'View as' })

  await test.step('from the menu of the profile', async () => {
    await page.goto(`${profile}?tab=reviews`)
    await expect(page.getByText('The stairs know.')).toBeVisible()
    await page.getByRole('button', { name: 'More options' }).first().click()
    await page.getByRole('menuitem', { name: 'View as' }).click()
    await expect(page).toHaveURL(`${profile}?as=guest`)
    await expect(bar.getByText('2 logs hidden from guests')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)
    await settle(page)
    expect(await violations(page)).toEqual([])
  })

  await test.step('each sees what is theirs, in every tab', async () => {
    await page.getByRole('tab', { name: 'Reviews' }).click()
    await expect(page).toHaveURL(`${profile}?as=guest&tab=reviews`)
    await expect(page.getByText('For all members.')).toHaveCount(0)
    await bar.getByRole('button', { name: 'Member' }).click()
    await expect(page.getByText('For all members.')).toBeVisible()
    await expect(page.getByText('The stairs know.')).toHaveCount(0)
    await expect(bar.getByText('1 log hidden from members')).toBeVisible()
    await bar.getByRole('button', { name: 'Follower' }).click()
    await expect(page.getByText('The stairs know.')).toBeVisible()
    await expect(bar.getByText('None of your logs are hidden.')).toBeVisible()
  })

  await test.step('other parts of the profile keep who looks, until it is done', async () => {
    await page.goto(`${profile}?as=guest`)
    await page.getByRole('link', { name: /Followers/ }).click()
    await expect(page).toHaveURL(`${profile}/followers?as=guest`)
    await page.goto(`${profile}/diary?as=member`)
    await expect(bar).toBeVisible()
    await bar.getByRole('button', { name: 'Done' }).click()
    await expect(bar).toHaveCount(0)
    await page.goto(`${profile}?tab=reviews`)
    await expect(page.getByText('The stairs know.')).toBeVisible()
  })
})
