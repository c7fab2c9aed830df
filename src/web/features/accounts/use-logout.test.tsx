import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
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

it('is over though the storage of the device never answers', async () => {
  signInAs({ _id: 'a', username: 'layla' })
  fakeApi({ 'POST /api/auth/logout': () => ({ ok: true }) })
  const loadPage = fakePageLoads()
  const never = () => new EventTarget() as IDBOpenDBRequest
  vi.stubGlobal('indexedDB', { open: never, deleteDatabase: never, databases: () => new Promise(() => {}) })
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
  renderScreen(<LogoutButton />)
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button'))
  await vi.advanceTimersByTimeAsync(11_000)
  vi.useRealTimers()
  expect(loadPage).toHaveBeenCalledWith('/login')
  expect(getSession()).toBeNull()
})

it('gives up what is still asked for in the session, and asks for nothing more', async () => {
  const answer = Promise.withResolvers<{ ok: true }>()
  fakeApi({ 'POST /api/auth/logout': () => answer.promise })
  const loadPage = fakePageLoads()
  const asked: Record<string, AbortSignal> = {}
  function Asking({ what }: { what: string }) {
    useQuery({
      queryKey: [what],
      queryFn: ({ signal }) => {
        asked[what] = signal
        return new Promise<never>(() => {})
      },
    })
    return null
  }
  let looks = 0
  function Counting() {
    useQuery({ queryKey: ['counting'], queryFn: () => Promise.resolve(++looks), refetchInterval: 300 })
    return null
  }
  function Card() {
    const [isHere, come] = useState(false)
    return (
      <>
        <LogoutButton />
        <Asking what="at once" />
        <button type="button" onClick={() => come(true)}>
          Late card
        </button>
        {isHere ? <Asking what="late" /> : null}
      </>
    )
  }
  signInAs({ _id: 'a', username: 'layla' })
  const { queryClient } = renderScreen(
    <>
      <Counting />
      <Card />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Log Out' }))
  expect(asked['at once']?.aborted).toBe(true)
  const lastLook = looks
  expect(lastLook).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'Late card' }))
  await queryClient.invalidateQueries()
  await new Promise((resolve) => setTimeout(resolve, 500))
  answer.resolve({ ok: true })
  await waitFor(() => expect(loadPage).toHaveBeenCalled())
  expect(Object.keys(asked)).toEqual(['at once'])
  expect(looks).toBe(lastLook)
})
