import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, NoNetwork } from '#test/fakes/web-api.ts'
import { setFlash } from '#web/lib/flash.ts'
import { createQueryClient, queryClientContext } from '#web/lib/query-client.ts'
import { rememberReturnPath, takeReturnPath } from '#web/lib/return-path.ts'
import { getToken } from '#web/lib/session.ts'
import { Providers } from './providers.tsx'
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
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { router, path: () => router.state.location.pathname }
}

const api = (unread: number) => ({
  [`GET /api/notifications/unread/${me}`]: () => ({ count: unread }),
  'GET /api/notifications': () => [],
  'PATCH /api/notifications/read': () => ({ ok: true }),
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 5000 })

const loaded = vi.hoisted(() => vi.fn<(path: string) => void>())
vi.mock('#web/lib/page-load.ts', () => ({ loadPage: loaded, replacePage: loaded }))

beforeEach(() => {
  loaded.mockReset()
})

describe('a guest', () => {
  it.each(['/', '/home', '/settings', '/profile', '/movie/7', '/scenebot'])(
    'leaves the app from %s to /login',
    async (start) => {
      fakeApi({})
      open(start)
      await waitFor(() => expect(loaded).toHaveBeenCalledExactlyOnceWith('/login'))
      expect(screen.queryByRole('navigation')).toBeNull()
    },
  )

  it('is brought back later to where the login was asked for', async () => {
    fakeApi({})
    open('/review/x?a=1')
    await waitFor(() => expect(loaded).toHaveBeenCalledWith('/login'))
    expect(takeReturnPath()).toBe('/review/x?a=1')
  })
})

describe('a stored record that is not a user', () => {
  it.each(['{', 'null', '{"username":"layla"}'])(
    '%s leads to /login, without going round in circles',
    async (user) => {
      signIn(user)
      fakeApi({})
      open('/settings')
      await waitFor(() => expect(loaded).toHaveBeenCalledExactlyOnceWith('/login'))
      expect(getToken()).toBeNull()
    },
  )
})

describe('a member', () => {
  it.each([
    '/login',
    '/signup',
    '/forgot-password',
    '/verify-reset-code',
    '/reset-password',
    '/verify-email',
  ])('leaves the app for %s with a page load', async (path) => {
    signIn()
    fakeApi(api(0))
    const { router } = open('/scenebot')
    await heading('SceneBot')
    void router.navigate(path)
    await waitFor(() => expect(loaded).toHaveBeenCalledExactlyOnceWith(path))
  })

  it('sees the five entries, the current one marked', async () => {
    signIn()
    fakeApi(api(0))
    open('/scenebot')
    await heading('SceneBot')
    const links = [...screen.getByRole('navigation', { name: 'Main' }).querySelectorAll('a')]
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Search', '/search'],
      ['SceneBot', '/scenebot'],
      ['Notifications', '/notifications'],
      ['Profile', '/profile'],
    ])
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, 'page', null, null])
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
    open('/settings')
    await heading('Settings')
    await userEvent.click(screen.getByRole('button', { name: 'Light' }))
    expect(document.documentElement.dataset['theme']).toBe('light')
    await userEvent.click(screen.getByRole('button', { name: 'العربية' }))
    await heading('الإعدادات')
    expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' })
    expect(document.title).toBe('\u2068الإعدادات\u2069 · Scene')
    await userEvent.click(screen.getByRole('button', { name: 'English' }))
    await heading('Settings')
    expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' })
  })
})

it('unread failing to load shows no dot and no message', async () => {
  signIn()
  fakeApi({ ...api(0), [`GET /api/notifications/unread/${me}`]: () => Promise.reject(new NoNetwork()) })
  open('/scenebot')
  await heading('SceneBot')
  expect(screen.queryByTestId('unread-dot')).toBeNull()
  expect(screen.queryByRole('alert')?.textContent).toBe('')
})
