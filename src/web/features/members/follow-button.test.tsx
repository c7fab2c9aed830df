import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork } from '#test/fakes/web-api.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { ToastHost } from '#web/ui/overlays/toast.tsx'
import { MemberRow } from './member-row.tsx'
import { followersQuery } from './members.api.ts'

const omar = '018f0000-0000-7000-8000-000000000002'
const row = (id: string, username: string) => ({
  _id: id,
  username,
  name: null,
  avatar: null,
  followersCount: 3,
  isFollowing: false,
  followsMe: false,
})

function Followers() {
  const { data } = useInfiniteQuery(followersQuery('x'))
  return pageItems(data, ({ _id }) => _id)?.map((member) => <MemberRow key={member._id} member={member} />)
}

async function show() {
  signInAsLayla()
  const queryClient = createQueryClient()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Followers /> }])} />
      <ToastHost />
    </QueryClientProvider>,
  )
  await screen.findByRole('link', { name: '@omar' })
  return queryClient
}

const list = () => ({ followers: [row(omar, 'omar'), row(me, 'layla')], user: { _id: 'x', username: 'x' } })
const button = () => screen.getByRole('button', { name: /^Follow omar/ })

it('shows the new state only once the server answered, everywhere, with one request for fast taps', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const requests = fakeApi({
    'GET /api/users/x/followers': list,
    [`POST /api/users/${me}/follow/${omar}`]: () => promise,
  })
  const queryClient = await show()
  // Faster than a render.
  button().click()
  button().click()
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'))
  expect(button().getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(button())
  resolve({ following: true, followersCount: 4 })
  await waitFor(() => expect(button().getAttribute('aria-pressed')).toBe('true'))
  expect(requests.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1)
  expect(queryClient.getQueryData(followersQuery('x').queryKey)?.pages[0]?.answer[0]).toMatchObject({
    isFollowing: true,
    followersCount: 4,
  })
})

it('says what is wanted, and shows what is so, where another device or a call whose answer was lost was first', async () => {
  const requests = fakeApi({
    'GET /api/users/x/followers': list,
    [`POST /api/users/${me}/follow/${omar}`]: () => ({ following: true, followersCount: 4 }),
  })
  await show()
  await userEvent.click(button())
  await waitFor(() => expect(button().getAttribute('aria-pressed')).toBe('true'))
  const presses = requests.filter(({ route }) => route.startsWith('POST'))
  expect(presses.map(({ query }) => query.get('wanted'))).toEqual(['true'])
})

it('is called by the word that it shows', async () => {
  fakeApi({
    'GET /api/users/x/followers': list,
    [`POST /api/users/${me}/follow/${omar}`]: () => ({ following: true, followersCount: 4 }),
  })
  await show()
  const follow = screen.getByRole('button', { name: 'Follow omar' })
  expect(follow.textContent).toBe('Follow')
  await userEvent.click(follow)
  expect(await screen.findByRole('button', { name: 'Follow omar: Following', pressed: true })).toBe(follow)
  expect(follow.textContent).toBe('Following')
})

it('keeps the state when the call fails', async () => {
  fakeApi({
    'GET /api/users/x/followers': list,
    [`POST /api/users/${me}/follow/${omar}`]: () => Promise.reject(new NoNetwork()),
  })
  await show()
  await userEvent.click(button())
  expect(await screen.findByText('Something went wrong.')).toBeTruthy()
  expect(button().getAttribute('aria-pressed')).toBe('false')
})

it('offers nobody to follow themself', async () => {
  fakeApi({ 'GET /api/users/x/followers': list })
  await show()
  expect(screen.getByRole('link', { name: '@layla' }).getAttribute('href')).toBe(`/profile/${me}`)
  expect(screen.getAllByRole('button', { name: /follow/i })).toHaveLength(1)
})

it('is quieter in a row than alone on a profile', async () => {
  fakeApi({ 'GET /api/users/x/followers': list })
  await show()
  expect(button().className).toMatch(/soft/)
})
