import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { ToastHost } from '#web/ui/overlays/toast.tsx'
import { LikeButton } from './review-card.tsx'
import { feedQuery, periodQuery } from '../logs.api.ts'

const logId = '018f0000-0000-7000-8000-00000000000a'
const log = {
  _id: logId,
  likeCount: 1,
  likedByMe: false,
  likes: [],
  user: { _id: 'o', username: 'omar', avatar: null },
}
const likeCall = `POST /api/logs/${logId}/like`

function Feed() {
  const { data } = useQuery(feedQuery(me))
  return data?.map((shown) => <LikeButton key={shown._id} log={shown} />)
}

async function show(signedIn = true) {
  if (signedIn) {
    signInAsLayla()
  }
  const queryClient = createQueryClient()
  queryClient.setQueryData(['logs', 'period', 'day'], {
    pages: [{ answer: [log], next: null }],
    pageParams: [null],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <Feed />
      <ToastHost />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: /^Like review by omar/ })
  return queryClient
}

const feed = { [`GET /api/logs/feed/${me}`]: () => [log] }
const heart = () => screen.getByRole('button', { name: /^Like review by omar/ })
const pressed = () => heart().getAttribute('aria-pressed')

it('changes everywhere, and only once the server answered, with one request for fast taps', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const requests = fakeApi({ ...feed, [likeCall]: () => promise })
  const queryClient = await show()
  heart().click()
  heart().click()
  await userEvent.click(heart())
  expect(pressed()).toBe('false')
  expect(heart().querySelector('span[aria-hidden]')?.textContent).toBe('1')
  expect(heart().getAttribute('aria-busy')).toBe('true')
  resolve({ liked: true, likeCount: 2, likes: [me] })
  await waitFor(() => expect(pressed()).toBe('true'))
  expect(heart().querySelector('span[aria-hidden]')?.textContent).toBe('2')
  expect(requests.filter(({ route }) => route === likeCall)).toHaveLength(1)
  expect(queryClient.getQueryData(periodQuery('day').queryKey)?.pages[0]?.answer[0]).toMatchObject({
    likedByMe: true,
    likeCount: 2,
    likes: [me],
  })
})

it('takes the like back with a second press', async () => {
  let liked = false
  fakeApi({
    ...feed,
    [likeCall]: () => {
      liked = !liked
      return { liked, likeCount: liked ? 2 : 1, likes: liked ? [me] : [] }
    },
  })
  await show()
  await userEvent.click(heart())
  await waitFor(() => expect(pressed()).toBe('true'))
  await userEvent.click(heart())
  await waitFor(() => expect(pressed()).toBe('false'))
})

it('changes nothing when it fails, and says so', async () => {
  fakeApi({
    ...feed,
    [likeCall]: () => {
      throw new Refusal(500, 'server.failed', 'Something went wrong.')
    },
  })
  await show()
  await userEvent.click(heart())
  expect(await screen.findByText('Failed to like.')).toBeDefined()
  expect(pressed()).toBe('false')
  expect(heart().querySelector('span[aria-hidden]')?.textContent).toBe('1')
})

it('shows that it is liked all the same where only the answer was lost', async () => {
  let liked = false
  fakeApi({
    [`GET /api/logs/feed/${me}`]: () => [{ ...log, likedByMe: liked, likeCount: liked ? 2 : 1 }],
    [likeCall]: () => {
      liked = true
      throw new NoNetwork()
    },
  })
  await show()
  await userEvent.click(heart())
  expect(await screen.findByText('Failed to like.')).toBeDefined()
  await waitFor(() => expect(pressed()).toBe('true'))
  expect(heart().querySelector('span[aria-hidden]')?.textContent).toBe('2')
})

it('asks nothing of the server without a session', async () => {
  const requests = fakeApi(feed)
  await show(false)
  await userEvent.click(heart())
  expect(await screen.findByText('You must be logged in to like.')).toBeDefined()
  expect(requests.some(({ route }) => route === likeCall)).toBe(false)
})

it('writes many likes as the language does', async () => {
  fakeApi({ [`GET /api/logs/feed/${me}`]: () => [{ ...log, likeCount: 1204 }] })
  await show()
  expect(heart().querySelector('span[aria-hidden]')?.textContent).toBe('1,204')
})
