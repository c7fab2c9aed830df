import { useSearchParams } from 'react-router'
import { maxTagLength } from '#shared/tags.ts'
import { listsQuery, memberListsQuery, taggedListsQuery } from '#web/features/lists/lists.api.ts'
import { filmSorts } from '#shared/api/logs.ts'
import { reviewSorts, type FilmsChoice, type ReviewsChoice } from '#web/features/logs/logs.api.ts'
import type { Profile } from '#web/features/members/members.api.ts'
import { queryOf } from '#web/lib/use-settled-query.ts'
import { watchlistGenres, watchlistSorts, type WatchlistChoice } from '#web/features/shelves/watchlist.api.ts'

/** What every tab is given. */
export interface ProfileTabProps {
  member: Profile
  isOwner: boolean
}

/** In the order in which they are shown. */
export const profileTabs = ['profile', 'reviews', 'watchlist', 'lists', 'films'] as const
export type ProfileTabName = (typeof profileTabs)[number]

/** The tab that an address names; `profile` is the one of an address that names none. */
export function tabOf(search: URLSearchParams): ProfileTabName {
  return profileTabs.find((tab) => tab === search.get('tab')) ?? 'profile'
}

/**
 * The current tab and how to show another one: in the same entry of the history, so that Back leaves the
 * profile. What only the left tab understands goes from the address.
 */
export function useProfileTab(): [ProfileTabName, (tab: ProfileTabName) => void] {
  const [search, setSearch] = useSearchParams()
  const show = (tab: ProfileTabName) =>
    setSearch(
      (before) => {
        const as = before.get('as')
        return { ...(as !== null && { as }), ...(tab !== 'profile' && { tab }) }
      },
      { replace: true, preventScrollReset: true },
    )
  return [tabOf(search), show]
}

export const orders = ['desc', 'asc'] as const

/** What an address names, else the first of what there is. */
function pick<Value extends string>(
  values: readonly [Value, ...Value[]],
  search: URLSearchParams,
  name: string,
): Value {
  return values.find((value) => value === search.get(name)) ?? values[0]
}

/** What an address narrows films and reviews to. */
const narrowingOf = (search: URLSearchParams) => ({
  tag: (search.get('tag') ?? '').slice(0, maxTagLength),
  q: queryOf(search.get('q') ?? '').slice(0, maxTagLength),
})

export const reviewsChoice = (search: URLSearchParams): ReviewsChoice => ({
  sort: pick(reviewSorts, search, 'sort'),
  ...narrowingOf(search),
})

export function filmsChoice(search: URLSearchParams): FilmsChoice {
  const sort = pick(filmSorts, search, 'sort')
  // Favourites know no order: the same answer must not be asked for twice.
  const order = sort === 'favorites' ? 'desc' : pick(orders, search, 'order')
  return { sort, order, ...narrowingOf(search) }
}

/** Only the owner sorts and narrows a watchlist. */
export function watchlistChoice(search: URLSearchParams, isOwner: boolean): WatchlistChoice {
  const asked = isOwner ? search : new URLSearchParams()
  return {
    sort: pick(watchlistSorts, asked, 'sort'),
    order: pick(orders, asked, 'order'),
    genre: pick(watchlistGenres, asked, 'genre'),
  }
}

const listKinds = {
  owner: ['mine', 'edited', 'saved', 'popular', 'friends'],
  visitor: ['theirs', 'popular'],
} as const
export type ListsKind = (typeof listKinds)[keyof typeof listKinds][number]

export const listsKinds = (isOwner: boolean): readonly [ListsKind, ...ListsKind[]] =>
  isOwner ? listKinds.owner : listKinds.visitor

function listsKind(search: URLSearchParams, isOwner: boolean): ListsKind {
  return pick(listsKinds(isOwner), search, 'lists')
}

/** Which lists an address shows; the member's own may be those of a tag. */
export function listsChoice(search: URLSearchParams, isOwner: boolean) {
  const kind = listsKind(search, isOwner)
  const isTagged = kind === 'mine' || kind === 'theirs'
  return { kind, tag: isTagged ? narrowingOf(search).tag : '', isTagged }
}

export const listsOf = ({ kind, tag }: { kind: ListsKind; tag: string }, userId: string) =>
  tag !== '' ? taggedListsQuery(userId, tag) : kind === 'theirs' ? memberListsQuery(userId) : listsQuery(kind)
