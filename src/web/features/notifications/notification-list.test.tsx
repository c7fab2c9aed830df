import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { fakeApi } from '#test/fakes/web-api.ts'
import type { Notification } from '#shared/api/notifications.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { RealtimeContext, type Realtime, type RealtimeEvents } from '#web/lib/realtime.ts'
import { ToastHost } from '#web/ui/toast.tsx'
import { NotificationList } from './notification-list.tsx'
import { NotificationStream } from './notification-stream.tsx'
import { unreadCountQuery } from './notifications.api.ts'

const me = '018f0000-0000-7000-8000-000000000001'
const log = '018f0000-0000-7000-8000-00000000000a'

function notification(id: string, patch: Partial<Notification> = {}): Notification {
  return {
    _id: id,
    type: 'review_like',
    from: { _id: 'o', username: 'omar', avatar: null },
    read: false,
    createdAt: new Date().toISOString(),
    message: 'liked your review',
    relatedId: log,
    listId: null,
    movieId: null,
    reviewId: null,
    title: 'Salt Harbour',
    poster: null,
    ...patch,
  }
}

/** The live connection, with the server's side of it in the test's hands. */
function liveConnection() {
  const handlers = new Set<(sent: Notification) => void>()
  const realtime: Realtime = {
    on: (event, handler) => {
      if (event === 'notification') handlers.add(handler as RealtimeEvents['notification'])
      return () => handlers.delete(handler as RealtimeEvents['notification'])
    },
  }
  const send = (sent: Notification) => act(() => handlers.forEach((handler) => handler(sent)))
  return { realtime, send }
}

async function show(list: Notification[]) {
  const { realtime, send } = liveConnection()
  const requests = fakeApi({
    'GET /api/notifications': () => list,
    [`GET /api/notifications/unread/${me}`]: () => ({ count: 0 }),
    'PATCH /api/notifications/read': () => ({ ok: true }),
    'PATCH /api/notifications/read-single/1': () => ({ ok: true }),
  })
  const queryClient = createQueryClient()
  queryClient.setQueryData(unreadCountQuery(me).queryKey, { count: 2 })
  const router = createMemoryRouter([
    { path: '/', element: <NotificationList userId={me} /> },
    { path: '*', element: <p>elsewhere</p> },
  ])
  render(
    <RealtimeContext value={realtime}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <NotificationStream userId={me} />
        <ToastHost closeLabel="Close" />
      </QueryClientProvider>
    </RealtimeContext>,
  )
  const count = () => queryClient.getQueryData(unreadCountQuery(me).queryKey)?.count
  const calls = (route: string) => requests.filter((request) => request.route === route).length
  return { router, send, count, calls }
}

it('marks all as read after showing what is new, and asks for the count again', async () => {
  const { count, calls } = await show([notification('1'), notification('2', { read: true })])
  expect(await screen.findAllByRole('link')).toHaveLength(2)
  await waitFor(() => expect(count()).toBe(0))
  expect(calls('PATCH /api/notifications/read')).toBe(1)
  expect(screen.getAllByText('Unread')).toHaveLength(1)
})

it('marks the pressed one as read and goes to what it is about', async () => {
  const { router, calls } = await show([notification('1')])
  await userEvent.click(await screen.findByRole('link'))
  expect(router.state.location.pathname).toBe(`/review/${log}`)
  await waitFor(() => expect(calls('PATCH /api/notifications/read-single/1')).toBe(1))
})

it('puts a live one on top, once, with a toast', async () => {
  const { send } = await show([notification('1')])
  await screen.findByRole('link')
  const live = notification('9', { type: 'follow', from: { _id: 'n', username: 'noor', avatar: null } })
  send(live)
  send(live)
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(2))
  const rows = screen.getAllByRole('link')
  expect(rows[0]?.getAttribute('href')).toBe('/profile/n')
  expect(rows[0]?.textContent).toContain('noor just followed you')
  expect(screen.getAllByText('noor just followed you', { selector: 'p' })).toHaveLength(1)
})

it('says that there are none', async () => {
  await show([])
  expect(await screen.findByText('No notifications yet.')).toBeDefined()
})
