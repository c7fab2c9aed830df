import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createQueryClient } from '#web/lib/query-client.ts'
import { boot } from './boot.ts'
import { AppProviders } from './providers.tsx'
import { isNavShown, Shell } from './shell.tsx'

const bare = [
  '/login',
  '/signup',
  '/forgot-password',
  '/verify-reset-code',
  '/reset-password',
  '/choose-avatar',
  '/verify-email',
  '/upload-avatar',
  '/verify-email/',
  '/share/movie/7',
  '/share/log/x',
  '/share-review/x',
  '/operator',
  '/report',
  '/appeal',
  '/unsubscribe/x',
]
const others = [
  '/',
  '/home',
  '/search',
  '/profile/login',
  '/movie/7',
  '/settings',
  '/avatar-upload-test',
  '/nowhere',
  '/tonight',
  '/unsubscribe',
]

it.each(bare)('%s is without the navigation', (path) => {
  expect(isNavShown(path)).toBe(false)
})

it.each(others)('%s has the navigation', (path) => {
  expect(isNavShown(path)).toBe(true)
})

/** What stands on the page before the first screen does, for a stored user or none. */
function bootAt(path: string, user: string | null): string | undefined {
  const { pathname } = window.location
  const root = document.documentElement
  onTestFinished(() => {
    history.replaceState(null, '', pathname)
    for (const name of ['boot', 'screen', 'theme']) delete root.dataset[name]
    localStorage.clear()
  })
  delete root.dataset['boot']
  history.replaceState(null, '', path)
  if (user !== null) {
    localStorage.setItem('user', user)
    localStorage.setItem('token', 'abc')
  }
  boot(null)
  return root.dataset['boot']
}

it.each([...bare, ...others])('the page begins for a member at %s with the boxes of what comes', (path) => {
  expect(bootAt(path, '{}')).toBe(isNavShown(path) ? 'shell' : undefined)
})

it('the page begins for a guest with what the login begins with, and elsewhere with the logo alone', () => {
  expect(bootAt('/', null)).toBe('account')
  expect(bootAt('/signup', null)).toBe('account')
  for (const path of ['/forgot-password', '/tonight/ABCDEF', '/profile/7/year/2026', '/report'])
    expect(bootAt(path, null)).toBeUndefined()
})

it('a screen opened by its address begins at its top, and after a reload where it was', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
  onTestFinished(() => {
    scrollTo.mockRestore()
    vi.unstubAllGlobals()
    sessionStorage.clear()
  })
  /** A whole page load, which ends 640 px below the top; where it began. */
  const load = async (path: string) => {
    scrollTo.mockClear()
    const router = createMemoryRouter(
      [{ element: <Shell />, children: [{ path: '*', element: <h1>Screen</h1> }] }],
      { initialEntries: [path] },
    )
    const { unmount } = render(
      <AppProviders queryClient={createQueryClient()}>
        <RouterProvider router={router} />
      </AppProviders>,
    )
    await screen.findByRole('heading', { name: 'Screen' })
    vi.stubGlobal('scrollY', 640)
    window.dispatchEvent(new Event('pagehide'))
    unmount()
    return scrollTo.mock.calls.map(([, top]: unknown[]) => top)
  }
  await load('/movie/7')
  expect(await load('/settings')).not.toContain(640)
  expect(await load('/movie/7')).toContain(640)
})
