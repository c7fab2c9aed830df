import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { fakeApi, NoNetwork } from '#test/fakes/web-api.ts'
import { rememberReturnPath, setFlash, takeReturnPath, type Flash } from '#web/lib/page-load.ts'
import { createQueryClient, queryClientContext } from '#web/lib/query-client.ts'
import { getToken } from '#web/lib/session.ts'
import { AppProviders } from './providers.tsx'
import { routes } from './routes.tsx'

const me = '018f0000-0000-7000-8000-000000000001'

function signIn(user: unknown = { _id: me, username: 'layla', email: 'layla@example.org' }) {
  localStorage.setItem('user', typeof user === 'string' ? user : JSON.stringify(user))
  localStorage.setItem('token', 'abc')
}

function open(path: string) {
  const queryClient = createQueryClient()
  const router = createMemoryRouter(routes, {
    initialEntries: [path],
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  })
  render(
    <AppProviders queryClient={queryClient}>
      <RouterProvider router={router} />
    </AppProviders>,
  )
  return { router, queryClient, path: () => router.state.location.pathname }
}

const api = (unread: number) => ({
  [`GET /api/notifications/unread/${me}`]: () => ({ count: unread }),
  'GET /api/notifications': () => [],
  'PATCH /api/notifications/read': () => ({ ok: true }),
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 5000 })

/** Counts how often the code of home is asked for. */
const homeCode = vi.hoisted(() => ({ loads: 0 }))
vi.mock('#web/pages/home.page.tsx', async (load) => {
  homeCode.loads += 1
  return load()
})

describe('a guest', () => {
  it.each([
    '/',
    '/home',
    '/settings',
    '/profile',
    '/movie/7',
    '/scenebot',
    '/verify-email',
    '/upload-avatar',
    '/Search/',
  ])('is at /login who asked for %s, and cannot go back to it', async (start) => {
    fakeApi({})
    const { path, router } = open(start)
    await heading('Login')
    expect(path()).toBe('/login')
    expect(router.state.historyAction).toBe('REPLACE')
    expect(screen.queryByRole('navigation')).toBeNull()
    // Nobody loads the code of a page that is not shown.
    expect(homeCode.loads).toBe(0)
  })

  it('is brought back later to where the login was asked for', async () => {
    fakeApi({})
    open('/review/x?a=1')
    await heading('Login')
    expect(takeReturnPath()).toBe('/review/x?a=1')
  })

  it.each([
    ['/signup', 'Sign Up'],
    ['/signup/', 'Sign Up'],
    ['/forgot-password', 'Forgot password'],
    ['/verify-reset-code', 'Verify reset code'],
    ['/reset-password', 'Reset password'],
  ])('may see %s', async (start, title) => {
    fakeApi({})
    const { path } = open(start)
    await heading(title)
    expect(path()).toBe(start)
    await waitFor(() => expect(document.title).toBe(`${title} · Scene`))
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('moves between the account screens without a page load, with the focus on the heading', async () => {
    fakeApi({})
    const { path } = open('/login')
    const first = await heading('Login')
    expect(document.activeElement).toBe(document.body)
    await userEvent.click(screen.getByRole('link', { name: "Don't have an account? Sign up" }))
    const next = await heading('Sign Up')
    await waitFor(() => expect(document.activeElement).toBe(next))
    expect(first.isConnected).toBe(false)
    expect(path()).toBe('/signup')
  })

  it('goes to the start of a reset whose steps are gone', async () => {
    fakeApi({})
    const { path } = open('/reset-password')
    expect(await screen.findByText('Reset flow expired. Please try again.')).toBeTruthy()
    await heading('Forgot password')
    expect(path()).toBe('/forgot-password')
  })

  it('finds a page for an address that nothing serves, without the navigation', async () => {
    fakeApi({})
    const { path } = open('/no/such/thing')
    await heading('Page not found')
    expect(path()).toBe('/no/such/thing')
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it.each<[Flash, string]>([
    ['logged-out', 'Logged out!'],
    ['account-deleted', 'Your account was deleted.'],
    ['logged-in-google', 'Logged in with Google!'],
  ])('is told after a page load: %s', async (flash, text) => {
    setFlash(flash)
    fakeApi({})
    open('/login')
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('is told over the change of screens that the code was sent', async () => {
    fakeApi({ 'POST /api/auth/request-reset-code': () => ({ ok: true }) })
    const { path } = open('/forgot-password')
    await heading('Forgot password')
    await userEvent.type(screen.getByLabelText('Username'), 'layla')
    await userEvent.type(screen.getByLabelText('Email'), 'layla@example.org')
    await userEvent.click(screen.getByRole('button', { name: 'Send Reset Code' }))
    await heading('Verify reset code')
    expect(screen.getByText('Verification code sent to your email!')).toBeTruthy()
    expect(path()).toBe('/verify-reset-code')
    expect(screen.getByRole('button', { name: /^Resend code in \d+s$/ })).toBeTruthy()
  })
})

describe('a stored record that is not a user', () => {
  it.each(['{', 'null', '{"username":"layla"}'])(
    '%s leads to /login, without going round in circles',
    async (user) => {
      signIn(user)
      fakeApi({})
      const { path } = open('/settings')
      await heading('Login')
      expect(path()).toBe('/login')
      expect(getToken()).toBeNull()
    },
  )
})

it('whose session is gone is at /login at the next step, and nothing read stays in memory', async () => {
  signIn()
  fakeApi(api(0))
  const { router, path, queryClient } = open('/scenebot')
  await heading('SceneBot')
  queryClient.setQueryData(['members', me], { _id: me })
  localStorage.clear()
  await router.navigate('/notifications')
  await heading('Login')
  expect(path()).toBe('/login')
  expect(queryClient.getQueryData(['members', me])).toBeUndefined()
})

describe('a member', () => {
  it.each(['/login', '/signup', '/forgot-password', '/verify-reset-code', '/reset-password'])(
    'is at / who asked for %s',
    async (start) => {
      signIn()
      fakeApi(api(0))
      const { path } = open(start)
      await heading('Welcome back, layla')
      expect(path()).toBe('/')
    },
  )

  it('may verify the address, with the wait for another code only after one was sent', async () => {
    signIn()
    fakeApi(api(0))
    open('/verify-email')
    await heading('Verify email')
    expect(screen.getByText('layla@example.org')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('has to wait for another code after the sign-up, also over a reload', async () => {
    signIn()
    sessionStorage.setItem('codeSentAt', String(Date.now()))
    fakeApi(api(0))
    open('/verify-email')
    expect(await screen.findByRole('button', { name: /^Resend code in \d+s$/ })).toBeTruthy()
  })

  it('is at home once the address is verified', async () => {
    signIn()
    fakeApi({ ...api(0), 'POST /api/auth/verify-email-code': () => ({ ok: true }) })
    const { path } = open('/verify-email')
    await heading('Verify email')
    await userEvent.type(screen.getByLabelText('Verification code'), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }))
    await heading('Welcome back, layla')
    expect(path()).toBe('/')
    expect(screen.getByText('Email verified!')).toBeTruthy()
  })

  it.each(['/choose-avatar', '/upload-avatar'])('may upload an avatar at %s', async (start) => {
    signIn()
    fakeApi(api(0))
    const { path } = open(start)
    await heading('Choose your photo')
    expect(path()).toBe(start)
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('sees the entries, five of them everywhere and three at the side only, the current one marked', async () => {
    signIn()
    fakeApi(api(0))
    open('/scenebot')
    await heading('SceneBot')
    const links = [...screen.getByRole('navigation', { name: 'Main' }).querySelectorAll('a')]
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Search', '/search'],
      ['Discover', '/films'],
      ['Tonight', '/tonight'],
      ['SceneBot', '/scenebot'],
      ['Notifications', '/notifications'],
      ['Profile', '/profile'],
      ['Settings', '/settings'],
    ])
    const current = links.filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map((link) => link.textContent)).toEqual(['SceneBot'])
  })

  it('sees Settings marked on each of its screens', async () => {
    signIn()
    fakeApi(api(0))
    open('/settings/safety')
    expect(await screen.findByRole('link', { name: 'Settings', current: 'page' })).toBeDefined()
  })

  it('sees a dot while something is unread, but not on the notifications page', async () => {
    signIn()
    fakeApi(api(2))
    const { router } = open('/scenebot')
    await heading('SceneBot')
    expect(await screen.findByRole('link', { name: 'Notifications, unread' })).toBeTruthy()
    await router.navigate('/notifications')
    await heading('Notifications')
    expect(screen.queryByTestId('unread-dot')).toBeNull()
  })

  it('shares the address of the screen that is shown, not of the first one', async () => {
    signIn()
    fakeApi(api(0))
    document.head.insertAdjacentHTML('beforeend', '<link rel="canonical" href="/scenebot" />')
    const { router } = open('/scenebot')
    await heading('SceneBot')
    expect(document.querySelector('link[rel=canonical]')).not.toBeNull()
    await router.navigate('/notifications')
    await heading('Notifications')
    expect(document.querySelector('link[rel=canonical]')).toBeNull()
  })

  it('has the focus on the new screen’s heading after a click', async () => {
    signIn()
    fakeApi(api(0))
    open('/settings')
    await heading('Settings')
    await userEvent.click(screen.getByRole('link', { name: 'SceneBot' }))
    const title = await heading('SceneBot')
    await waitFor(() => expect(document.activeElement).toBe(title))
  })

  it('is greeted after the page load of a login and may go on where it was asked for', async () => {
    signIn()
    setFlash('logged-in')
    rememberReturnPath('/settings')
    fakeApi(api(0))
    const { path } = open('/scenebot')
    expect(await screen.findByText('Logged in successfully!')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(path()).toBe('/settings'))
  })

  it('finds a page for an address that nothing serves', async () => {
    signIn()
    fakeApi(api(0))
    open('/no/such/thing')
    await heading('Page not found')
    expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/')
  })

  it('changes language and look without a reload', async () => {
    signIn()
    fakeApi(api(0))
    const { router } = open('/settings/appearance')
    await heading('Appearance')
    await userEvent.click(screen.getByRole('button', { name: 'Light' }))
    expect(document.documentElement.dataset['theme']).toBe('light')
    await act(() => router.navigate('/settings/language'))
    await heading('Language and titles')
    await userEvent.click(screen.getByRole('button', { name: 'العربية' }))
    await heading('اللغة والعناوين')
    expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' })
    expect(document.title).toBe('\u2068اللغة والعناوين\u2069 · Scene')
    await userEvent.click(screen.getByRole('button', { name: 'English' }))
    await heading('Language and titles')
    expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' })
  })
})

it('a page whose code fails is an error with another try, inside the shell', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  signIn()
  fakeApi(api(0))
  vi.doMock('#web/pages/trending.page.tsx', () => Promise.reject(new Error('gone')))
  open('/trending')
  await heading('Something went wrong.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
})

it('unread failing to load shows no dot and no message', async () => {
  signIn()
  fakeApi({ ...api(0), [`GET /api/notifications/unread/${me}`]: () => Promise.reject(new NoNetwork()) })
  open('/scenebot')
  await heading('SceneBot')
  expect(screen.queryByTestId('unread-dot')).toBeNull()
  expect(screen.queryByRole('alert')?.textContent).toBe('')
})

describe('the operator’s page', () => {
  const signInAs = (role: string) => signIn({ _id: me, username: 'layla', email: 'layla@example.org', role })

  it.each([
    ['member', '/admin'],
    ['moderator', '/admin/jobs'],
    ['member', '/admin/jobs'],
  ])('is not there for a %s at %s, nor a way to it', async (role, path) => {
    const asked: string[] = []
    fakeApi({ ...api(0), 'GET /api/admin/health': () => void asked.push('health') })
    signInAs(role)
    open(path)
    await heading('Page not found')
    expect(screen.queryByRole('link', { name: 'Administration' })).toBeNull()
    expect(asked).toEqual([])
  })

  it('has its reports on the navigation of moderators, with how many wait', async () => {
    const waiting = { open: 2, appeals: 1 }
    fakeApi({ ...api(0), 'GET /api/moderation/counts': () => waiting })
    signInAs('moderator')
    open('/notifications')
    const link = await screen.findByRole('link', { name: 'Reports 3' }, { timeout: 5000 })
    expect(link.getAttribute('href')).toBe('/admin/reports')
  })

  it('shows an operator what waits, and decides', async () => {
    const film = (id: number, title: string) => ({
      id,
      title,
      titleLang: 'en',
      originalTitle: title,
      release_date: '1958-09-15',
      poster: null,
      directors: ['Youssef Chahine'],
      numbers: { tmdb: null, imdb: null, wikidata: null },
      hangs: { logs: 1, watchlists: 0, favourites: 0, lists: 0 },
    })
    let waiting = [
      {
        film: film(800_000_001, 'Cairo Station'),
        reason: 'other-title',
        confidence: 40,
        candidates: [film(7, 'Bab el Hadid')],
      },
    ]
    const sent: unknown[] = []
    fakeApi({
      ...api(0),
      'GET /api/admin/film-doubts': () => waiting,
      'GET /api/admin/film-doubts/counts': () => ({ waiting: waiting.length, refused: 0, merged: 0 }),
      'POST /api/admin/film-doubts/800000001/accept': ({ body }) => {
        sent.push(body)
        waiting = []
        return { ok: true }
      },
    })
    signInAs('operator')
    open('/admin/film-source')
    await heading('Administration')
    await screen.findByRole('link', { name: 'Administration', current: 'page' })
    await screen.findByText('Another title · 40% sure')
    await userEvent.click(screen.getByRole('button', { name: 'Same film as Bab el Hadid' }))
    await screen.findByText('Nothing to decide.')
    expect(sent).toEqual([{ into: 7 }])
    await screen.findByRole('button', { name: 'Waiting · 0' })
  })
})
