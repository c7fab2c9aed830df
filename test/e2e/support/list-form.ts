import type { Page } from '@playwright/test'
import { expect } from './scene.ts'

export interface List {
  _id: string
  title: string
  isPrivate: boolean
  isRanked: boolean
  coverImage: string | null
  movies: { id: number; title: string }[]
}

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const rows = (page: Page) => page.getByRole('list', { name: 'Films' }).getByRole('listitem')
export const titles = (page: Page) => rows(page).locator('bdi')

/** Drags a film by the mouse until it is over another one's lower half. */
export async function dragBelow(page: Page, title: string, other: string): Promise<void> {
  const from = await titles(page).getByText(title, { exact: true }).boundingBox()
  const to = await rows(page).filter({ hasText: other }).boundingBox()
  if (!from || !to) throw new Error('both films are in sight')
  await page.mouse.move(from.x + 4, from.y + 4)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, from.y + 16, { steps: 3 })
  await page.mouse.move(to.x + 60, to.y + to.height - 20, { steps: 6 })
  await expect(page.locator('[data-drop="after"]')).toHaveCount(1)
  await page.mouse.up()
  await expect(page.locator('[data-drop]')).toHaveCount(0)
}
