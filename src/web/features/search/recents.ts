import { storeIfRoom } from '#web/lib/storage.ts'

export const searchTabs = ['films', 'users', 'lists', 'actors', 'directors'] as const
export type SearchTab = (typeof searchTabs)[number]

/** What was looked for and where. */
export interface RecentSearch {
  query: string
  tab: SearchTab
}

const maxRecents = 10
const recentsKey = 'recentSearches'
const lastQueryKey = 'lastSearchQuery'
const lastTabKey = 'lastSearchTab'

/** The tab of this name, or null. */
export function searchTabOf(name: unknown): SearchTab | null {
  return searchTabs.find((tab) => tab === name) ?? null
}

export function sameSearch(a: RecentSearch, b: RecentSearch): boolean {
  return a.tab === b.tab && a.query.toLocaleLowerCase() === b.query.toLocaleLowerCase()
}

/**
 * The list with a search on top, without doubles, the newest 10.
 * `refines` is what the same typing recorded before: "sal" gives way to "salt" instead of filling the list,
 * going back from "salt" to "sal" records nothing, and of one text on several tabs the last one stays.
 */
export function addRecent(
  recents: readonly RecentSearch[],
  search: RecentSearch,
  refines?: RecentSearch,
): RecentSearch[] {
  const entry = { query: search.query.trim(), tab: search.tab }
  if (entry.query === '') return [...recents]
  if (refines?.tab === entry.tab && refines.query.startsWith(entry.query)) return [...recents]
  const isRefined =
    refines !== undefined &&
    (refines.tab === entry.tab ? entry.query.startsWith(refines.query) : entry.query === refines.query)
  const others = recents.filter((one) => !sameSearch(one, entry) && !(isRefined && sameSearch(one, refines)))
  return [entry, ...others].slice(0, maxRecents)
}

export function removeRecent(recents: readonly RecentSearch[], search: RecentSearch): RecentSearch[] {
  return recents.filter((one) => !sameSearch(one, search))
}

function readRecent(entry: unknown): RecentSearch[] {
  const { query, tab: name } = (entry ?? {}) as { query?: unknown; tab?: unknown }
  const tab = searchTabOf(name)
  return typeof query === 'string' && query.trim() !== '' && tab !== null ? [{ query, tab }] : []
}

/** The stored list; entries of a kind this version does not know are left out. */
export function readRecents(storage: Storage): RecentSearch[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(recentsKey) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(readRecent).slice(0, maxRecents) : []
  } catch {
    return []
  }
}

export function writeRecents(storage: Storage, recents: readonly RecentSearch[]): void {
  storeIfRoom(storage, recentsKey, JSON.stringify(recents))
}

/** What the browser session searched last. */
export function readLastSearch(storage: Storage): RecentSearch {
  try {
    const tab = searchTabOf(storage.getItem(lastTabKey)) ?? 'films'
    return { query: storage.getItem(lastQueryKey) ?? '', tab }
  } catch {
    return { query: '', tab: 'films' }
  }
}

export function writeLastSearch(storage: Storage, search: RecentSearch): void {
  storeIfRoom(storage, lastQueryKey, search.query)
  storeIfRoom(storage, lastTabKey, search.tab)
}
