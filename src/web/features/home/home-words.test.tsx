import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi } from '#test/fakes/web-api.ts'
import { HomeWords } from './home-words.tsx'

const log = (digit: number, more = {}) => ({
  _id: `018f0000-0000-7000-9000-00000000000${digit}`,
  user: { _id: 'o', username: 'omar', avatar: null },
  movie: { id: 11, title: 'Heat', poster: null, posterOverride: null },
  tmdbId: 11,
  title: 'Heat',
  poster: null,
  posterOverride: null,
  rating: 4.5,
  review: `Words ${digit}`,
  spoilers: false,
  tags: [],
  gif: null,
  image: null,
  rewatchCount: 0,
  createdAt: '2026-03-01T10:00:00Z',
  likes: [],
  likeCount: 1,
  likedByMe: false,
  replyCount: digit,
  ...more,
})
const film = (id: number) => ({ id, title: `Film ${id}`, poster: null, release_date: '1999-01-01' })
const member = (welcomed: boolean) => ({ [`GET /api/users/${me}`]: () => ({ _id: me, welcomed }) })
const friends = 'GET /api/logs/reviews/friends'
const others = 'GET /api/logs/reviews/new'
const popular = 'GET /api/logs/popular'

beforeEach(signInAsLayla)

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

it('shows what friends wrote, with ways to like and to reply, and more on request', async () => {
  let page = 0
  const requests = fakeApi({
    [friends]: async () => {
      if (page++ === 0)
        return Response.json([log(1), log(2), log(3)], { headers: { 'X-Next-Cursor': 'next' } })
      // As a network does, it takes a moment.
      await new Promise((resolve) => setTimeout(resolve, 20))
      return [log(4, { spoilers: true })]
    },
    [`POST /api/logs/${log(1)._id}/like`]: () => ({ liked: true, likeCount: 2, likes: [me] }),
  })
  renderScreen(<HomeWords memberId={me} tiles={18} />)
  await screen.findByText('Words 1')
  expect(headings()).toEqual(['Friends’ reviews'])
  const [first] = screen.getAllByRole('article')
  const card = within(first as HTMLElement)
  expect(card.getByRole('link', { name: 'Review of Heat by omar' }).getAttribute('href')).toBe(
    `/review/${log(1)._id}`,
  )
  expect(card.getByRole('link', { name: '1 reply' }).getAttribute('href')).toBe(
    `/review/${log(1)._id}/replies`,
  )
  await userEvent.click(card.getByRole('button', { name: /Like review by omar/ }))
  await waitFor(() => expect(card.getByRole('button', { name: /Like review/, pressed: true })).toBeDefined())
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4))
  // The button is gone: reading goes on at what came.
  const last = screen.getAllByRole('article')[3]
  await waitFor(() => expect(last?.contains(document.activeElement)).toBe(true))
  // A spoiler is closed here too.
  expect(screen.queryByText('Words 4')).toBeNull()
  expect(screen.getByRole('button', { name: 'Spoiler, show' })).toBeDefined()
  const asked = requests.filter(({ route }) => route === friends)
  expect(asked.map(({ query }) => query.get('cursor'))).toEqual([null, 'next'])
  // Whoever has enough of friends is shown no strangers.
  expect(requests.some(({ route }) => route === others || route === popular)).toBe(false)
})

it('fills the page for whoever follows nobody, and offers the first steps once', async () => {
  const requests = fakeApi({
    ...member(false),
    [friends]: () => [],
    [others]: () => [log(1)],
    [popular]: () => [film(1), film(2), film(3), film(4)],
    [`PATCH /api/users/${me}`]: () => ({ user: { _id: me, welcomed: true } }),
  })
  renderScreen(<HomeWords memberId={me} tiles={0} />)
  expect(await screen.findByRole('link', { name: 'Film 4, 1999' })).toBeDefined()
  await screen.findByRole('link', { name: 'Begin' })
  expect(headings()).toEqual(['Three steps to begin', 'Popular here this week', 'New reviews'])
  await userEvent.click(screen.getByRole('button', { name: 'No, thanks' }))
  await waitFor(() => expect(headings()).toEqual(['Popular here this week', 'New reviews']))
  expect(requests.find(({ route }) => route.startsWith('PATCH'))?.body).toEqual({ welcomed: true })
})

it('keeps no heading over nothing, and three films are no trend', async () => {
  fakeApi({
    ...member(true),
    [friends]: () => [],
    [others]: () => [log(1)],
    [popular]: () => [film(1), film(2), film(3)],
  })
  renderScreen(<HomeWords memberId={me} tiles={0} />)
  await screen.findByText('Words 1')
  expect(headings()).toEqual(['New reviews'])
})
