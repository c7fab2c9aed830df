import type { Page } from '@playwright/test'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const path = '/settings/notifications'
const device = (end: number, browser: string, system: string, isCurrent: boolean) => ({
  id: `018f0000-0000-7000-8000-0000000000${end}`,
  browser,
  system,
  since: '2026-11-01T10:00:00.000Z',
  sentAt: null,
  isCurrent,
})

/** Quiet hours, a digest and two browsers. Nothing of the demo member is changed: what the server would answer is made up. */
async function withChoices(page: Page): Promise<void> {
  await page.route('**/api/notifications/settings', async (route) => {
    const response = await route.fetch()
    const json = {
      ...((await response.json()) as object),
      quiet: { from: '22:30', to: '07:00' },
      timeZone: 'Asia/Riyadh',
      digestDay: 5,
      mailAfterMinutes: 180,
      devices: [device(11, 'Chrome', 'Android', true), device(12, 'Safari', 'iPhone', false)],
    }
    await route.fulfill({ response, json })
  })
}

export const notificationScreens: Screen[] = [
  { name: 'notification settings', path },
  {
    name: 'notification settings, chosen',
    path,
    prepare: withChoices,
    open: (page) => expect(page.locator('main input[type="time"]')).toHaveCount(2),
  },
]
