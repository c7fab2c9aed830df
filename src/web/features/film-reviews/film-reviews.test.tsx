import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '#shared/api/replies.ts'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import { createQueryClient, queryClientContext } from '#web/lib/query-client.ts'
import * as filmReviewsPage from '#web/pages/film-reviews.page.tsx'
import { AlertHost } from '#web/ui/alert.tsx'
import { ToastHost } from '#web/ui/toast.tsx'
import type { DiscussedLog } from './film-reviews.api.ts'

const uuid = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const me = uuid(1)
const omar = { _id: uuid(2), username: 'omar', avatar: null }
const noor = { _id: uuid(3), username: 'noor', avatar: null }
const first = uuid(10)
const second = uuid(11)

const review = (id: string, change: Partial<DiscussedLog> = {}): DiscussedLog => ({
  _id: id,
  user: omar,
  movie: {
    id: 7,
    title: 'Salt Harbour',
    poster: null,
    poster_path: null,
    backdrop_path: null,
    release_date: '2011-04-01',
    runtime: 104,
    posterOverride: null,
  },
  tmdbId: 7,
  title: 'Salt Harbour',
  poster: null,
  posterOverride: null,
  customPoster: null,
  rating: 3.5,
  review: 'Ships and longing.',
  rewatch: true,
  rewatchCount: 2,
  watchedAt: null,
  createdAt: '2026-01-02T10:00:00.000Z',
  gif: null,
  gifDetails: null,
  image: null,
  spoilers: false,
  backdrop: null,
  customBackdrop: null,
  reviewBackdrop: null,
  isFavorite: false,
  likes: [],
  likeCount: 4,
  likedByMe: false,
  replyCount: 0,
  replies: [],
  ...change,
})

const reply = (n: number, change: Partial<Reply> = {}): Reply => ({
  _id: uuid(100 + n),
  userId: noor._id,
  username: 'noor',
  avatar: null,
  text: `Reply ${n}`,
  gif: null,
  gifDetails: null,
  image: null,
  likes: [],
  likeCount: 1,
  likedByMe: false,
  createdAt: '2026-01-03T10:00:00.000Z',
  parentComment: null,
  parentUsername: null,
  rootComment: null,
  replyCount: 0,
  ratingForThisMovie: null,
  rating: null,
  deleted: false,
  ...change,
})

const below = (top: number) => ({
  parentComment: uuid(100 + top),
  parentUsername: 'noor',
  rootComment: uuid(100 + top),
})

const list = 'GET /api/logs/movie/7/popular'
const repliesOf = (log: string) => `GET /api/logs/${log}/replies`
const send = (log: string) => `POST /api/logs/${log}/reply`

function show(state?: object) {
  const queryClient = createQueryClient()
  const router = createMemoryRouter(
    [
      { path: '/movie/:id/reviews', ...filmReviewsPage },
      { path: '*', element: <p>elsewhere</p> },
    ],
    {
      initialEntries: ['/before', { pathname: '/movie/7/reviews', state }],
      getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
    },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <AlertHost />
      <ToastHost closeLabel="Close" />
    </QueryClientProvider>,
  )
  return router
}

const composer = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Write a reply...' })
const openComposer = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a reply...' })
const card = () => screen.findByRole('article', { name: 'Review of Salt Harbour by omar' })
const thread = () => screen.getByRole('list', { name: 'Replies to the review by omar' })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

beforeEach(() => {
  localStorage.setItem('user', JSON.stringify({ _id: me, username: 'layla' }))
  localStorage.setItem('token', 'abc')
})

describe('a review', () => {
  it('has its author, stars, rewatches, time, text, image, GIF, heart and Reply', async () => {
    const requests = fakeApi({
      [list]: () => [
        review(first, {
          image: '/media/a.webp',
          gif: '/gifs/scene/happy-1.webp',
          gifDetails: { width: 200, height: 150, title: 'Happy' },
        }),
      ],
    })
    show()
    expect(await screen.findByRole('heading', { level: 1, name: 'All Reviews' })).toBeDefined()
    const shown = within(await card())
    expect(shown.getByRole('link', { name: '@omar' }).getAttribute('href')).toBe(`/profile/${omar._id}`)
    expect(shown.getByRole('img', { name: '3.5 out of 5 stars' })).toBeDefined()
    expect(shown.getByText('2x')).toBeDefined()
    expect(shown.getByText(/^2 Jan/)).toBeDefined()
    expect(shown.getByText('Ships and longing.').dir).toBe('auto')
    expect(shown.getByRole('img', { name: 'Image attached by omar' })).toBeDefined()
    expect(shown.getByRole('img', { name: 'GIF: Happy' })).toBeDefined()
    expect(shown.getByRole('button', { name: 'Like review by omar' }).textContent).toContain('4')
    expect(shown.getByRole('button', { name: 'Reply to the review by omar' }).textContent).toBe('Reply')
    expect(requests[0]?.query.get('all')).toBe('true')
    await waitFor(() => expect(document.title).toBe('All Reviews · Scene'))
    expect(screen.getByRole('link', { name: /^Salt Harbour/ }).getAttribute('href')).toBe('/movie/7')
  })

  it('shows no rewatches at zero and no stars unrated', async () => {
    fakeApi({ [list]: () => [review(first, { rewatch: false, rewatchCount: 0, rating: null })] })
    show()
    const shown = within(await card())
    expect(shown.queryByText(/^\d+x$/)).toBeNull()
    expect(shown.queryByRole('img', { name: /stars/ })).toBeNull()
  })

  it.each(['', '   ', '__media__', '[GIF ONLY]', '[IMAGE ONLY]'])(
    'with the text “%s” is not listed',
    async (text) => {
      fakeApi({ [list]: () => [review(first, { review: text }), review(second, { user: noor })] })
      show()
      await screen.findByRole('article', { name: 'Review of Salt Harbour by noor' })
      expect(screen.queryByRole('article', { name: 'Review of Salt Harbour by omar' })).toBeNull()
    },
  )

  it('hides spoilers until they are asked for', async () => {
    fakeApi({ [list]: () => [review(first, { spoilers: true })] })
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Spoiler, show' }))
    expect(screen.getByText('Ships and longing.')).toBeDefined()
  })

  it('is liked once the server said so, and says when it failed', async () => {
    let down = true
    fakeApi({
      [list]: () => [review(first)],
      [`POST /api/logs/${first}/like`]: () => {
        if (down) throw new NoNetwork()
        return { liked: true, likeCount: 5, likes: [me] }
      },
    })
    show()
    await card()
    const heart = button('Like review by omar')
    await userEvent.click(heart)
    expect(await screen.findByText('Failed to like.')).toBeDefined()
    expect(heart.getAttribute('aria-pressed')).toBe('false')
    down = false
    await userEvent.click(heart)
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'))
    expect(heart.textContent).toContain('5')
  })
})

describe('replies', () => {
  const rows = [reply(1, { replyCount: 1, ratingForThisMovie: 4 }), reply(2, { ...below(1), rating: 2 })]

  it('are nested below their review, with stars and all that belongs to them', async () => {
    fakeApi({ [list]: () => [review(first, { replyCount: 2, replies: rows })] })
    show()
    await card()
    const [comment, answer] = within(thread()).getAllByRole('article', { name: 'Comment by noor' })
    expect(within(comment!).getByText('Reply 1')).toBeDefined()
    expect(within(comment!).getByRole('img', { name: '4 out of 5 stars' })).toBeDefined()
    expect(within(answer!).getByRole('img', { name: '2 out of 5 stars' })).toBeDefined()
    expect(within(answer!).getByRole('link', { name: '@noor' }).getAttribute('href')).toBe(
      `/profile/${noor._id}`,
    )
    expect(answer!.closest('ul')).not.toBe(thread())
    expect(button('Reply to the review by omar')).toBeDefined()
    expect(within(answer!).getByRole('button', { name: 'Like comment by noor' })).toBeDefined()
    // Everything is shown already.
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
  })

  it('that cannot be liked say so', async () => {
    fakeApi({ [list]: () => [review(first, { replyCount: 1, replies: [reply(1)] })] })
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Like comment by noor' }))
    expect(await screen.findByText('Failed to like reply.')).toBeDefined()
  })

  it('come all when asked for, page by page, and go again', async () => {
    const requests = fakeApi({
      [list]: () => [review(first, { replyCount: 60, replies: [reply(1)] })],
      [repliesOf(first)]: ({ query }) =>
        query.get('cursor') === 'next'
          ? [reply(3)]
          : Response.json([reply(1), reply(2)], { headers: { 'X-Next-Cursor': 'next' } }),
    })
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Show all 60 replies' }))
    expect(await screen.findByText('Reply 2')).toBeDefined()
    // The rest waits for a press: the next review is not to move away by itself.
    expect(requests.filter(({ route }) => route === repliesOf(first))).toHaveLength(1)
    await userEvent.click(button('Load more'))
    expect(await screen.findByText('Reply 3')).toBeDefined()
    await userEvent.click(button('Show fewer replies'))
    expect(screen.queryByText('Reply 3')).toBeNull()
    expect(screen.getByText('Reply 1')).toBeDefined()
  })

  it('that could not be loaded can be asked for again', async () => {
    let down = true
    fakeApi({
      [list]: () => [review(first, { replyCount: 60, replies: [reply(1)] })],
      [repliesOf(first)]: () => {
        if (down) throw new Refusal(429, 'request.rate_limited', 'Too many requests.')
        return [reply(1), reply(2)]
      },
    })
    show()
    const all = await screen.findByRole('button', { name: 'Show all 60 replies' })
    await userEvent.click(all)
    await waitFor(() => expect(all.getAttribute('aria-busy')).toBeNull())
    expect(screen.getByText('Reply 1')).toBeDefined()
    down = false
    await userEvent.click(button('Show all 60 replies'))
    expect(await screen.findByText('Reply 2')).toBeDefined()
  })

  it('are deleted by their author only, after a question', async () => {
    const own = reply(2, { userId: me, username: 'layla' })
    const requests = fakeApi({
      [list]: () => [review(first, { replyCount: 2, replies: [reply(1), own] })],
      [`DELETE /api/logs/${first}/replies/${own._id}`]: () => ({ ok: true }),
    })
    show()
    await card()
    const menus = screen.getAllByRole('button', { name: 'More options' })
    expect(menus).toHaveLength(1)
    await userEvent.click(menus[0]!)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog', { name: 'Delete this reply?' })
    expect(requests.some(({ route }) => route.startsWith('DELETE'))).toBe(false)
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('Reply 2')).toBeNull())
    expect(screen.getByText('Reply 1')).toBeDefined()
    expect(await screen.findByText('1 reply')).toBeDefined()
  })
})

describe('the composer', () => {
  const answers = () => ({
    [list]: () => [
      review(first, { replyCount: 1, replies: [reply(1)] }),
      review(second, { user: noor, replies: [] }),
    ],
  })

  it('appears when a review is answered, begins with its author and keeps which review it is', async () => {
    const requests = fakeApi({
      ...answers(),
      [send(first)]: () => reply(9, { userId: me, username: 'layla' }),
    })
    show()
    await card()
    expect(composer()).toBeNull()
    await userEvent.click(button('Reply to the review by omar'))
    const field = await openComposer()
    expect(field.value).toBe('@omar ')
    expect(document.activeElement).toBe(field)
    await userEvent.type(field, 'yes{Enter}')
    await waitFor(() => expect(composer()).toBeNull())
    const form = requests.find(({ route }) => route === send(first))?.body as FormData
    expect(form.get('text')).toBe('@omar yes')
    expect(form.get('parentComment')).toBeNull()
    // What was written is there at once, and the focus back where it came from.
    expect(await within(thread()).findByText('Reply 9')).toBeDefined()
    expect(await screen.findByText('2 replies')).toBeDefined()
    expect(document.activeElement).toBe(button('Reply to the review by omar'))
  })

  it('answers a reply below it', async () => {
    const written = reply(9, { ...below(1), userId: me, username: 'layla' })
    const requests = fakeApi({ ...answers(), [send(first)]: () => written })
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Reply to noor' }))
    await userEvent.type(await openComposer(), 'no{Enter}')
    await waitFor(() => expect(composer()).toBeNull())
    const form = requests.find(({ route }) => route === send(first))?.body as FormData
    expect(form.get('text')).toBe('@noor no')
    expect(form.get('parentComment')).toBe(uuid(101))
    const answer = await within(thread()).findByText('Reply 9')
    expect(answer.closest('ul')).not.toBe(thread())
  })

  it('turns to another review when that is answered', async () => {
    fakeApi(answers())
    show()
    await card()
    await userEvent.click(button('Reply to the review by omar'))
    expect((await openComposer()).value).toBe('@omar ')
    await userEvent.click(button('Reply to the review by noor'))
    await waitFor(() => expect(composer()?.value).toBe('@noor '))
  })

  it('sends nothing that is blank', async () => {
    const requests = fakeApi(answers())
    show()
    await card()
    await userEvent.click(button('Reply to the review by omar'))
    const field = await openComposer()
    await userEvent.clear(field)
    await userEvent.type(field, '   {Enter}')
    await userEvent.click(button('Send'))
    expect(requests.some(({ route }) => route.startsWith('POST'))).toBe(false)
    expect(composer()).not.toBeNull()
  })

  it('keeps everything when sending failed', async () => {
    fakeApi({
      ...answers(),
      [send(first)]: () => {
        throw new NoNetwork()
      },
    })
    show()
    await card()
    await userEvent.click(button('Reply to the review by omar'))
    await userEvent.type(await openComposer(), 'yes{Enter}')
    expect(await screen.findByText('Your comment could not be sent.')).toBeDefined()
    expect(composer()?.value).toBe('@omar yes')
  })

  it('goes away on request', async () => {
    fakeApi(answers())
    show()
    await card()
    await userEvent.click(button('Reply to the review by omar'))
    await openComposer()
    await userEvent.click(button('Cancel'))
    expect(composer()).toBeNull()
  })
})

describe('a link with a comment to answer', () => {
  const parent = { parentCommentId: uuid(101), parentUsername: 'noor' }
  const logs = () => [review(second, { user: noor }), review(first, { replyCount: 1, replies: [reply(1)] })]

  it('opens the composer for it, once', async () => {
    const requests = fakeApi({
      [list]: logs,
      [send(second)]: () => reply(9, { ...below(1), userId: me, username: 'layla' }),
    })
    const router = show({ ...parent, reviewId: second })
    const field = await openComposer()
    expect(field.value).toBe('@noor ')
    await userEvent.type(field, 'hi{Enter}')
    await waitFor(() => expect(composer()).toBeNull())
    const form = requests.find(({ route }) => route === send(second))?.body as FormData
    expect(form.get('parentComment')).toBe(uuid(101))
    expect(router.state.location.state).toBeNull()
  })

  it('finds the review by the comment where the link does not name it', async () => {
    const requests = fakeApi({ [list]: logs, [send(first)]: () => reply(9, below(1)) })
    show(parent)
    await userEvent.type(await openComposer(), 'hi{Enter}')
    await waitFor(() => expect(requests.some(({ route }) => route === send(first))).toBe(true))
  })

  it('cannot be answered without a review', async () => {
    fakeApi({ [list]: logs })
    show({ ...parent, parentCommentId: uuid(999) })
    await card()
    expect(composer()).toBeNull()
  })
})

it('loads on when few reviews are left', async () => {
  const requests = fakeApi({
    [list]: ({ query }) =>
      query.get('cursor') === 'next'
        ? [review(second, { user: noor })]
        : Response.json([review(first)], { headers: { 'X-Next-Cursor': 'next' } }),
  })
  show()
  expect(await screen.findByRole('article', { name: 'Review of Salt Harbour by noor' })).toBeDefined()
  expect(requests.filter(({ route }) => route === list)).toHaveLength(2)
})

it('offers to load on where that failed', async () => {
  let down = true
  fakeApi({
    [list]: ({ query }) => {
      if (query.get('cursor') === null)
        return Response.json([review(first)], { headers: { 'X-Next-Cursor': 'next' } })
      if (down) throw new Refusal(429, 'request.rate_limited', 'Too many requests.')
      return [review(second, { user: noor })]
    },
  })
  show()
  const more = await screen.findByRole('button', { name: 'Load more' })
  down = false
  await userEvent.click(more)
  expect(await screen.findByRole('article', { name: 'Review of Salt Harbour by noor' })).toBeDefined()
})

it('says that there are none', async () => {
  fakeApi({ [list]: () => [] })
  show()
  expect(await screen.findByText('No reviews yet.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('says nothing else of a failure, and offers another try', async () => {
  let down = true
  fakeApi({
    [list]: () => {
      if (down) throw new Refusal(429, 'request.rate_limited', 'Too many requests.')
      return [review(first)]
    },
  })
  show()
  expect(await screen.findByText('No reviews yet.')).toBeDefined()
  down = false
  await userEvent.click(button('Try again'))
  expect(await card()).toBeDefined()
})

it('says that it is loading, and goes back to where one came from', async () => {
  fakeApi({ [list]: () => new Promise(() => {}) })
  const router = show()
  expect(await screen.findByText('Loading...')).toBeDefined()
  await userEvent.click(button('Back'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/before'))
})
