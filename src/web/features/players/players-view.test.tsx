import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Player } from '#shared/api/players.ts'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { renderScreen } from '#test/fakes/screen.tsx'
import { PlayersView } from './players-view.tsx'
import { PlaysCard } from './plays-card.tsx'

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
  renderScreen(<PlayersView />)
  await screen.findByRole('button', { name: 'Try again' }, { timeout: 20_000 })
  const asked = requests.length
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  screen.getByRole('button', { name: 'Try again' })
  expect(requests).toHaveLength(asked)
})

test('the names of a player are saved as a list, and Save is there while they differ', async () => {
  let player: Player = {
    id: '018f0000-0000-7000-8000-000000000001',
    kind: 'plex',
    userNames: ['layla'],
    createdAt: '2026-01-02T10:00:00.000Z',
    pausedAt: null,
    calls: [],
  }
  const requests = fakeApi({
    'GET /api/players': () => ({ players: [player], timeZone: 'UTC' }),
    [`PATCH /api/players/${player.id}`]: ({ body }) => (player = { ...player, ...(body as object) }),
  })
  renderScreen(<PlayersView />)
  const field = (await screen.findAllByRole('textbox')).at(-1) as HTMLElement
  expect(screen.queryByRole('button', { name: 'Save the names' })).toBeNull()
  await userEvent.type(field, ',omar')
  await userEvent.click(screen.getByRole('button', { name: 'Save the names' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save the names' })).toBeNull())
  expect(requests.find(({ body }) => body !== undefined)?.body).toEqual({ userNames: ['layla', 'omar'] })
})

test('the address of a new player has the focus where it is copied, and gives it on when it is put away', async () => {
  const address = 'https://scene.example/in/secret'
  fakeApi({
    'GET /api/players': () => ({ players: [], timeZone: 'UTC' }),
    'POST /api/players': () => ({ player: null, address }),
  })
  renderScreen(<PlayersView />)
  await userEvent.click(await screen.findByRole('button', { name: 'Make the address' }))
  const copy = await screen.findByRole('button', { name: 'Copy the address' })
  expect(document.activeElement).toBe(copy)
  expect(screen.getByRole('group', { name: 'Address of the player' }).textContent).toBe(address)
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(address)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Make the address' }))
})

const kodi: Player = {
  id: '018f0000-0000-7000-8000-000000000001',
  kind: 'kodi',
  userNames: [],
  createdAt: '2026-01-02T10:00:00.000Z',
  pausedAt: null,
  calls: [],
}

test.each<[string | null, 'Works' | 'Paused']>([
  [null, 'Works'],
  ['2026-01-03T10:00:00.000Z', 'Paused'],
])('a player that has called says that it works, or that it is paused (%s)', async (pausedAt, said) => {
  const at = '2020-01-02T10:00:00.000Z'
  const call = { id: kodi.id, at, outcome: 'test', title: null, userName: null } as const
  const players = [{ ...kodi, pausedAt, calls: [call] }]
  fakeApi({ 'GET /api/players': () => ({ players, timeZone: 'UTC' }) })
  renderScreen(<PlayersView />)
  expect((await screen.findByText(said)).nextElementSibling?.textContent).toBe('2 Jan 2020')
})

test('a player that is removed leaves the focus to what is beside it', async () => {
  let players = [kodi]
  fakeApi({
    'GET /api/players': () => ({ players, timeZone: 'UTC' }),
    [`DELETE /api/players/${kodi.id}`]: () => {
      players = []
      return {}
    },
  })
  renderScreen(<PlayersView />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Kodi' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Kodi' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Make the address' }))
})

test('what ended last evening waits as a sentence, what ended at another time with its day', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 2, 11, 9) })
  const play = (digit: number, title: string, day: string, watchedAt: Date) => ({
    id: `018f0000-0000-7000-8000-00000000000${digit}`,
    kind: 'plex',
    film: { id: digit, title, poster: null, release_date: '1995-12-15' },
    title,
    year: 1995,
    day,
    watchedAt: watchedAt.toISOString(),
    rating: null,
  })
  const plays = [
    play(1, 'Heat', '2026-03-10', new Date(2026, 2, 10, 23)),
    play(2, 'Casino', '2026-03-10', new Date(2026, 2, 10, 14)),
  ]
  const requests = fakeApi({
    'GET /api/plays': () => plays,
    [`DELETE /api/plays/${plays[0]?.id}`]: () => ({}),
  })
  renderScreen(<PlaysCard />)
  const heat = await screen.findByRole('link', { name: 'Heat' })
  expect(heat.parentElement?.textContent).toBe('You watched Heat last night')
  const casino = screen.getByRole('link', { name: 'Casino' })
  expect(casino.parentElement?.textContent).toBe('Casino 1995')
  expect(screen.getAllByText('You watched it: Yesterday', { exact: false })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Not me: Heat' }))
  await waitFor(() => expect(requests.some(({ route }) => route.startsWith('DELETE'))).toBe(true))
})
