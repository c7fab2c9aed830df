import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { me } from '#test/fakes/film-page.tsx'
import {
  answer,
  first,
  list,
  noor,
  omar,
  repliesOf,
  reply,
  review,
  second,
  showReviews,
} from '#test/fakes/film-reviews.tsx'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'

const card = () => screen.findByRole('article', { name: 'Review of Salt Harbour by omar' })
const thread = () => screen.getByRole('list', { name: 'Replies to the review by omar' })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

describe('a review', () => {
  it('has its author, stars, rewatches, time, text, image, GIF, heart and Reply', async () => {
    const requests = fakeApi({
      [list]: () => [
        review(first, {
          rewatch: true,
          rewatchCount: 2,
          likeCount: 4,
          createdAt: '2026-01-02T10:00:00.000Z',
          image: '/media/a.webp',
          gif: '/gifs/scene/happy-1.webp',
          gifDetails: { width: 200, height: 150, title: 'Happy' },
        }),
      ],
    })
    showReviews()
    expect(await screen.findByRole('heading', { level: 1, name: 'All Reviews' })).toBeDefined()
    const shown = within(await card())
    expect(shown.getByRole('link', { name: '@omar' }).getAttribute('href')).toBe(`/profile/${omar._id}`)
    expect(shown.getByRole('img', { name: '3.5 out of 5 stars' })).toBeDefined()
    expect(shown.getByRole('img', { name: 'rewatched 2x' })).toBeDefined()
    // Once only, for whoever looks for it.
    expect(shown.getByText(/2x/).textContent).toBe('2x')
    expect(shown.getByText(/^2 Jan/)).toBeDefined()
    expect(shown.getByText('Ships and longing.').dir).toBe('auto')
    expect(shown.getByRole('img', { name: 'Image attached by omar' })).toBeDefined()
    expect(shown.getByRole('img', { name: 'GIF: Happy' })).toBeDefined()
    expect(shown.getByRole('button', { name: 'Like review by omar 4 likes' })).toBeDefined()
    expect(shown.getByRole('button', { name: 'Reply to the review by omar' }).textContent).toBe('Reply')
    expect(requests[0]?.query.get('all')).toBe('true')
    await waitFor(() => expect(document.title).toBe('All Reviews · Scene'))
    expect(screen.getByRole('link', { name: /^Salt Harbour/ }).getAttribute('href')).toBe('/movie/7')
  })

  it('shows no rewatches at zero and no stars unrated', async () => {
    fakeApi({ [list]: () => [review(first, { rating: null })] })
    showReviews()
    const shown = within(await card())
    expect(shown.queryByText(/^\d+x$/)).toBeNull()
    expect(shown.queryByRole('img', { name: /stars/ })).toBeNull()
  })

  it.each(['', '   ', '__media__', '[GIF ONLY]', '[IMAGE ONLY]'])(
    'with the text “%s” is not listed',
    async (text) => {
      fakeApi({ [list]: () => [review(first, { review: text }), review(second, { user: noor })] })
      showReviews()
      await screen.findByRole('article', { name: 'Review of Salt Harbour by noor' })
      expect(screen.queryByRole('article', { name: 'Review of Salt Harbour by omar' })).toBeNull()
    },
  )

  it('hides spoilers until they are asked for', async () => {
    fakeApi({ [list]: () => [review(first, { spoilers: true })] })
    showReviews()
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
    showReviews()
    await card()
    const heart = button(/^Like review by omar/)
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
  const rows = [reply(1, { replyCount: 1, ratingForThisMovie: 4 }), answer(2, 1, { rating: 2 })]

  it('are nested below their review, with stars and all that belongs to them', async () => {
    fakeApi({ [list]: () => [review(first, { replyCount: 2, replies: rows })] })
    showReviews()
    await card()
    const [comment, below] = within(thread())
      .getAllByRole('article', { name: 'Comment by noor' })
      .map((item) => within(item))
    expect(comment?.getByText('Reply 1')).toBeDefined()
    expect(comment?.getByRole('img', { name: '4 out of 5 stars' })).toBeDefined()
    expect(below?.getByRole('img', { name: '2 out of 5 stars' })).toBeDefined()
    expect(below?.getByRole('link', { name: '@noor' }).getAttribute('href')).toBe(`/profile/${noor._id}`)
    expect(below?.getByText('Reply 2').closest('ul')).not.toBe(thread())
    expect(button('Reply to the review by omar')).toBeDefined()
    expect(below?.getByRole('button', { name: /^Like comment by noor/ })).toBeDefined()
    // Everything is shown already.
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
  })

  it('that cannot be liked say so', async () => {
    fakeApi({ [list]: () => [review(first, { replyCount: 1, replies: [reply(1)] })] })
    showReviews()
    await userEvent.click(await screen.findByRole('button', { name: /^Like comment by noor/ }))
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
    showReviews()
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
    showReviews()
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
    showReviews()
    await card()
    // Fails where there is more than one.
    await userEvent.click(screen.getByRole('button', { name: 'More options' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog', { name: 'Delete this reply?' })
    expect(requests.some(({ route }) => route.startsWith('DELETE'))).toBe(false)
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('Reply 2')).toBeNull())
    expect(screen.getByText('Reply 1')).toBeDefined()
    expect(await screen.findByText('1 reply')).toBeDefined()
  })
})

it('loads on when few reviews are left', async () => {
  const requests = fakeApi({
    [list]: ({ query }) =>
      query.get('cursor') === 'next'
        ? [review(second, { user: noor })]
        : Response.json([review(first)], { headers: { 'X-Next-Cursor': 'next' } }),
  })
  showReviews()
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
  showReviews()
  const more = await screen.findByRole('button', { name: 'Load more' })
  down = false
  await userEvent.click(more)
  expect(await screen.findByRole('article', { name: 'Review of Salt Harbour by noor' })).toBeDefined()
})

it('says that there are none', async () => {
  fakeApi({ [list]: () => [] })
  showReviews()
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
  showReviews()
  expect(await screen.findByText('No reviews yet.')).toBeDefined()
  down = false
  await userEvent.click(button('Try again'))
  expect(await card()).toBeDefined()
})

it('says that it is loading, and goes back to where one came from', async () => {
  fakeApi({ [list]: () => new Promise(() => {}) })
  const router = showReviews()
  expect(await screen.findByText('Loading...')).toBeDefined()
  await userEvent.click(button('Back'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/before'))
})
