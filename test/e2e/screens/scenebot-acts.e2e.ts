import type { Page } from '@playwright/test'
import { call, freeName, signUp } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

const chat = (page: Page) => page.getByRole('log')
const replies = (page: Page) => chat(page).locator('li:has(> [aria-hidden])')
const cards = (page: Page) => replies(page).last().getByRole('list', { name: 'Films in this reply' })

async function ask(page: Page, question: string): Promise<void> {
  await expect(replies(page)).not.toHaveCount(0)
  // The greeting makes way for the first answer.
  const isFirst = await page.getByText('Hi, I’m SceneBot.').isVisible()
  const before = isFirst ? 0 : await replies(page).count()
  const field = page.locator('main textarea')
  await field.fill(question)
  await field.press('Enter')
  await expect(replies(page)).toHaveCount(before + 1)
  await expect(page.getByText('SceneBot is typing')).toHaveCount(0)
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
])
  test(`a member is told why, refuses a film, keeps another, and takes the refusal back at ${viewport.width}`, async ({
    empty,
    enter,
  }) => {
    const session = await signUp(empty, freeName('sami'))
    const { token } = session
    const body = new FormData()
    for (const [name, value] of Object.entries({
      movieId: String(films.parasite),
      rating: '5',
      watchedAt: '2026-01-02',
    }))
      body.set(name, value)
    await call(empty, '/api/logs/full', { method: 'POST', token, body })
    const onWatchlist = async () =>
      (await call<{ tmdbId: number }[]>(empty, `/api/users/${session.user._id}/watchlist`, { token })).map(
        ({ tmdbId }) => `/movie/${tmdbId}`,
      )
    const { page } = await enter(empty, { session, viewport })
    await page.goto('/scenebot')
    /** The address of the film that the last reply names first. */
    const first = async () => (await cards(page).getByRole('link').first().getAttribute('href')) ?? ''

    const refused = await test.step('why, and not that one', async () => {
      await ask(page, 'Recommend a dramatic thriller')
      await expect(replies(page).last()).toContainText('because you gave Parasite (2019) five stars (also')
      const film = await first()
      expect(film).toMatch(/\/movie\/\d+/)
      await ask(page, 'not that one')
      await expect(replies(page).last()).toContainText('I will not recommend')
      expect(await first()).not.toBe(film)
      await ask(page, 'Recommend a dramatic thriller')
      await expect(cards(page).locator(`a[href="${film}"]`)).toHaveCount(0)
      return film
    })

    await test.step('a film is kept by a press, and nothing before it', async () => {
      const film = await first()
      await ask(page, 'add it to my watchlist')
      await expect(replies(page).last()).toContainText('Shall I add')
      expect(await onWatchlist()).toEqual([])
      await replies(page).last().getByRole('button', { name: 'Add to watchlist' }).press('Enter')
      await expect(replies(page).last()).toContainText('On your watchlist')
      expect(await onWatchlist()).toEqual([film])
      await page.reload()
      await expect(replies(page).last()).toContainText('On your watchlist')
    })

    await test.step('another by a word, once, and a third is left', async () => {
      await ask(page, 'add Whiplash to my watchlist')
      await ask(page, 'Yes please')
      await expect(replies(page).last()).toContainText('Whiplash')
      await expect(replies(page).last()).toContainText('is on your watchlist')
      expect(await onWatchlist()).toHaveLength(2)
      await ask(page, 'yes')
      expect(await onWatchlist()).toHaveLength(2)
      await ask(page, 'add Heat to my watchlist')
      await ask(page, 'no thanks')
      await expect(replies(page).last()).toContainText('All right, I leave it.')
      await expect(chat(page).getByRole('button', { name: 'Add to watchlist' })).toHaveCount(0)
      expect(await onWatchlist()).toHaveLength(2)
    })

    await test.step('what was refused is listed, and comes back', async () => {
      await page.getByRole('button', { name: 'More options' }).click()
      await page.getByRole('menuitem', { name: 'Refused films' }).click()
      const dialog = page.getByRole('dialog', { name: 'Refused films' })
      const again = dialog.getByRole('button', { name: /^Recommend again: / })
      await expect(again).toHaveCount(1)
      await expect(dialog.locator(`a[href="${refused}"]`)).toBeVisible()
      await again.press('Enter')
      await expect(dialog.getByText('You have refused no films.')).toBeVisible()
      await page.keyboard.press('Escape')
      await ask(page, 'What did I refuse?')
      await expect(replies(page).last()).toContainText('You have refused no films.')
    })
  })
