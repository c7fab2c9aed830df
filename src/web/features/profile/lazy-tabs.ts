import { lazy, type ComponentType } from 'react'
import type { ProfileTabName, ProfileTabProps } from './profile-tabs.ts'

type LazyTab = Exclude<ProfileTabName, 'profile'>

const load = {
  reviews: async () => (await import('./reviews-tab.tsx')).ReviewsTab,
  watchlist: async () => (await import('./watchlist-tab.tsx')).WatchlistTab,
  lists: async () => (await import('./lists-tab.tsx')).ListsTab,
  films: async () => (await import('./films-tab.tsx')).FilmsTab,
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
