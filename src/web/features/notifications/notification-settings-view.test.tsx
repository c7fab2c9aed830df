import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { ReachSettings } from '#shared/api/notification-settings.ts'
import { renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi } from '#test/fakes/web-api.ts'
import { changeLocale } from '#web/i18n/index.ts'
import { NotificationSettingsView } from './notification-settings-view.tsx'

const ways = { inApp: true, push: false, mail: true }
const settings: ReachSettings = {
  reach: { likes: ways, comments: ways, follows: ways, requests: ways, shares: ways, year: ways },
  quiet: null,
  timeZone: 'UTC',
  mailAfterMinutes: 30,
  digestDay: null,
  hasMail: true,
  pushKey: '',
  devices: [],
}

afterEach(() => changeLocale('en'))

it('the digest is shown in the direction of its language, which need not be that of the device', async () => {
  await changeLocale('ar')
  fakeApi({
    'GET /api/notifications/settings': () => settings,
    'GET /api/notifications/digest': () => ({
      digest: { subject: 'Your week', text: 'The last seven days.' },
    }),
  })
  renderScreen(<NotificationSettingsView />)
  await userEvent.click(await screen.findByRole('button', { name: 'معاينة' }))
  expect((await screen.findByText('The last seven days.')).dir).toBe('auto')
})
