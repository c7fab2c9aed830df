import type { QueryClient } from '@tanstack/react-query'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { memberFilmsQuery, memberReviewsQuery, recentLogsQuery } from '#web/features/logs/logs.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { watchlistQuery } from '#web/features/shelves/watchlist.api.ts'
import { loadTab } from './lazy-tabs.ts'
import { tabOf, type ProfileTabName } from './profile-tabs.ts'
import { filmsChoice, listsKind, listsOf, reviewsChoice, watchlistChoice } from './tab-choice.ts'

interface ProfileAddress {
  userId: string
  search: URLSearchParams
  isOwner: boolean
}

/** The first data of each tab, for its address. */
const tabData: Record<
  ProfileTabName,
  (queryClient: QueryClient, address: ProfileAddress) => Promise<unknown>[]
> = {
  profile: (queryClient, { userId }) => [queryClient.prefetchQuery(recentLogsQuery(userId))],
  reviews: (queryClient, { userId, search }) => [
    queryClient.prefetchInfiniteQuery(memberReviewsQuery(userId, reviewsChoice(search))),
  ],
  watchlist: (queryClient, { userId, search, isOwner }) => [
    queryClient.prefetchInfiniteQuery(watchlistQuery(userId, watchlistChoice(search, isOwner))),
  ],
  lists: (queryClient, { userId, search, isOwner }) => [
    queryClient.prefetchInfiniteQuery(listsOf(listsKind(search, isOwner), userId)),
  ],
  films: (queryClient, { userId, search }) => [
    queryClient.prefetchInfiniteQuery(memberFilmsQuery(userId, filmsChoice(search))),
  ],
}

/** All that the address of a profile needs, on its way before it is shown. */
export function prefetchProfile(queryClient: QueryClient, address: ProfileAddress): Promise<unknown>[] {
  const tab = tabOf(address.search)
  return [
    queryClient.prefetchQuery(memberQuery(address.userId)),
    loadTab(tab),
    ...tabData[tab](queryClient, address),
  ]
}

/** A change of tab is at once: the tab asks for its own data. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname
