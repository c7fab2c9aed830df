import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { filmLog, me, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { fakeApi, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import type { Log } from '#shared/api/logs.ts'
import { useFilmMark } from '#web/features/films/film-marks.api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { ToastHost } from '#web/ui/overlays/toast.tsx'
import { useSeenToggle } from './seen.ts'

beforeEach(signInAsLayla)

const bare: Partial<Log> = { _id: uuid('a'), rating: null }

function Seen() {
  const { seen } = useFilmMark(7)
  const { press } = useSeenToggle(7, seen)
  return (
    <button type="button" onClick={press}>
      {seen ? 'seen' : 'unseen'}
    </button>
  )
}

/** The server's logs of the film; a creation adds a bare one. */
async function show(logs: Log[]) {
  const requests = fakeApi({
    [`GET /api/users/${me}/film-marks`]: () => ({
      seen: logs.length > 0 ? [[7, logs[0]?.rating ?? null]] : [],
      watchlist: [],
      favourites: [],
    }),
    [`GET /api/logs/user/${me}/movie/7`]: () => logs,
    'POST /api/logs/full': () => {
      logs.push(filmLog(bare))
      return logs[0]
    },
    [`DELETE /api/logs/${uuid('a')}`]: ({ query }) => {
      if (query.get('bare') === 'true' && logs[0]?.rating !== null)
        throw new Refusal(409, 'log.not_bare', 'More would be lost.')
      logs.shift()
      return { ok: true }
    },
  })
  const router = createMemoryRouter([
    { path: '/', element: <Seen /> },
    { path: '*', element: <p>elsewhere</p> },
  ])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <ToastHost closeLabel="Close" />
    </QueryClientProvider>,
  )
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  return { requests, router, press }
}

const changes = (requests: FakeRequest[]) =>
  requests.filter(({ route }) => !route.startsWith('GET')).map(({ route }) => route)

it('makes one log that says nothing else, and takes that one back', async () => {
  const { requests, press } = await show([])
  await press('unseen')
  expect(await screen.findByRole('button', { name: 'seen' })).toBeTruthy()
  const creation = requests.find(({ route }) => route === 'POST /api/logs/full')
  expect(Object.fromEntries(creation?.body as FormData)).toEqual({ movieId: '7' })
  await press('seen')
  expect(await screen.findByRole('button', { name: 'unseen' })).toBeTruthy()
  expect(changes(requests)).toEqual(['POST /api/logs/full', `DELETE /api/logs/${uuid('a')}`])
})

it('makes no second log of a film that another device logged', async () => {
  const logs: Log[] = []
  const { requests, press } = await show(logs)
  await screen.findByRole('button', { name: 'unseen' })
  logs.push(filmLog({ ...bare, review: 'Already here.' }))
  await press('unseen')
  expect(await screen.findByRole('button', { name: 'seen' })).toBeTruthy()
  expect(changes(requests)).toEqual([])
})

const kept: [string, Log[]][] = [
  ['one that says more, as the server knows', [filmLog({ ...bare, rating: 3 })]],
  ['several', [filmLog(bare), filmLog({ ...bare, _id: uuid('b') })]],
]

it.each(kept)('of logs, %s, nothing is lost: the press leads to them', async (_, logs) => {
  const before = logs.length
  const { router, press } = await show(logs)
  await press('seen')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/movie/7/reviews/${me}`))
  expect(logs).toHaveLength(before)
  expect(await screen.findByText('This film has more in its log. It can be deleted there.')).toBeTruthy()
})
