import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import * as share from '#web/pages/share.page.tsx'

const omar = '018f0000-0000-7000-8000-000000000002'
const noor = '018f0000-0000-7000-8000-000000000003'
const logId = '018f0000-0000-7000-8000-000000000009'

const friend = (id: string, username: string) => ({ _id: id, username, name: null, avatar: null })
const film = { id: 7, title: 'Salt Harbour', poster: null, posterOverride: null }
const review = {
  _id: logId,
  title: 'Salt Harbour',
  poster: null,
  posterOverride: null,
  user: friend(noor, 'noor'),
}

const listId = '018f0000-0000-7000-8000-00000000000a'
const list = {
  _id: listId,
  title: 'Rain',
  isPrivate: false,
  coverImage: null,
  posters: ['/t/p/w500/a.jpg'],
  user: friend(noor, 'noor'),
}

const calls = {
  'GET /api/movies/7': () => film,
  [`GET /api/logs/${logId}`]: () => review,
  [`GET /api/users/${me}/mutuals`]: () => [friend(omar, 'omar'), friend(noor, 'noor')],
  [`POST /api/logs/${logId}/share`]: () => ({ sent: 2 }),
  [`GET /api/lists/${listId}`]: () => list,
  [`POST /api/lists/${listId}/share`]: () => ({ sent: 1 }),
  [`POST /api/users/${omar}/notify/share`]: () => ({ sent: 1 }),
  [`POST /api/users/${noor}/notify/share`]: () => ({ sent: 1 }),
}

function show(path: string) {
  return renderRoutes([{ path: '/share/:type/:id', ...share }], '/before', path).router
}

const sentTo = (requests: FakeRequest[]) => requests.filter(({ route }) => route.startsWith('POST'))

beforeEach(signInAsLayla)

it('suggests a film to the chosen friends, one by one, and goes back', async () => {
  const requests = fakeApi(calls)
  const router = show('/share/movie/7')
  expect(await screen.findByRole('heading', { name: 'Share to Friends' })).toBeTruthy()
  const send = await screen.findByRole('button', { name: 'Send' })
  expect(send).toHaveProperty('disabled', true)
  const row = await screen.findByRole('checkbox', { name: /@omar/ })
  await userEvent.click(row)
  expect(row.getAttribute('aria-checked')).toBe('true')
  await userEvent.click(row)
  expect(send).toHaveProperty('disabled', true)
  await userEvent.click(row)
  await userEvent.click(screen.getByRole('checkbox', { name: /@noor/ }))
  await userEvent.click(send)
  expect(await screen.findByText('Suggested to 2 friend(s)!')).toBeTruthy()
  expect(sentTo(requests).map(({ route, body }) => [route, body])).toEqual([
    [`POST /api/users/${omar}/notify/share`, { fromUserId: me, movieId: 7 }],
    [`POST /api/users/${noor}/notify/share`, { fromUserId: me, movieId: 7 }],
  ])
  await waitFor(() => expect(router.state.location.pathname).toBe('/before'))
})

it('suggests a review in one call', async () => {
  const requests = fakeApi(calls)
  show(`/share/log/${logId}`)
  await userEvent.click(await screen.findByRole('checkbox', { name: /@omar/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Suggested to 1 friend(s)!')).toBeTruthy()
  expect(sentTo(requests).map(({ body }) => body)).toEqual([{ recipients: [omar] }])
})

it('suggests a list in one call', async () => {
  const requests = fakeApi(calls)
  show(`/share/list/${listId}`)
  expect(await screen.findByText('Rain')).toBeTruthy()
  await userEvent.click(await screen.findByRole('checkbox', { name: /@noor/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Suggested to 1 friend(s)!')).toBeTruthy()
  expect(sentTo(requests).map(({ body }) => body)).toEqual([{ recipients: [noor] }])
})

it('says so when the login is gone by then, and sends nothing', async () => {
  const requests = fakeApi(calls)
  show('/share/movie/7')
  await userEvent.click(await screen.findByRole('checkbox', { name: /@omar/ }))
  localStorage.clear()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Not logged in')).toBeTruthy()
  expect(sentTo(requests)).toEqual([])
})

it('keeps chosen whom a suggestion did not reach', async () => {
  fakeApi({
    ...calls,
    [`POST /api/users/${omar}/notify/share`]: () => {
      throw new NoNetwork()
    },
  })
  const router = show('/share/movie/7')
  await userEvent.click(await screen.findByRole('checkbox', { name: /@omar/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /@noor/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Failed to send suggestions.')).toBeTruthy()
  expect(screen.getByText('Suggested to 1 friend(s)!')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /@omar/ }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('checkbox', { name: /@noor/ }).getAttribute('aria-checked')).toBe('false')
  expect(router.state.location.pathname).toBe('/share/movie/7')
})

it('says so when nobody is there to share with, and when loading takes a while', async () => {
  fakeApi({
    ...calls,
    [`GET /api/users/${me}/mutuals`]: () => new Promise((resolve) => setTimeout(() => resolve([]), 300)),
  })
  show('/share/movie/7')
  expect(await screen.findByText('Loading...')).toBeTruthy()
  expect(await screen.findByText('You have no mutual followers yet.')).toBeTruthy()
})

it.each([
  '/share/movie/8',
  `/share/log/${omar}`,
  `/share/list/${omar}`,
  `/share/list/${noor}`,
  '/share/song/7',
])('%s cannot be shared', async (path) => {
  fakeApi({
    ...calls,
    'GET /api/movies/8': () => {
      throw new Refusal(404, 'film.not_found', 'This film could not be found.')
    },
    [`GET /api/lists/${omar}`]: () => {
      throw new Refusal(404, 'list.not_found', 'This list could not be found.')
    },
    [`GET /api/lists/${noor}`]: () => ({ ...list, isPrivate: true }),
  })
  const router = show(path)
  expect(await screen.findByText('Invalid resource / Something went wrong.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Go Back' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/before'))
})
