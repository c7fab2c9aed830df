import { useSearchParams } from 'react-router'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { getMember } from '#shared/api/members.ts'

export type Profile = AnswerOf<typeof getMember>

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
 * The tab of now and how to show another one: in the same entry of the history, so that Back leaves the
 * profile. What only the left tab understands goes from the address.
 */
export function useProfileTab(): [ProfileTabName, (tab: ProfileTabName) => void] {
  const [search, setSearch] = useSearchParams()
  const show = (tab: ProfileTabName) =>
    setSearch(tab === 'profile' ? {} : { tab }, { replace: true, preventScrollReset: true })
  return [tabOf(search), show]
}
