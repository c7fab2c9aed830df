import type { Page } from '@playwright/test'
import { call, freeName, signUp } from '../support/members.ts'
import { expect, test } from '../support/scene.ts'
import { scrollEnded } from '../support/screen-checks.ts'

const phone = { width: 390, height: 844 }
/** Aftersun, which no other test writes about. */
const film = 965150
const path = `/movie/${film}/reviews`
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a reply...' })

test('all reviews of a film are read, answered and liked in one place', async ({ empty, enter }) => {
  const author = await signUp(empty, freeName('dina'))
  const reader = await signUp(empty, freeName('sami'))
  const review = (text: string, rewatchCount = 0) =>
    call<{ _id: string }>(empty, '/api/logs/full', {
      method: 'POST',
      token: author.token,
      body: { movieId: film, review: text, rating: 4.5, rewatchCount },
    })
  const { page: theirs } = await enter(empty, { session: reader, viewport: phone })
  const { page: mine } = await enter(empty, { session: author, viewport: { width: 1280, height: 900 } })
  const name = author.user.username
  const thread = (page: Page) => page.getByRole('list', { name: `Replies to the review by ${name}` })

  await test.step('there are none at first', async () => {
    await theirs.goto(path)
    await expect(theirs.getByText('No reviews yet.')).toBeVisible()
  })

  await test.step('the film’s page leads to all of them', async () => {
    await review('Not quite my tempo.', 2)
    await theirs.goto(`/movie/${film}`)
    await theirs.getByRole('link', { name: 'All →' }).click()
    await expect(theirs.getByRole('heading', { level: 1, name: 'All Reviews' })).toBeVisible()
    const card = theirs.getByRole('article', { name: `Review of Aftersun by ${name}` })
    await expect(card).toContainText(/2x.*Not quite my tempo\./s)
    await expect(card.getByRole('link', { name: `@${name}` })).toBeVisible()
  })

  await test.step('a reply to the review, sent with Enter, stands below it', async () => {
    await expect(field(theirs)).toHaveCount(0)
    const opener = theirs.getByRole('button', { name: `Reply to the review by ${name}` })
    await opener.click()
    await expect(field(theirs)).toBeFocused()
    await expect(field(theirs)).toHaveValue(`@${name} `)
    await field(theirs).pressSequentially('rushing or dragging?')
    await field(theirs).press('Enter')
    await expect(thread(theirs)).toContainText(`@${name} rushing or dragging?`)
    await expect(field(theirs)).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  await test.step('the author likes it and answers below it', async () => {
    await mine.goto(path)
    const comment = thread(mine).getByRole('article')
    const heart = comment.getByRole('button', { name: /^Like comment by/ })
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await comment.getByRole('button', { name: `Reply to ${reader.user.username}` }).click()
    await expect(field(mine)).toHaveValue(`@${reader.user.username} `)
    await field(mine).pressSequentially('dragging')
    await mine.getByRole('button', { name: 'Send' }).click()
    const nested = thread(mine).getByRole('listitem').getByRole('listitem')
    await expect(nested).toContainText('dragging')
    await expect(nested.getByRole('img', { name: '4.5 out of 5 stars' })).toBeVisible()
  })

  await test.step('its author takes it back', async () => {
    await mine.getByRole('button', { name: 'More options' }).click()
    await mine.getByRole('menuitem', { name: 'Delete' }).click()
    const question = mine.getByRole('alertdialog', { name: 'Delete this reply?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(thread(mine).getByText('dragging', { exact: true })).toHaveCount(0)
    await expect(mine.getByText('1 reply')).toBeVisible()
  })

  await test.step('many load as one reads on, and Back finds the place again', async () => {
    await Promise.all(
      Array.from({ length: 35 }, (_, at) =>
        review(`Take ${at}. ${'And then the drums came in. '.repeat(at % 7)}`),
      ),
    )
    await theirs.goto(path)
    const reviews = theirs.getByRole('list', { name: 'All Reviews' }).locator('> li')
    await expect(async () => {
      await theirs.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect(reviews.last()).toHaveAttribute('aria-posinset', '36', { timeout: 500 })
    }).toPass()
    expect(await reviews.count()).toBeLessThan(30)
    await theirs.evaluate(() => window.scrollBy(0, -3000))
    // Rows come and go while it scrolls: one is held by its number once it stands still.
    await scrollEnded(theirs)
    const number = await reviews.nth(5).getAttribute('aria-posinset')
    const seen = theirs.locator(`main li[aria-posinset="${number}"]`).getByRole('article')
    await seen.scrollIntoViewIfNeeded()
    const text = (await seen.locator('p').first().textContent()) ?? ''
    await seen.getByRole('link', { name: `@${name}` }).click()
    await theirs.waitForURL('**/profile/*')
    await theirs.goBack()
    await expect(theirs.getByText(text, { exact: true })).toBeInViewport()
  })
})
