import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { LesserKnownSwitch } from './lesser-known-switch.tsx'

const member = { _id: 'm', lesserKnownFilms: false }

function show() {
  renderScreen(<LesserKnownSwitch memberId="m" />)
  return screen.getByRole<HTMLInputElement>('switch', { name: /^Always show lesser-known films/ })
}

it('saves at once', async () => {
  const requests = fakeApi({
    'GET /api/users/m': () => member,
    'PATCH /api/users/m': () => ({ user: { ...member, lesserKnownFilms: true } }),
  })
  const choice = show()
  await waitFor(() => expect(choice.disabled).toBe(false))
  await userEvent.click(choice)
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ lesserKnownFilms: true }))
  await waitFor(() => expect(choice.checked).toBe(true))
})

it('goes back when it could not be saved, and says so', async () => {
  fakeApi({
    'GET /api/users/m': () => member,
    'PATCH /api/users/m': () => {
      throw new Refusal(500, 'server.failed', 'Something went wrong.')
    },
  })
  const choice = show()
  await waitFor(() => expect(choice.disabled).toBe(false))
  await userEvent.click(choice)
  await screen.findByText('Not saved. Try again.')
  expect(choice.checked).toBe(false)
})
