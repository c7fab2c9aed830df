import type { PersonRole } from '#shared/api/people.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listSeenPeople, searchPeople } from '#shared/api/films.ts'
import { searchLists } from '#shared/api/lists.ts'
import { listMembers } from '#shared/api/members.ts'
import { getSearchHints } from '#shared/api/search.ts'
import { minuteMs } from '#shared/durations.ts'
import { call, callPage } from '#web/lib/api.ts'
import { numberedQuery, pagedQuery } from '#web/lib/paged-query.ts'
import { getToken } from '#web/lib/session.ts'

/** How many members or lists are asked for at once. */
const pageSize = 24

const fresh = minuteMs

/** What a search may mean besides what its tab finds. Without it the results say enough: it is not tried again. */
export const searchHintsQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', 'hints', query],
    queryFn: ({ signal }) => call(getSearchHints, { query: { q: query }, signal }),
    staleTime: fresh,
    retry: false,
    enabled: query !== '',
  })

export const personSearchQuery = (job: PersonRole, query: string) =>
  numberedQuery({
    kind: job,
    query,
    load: (page, signal) => call(searchPeople, { query: { ...page, role: job }, signal }),
  })

/** Actors or directors of the films that are logged most here; counted anew some times an hour. */
export const seenPeopleQuery = (role: PersonRole) =>
  queryOptions({
    queryKey: ['people', 'seen', role],
    queryFn: ({ signal }) => call(listSeenPeople, { query: { role }, signal }),
    staleTime: 15 * fresh,
  })

export const memberSearchQuery = (query: string) => ({
  ...pagedQuery({
    queryKey: ['search', 'users', query],
    limit: pageSize,
    load: (page, signal) => callPage(listMembers, { query: { query, ...page }, signal }),
    enabled: query !== '',
  }),
  placeholderData: keepPreviousData,
  staleTime: fresh,
})

/** Skipped without a token. */
export const listSearchQuery = (query: string) => ({
  ...pagedQuery({
    queryKey: ['search', 'lists', query],
    limit: pageSize,
    load: (page, signal) => callPage(searchLists, { query: { query, ...page }, signal }),
    enabled: query !== '' && getToken() !== null,
  }),
  placeholderData: keepPreviousData,
  staleTime: fresh,
})
