import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { makeAnswer, makeReply, replyId, replyLog } from '#test/fakes/replies.ts'
import { signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import type { Reply } from '#shared/api/replies.ts'
import { Component as RepliesPage } from './replies.page.tsx'

const list = `GET /api/logs/${replyLog}/replies`
const send = `POST /api/logs/${replyLog}/reply`
const log = {
  _id: replyLog,
  title: 'Salt Harbour',
  user: { _id: 'o', username: 'omar', avatar: null },
  rating: 4,
  review: 'The sea says it all.',
  spoilers: false,
  tmdbId: 11,
  rewatchCount: 0,
  createdAt: '2026-03-01T10:00:00Z',
  likeCount: 2,
  likedByMe: false,
  poster: null,
  posterOverride: null,
  replyCount: 2,
  replies: [],
  moreReviews: [],
}
const theLog = { [`GET /api/logs/${replyLog}`]: () => log }

beforeEach(signInAsLayla)

function show({
  state,
  address = `/review/${replyLog}/replies`,
}: { state?: unknown; address?: string } = {}) {
  const { router, queryClient } = renderRoutes(
    [
      { path: '/review/:id/replies', element: <RepliesPage /> },
      { path: '/replies/:id', element: <RepliesPage /> },
    ],
    { pathname: address, state },
  )
  return { router, queryClient }
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment...' })
const thread = () => screen.findByRole('list', { name: 'Comments' })
const texts = () => screen.getAllByText(/^(Text \d+|This comment was deleted\.)$/).map((p) => p.textContent)
const page = (rows: Reply[], next: string | null) =>
  Response.json(rows, { headers: next === null ? {} : { 'X-Next-Cursor': next } })
const reads = (requests: FakeRequest[]) => requests.filter(({ route }) => route === list)

it('shows the comments in order with their answers below, and what they are about', async () => {
  const rows = [
    makeReply(5, { likeCount: 3, replyCount: 2 }),
    makeAnswer(6, 5),
    makeAnswer(8, 5, { parent: 6 }),
    makeReply(4),
  ]
  const requests = fakeApi({ ...theLog, [list]: () => rows })
  show({ address: `/replies/${replyLog}` })
  const comments = within(await thread())
  expect(screen.getByRole('heading', { level: 1, name: 'Comments' })).toBeDefined()
  expect(texts()).toEqual(['Text 5', 'Text 6', 'Text 8', 'Text 4'])
  const [first, second] = comments.getAllByRole('listitem').filter((item) => item.dataset['index'])
  expect(within(first as HTMLElement).getAllByRole('listitem')).toHaveLength(2)
  expect(within(second as HTMLElement).queryByRole('listitem')).toBeNull()
  expect(reads(requests)[0]?.query.get('answers')).toBe('3')
  const review = within(await screen.findByRole('article', { name: 'Review of Salt Harbour by omar' }))
  expect(review.getByText('The sea says it all.')).toBeDefined()
  expect(review.getByText('2 replies')).toBeDefined()
  const [open] = review.getAllByRole('link')
  expect(open?.getAttribute('href')).toBe(`/review/${replyLog}`)
})

it('shows a review that comes first together with the comments, so that nothing moves', async () => {
  const { promise, resolve } = Promise.withResolvers<Reply[]>()
  fakeApi({ ...theLog, [list]: () => promise })
  const { queryClient } = show()
  await waitFor(() => expect(queryClient.getQueryData(['logs', replyLog])).toBeDefined())
  expect(screen.queryByRole('article')).toBeNull()
  resolve([makeReply(1)])
  await thread()
  expect(screen.getByRole('article', { name: 'Review of Salt Harbour by omar' })).toBeDefined()
})

it('says that there are none, and shows the first one that is written', async () => {
  const { promise } = Promise.withResolvers<Reply[]>()
  let asked = 0
  fakeApi({
    ...theLog,
    [list]: () => (asked++ === 0 ? [] : promise),
    [send]: () => makeReply(1, { by: 'layla' }),
  })
  const { queryClient } = show()
  expect(await screen.findByText('No comments yet. Be the first to reply!')).toBeDefined()
  await waitFor(() => expect(queryClient.getQueryData(['logs', replyLog])).toBeDefined())
  await userEvent.type(await field(), 'hello{Enter}')
  expect(await screen.findByText('Text 1')).toBeDefined()
  expect(screen.queryByText('No comments yet. Be the first to reply!')).toBeNull()
})

it('reloads after a comment, counts it, and scrolls to the end after 100 ms', async () => {
  const rows = [makeReply(1)]
  const requests = fakeApi({
    ...theLog,
    [list]: () => [...rows],
    [send]: () => {
      rows.push(makeReply(2, { by: 'layla' }))
      return rows[1]
    },
  })
  const { queryClient } = show()
  await thread()
  await waitFor(() => expect(queryClient.getQueryData(['logs', replyLog])).toBeDefined())
  queryClient.setQueryData(['logs', 'feed', 'me'], [{ _id: replyLog, replyCount: 2 }])
  const scroll = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const timer = vi.spyOn(window, 'setTimeout')
  await userEvent.type(await field(), 'hello{Enter}')
  await waitFor(() => expect(texts()).toEqual(['Text 1', 'Text 2']))
  expect(queryClient.getQueryData(['logs', 'feed', 'me'])).toEqual([{ _id: replyLog, replyCount: 3 }])
  await waitFor(() => expect(reads(requests)).toHaveLength(2))
  await waitFor(() => expect(scroll).toHaveBeenCalledWith({ top: document.documentElement.scrollHeight }))
  expect(timer.mock.calls.some(([, delay]) => delay === 100)).toBe(true)
  expect((await field()).value).toBe('')
  expect(document.activeElement).toBe(await field())
})

it('begins an answer for the comment that the link named, and forgets it once it is sent', async () => {
  const requests = fakeApi({
    ...theLog,
    [list]: () => [makeReply(1, { replyCount: 1 })],
    [send]: () => makeAnswer(2, 1, { by: 'layla' }),
  })
  const { router } = show({ state: { parentCommentId: replyId(1), parentUsername: 'omar' } })
  const input = await field()
  expect(input.value).toBe('@omar ')
  expect(document.activeElement).toBe(input)
  await userEvent.type(input, 'yes{Enter}')
  await screen.findByText('Text 2')
  const sent = requests.find(({ route }) => route === send)?.body as FormData
  expect(sent.get('parentComment')).toBe(replyId(1))
  await waitFor(() => expect(router.state.location.state).toBeNull())
  expect(input.value).toBe('')
  expect(screen.queryByText('Replying to')).toBeNull()
})

it('ignores navigation state that is not whole', async () => {
  fakeApi({ ...theLog, [list]: () => [makeReply(1)] })
  show({ state: { parentUsername: 5 } })
  await thread()
  expect((await field()).value).toBe('')
})

it('turns the composer to the comment whose Reply is pressed, and back', async () => {
  fakeApi({ ...theLog, [list]: () => [makeReply(1)] })
  show()
  await thread()
  await userEvent.click(screen.getByRole('button', { name: 'Reply to omar' }))
  expect((await field()).value).toBe('@omar ')
  expect(document.activeElement).toBe(await field())
  await userEvent.click(screen.getByRole('button', { name: 'Comment on the review instead' }))
  expect((await field()).value).toBe('')
})

it('shows three answers, the others on request, and fewer again', async () => {
  const all = [makeAnswer(2, 1), makeAnswer(3, 1), makeAnswer(4, 1), makeAnswer(5, 1), makeAnswer(6, 1)]
  const requests = fakeApi({
    ...theLog,
    [list]: ({ query }) => {
      if (query.get('root') === null) return [makeReply(1, { replyCount: 5 }), ...all.slice(0, 3)]
      return query.get('cursor') === null ? page(all.slice(0, 4), 'further') : page(all.slice(4), null)
    },
  })
  show()
  await thread()
  expect(texts()).toEqual(['Text 1', 'Text 2', 'Text 3', 'Text 4'])
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more replies' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show 1 more reply' }))
  await screen.findByText('Text 6')
  expect(document.activeElement?.closest('article')?.textContent).toContain('Text 6')
  expect(requests.filter(({ query }) => query.get('root') === replyId(1))).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer replies' }))
  expect(texts()).toEqual(['Text 1', 'Text 2', 'Text 3', 'Text 4'])
})

it('shows one’s own answer although others before it are not there yet', async () => {
  const first = [makeReply(1, { replyCount: 9 }), makeAnswer(2, 1), makeAnswer(3, 1), makeAnswer(4, 1)]
  fakeApi({ ...theLog, [list]: () => first, [send]: () => makeAnswer(50, 1, { by: 'layla' }) })
  show()
  await thread()
  await userEvent.click(screen.getAllByRole('button', { name: 'Reply to omar' })[0] as HTMLElement)
  await userEvent.type(await field(), 'mine{Enter}')
  await screen.findByText('Text 50')
  expect(texts().at(-1)).toBe('Text 50')
})

it('puts one’s own comment at the end of a long thread and waits with what lies between', async () => {
  const comments = Array.from({ length: 90 }, (_, at) => makeReply(at + 1))
  const requests = fakeApi({
    ...theLog,
    [list]: ({ query }) =>
      query.get('cursor') === null ? page(comments.slice(0, 50), 'further') : page(comments.slice(50), null),
    [send]: () => makeReply(200, { by: 'layla' }),
  })
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { get: () => 100, configurable: true })
  try {
    show()
    await thread()
    const alive = screen.getAllByRole('article').length
    expect(alive).toBeLessThan(30)
    expect(reads(requests)).toHaveLength(1)
    await userEvent.type(await field(), 'mine{Enter}')
    await waitFor(() => expect(reads(requests)).toHaveLength(2))
    Object.defineProperty(window, 'scrollY', { value: 100_000, configurable: true })
    window.dispatchEvent(new Event('scroll'))
    await screen.findByText('Text 200')
    expect(texts().slice(-2)).toEqual(['Text 50', 'Text 200'])
    expect(reads(requests)).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(reads(requests)).toHaveLength(3))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull())
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, 'offsetHeight')
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
  }
})

it('offers another try when the comments do not come', async () => {
  let fails = true
  fakeApi({
    ...theLog,
    [list]: () => {
      if (fails) throw new NoNetwork()
      return [makeReply(1)]
    },
  })
  show()
  expect(await screen.findByText('The comments could not be loaded.')).toBeDefined()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Text 1')).toBeDefined()
})

it('says that a log is gone, without a way to comment on it', async () => {
  const gone = () => {
    throw new Refusal(404, 'log.not_found', 'This log could not be found.')
  }
  fakeApi({ [`GET /api/logs/${replyLog}`]: gone, [list]: gone })
  show()
  expect(await screen.findByText('This log could not be found.')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
})

it('knows after a reload whom a text is for, and takes the focus at every press of Reply', async () => {
  fakeApi({ ...theLog, [list]: () => [makeReply(1)] })
  const { router } = show()
  const reply = await screen.findByRole('button', { name: /^Reply to/ })
  await userEvent.click(reply)
  const input = await field()
  expect(document.activeElement).toBe(input)
  await waitFor(() =>
    expect(router.state.location.state).toEqual({
      parentCommentId: replyId(1),
      parentUsername: makeReply(1).username,
    }),
  )
  await userEvent.click(screen.getByRole('heading', { level: 1 }))
  input.blur()
  await userEvent.click(reply)
  expect(document.activeElement).toBe(input)
  await userEvent.click(screen.getByRole('button', { name: 'Comment on the review instead' }))
  await waitFor(() => expect(router.state.location.state).toBeNull())
})
