import type { QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import { getHome } from '#shared/api/home.ts'
import { prefetchFilmMarks } from '#web/features/films/film-marks.api.ts'
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
import { playsQuery } from '#web/features/players/plays.api.ts'
import { call } from '#web/lib/api.ts'

type Home = AnswerOf<typeof getHome>

/** How many members the home screen suggests. */
export const peopleShown = 3

/** Where six reviews of friends are loaded at once; else three. */
export const wideReviews = '(min-width: 1024px)'
export const reviewsShown = (isWide: boolean) => (isWide ? 6 : 3)

/** Key of the year that the member may look back at: a number, while there is one. */
export const endingYearKey = ['ending-year']

/** The query, whose first answer is part of another one; asked for by itself where that part is not there. */
function within<Query extends { queryFn?: unknown }>(query: Query, part: Promise<unknown>): Query {
  const own = query.queryFn as (context: unknown) => unknown
  let isFirst = true
  const queryFn = async (context: unknown) => {
    const known = isFirst ? await part : null
    isFirst = false
    return known ?? own(context)
  }
  return { ...query, queryFn }
}

/**
 * Asks for the sections of the home screen in one call; to the query of each it is as if its own call were on its way.
 * Where the feed is known the other sections are or were as well, and each query looks after itself.
 */
export function prefetchHome(client: QueryClient, userId: string): Promise<void>[] {
  const feed = feedQuery(userId)
  if (client.getQueryData(feed.queryKey) !== undefined)
    return [client.prefetchQuery(trendingQuery()), client.prefetchQuery(feed)]
  const limit = reviewsShown(window.matchMedia(wideReviews).matches)
  const home = readHome(client, limit)
  const part = (pick: (answer: Home) => unknown) => home.then((answer) => answer && pick(answer))
  // As many as a big diary has, and nothing waits for them.
  void prefetchFilmMarks(client, userId)
  void client.prefetchInfiniteQuery(
    within(
      friendsReviewsQuery(limit),
      part(({ reviews }) => ({ answer: reviews.logs, next: reviews.next })),
    ),
  )
  void client.prefetchQuery(
    within(
      weekLogsQuery(userId),
      part(({ week }) => week),
    ),
  )
  void client.prefetchQuery(
    within(
      suggestionsQuery(userId, peopleShown),
      part(({ people }) => people),
    ),
  )
  void client.prefetchQuery(
    within(
      unreadCountQuery(userId),
      part(({ unread }) => unread),
    ),
  )
  void client.prefetchQuery(
    within(
      playsQuery(),
      part(({ plays }) => plays),
    ),
  )
  return [
    client.prefetchQuery(
      within(
        trendingQuery(),
        part(({ trending }) => trending),
      ),
    ),
    client.prefetchQuery(
      within(
        feed,
        part((answer) => answer.feed),
      ),
    ),
  ]
}

/** Null where there is no answer: the sections then ask for themselves. */
async function readHome(client: QueryClient, reviews: number): Promise<Home | null> {
  try {
    const home = await call(getHome, { query: { reviews } })
    // Only for whom they are wanted.
    if (home.newReviews) client.setQueryData(newReviewsQuery().queryKey, home.newReviews)
    if (home.popular) client.setQueryData(popularFilmsQuery().queryKey, home.popular)
    if (home.year !== null) client.setQueryData(endingYearKey, home.year)
    return home
  } catch {
    return null
  }
}
