import type { Page } from '@playwright/test'
import { call } from './members.ts'
import { expect, films, type Product, type Session } from './scene.ts'

export const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' as const }
export const offlineLines = [
  /ERR_CONNECTION_RESET/,
  /ERR_INTERNET_DISCONNECTED/,
  /ERR_FAILED/,
  /Failed to fetch/,
]

export interface Log {
  _id: string
  review: string
  rating: number
  likedByMe: boolean
  watchedAt: string | null
}

export const logsOf = (product: Product, { token, user }: Session) =>
  call<Log[]>(product, `/api/logs/user/${user._id}`, { token })

export const write = (product: Product, { token }: Session, review: string) =>
  call<{ _id: string }>(product, '/api/logs/full', {
    method: 'POST',
    token,
    body: { movieId: films.parasite, review, watchedAt: '2026-11-02' },
  })

export const waits = (page: Page, count: number) =>
  page.getByRole('button', { name: `${count} change${count === 1 ? '' : 's'} waiting` })

/** Logs a film on its page. */
export async function logFilm(page: Page, review: string): Promise<void> {
  await page.getByRole('button', { name: /^Log/ }).first().click()
  const editor = page.getByRole('dialog')
  await editor.getByRole('textbox', { name: 'Review' }).fill(review)
  await editor.getByRole('slider').first().press('End')
  await editor.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(editor).toHaveCount(0)
}
