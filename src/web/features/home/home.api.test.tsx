import { expect, it } from 'vitest'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { filmMarksQuery } from '#web/features/films/film-marks.api.ts'
import { trendingQuery } from '#web/features/films/films.api.ts'
import {
  feedQuery,
  friendsReviewsQuery,
  newReviewsQuery,
  popularFilmsQuery,
  weekLogsQuery,
} from '#web/features/logs/logs.api.ts'
import { suggestionsQuery } from '#web/features/members/members.api.ts'
import { unreadCountQuery } from '#web/features/notifications/notifications.api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { endingYearKey, peopleShown, prefetchHome } from './home.api.ts'

const me = '018f0000-0000-7000-8000-000000000001'
const home = {
  feed: [],
  trending: [],
  reviews: { logs: [], next: 'more' },
  newReviews: [],
  popular: null,
  week: [],
  people: [],
  unread: { count: 3 },
  plays: [],
  year: 2026,
}
const marks = { seen: [], watchlist: [], favourites: [] }
const single = {
  [`GET /api/logs/feed/${me}`]: () => [],
  'GET /api/movies/trending': () => [],
  'GET /api/logs/reviews/friends': () => [],
  [`GET /api/logs/user/${me}`]: () => [],
  [`GET /api/users/${me}/suggestions`]: () => [],
  [`GET /api/notifications/unread/${me}`]: () => ({ count: 4 }),
  'GET /api/plays': () => [],
  [`GET /api/users/${me}/film-marks`]: () => marks,
}

it('fills the query of each section from one answer, and each asks again by itself', async () => {
  const requests = fakeApi({ ...single, 'GET /api/home': () => home })
  const client = createQueryClient()
  await Promise.all(prefetchHome(client, me))
  await expect.poll(() => client.isFetching()).toBe(0)
  const routes = () => requests.map(({ route }) => route)
  expect(routes().toSorted()).toEqual(['GET /api/home', `GET /api/users/${me}/film-marks`])
  expect(client.getQueryData(feedQuery(me).queryKey)).toEqual([])
  expect(client.getQueryData(trendingQuery().queryKey)).toEqual([])
  expect(client.getQueryData(friendsReviewsQuery(3).queryKey)).toEqual({
    pages: [{ answer: [], next: 'more' }],
    pageParams: [null],
  })
  expect(client.getQueryData(weekLogsQuery(me).queryKey)).toEqual([])
  expect(client.getQueryData(suggestionsQuery(me, peopleShown).queryKey)).toEqual([])
  expect(client.getQueryData(unreadCountQuery(me).queryKey)).toEqual({ count: 3 })
  expect(client.getQueryData(newReviewsQuery().queryKey)).toEqual([])
  expect(client.getQueryData(popularFilmsQuery().queryKey)).toBeUndefined()
  expect(client.getQueryData(endingYearKey)).toBe(2026)
  expect(client.getQueryData(filmMarksQuery(me).queryKey)).toEqual(new Map())

  await client.refetchQueries({ queryKey: unreadCountQuery(me).queryKey })
  expect(client.getQueryData(unreadCountQuery(me).queryKey)).toEqual({ count: 4 })
})

it('lets every section ask for itself where there is no answer, and the films where they are left out', async () => {
  let answer: () => unknown = () => {
    throw new Refusal(500, 'server.failed', 'Failed.')
  }
  const requests = fakeApi({ ...single, 'GET /api/home': () => answer() })
  const client = createQueryClient()
  await Promise.all(prefetchHome(client, me))
  await expect.poll(() => client.isFetching()).toBe(0)
  const routes = () => requests.map(({ route }) => route).filter((route) => route !== 'GET /api/home')
  expect(routes().toSorted()).toEqual(Object.keys(single).toSorted())

  requests.length = 0
  client.clear()
  answer = () => ({ ...home, trending: null })
  await Promise.all(prefetchHome(client, me))
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(routes().toSorted()).toEqual(['GET /api/movies/trending', `GET /api/users/${me}/film-marks`])
})
