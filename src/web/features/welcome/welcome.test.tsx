import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { filmPage } from '#test/fakes/film-page.tsx'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork } from '#test/fakes/web-api.ts'
import { WelcomeOnce, WelcomeRest } from './welcome.tsx'
import { useWelcomeStep, welcomeState, type WelcomeStep } from './welcome-state.ts'

const profile = `GET /api/users/${me}`
const save = `PATCH /api/users/${me}`
const seen = (filmId: number) => `POST /api/users/${me}/films/${filmId}/seen`
const marked = { rating: null, isNew: true }
const film = (id: number) => ({ id, title: `Film ${id}`, poster: null, release_date: '1999-01-01' })
const answers = {
  [seen(1)]: () => marked,
  [seen(2)]: () => marked,
  [profile]: () => ({ _id: me, welcomed: false }),
  [save]: () => ({ user: { _id: me, welcomed: true } }),
  [`GET /api/users/${me}/suggestions`]: () => [],
  'GET /api/movies/starters': () => [film(1), film(2), film(3)],
}

beforeEach(signInAsLayla)

function Home() {
  const step = useWelcomeStep()
  return (
    <main>
      <h1>Home</h1>
      {step === 'rest' ? (
        <WelcomeRest memberId={me} />
      ) : step === null ? null : (
        <WelcomeOnce memberId={me} step={step} />
      )}
    </main>
  )
}

function show(step: WelcomeStep | null = 1) {
  const { router, unmount: closeTab } = renderRoutes(
    [
      { path: '/', element: <Home /> },
      { path: '*', element: null },
    ],
    { pathname: '/', state: step === null ? null : welcomeState(step) },
  )
  return Object.assign(router, { closeTab })
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

it('brings films like those that were tapped in below, none twice, and leaves them where they are', async () => {
  const alike = (id: number) => filmPage({ ...film(id), poster: '/t/p/w500/p.jpg' })
  fakeApi({
    ...answers,
    'GET /api/movies/1': () =>
      filmPage({ id: 1, similar: [alike(3), alike(20), alike(21), filmPage(film(22))] }),
    'GET /api/movies/20': () => filmPage({ id: 20, similar: [alike(1), alike(21), alike(30)] }),
  })
  show()
  const names = () => screen.getAllByRole('checkbox').map((choice) => choice.ariaLabel)
  const first = [1, 2, 3].map((id) => `Film ${id}, 1999`)
  await userEvent.click(await box(1))
  await box(21)
  expect(names()).toEqual([...first, 'Film 20, 1999', 'Film 21, 1999'])
  await userEvent.click(await box(20))
  await box(30)
  const all = [...first, 'Film 20, 1999', 'Film 21, 1999', 'Film 30, 1999']
  expect(names()).toEqual(all)
  await userEvent.click(await box(20))
  expect(names()).toEqual(all)
})

/** Without a network, until the function is called. */
function goOffline(): () => void {
  const set = (online: boolean) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: online })
    act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')))
  }
  set(false)
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'))
  return () => set(true)
}

const marks = (requests: ReturnType<typeof fakeApi>) =>
  requests.flatMap(({ route }) => (route.endsWith('/seen') ? [route] : []))

it.each([1, 2, 3] as const)(
  'a tab that is closed without a network in step %d loses nothing',
  async (step) => {
    const requests = fakeApi(answers)
    const { closeTab } = show()
    await userEvent.click(await box(1))
    await userEvent.click(await box(2))
    const goOnline = goOffline()
    for (let at = 1; at < step; at++) await proceed()
    closeTab()
    goOnline()
    expect(marks(requests)).toEqual([])

    // Another tab, later: the choices are there, and go on from the first step.
    show(null)
    expect((await box(1)).getAttribute('aria-checked')).toBe('true')
    expect((await box(2)).getAttribute('aria-checked')).toBe('true')
    await proceed()
    await title('People with taste close to yours')
    expect(marks(requests)).toHaveLength(2)
  },
)

it('sends what was chosen once the network is back, with the steps open', async () => {
  const requests = fakeApi(answers)
  show()
  await userEvent.click(await box(1))
  const goOnline = goOffline()
  await proceed()
  await title('People with taste close to yours')
  expect(marks(requests)).toEqual([])
  goOnline()
  await waitFor(() => expect(marks(requests)).toHaveLength(1))
})

it('steps that ended without a network are ended, and what was chosen is sent, by another tab too', async () => {
  const requests = fakeApi(answers)
  const { closeTab } = show()
  await userEvent.click(await box(1))
  const goOnline = goOffline()
  await proceed()
  await proceed()
  await userEvent.click(screen.getByRole('button', { name: 'Skip' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  closeTab()
  goOnline()
  show(null)
  await waitFor(() => expect(marks(requests)).toHaveLength(1))
  await waitFor(() => expect(requests.find(({ route }) => route === save)?.body).toEqual({ welcomed: true }))
  await waitFor(() => expect(localStorage.getItem('welcome')).toBeNull())
  expect(localStorage.getItem('welcome-ended')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('skipping the films takes the choices back, with or without a network', async () => {
  const requests = fakeApi(answers)
  show()
  await userEvent.click(await box(1))
  const goOnline = goOffline()
  await userEvent.click(screen.getByRole('button', { name: 'Skip' }))
  await title('People with taste close to yours')
  goOnline()
  await userEvent.click(screen.getByRole('button', { name: 'Skip' }))
  await title('Bring your history')
  expect(marks(requests)).toEqual([])
})
