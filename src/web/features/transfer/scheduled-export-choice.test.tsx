import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { ScheduledExportChoice } from './scheduled-export-choice.tsx'

const member = { _id: 'm', scheduledExport: 'never', exportDelivery: 'folder' }

const show = () => renderScreen(<ScheduledExportChoice memberId="m" />)
const isChosen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')

it('saves at once how often, and says where exports go', async () => {
  const requests = fakeApi({
    'GET /api/users/m': () => member,
    'PATCH /api/users/m': () => ({ user: { ...member, scheduledExport: 'weekly' } }),
  })
  show()
  await screen.findByText(/keep it in a folder/)
  expect(isChosen('Never')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Weekly' }))
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ scheduledExport: 'weekly' }))
  await waitFor(() => expect(isChosen('Weekly')).toBe('true'))
})

it('goes back when it could not be saved, and says so', async () => {
  fakeApi({
    'GET /api/users/m': () => ({ ...member, scheduledExport: 'monthly', exportDelivery: 'mail' }),
    'PATCH /api/users/m': () => {
      throw new Refusal(500, 'server.failed', 'Something went wrong.')
    },
  })
  show()
  await screen.findByText(/send it to your email address/)
  await userEvent.click(screen.getByRole('button', { name: 'Never' }))
  await screen.findByText('Not saved. Try again.')
  expect(isChosen('Monthly')).toBe('true')
})

it('is not there where the operator has none made', async () => {
  const requests = fakeApi({ 'GET /api/users/m': () => ({ ...member, exportDelivery: 'off' }) })
  const { container } = show()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(container.textContent).toBe('')
})

it('says why it could not be saved where that is known', async () => {
  fakeApi({
    'GET /api/users/m': () => ({ ...member, exportDelivery: 'mail' }),
    'PATCH /api/users/m': () => {
      throw new Refusal(429, 'request.rate_limited', 'x')
    },
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Weekly' }))
  expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeDefined()
})
