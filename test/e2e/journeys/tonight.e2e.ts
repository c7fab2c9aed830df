import type { Page } from '@playwright/test'
import { call, freeName, signUp, wish } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

const phone = { width: 390, height: 844 }
/** Of the built-in catalogue. */
const wanted = [films.parasite, films.whiplash, 550, 680, 27205]

/** Answers every card that is left. */
async function answerAll(page: Page, vote: 'No' | 'Fine' | 'Yes') {
  const cards = page.getByRole('radiogroup', { name: /your vote/ })
  // Whoever has no live connection looks every few seconds.
  await expect(cards).toBeVisible()
  while (await cards.isVisible()) {
    const name = await cards.getAttribute('aria-label')
    await cards.getByRole('radio', { name: vote }).click()
    await expect(page.getByRole('radiogroup', { name: name ?? '', exact: true })).toHaveCount(0)
  }
}

test('two members and a guest choose a film, on a phone, by keyboard and without an account', async ({
  empty,
  enter,
}) => {
  const host = await signUp(empty, freeName('maya'))
  const friend = await signUp(empty, freeName('tarek'))
  for (const [one, other] of [
    [host, friend],
    [friend, host],
  ] as const)
    await call(empty, `/api/users/${one.user._id}/follow/${other.user._id}`, {
      method: 'POST',
      token: one.token,
      body: {},
    })
  await wish(empty, host, wanted.slice(0, 4))
  await wish(empty, friend, wanted.slice(1))
  const { page } = await enter(empty, { session: host, viewport: phone })
  await page.goto('/tonight')
  await page.getByRole('button', { name: 'Make a code' }).click()
  await page.waitForURL(/\/tonight\/[A-Z0-9]{6}$/)
  const address = new URL(page.url()).pathname
  await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled()

  const { page: desk } = await enter(empty, { session: friend, viewport: { width: 1280, height: 900 } })
  await page.getByRole('button', { name: 'Ask friends' }).click()
  await page.getByRole('button', { name: `Ask ${friend.user.username} to join` }).click()
  const asking = page.getByRole('dialog')
  await expect(asking.getByText('Asked')).toBeVisible()
  await expect(asking.getByRole('button', { name: `Ask ${friend.user.username} to join` })).toBeFocused()
  await expect(asking.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  await asking.getByRole('button', { name: 'Close' }).click()
  await desk.goto('/notifications')
  await desk.getByText('asks you to choose a film together', { exact: false }).click()
  await desk.waitForURL(`**${address}`)
  await expect(desk.getByText('also private ones', { exact: false })).toBeVisible()
  await desk.getByRole('button', { name: 'Join' }).click()

  const { page: guest } = await enter(empty, { viewport: phone })
  await guest.goto(address)
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Nadia')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByText('Waiting for the host to start.')).toBeVisible()

  const people = page.getByRole('list', { name: 'Who is here' })
  await expect(people.getByText('Nadia')).toBeVisible()
  await expect(people.getByText(`@${friend.user.username}`)).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).click()

  // A veto by the host, then yes to the rest.
  await expect(page.getByText('1 of 5')).toBeVisible()
  const vetoed = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
  await page.getByRole('button', { name: /Veto/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Veto' }).click()
  await expect(page.getByText('2 of 5')).toBeVisible()
  await answerAll(page, 'Yes')
  await expect(page.getByText('Waiting for 2 people.')).toBeVisible()

  // By keyboard: back once, and all the way to the end.
  await expect(desk.getByText('1 of 5')).toBeVisible()
  await desk.keyboard.press('ArrowLeft')
  await expect(desk.getByText('2 of 5')).toBeVisible()
  await desk.getByRole('button', { name: 'The one before' }).click()
  for (const at of [1, 2, 3, 4, 5]) {
    await expect(desk.getByText(`${at} of 5`)).toBeVisible()
    await desk.keyboard.press('ArrowRight')
  }
  await expect(desk.getByText('Waiting for 1 person.')).toBeVisible()

  // On a tablet the answers stand beside the picture, as on a desk.
  await guest.setViewportSize({ width: 768, height: 1024 })
  const answers = guest.getByRole('radiogroup', { name: /your vote/ })
  await expect.poll(async () => (await answers.boundingBox())?.x).toBeGreaterThan(300)
  await answerAll(guest, 'Fine')
  for (const one of [page, desk, guest]) {
    await expect(one.getByRole('heading', { name: 'Your film' })).toBeVisible()
    const found = one.getByRole('main').getByRole('list').getByRole('listitem')
    await expect(found).toHaveCount(3)
    await expect(found.first()).toContainText('2 yes · 1 fine')
    await expect(one.getByRole('main')).not.toContainText(vetoed)
    await expect(one.getByRole('main')).not.toContainText(/veto/i)
  }
  await expect(guest.getByRole('link', { name: 'Sign up' })).toBeVisible()

  await page
    .getByRole('button', { name: /^We watched / })
    .first()
    .click()
  await desk.getByRole('button', { name: 'Log it' }).click()
  const editor = desk.getByRole('dialog')
  await editor.getByRole('slider').press('End')
  await editor
    .getByRole('button', { name: /^(Log|Save)/ })
    .last()
    .click()
  await expect
    .poll(() => call<object[]>(empty, `/api/logs/user/${friend.user._id}`, { token: friend.token }))
    .toHaveLength(1)
  // Nobody logs for another.
  expect(await call(empty, `/api/logs/user/${host.user._id}`, { token: host.token })).toEqual([])
})

test('a code of nothing says that the evening has ended', async ({ empty, enter }) => {
  const { page, expected } = await enter(empty)
  expected.push(/404/)
  await page.goto('/tonight/AAAAAA')
  await expect(page.getByText('This evening has ended.')).toBeVisible()
})
