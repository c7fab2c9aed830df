import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { trendingQuery } from '#web/features/films/films.api.ts'
import { feedQuery } from '#web/features/logs/logs.api.ts'
import { unreadCountQuery } from '#web/features/notifications/notifications.api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { clearSession, getSession } from '#web/lib/session.ts'
import { RealtimeProvider } from './realtime.tsx'

const me = '018f0000-0000-7000-8000-000000000001'

/** Stands in for the socket: the test is the server. */
function fakeSocket() {
  const handlers = new Map<string, (...args: unknown[]) => void>()
  const joined: unknown[] = []
  let accepts = true
  return {
    joined,
    refuseJoining: () => (accepts = false),
    hear: (event: string, ...args: unknown[]) => act(async () => handlers.get(event)?.(...args)),
    client: {
      active: true,
      on: (event: string, handler: (...args: unknown[]) => void) => handlers.set(event, handler),
      emit: (event: string, id: unknown, answer: (result: { ok: boolean }) => void) => {
        joined.push([event, id])
        answer({ ok: accepts })
      },
      connect: vi.fn(),
      disconnect: vi.fn(),
    },
  }
}

let socket = fakeSocket()
const io = vi.hoisted(() => vi.fn())
vi.mock('socket.io-client', () => ({ io }))

beforeEach(() => {
  socket = fakeSocket()
  io.mockReset().mockImplementation(() => socket.client)
  localStorage.setItem('token', 'secret')
  localStorage.setItem('user', JSON.stringify({ _id: me, username: 'layla' }))
})

afterEach(() => {
  vi.useRealTimers()
})

function Screen({ onFeed }: { onFeed: () => void }) {
  useQuery(unreadCountQuery(me))
  useQuery(feedQuery(me))
  useQuery(trendingQuery())
  useRealtime('feed', onFeed)
  return null
}

async function show(answers: Parameters<typeof fakeApi>[0] = {}) {
  const requests = fakeApi({
    [`GET /api/notifications/unread/${me}`]: () => ({ count: 0 }),
    [`GET /api/logs/feed/${me}`]: () => [],
    'GET /api/movies/trending': () => [],
    ...answers,
  })
  const onFeed = vi.fn()
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      <RealtimeProvider>
        <Screen onFeed={onFeed} />
      </RealtimeProvider>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(io).toHaveBeenCalledOnce())
  const asked = (path: string, limit: string | null = null) =>
    requests.filter(({ route, query }) => route.endsWith(path) && query.get('limit') === limit).length
  return {
    ...view,
    onFeed,
    asked,
    trending: () => asked('/movies/trending'),
    unread: () => asked(`/unread/${me}`),
    feed: () => asked(`/feed/${me}`),
    newest: () => asked(`/feed/${me}`, '1'),
  }
}

it('joins as the member, with the token', async () => {
  await show()
  await socket.hear('connect')
  expect(io.mock.calls[0]?.[0]).toMatchObject({ auth: { token: 'secret' } })
  expect(socket.joined).toEqual([['join', me]])
})

/** Answers that were here for less are asked again only so much later. */
const [youngMs, lateMs] = [10_000, 5000]
const recheckMs = 1000

it('looks later after what was read just before it first joined, and asks at once at later connections', async () => {
  const { unread, feed, newest } = await show()
  await waitFor(() => expect([unread(), feed()]).toEqual([1, 1]))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await socket.hear('connect')
  await act(() => vi.advanceTimersByTimeAsync(lateMs / 2))
  expect([unread(), newest()]).toEqual([1, 0])
  await act(() => vi.advanceTimersByTimeAsync(lateMs / 2))
  await waitFor(() => expect([unread(), newest()]).toEqual([2, 1]))
  await socket.hear('disconnect', 'transport close')
  expect([unread(), feed(), newest()]).toEqual([2, 1, 1])
  await socket.hear('connect')
  await waitFor(() => expect([unread(), feed(), newest()]).toEqual([3, 2, 1]))
})

it.each([
  ['another log is the newest of the feed by then', () => [{ _id: 'b' }]],
  ['its last log is gone by then', () => []],
  [
    'nobody can say',
    () => {
      throw new Refusal(503, 'server.unavailable', 'The server is not ready.')
    },
  ],
])('asks for the feed again where %s', async (_, answer) => {
  const { feed, newest } = await show({
    [`GET /api/logs/feed/${me}`]: ({ query }) => (query.has('limit') ? answer() : [{ _id: 'a' }]),
  })
  await waitFor(() => expect(feed()).toBe(1))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await socket.hear('connect')
  await act(() => vi.advanceTimersByTimeAsync(lateMs))
  await waitFor(() => expect([newest(), feed()]).toEqual([1, 2]))
})

it('asks for nothing later of a session that was ended here meanwhile', async () => {
  const { unread, feed } = await show()
  await waitFor(() => expect([unread(), feed()]).toEqual([1, 1]))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await socket.hear('connect')
  clearSession()
  await act(() => vi.advanceTimersByTimeAsync(lateMs))
  expect([unread(), feed()]).toEqual([1, 1])
})

it('asks again for what a screen could not load while the server was away', async () => {
  let isAway = true
  const { trending } = await show({
    'GET /api/movies/trending': () => {
      if (isAway) throw new Refusal(429, 'request.rate_limited', 'Too many requests. Please wait a moment.')
      return []
    },
  })
  await waitFor(() => expect(trending()).toBe(1))
  isAway = false
  await socket.hear('connect')
  await waitFor(() => expect(trending()).toBe(2))
  await socket.hear('connect')
  await waitFor(() => expect(socket.joined).toHaveLength(2))
  expect(trending()).toBe(2)
})

it('does not ask again for what is not there', async () => {
  const { trending } = await show({
    'GET /api/movies/trending': () => {
      throw new Refusal(404, 'film.not_found', 'This film could not be found.')
    },
  })
  await waitFor(() => expect(trending()).toBe(1))
  await socket.hear('connect')
  await waitFor(() => expect(socket.joined).toHaveLength(1))
  expect(trending()).toBe(1)
})

it('asks at once where it first joined long after the answers', async () => {
  const { feed } = await show()
  await waitFor(() => expect(feed()).toBe(1))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await act(() => vi.advanceTimersByTimeAsync(youngMs))
  await socket.hear('connect')
  await act(() => vi.advanceTimersByTimeAsync(lateMs / 2))
  expect(feed()).toBe(2)
})

it('does not take an answer for new that was on its way when it joined', async () => {
  const slow = Promise.withResolvers<object>()
  let first = true
  const { newest } = await show({
    [`GET /api/logs/feed/${me}`]: () => {
      if (!first) return []
      first = false
      return slow.promise
    },
  })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await socket.hear('connect')
  await act(() => vi.advanceTimersByTimeAsync(lateMs))
  expect(newest()).toBe(0)
  slow.resolve([])
  await waitFor(() => expect(newest()).toBe(1))
})

it('asks for nothing when joining was refused', async () => {
  const { unread } = await show()
  await waitFor(() => expect(unread()).toBe(1))
  socket.refuseJoining()
  await socket.hear('connect')
  expect(unread()).toBe(1)
})

it('reads the feed once for a burst of logs and once after it, and tells of every log', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { feed, onFeed } = await show()
  await waitFor(() => expect(feed()).toBe(1))
  for (let log = 0; log < 20; log += 1) await socket.hear('feed', { logId: String(log), authorId: 'o' })
  await waitFor(() => expect(feed()).toBe(2))
  expect(onFeed).toHaveBeenCalledTimes(20)
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await waitFor(() => expect(feed()).toBe(3))
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(feed()).toBe(3)
  vi.useRealTimers()
})

it('finds out that the session ended elsewhere', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let revoked = false
  await show({
    [`GET /api/notifications/unread/${me}`]: () => {
      if (revoked) throw new Refusal(401, 'auth.required', 'Please log in.')
      return { count: 0 }
    },
  })
  await socket.hear('connect')
  revoked = true
  await socket.hear('disconnect', 'io server disconnect')
  await act(() => vi.advanceTimersByTimeAsync(recheckMs))
  await waitFor(() => expect(getSession()).toBeNull())
  expect(socket.client.connect).not.toHaveBeenCalled()
})

it('comes back after the server refused or closed the socket of a session that lives on', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { unread } = await show()
  await waitFor(() => expect(unread()).toBe(1))
  socket.client.active = false
  await socket.hear('connect_error', new Error('server.unavailable'))
  await act(() => vi.advanceTimersByTimeAsync(recheckMs))
  await waitFor(() => expect(unread()).toBe(2))
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(socket.client.connect).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

it('waits long where the session has as many sockets as it may', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { unread } = await show()
  await waitFor(() => expect(unread()).toBe(1))
  socket.client.active = false
  await socket.hear('connect_error', new Error('socket.too_many'))
  await act(() => vi.advanceTimersByTimeAsync(290_000))
  expect(socket.client.connect).not.toHaveBeenCalled()
  expect(unread()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(320_000))
  expect(socket.client.connect).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

it('leaves attempts that go on by themselves alone', async () => {
  const { unread } = await show()
  await waitFor(() => expect(unread()).toBe(1))
  await socket.hear('connect_error', new Error('xhr poll error'))
  expect(unread()).toBe(1)
})

it('closes with the app', async () => {
  const { unmount } = await show()
  unmount()
  expect(socket.client.disconnect).toHaveBeenCalledOnce()
})
