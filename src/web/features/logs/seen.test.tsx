import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { filmLog, me, signInAsLayla } from '#test/fakes/film-page.tsx'
import { fakeApi, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import type { Log } from '#shared/api/logs.ts'
import { useFilmMark } from '#web/features/films/film-marks.api.ts'
import { useSeenToggle } from './seen.ts'

beforeEach(signInAsLayla)

const seenCall = `/api/users/${me}/films/7/seen`

function Seen() {
  const { seen } = useFilmMark(7)
  const { press } = useSeenToggle(7, seen)
  return (
    <button type="button" onClick={press}>
      {seen ? 'seen' : 'unseen'}
    </button>
  )
}

/** The server's logs of the film; a mark is one of them. */
async function show(logs: Log[]) {
  const requests = fakeApi({
    [`GET /api/users/${me}/film-marks`]: () => ({
      seen: logs.length > 0 ? [[7, logs[0]?.rating ?? null]] : [],
      watchlist: [],
      favourites: [],
    }),
    [`GET ${seenCall}`]: () => ({ seen: logs.length > 0, rating: logs[0]?.rating ?? null }),
    [`POST ${seenCall}`]: () => {
      const isNew = logs.length === 0
      if (isNew) logs.push(filmLog({ rating: null, seenOnly: true }))
      return { rating: logs[0]?.rating ?? null, isNew }
    },
    [`DELETE ${seenCall}`]: () => {
      if (logs.some((log) => !log.seenOnly)) throw new Refusal(409, 'log.not_bare', 'More would be lost.')
      logs.length = 0
      return { ok: true }
    },
  })
  const { router } = renderRoutes([{ path: '/', element: <Seen /> }])
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  return { requests, router, press }
}

const changes = (requests: FakeRequest[]) =>
  requests.filter(({ route }) => !route.startsWith('GET')).map(({ route }) => route)

it('marks a film without stars of its own, and takes the mark back', async () => {
  const { requests, press } = await show([])
  await press('unseen')
  expect(await screen.findByRole('button', { name: 'seen' })).toBeTruthy()
  expect(requests.find(({ route }) => route === `POST ${seenCall}`)?.body).toEqual({})
  await press('seen')
  expect(await screen.findByRole('button', { name: 'unseen' })).toBeTruthy()
  expect(changes(requests)).toEqual([`POST ${seenCall}`, `DELETE ${seenCall}`])
})

it('takes a mark with stars back without asking', async () => {
  const { press } = await show([filmLog({ rating: 4, seenOnly: true })])
  await press('seen')
  expect(await screen.findByRole('button', { name: 'unseen' })).toBeTruthy()
})

it('leads to what is in the diary instead of deleting it', async () => {
  const logs = [filmLog({ rating: 3 })]
  const { router, press } = await show(logs)
  await press('seen')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/movie/7/reviews/${me}`))
  expect(logs).toHaveLength(1)
  expect(await screen.findByText('This film has more in its log. It can be deleted there.')).toBeTruthy()
})
