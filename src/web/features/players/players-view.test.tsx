import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { renderScreen } from '#test/fakes/screen.tsx'
import { PlayersView } from './players-view.tsx'

afterEach(() => {
  vi.useRealTimers()
})

test('players that could not be loaded stay so, with a way to try again, until somebody does', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const requests = fakeApi({
    'GET /api/players': () => {
      throw new Refusal(500, 'server.failed', 'Something went wrong.')
    },
  })
  renderScreen(<PlayersView onBack={() => {}} />)
  await screen.findByRole('button', { name: 'Try again' }, { timeout: 20_000 })
  const asked = requests.length
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  screen.getByRole('button', { name: 'Try again' })
  expect(requests).toHaveLength(asked)
})
