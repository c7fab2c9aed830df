import type { QueryClient } from '@tanstack/react-query'
import { lazy, type ComponentType } from 'react'
import {
  memberFilmsQuery,
  memberReviewsQuery,
  memberTagsQuery,
  recentLogsQuery,
} from '#web/features/logs/logs.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { withTexts } from '#web/i18n/index.ts'
import { watchlistQuery } from '#web/features/shelves/watchlist.api.ts'
import {
  filmsChoice,
  listsChoice,
  listsOf,
  reviewsChoice,
  tabOf,
  watchlistChoice,
  type ProfileTabName,
  type ProfileTabProps,
} from './profile-tabs.ts'

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
    queryClient.prefetchQuery(memberTagsQuery(userId)),
  ],
  watchlist: (queryClient, { userId, search, isOwner }) => [
    queryClient.prefetchInfiniteQuery(watchlistQuery(userId, watchlistChoice(search, isOwner))),
  ],
  lists: (queryClient, { userId, search, isOwner }) => [
    queryClient.prefetchInfiniteQuery(listsOf(listsChoice(search, isOwner), userId)),
    queryClient.prefetchQuery(memberTagsQuery(userId)),
  ],
  films: (queryClient, { userId, search }) => [
    queryClient.prefetchInfiniteQuery(memberFilmsQuery(userId, filmsChoice(search))),
    queryClient.prefetchQuery(memberTagsQuery(userId)),
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

type LazyTab = Exclude<ProfileTabName, 'profile'>

const load = {
  reviews: async () => (await withTexts(import('./tabs/reviews-tab.tsx'), 'steps', 'app')).ReviewsTab,
  watchlist: async () => (await withTexts(import('./tabs/watchlist-tab.tsx'), 'steps', 'app')).WatchlistTab,
  lists: async () => (await withTexts(import('./tabs/lists-tab.tsx'), 'steps', 'app')).ListsTab,
  films: async () => (await withTexts(import('./tabs/films-tab.tsx'), 'steps', 'app')).FilmsTab,
} as const satisfies Record<LazyTab, () => Promise<ComponentType<ProfileTabProps>>>

/** The tab's code, ahead of its being shown. A failure is met where it is shown. */
export async function loadTab(tab: ProfileTabName): Promise<void> {
  if (tab !== 'profile') await load[tab]().catch(() => undefined)
}

export const lazyTabs: Record<LazyTab, ComponentType<ProfileTabProps>> = {
  reviews: lazy(async () => ({ default: await load.reviews() })),
  watchlist: lazy(async () => ({ default: await load.watchlist() })),
  lists: lazy(async () => ({ default: await load.lists() })),
  films: lazy(async () => ({ default: await load.films() })),
}
