import type { QueryClient } from '@tanstack/react-query'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { memberLogsQuery } from '#web/features/logs/logs.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { loadTab, tabOf, type ProfileTabName } from './profile-tabs.ts'

interface TabAddress {
  userId: string
  search: URLSearchParams
  isOwner: boolean
}

/** The first data of each tab, for its address. */
const tabData: Record<ProfileTabName, (queryClient: QueryClient, address: TabAddress) => Promise<unknown>[]> =
  {
    profile: (queryClient, { userId }) => [queryClient.prefetchQuery(memberLogsQuery(userId))],
    reviews: () => [],
    watchlist: () => [],
    lists: () => [],
    films: () => [],
  }

/** Code and data of one tab, on their way before it is shown. */
export function prefetchTab(queryClient: QueryClient, address: TabAddress): Promise<unknown>[] {
  const tab = tabOf(address.search)
  return [loadTab(tab), ...tabData[tab](queryClient, address)]
}

/** Everything that a profile's address needs. */
export function prefetchProfile(queryClient: QueryClient, address: TabAddress): Promise<unknown>[] {
  return [queryClient.prefetchQuery(memberQuery(address.userId)), ...prefetchTab(queryClient, address)]
}

/** A change of tab is at once: the tab asks for its own data. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname
