import type { Page } from '@playwright/test'
import { call, freeName, picture, signUp } from '../support/members.ts'
import { expect, films, joined, test } from '../support/scene.ts'

const phone = { width: 390, height: 844 }
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a comment...' })
const comments = (page: Page) => page.getByRole('list', { name: 'Comments' })
const inView = (page: Page) => page.evaluate(() => window.scrollY + window.innerHeight)

test('a comment with an image and a GIF, its answer, a like, and both deleted', async ({ empty, enter }) => {
  const author = await signUp(empty, freeName('aya'))
  const reader = await signUp(empty, freeName('rami'))
  const { _id: review } = await call<{ _id: string }>(empty, '/api/logs/full', {
    method: 'POST',
    token: author.token,
    body: { movieId: films.parasite, review: 'The stairs know.', rating: 4.5 },
  })
  const { page: theirs } = await enter(empty, { session: reader, viewport: phone })
  const { page: mine } = await enter(empty, { session: author, viewport: { width: 1280, height: 900 } })
  const ready = Promise.all([joined(theirs), joined(mine)])
  await mine.goto('/trending')
  await theirs.goto(`/review/${review}/replies`)
  await ready

  await test.step('comment', async () => {
    await expect(theirs.getByText('No comments yet. Be the first to reply!')).toBeVisible()
    await theirs.locator('input[type="file"]').setInputFiles(await picture('#7c3aed'))
    await theirs.getByRole('button', { name: 'Add GIF' }).click()
    const picker = theirs.getByRole('dialog')
    await picker.getByRole('tab', { name: 'Trending' }).click()
    await picker.getByRole('button', { name: /^GIF/ }).first().click()
    await field(theirs).fill('Second step from the top.')
    await field(theirs).press('Enter')
    const written = comments(theirs).getByRole('article')
    await expect(written).toContainText('Second step from the top.')
    await expect(written.getByRole('img', { name: /^Image attached by/ })).toBeVisible()
    await expect(written.getByRole('button', { name: 'Play GIF' })).toBeVisible()
    await expect(field(theirs)).toHaveValue('')
    await expect(field(theirs)).toBeFocused()
    await expect
      .poll(async () => (await inView(theirs)) - (await theirs.evaluate(() => document.body.scrollHeight)))
      // The space below the thread is no part of the comment.
      .toBeGreaterThanOrEqual(-8)
  })

  await test.step('the author hears of it at once, and answers', async () => {
    await expect(mine.getByTestId('unread-dot')).toBeVisible()
    await mine.getByRole('link', { name: 'Notifications' }).click()
    await mine.getByRole('main').getByText('commented on your review').click()
    await mine.waitForURL(`**/review/${review}`)
    await mine.getByRole('button', { name: `Reply to ${reader.user.username}` }).click()
    await mine.waitForURL(/\/(review\/.+\/replies|replies\/.+)$/)
    await expect(field(mine)).toHaveValue(`@${reader.user.username} `)
    await expect(field(mine)).toBeFocused()
    await mine.reload()
    await expect(field(mine)).toHaveValue(`@${reader.user.username} `)
    await field(mine).press('End')
    await field(mine).pressSequentially('you counted')
    await field(mine).press('Enter')
    await expect(comments(mine).getByRole('listitem').getByRole('listitem')).toContainText('you counted')
    await expect(field(mine)).toHaveValue('')
  })

  await test.step('the answer comes into the open thread, and is liked', async () => {
    const answer = comments(theirs).getByRole('listitem').getByRole('listitem')
    await expect(answer).toContainText('you counted')
    // On a phone they have no room beside the name, and stand over the text, not below the picture.
    const stars = await answer.getByRole('img', { name: /stars/ }).boundingBox()
    const text = await answer.getByText('you counted').boundingBox()
    expect([stars?.x, (stars?.y ?? 0) < (text?.y ?? 0)]).toEqual([text?.x, true])
    const like = answer.getByRole('button', { name: /^Like comment by/ })
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect(like).toContainText('1')
  })

  await test.step('deleting leaves a placeholder above the answer, then nothing', async () => {
    await theirs.getByRole('button', { name: 'More options' }).click()
    await theirs.getByRole('menuitem', { name: 'Delete' }).click()
    const question = theirs.getByRole('alertdialog', { name: 'Delete this reply?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(comments(theirs).getByText('This comment was deleted.')).toBeVisible()
    await expect(comments(theirs).getByText('you counted')).toBeVisible()
    await mine.getByRole('button', { name: 'More options' }).click()
    await mine.getByRole('menuitem', { name: 'Delete' }).click()
    await mine.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(mine.getByText('you counted')).toBeHidden()
    const { replyCount } = await call<{ replyCount: number }>(empty, `/api/logs/${review}`, author)
    expect(replyCount).toBe(0)
  })
})

test('a long thread opens at once, keeps few comments alive, and Back finds the place again', async ({
  empty,
  enter,
}) => {
  const author = await signUp(empty, freeName('aya'))
  const { _id: review } = await call<{ _id: string }>(empty, '/api/logs/full', {
    method: 'POST',
    token: author.token,
    body: { movieId: films.whiplash, review: 'Not quite my tempo.' },
  })
  for (let from = 0; from < 150; from += 25) {
    await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        call(empty, `/api/logs/${review}/reply`, {
          method: 'POST',
          token: author.token,
          body: { text: `Bar ${from + at}. ${'And then the drums came in. '.repeat((from + at) % 5)}` },
        }),
      ),
    )
  }
  const { page } = await enter(empty, { session: author, viewport: phone })
  await page.goto(`/replies/${review}`)
  await expect(comments(page).getByRole('article').first()).toBeVisible()
  expect(await comments(page).getByRole('article').count()).toBeLessThan(30)
  const last = () => comments(page).locator('> li').last()
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(last()).toHaveAttribute('aria-posinset', '150', { timeout: 500 })
  }).toPass()
  await page.evaluate(() => window.scrollBy(0, -6000))
  // Until others are drawn, those of the end are still there.
  await expect(last()).not.toHaveAttribute('aria-posinset', '150')
  const text = (await comments(page).getByRole('article').nth(6).locator('p').textContent()) ?? ''
  const seen = comments(page).getByRole('article').filter({ hasText: text })
  await seen.getByRole('link').click()
  await page.waitForURL('**/profile/*')
  await page.goBack()
  await expect(page.getByText(text, { exact: true })).toBeInViewport()
})
