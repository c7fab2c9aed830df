import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeWindow } from '#test/fakes/screen.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { countedMembers, type Notification, type NotificationGroup } from '#shared/api/notifications.ts'
import type { LiveNotification } from '#shared/realtime.ts'
import { changeLocale } from '#web/i18n/index.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { RealtimeContext, type Realtime, type RealtimeEvents } from '#web/lib/realtime.ts'
import { ToastHost } from '#web/ui/overlays/toast.tsx'
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
    replyId: null,
    replyTo: null,
    quote: null,
    title: 'Salt Harbour',
    poster: null,
    ...patch,
  }
}

/** The live connection, with the server's side of it in the test's hands. */
function liveConnection() {
  const handlers = new Set<(sent: LiveNotification) => void>()
  const realtime: Realtime = {
    on: (event, handler) => {
      if (event === 'notification') handlers.add(handler as RealtimeEvents['notification'])
      return () => handlers.delete(handler as RealtimeEvents['notification'])
    },
  }
  const send = (...sent: LiveNotification[]) =>
    act(() => sent.forEach((one) => handlers.forEach((handler) => handler(one))))
  return { realtime, send }
}

function Count() {
  useQuery(unreadCountQuery(me))
  return null
}

const people = ['omar', 'noor', 'jade', 'sami']
const person = (username: string) => ({ _id: username, username, avatar: null })

/** What stands alone. */
function alone(one: Notification, patch: Partial<NotificationGroup> = {}): NotificationGroup {
  const { _id: key, read, from } = one
  const kind = one.type === 'follow' ? 'follows' : 'likes'
  return { key, dayKey: null, kind, newest: one, read, count: 1, members: [from], parts: [], ...patch }
}

/** Likes of one review, the newest by the last of the names. */
function likes(names: readonly string[], patch: Partial<Notification> = {}): NotificationGroup {
  const newest = notification(names.at(-1) ?? '', { from: person(names.at(-1) ?? ''), ...patch })
  const members = names.toReversed().slice(0, 3).map(person)
  return alone(newest, { key: 'likes', count: names.length, members })
}

/** As it arrives while the list is open. */
const live = (one: Notification, groupKey = one._id, dayKey: string | null = null): LiveNotification => ({
  ...one,
  kind: null,
  groupKey,
  dayKey,
})

async function show(
  list: NotificationGroup[] | (() => unknown),
  answers: Parameters<typeof fakeApi>[0] = {},
  locale: 'en' | 'ar' | 'fr' = 'en',
) {
  await changeLocale(locale)
  const { realtime, send } = liveConnection()
  const requests = fakeApi({
    'GET /api/notifications/groups': typeof list === 'function' ? list : () => list,
    [`GET /api/notifications/unread/${me}`]: () => ({ count: 0 }),
    'PATCH /api/notifications/read': () => ({ ok: true }),
    'PATCH /api/notifications/read-single/1': () => ({ ok: true }),
    ...answers,
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
        <Count />
        <ToastHost />
      </QueryClientProvider>
    </RealtimeContext>,
  )
  const count = () => queryClient.getQueryData(unreadCountQuery(me).queryKey)?.count
  const calls = (route: string) => requests.filter((request) => request.route === route).length
  return { router, send, count, calls, queryClient, requests }
}

afterEach(() => changeLocale('en'))

it('marks all as read after showing what is new, and asks for the count again', async () => {
  const { count, calls } = await show([
    alone(notification('1')),
    alone(notification('2', { type: 'follow', read: true })),
  ])
  expect(await screen.findAllByRole('link')).toHaveLength(2)
  await waitFor(() => expect(count()).toBe(0))
  expect(calls('PATCH /api/notifications/read')).toBe(1)
  await waitFor(() => expect(calls(`GET /api/notifications/unread/${me}`)).toBe(1))
  expect(screen.getAllByText('Unread')).toHaveLength(1)
})

it('tells the other tabs, and asks for the count when another one has read them', async () => {
  const other = new BroadcastChannel('scene.notifications-read')
  const heard: unknown[] = []
  other.addEventListener('message', ({ data }) => heard.push(data))
  const { count, calls } = await show([alone(notification('1'))])
  await waitFor(() => expect(heard).toEqual([me]))
  await waitFor(() => expect(calls(`GET /api/notifications/unread/${me}`)).toBe(1))
  const say = other.postMessage.bind(other)
  say('another member')
  say(me)
  await waitFor(() => expect(calls(`GET /api/notifications/unread/${me}`)).toBe(2))
  expect(count()).toBe(0)
  other.close()
})

it('keeps the count and the unread look when marking fails', async () => {
  const { count, calls } = await show([alone(notification('1'))], {
    'PATCH /api/notifications/read': () => {
      throw new Refusal(500, 'server.failed', 'Something went wrong.')
    },
  })
  await screen.findByRole('link')
  await waitFor(() => expect(calls('PATCH /api/notifications/read')).toBe(1))
  expect(count()).toBe(2)
  expect(screen.getByText('Unread')).toBeDefined()
})

it('keeps the unread look during the visit, also when the list is asked again', async () => {
  let read = false
  const { queryClient, calls } = await show(() => [alone(notification('1', { read }))])
  await screen.findByText('Unread')
  read = true
  await act(() => queryClient.invalidateQueries({ queryKey: ['notifications', 'list'] }))
  expect(calls('GET /api/notifications/groups')).toBe(2)
  expect(screen.getByText('Unread')).toBeDefined()
})

it('marks the pressed one as read and goes to what it is about', async () => {
  const { router, calls } = await show([alone(notification('1'))])
  await userEvent.click(await screen.findByRole('link'))
  expect(router.state.location.pathname).toBe(`/review/${log}`)
  await waitFor(() => expect(calls('PATCH /api/notifications/read-single/1')).toBe(1))
})

it('marks one that leads nowhere as read too', async () => {
  const { calls } = await show([alone(notification('1', { type: 'unknown' }))])
  const row = await screen.findByRole('button', { name: /sent you something!/ })
  await userEvent.click(row)
  await waitFor(() => expect(calls('PATCH /api/notifications/read-single/1')).toBe(1))
  expect(screen.queryByText('Unread')).toBeNull()
})

it('puts a live one on top, once, with a toast', async () => {
  const { send, calls } = await show([alone(notification('1'))])
  await screen.findByRole('link')
  await waitFor(() => expect(calls('PATCH /api/notifications/read')).toBe(1))
  const one = live(notification('9', { type: 'follow', from: { _id: 'n', username: 'noor', avatar: null } }))
  send(one)
  send(one)
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(2))
  const rows = screen.getAllByRole('link')
  expect(rows[0]?.getAttribute('href')).toBe('/profile/n')
  expect(rows[0]?.textContent).toContain('@noor just followed you')
  expect(screen.getAllByText('\u2068@noor\u2069 just followed you', { selector: 'p' })).toHaveLength(1)
  expect(within(rows[0] as HTMLElement).getByText('Unread')).toBeDefined()
})

describe('likes of one thing', () => {
  const follow = alone(notification('f', { type: 'follow', from: person('lina') }))

  it('are one row that leads to it and marks all of them', async () => {
    const { calls, router } = await show([likes(people), follow])
    const rows = await screen.findAllByRole('link')
    expect(rows).toHaveLength(2)
    expect(rows[0]?.textContent).toContain('+2@sami and 3 others liked your review')
    expect(rows[0]?.querySelector('bdi')?.textContent).toBe('@sami')
    await waitFor(() => expect(calls('PATCH /api/notifications/read')).toBe(1))
    await userEvent.click(rows[0] as HTMLElement)
    expect(router.state.location.pathname).toBe(`/review/${log}`)
    await waitFor(() => expect(calls('PATCH /api/notifications/read')).toBe(2))
  })

  it('take a live one in, from whichever page, and come to the top', async () => {
    const { send } = await show([], {
      'GET /api/notifications/groups': ({ query }) =>
        query.get('cursor') === 'c'
          ? [likes(['omar', 'noor'])]
          : new Response(JSON.stringify([follow]), { headers: { 'X-Next-Cursor': 'c' } }),
    })
    await screen.findAllByRole('link')
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(2))
    send(live(notification('9', { from: person('jade') }), 'likes'))
    await waitFor(() => {
      expect(screen.getAllByRole('link')[0]?.textContent).toContain('@jade and 2 others liked your review')
    })
    expect(screen.getAllByRole('link')).toHaveLength(2)
    expect(within(screen.getAllByRole('link')[0] as HTMLElement).getByText('Unread')).toBeDefined()
  })

  it('are not counted beyond a thousand', async () => {
    const crowd = { ...likes(people), count: countedMembers }
    const { send } = await show([crowd])
    const text = 'and more than a thousand others liked your review'
    expect((await screen.findByRole('link')).textContent).toContain(`@sami ${text}`)
    send(live(notification('9', { from: person('lina') }), 'likes'))
    await waitFor(() => expect(screen.getByRole('link').textContent).toContain(`@lina ${text}`))
  })

  it.each([
    ['en', 2, '@noor and 1 other liked your review'],
    ['en', 4, '@sami and 3 others liked your review'],
    ['fr', 2, '@noor et 1 autre personne ont aimé votre critique'],
    ['fr', 4, '@sami et 3 autres personnes ont aimé votre critique'],
    ['ar', 2, 'نالت مراجعتك إعجاب @noor وعضو آخر'],
    ['ar', 3, 'نالت مراجعتك إعجاب @jade وعضوين آخرين'],
    ['ar', 4, 'نالت مراجعتك إعجاب @sami و3 أعضاء آخرين'],
  ] as const)('say so in %s for %i', async (locale, count, text) => {
    await show([likes(people.slice(0, count))], {}, locale)
    expect((await screen.findByRole('link')).textContent).toContain(text)
  })

  it.each([
    ['reaction', { replyId: 'r' }, 'liked your comment'],
    ['list_like', { listId: 'l', relatedId: 'l' }, 'liked your list!'],
  ] as const)('%s', async (type, about, text) => {
    await show([likes(['omar', 'noor'], { type, ...about })])
    expect((await screen.findByRole('link')).textContent).toContain(`@noor and 1 other ${text}`)
  })
})

describe('the name is where the language puts it', () => {
  const follow = { type: 'follow' } as const
  const reply = { type: 'reply', replyTo: 'comment', quote: 'Tempo' } as const
  it.each([
    ['en', {}, '@omar liked your review'],
    ['fr', follow, '@omar vous suit maintenant'],
    ['ar', follow, 'متابعة جديدة من @omar'],
    ['ar', {}, 'نالت مراجعتك إعجاب @omar'],
    ['ar', reply, 'ردٌّ من @omar على تعليقك'],
  ] as const)('%s %o', async (locale, patch, text) => {
    const { send } = await show([alone(notification('1', patch))], {}, locale)
    const row = await screen.findByRole('link')
    expect(row.textContent).toContain('quote' in patch ? text + patch.quote : text)
    expect(row.querySelector('bdi')?.textContent).toBe('@omar')
    send(live(notification('2', { ...patch, from: person('noor') })))
    const toast = text.replace('@omar', '\u2068@noor\u2069')
    expect(await screen.findByText(toast, { selector: 'p' })).toBeDefined()
  })
})

describe('the list', () => {
  it('says that there are none', async () => {
    await show([])
    await screen.findByText('No notifications yet.')
    expect(screen.getByRole('link').textContent).toBe('Find people to follow')
  })

  it('says that it could not be loaded, marks nothing, and tries again', async () => {
    let broken = true
    const { calls } = await show(() => {
      if (broken) throw new Refusal(400, 'request.invalid', 'The request is not valid.')
      return [alone(notification('1'))]
    })
    expect(await screen.findByText('Your notifications could not be loaded.')).toBeDefined()
    expect(calls('PATCH /api/notifications/read')).toBe(0)
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link')).toBeDefined()
  })

  it('loads more where the last page ended', async () => {
    const page = (...ids: string[]) => ids.map((id) => alone(notification(id, { read: true })))
    const { requests } = await show([], {
      'GET /api/notifications/groups': ({ query }) =>
        query.get('cursor') === 'c'
          ? page('2', '3')
          : new Response(JSON.stringify(page('1', '2')), { headers: { 'X-Next-Cursor': 'c' } }),
    })
    expect(await screen.findAllByRole('link')).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(3))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    const lists = requests.filter(({ route }) => route === 'GET /api/notifications/groups')
    expect(lists.map(({ query }) => query.get('limit'))).toEqual(['24', '24'])
  })
})

it('is narrowed to a kind, of which what is not shown stays unread', async () => {
  const { router, calls, requests } = await show([alone(notification('1'))])
  await waitFor(() => expect(calls('PATCH /api/notifications/read')).toBe(1))
  await userEvent.click(screen.getByRole('button', { name: 'Comments' }))
  await waitFor(() => expect(router.state.location.search).toBe('?kind=comments'))
  await waitFor(() => expect(requests.some(({ query }) => query.get('kind') === 'comments')).toBe(true))
  await screen.findAllByRole('link')
  expect(calls('PATCH /api/notifications/read')).toBe(1)
})

it('says by days how old they are', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await show([
    alone(notification('1')),
    alone(notification('2', { type: 'follow', createdAt: ago(1) })),
    alone(notification('3', { type: 'follow', createdAt: ago(40) })),
  ])
  await screen.findAllByRole('link')
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['Today', 'Yesterday', 'Earlier'])
})

describe('what one member liked on a day', () => {
  const other = '018f0000-0000-7000-8000-00000000000b'
  const dayKey = 'review_like:o:2026-03-01'
  const first = notification('1', { reviewId: log })
  const second = notification('2', { reviewId: other, relatedId: other, title: 'Rain' })
  const day = alone(first, { key: dayKey, dayKey, count: 2, parts: [first, second] })

  it('opens in its place, and each of its rows is marked alone', async () => {
    const { router, calls } = await show([day])
    const row = await screen.findByRole('button', { name: /@omar liked 2 of your reviews/ })
    expect(row.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('link')).toBeNull()
    await userEvent.click(row)
    const parts = screen.getAllByRole('link')
    expect(parts.map((part) => part.getAttribute('href'))).toEqual([`/review/${log}`, `/review/${other}`])
    await userEvent.click(within(parts[0] as HTMLElement).getByText('Salt Harbour'))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/review/${log}`))
    await waitFor(() => expect(calls('PATCH /api/notifications/read-single/1')).toBe(1))
  })

  it('says how many more there are than it tells', async () => {
    await show([{ ...day, count: 25 }])
    await userEvent.click(await screen.findByRole('button', { name: /@omar liked 25 of your reviews/ }))
    expect(screen.getByText('and 23 more')).toBeDefined()
  })

  it('takes a live one in, and becomes of one that stood alone', async () => {
    const { send } = await show([
      alone(notification('f', { type: 'follow' })),
      alone(second, { key: 'second', dayKey }),
    ])
    expect(await screen.findAllByRole('link')).toHaveLength(2)
    send(live(first, 'first', dayKey))
    const row = await screen.findByRole('button', { name: /@omar liked 2 of your reviews/ })
    expect(screen.getAllByRole('link')).toHaveLength(1)
    await userEvent.click(row)
    const hrefs = screen.getAllByRole('link').map((part) => part.getAttribute('href'))
    expect(hrefs.slice(0, 2)).toEqual([`/review/${log}`, `/review/${other}`])
    send(live(notification('3', { reviewId: 'x' }), 'third', dayKey))
    expect(await screen.findByRole('button', { name: /@omar liked 3 of your reviews/ })).toBeDefined()
  })
})

it('leads to the year that is there to be looked back at', async () => {
  const { router } = await show([
    alone(notification('1', { type: 'year-review', from: person(me), relatedId: '2026' })),
  ])
  await userEvent.click(await screen.findByRole('link', { name: /Your 2026 in review is ready/ }))
  expect(router.state.location.pathname).toBe(`/profile/${me}/year/2026`)
})

describe('what reaches the member', () => {
  const route = 'GET /api/notifications/settings'
  const of = (inApp: boolean, push: boolean, mail: boolean) => ({ inApp, push, mail })
  const settings = {
    reach: {
      likes: of(true, false, false),
      comments: of(true, true, true),
      follows: of(true, true, false),
      requests: of(true, true, true),
      shares: of(true, true, false),
      year: of(true, true, false),
    },
    quiet: { from: '22:30', to: '07:00' },
    hasMail: true,
    devices: [{ id: 'd' }],
  }
  const ways = async () => {
    const card = within(await screen.findByRole('region', { name: 'What reaches me' }))
    await card.findByRole('link', { name: 'Notification settings' })
    return card.queryAllByRole('definition').map(({ textContent }) => textContent)
  }

  it('stands in short beside the list of a wide desk, with the one choice of kinds', async () => {
    fakeWindow((query) => query === '(min-width: 1280px)')
    await show([alone(notification('1'))], { [route]: () => settings })
    expect(await ways()).toEqual([
      'All',
      'Comments and replies, New followers, Requests, Shares, Year in review',
      'Comments and replies, Requests',
      '22:30–07:00',
    ])
    expect(screen.getAllByRole('group', { name: 'Which notifications' })).toHaveLength(1)
  })

  it('is nothing by push without a device, and tells of no mail where none is sent', async () => {
    fakeWindow()
    await show([], { [route]: () => ({ ...settings, devices: [], hasMail: false, quiet: null }) })
    expect(await ways()).toEqual(['All', 'Nothing'])
  })

  it('is neither shown nor asked for on narrower screens', async () => {
    const { calls } = await show([alone(notification('1'))], { [route]: () => settings })
    await screen.findByRole('link')
    expect(screen.queryByRole('region', { name: 'What reaches me' })).toBeNull()
    expect(calls(route)).toBe(0)
  })
})
