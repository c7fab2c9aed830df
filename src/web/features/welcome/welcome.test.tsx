import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { fakeApi, NoNetwork } from '#test/fakes/web-api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { WelcomeOnce } from './welcome.tsx'
import { welcomeState, welcomeStep } from './welcome-state.ts'

const me = '018f0000-0000-7000-8000-000000000001'
const profile = `GET /api/users/${me}`
const save = `PATCH /api/users/${me}`
const seen = (filmId: number) => `POST /api/users/${me}/films/${filmId}/seen`
const marked = { rating: null, isNew: true }
const film = (id: number) => ({ id, title: `Film ${id}`, poster: null, release_date: '1999-01-01' })
const answers = {
  [profile]: () => ({ _id: me, welcomed: false }),
  [save]: () => ({ user: { _id: me, welcomed: true } }),
  [`GET /api/users/${me}/suggestions`]: () => [],
  'GET /api/movies/starters': () => [film(1), film(2), film(3)],
}

beforeEach(() => {
  localStorage.setItem('user', JSON.stringify({ _id: me, username: 'layla' }))
  localStorage.setItem('token', 'abc')
})

function Home() {
  const step = welcomeStep(useLocation().state)
  return (
    <main>
      <h1>Home</h1>
      {step === null ? null : <WelcomeOnce memberId={me} step={step} />}
    </main>
  )
}

function show() {
  const router = createMemoryRouter(
    [
      { path: '/', element: <Home /> },
      { path: '*', element: null },
    ],
    {
      initialEntries: [{ pathname: '/', state: welcomeState(1) }],
    },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

const box = (id: number) => screen.findByRole('checkbox', { name: `Film ${id}, 1999` })
const title = (name: string) => screen.findByRole('heading', { level: 2, name })
const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }))

it('marks what was chosen, with stars only where there are some, and keeps what failed for the next try', async () => {
  let fails = true
  const requests = fakeApi({
    ...answers,
    [seen(1)]: () => marked,
    [seen(2)]: () => {
      if (fails) throw new NoNetwork()
      return marked
    },
  })
  show()
  await userEvent.click(await box(1))
  await userEvent.click(await box(2))
  expect(screen.getByText('2 of 5')).toBeDefined()
  screen.getByRole('slider').focus()
  await userEvent.keyboard('3')
  await proceed()
  expect(await screen.findByText('Not saved. Try again.')).toBeDefined()
  fails = false
  await proceed()
  await title('People with taste close to yours')
  const sent = requests.filter(({ route }) => [seen(1), seen(2)].includes(route))
  expect(sent.map(({ route, body }) => [route, body])).toEqual([
    [seen(1), {}],
    [seen(2), { rating: 3 }],
    [seen(2), { rating: 3 }],
  ])
})

it('finds the choices again after a reload', async () => {
  fakeApi({ ...answers, [seen(9)]: () => marked })
  localStorage.setItem('welcome', JSON.stringify([{ film: film(9), rating: 2, sent: false }]))
  show()
  // It is none of the films to begin with.
  expect((await box(9)).getAttribute('aria-checked')).toBe('true')
  await proceed()
  await title('People with taste close to yours')
  expect(await screen.findByText('Nobody else is here yet. Invite a friend.')).toBeDefined()
})

it('reads damaged choices as none', async () => {
  localStorage.setItem('welcome', '{"films":')
  fakeApi(answers)
  show()
  await box(1)
  expect(screen.queryByRole('checkbox', { checked: true })).toBeNull()
  expect(screen.getByText('0 of 5')).toBeDefined()
})

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  [
    'skipping every step',
    async () => {
      for (let step = 1; step <= 3; step++)
        await userEvent.click(screen.getByRole('button', { name: 'Skip' }))
    },
  ],
])('%s ends the steps for ever', async (_, leave) => {
  const requests = fakeApi(answers)
  const router = show()
  await box(1)
  await leave()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.state).toBeNull()
  await waitFor(() => expect(requests.find(({ route }) => route === save)?.body).toEqual({ welcomed: true }))
  expect(localStorage.getItem('welcome')).toBeNull()
})

it('shows nothing to whoever ended them before', async () => {
  const requests = fakeApi({ ...answers, [profile]: () => ({ _id: me, welcomed: true }) })
  show()
  await waitFor(() => expect(requests.some(({ route }) => route === profile)).toBe(true))
  await waitFor(() => expect(screen.queryByText('Five films you love')).toBeNull())
  expect(requests.some(({ route }) => route.includes('starters'))).toBe(false)
})

it('says again how to get the films when they did not come', async () => {
  let fails = true
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
  fakeApi({
    ...answers,
    'GET /api/movies/starters': () => {
      if (fails) throw new NoNetwork()
      return [film(1)]
    },
  })
  show()
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await userEvent.click(again)
  expect(await box(1)).toBeDefined()
  Reflect.deleteProperty(navigator, 'onLine')
})
