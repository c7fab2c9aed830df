import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakePageLoads, renderScreen } from '#test/fakes/screen.tsx'
import { signInAs } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork } from '#test/fakes/web-api.ts'
import { takeFlash } from '#web/lib/page-load.ts'
import { getSession } from '#web/lib/session.ts'
import { useLogout } from './use-logout.ts'

function LogoutButton() {
  const { logOut } = useLogout()
  return (
    <button type="button" onClick={() => void logOut()}>
      Log Out
    </button>
  )
}

it.each([
  ['with the server', () => ({ ok: true })],
  ['without it', () => Promise.reject(new NoNetwork())],
])('forgets everything of the member %s, and keeps the device’s choices', async (_, answer) => {
  signInAs({ _id: 'a', username: 'layla' })
  localStorage.setItem('recentSearches', '[]')
  localStorage.setItem('scene.theme', 'light')
  sessionStorage.setItem('search', 'salt')
  const requests = fakeApi({ 'POST /api/auth/logout': answer })
  const loadPage = fakePageLoads()
  renderScreen(<LogoutButton />)
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/login'))
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer abc')
  expect(getSession()).toBeNull()
  expect(Object.keys(localStorage)).toEqual(['scene.theme'])
  expect(sessionStorage.getItem('search')).toBeNull()
  expect(takeFlash()).toBe('logged-out')
})

it('gives up what is still asked for in the session', async () => {
  fakeApi({ 'POST /api/auth/logout': () => ({ ok: true }) })
  const loadPage = fakePageLoads()
  let asked: AbortSignal | undefined
  function Asking() {
    useQuery({
      queryKey: ['asked'],
      queryFn: ({ signal }) => {
        asked = signal
        return new Promise<never>(() => {})
      },
    })
    return <LogoutButton />
  }
  renderScreen(<Asking />)
  await userEvent.click(screen.getByRole('button'))
  expect(asked?.aborted).toBe(true)
  await waitFor(() => expect(loadPage).toHaveBeenCalled())
})
