import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { useBack } from './use-back.ts'

function Screen() {
  const back = useBack('/profile')
  return (
    <button type="button" onClick={back}>
      Back
    </button>
  )
}

function open(path: string, state: object | null = null) {
  window.history.pushState(state, '', path)
  const router = createBrowserRouter([{ path: '*', element: <Screen /> }])
  render(<RouterProvider router={router} />)
  return router
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Back' }))

it('goes back to where one came from', async () => {
  const router = open('/trending')
  await act(() => router.navigate('/settings'))
  await press()
  await expect.poll(() => router.state.location.pathname).toBe('/trending')
})

it('stays in the app on an address that was opened by itself', async () => {
  const router = open('/settings')
  await press()
  await expect.poll(() => router.state.location.pathname).toBe('/profile')
})

it('stays in the app after a choice replaced the first address', async () => {
  const router = open('/settings')
  await act(() => router.navigate('/settings?tab=films', { replace: true }))
  await press()
  await expect.poll(() => router.state.location.pathname).toBe('/profile')
})

it('goes back after a reload, which keeps the place in the history', async () => {
  const router = open('/trending')
  await act(() => router.navigate('/settings'))
  router.dispose()
  const { key, idx } = window.history.state as { key: string; idx: number }
  expect(idx).toBe(1)
  const again = createBrowserRouter([{ path: '*', element: <Screen /> }])
  expect(again.state.location.key).toBe(key)
})
