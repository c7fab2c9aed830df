import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { searchFilms, searchPeople } from '#shared/api/films.ts'
import { searchLists } from '#shared/api/lists.ts'
import { listMembers } from '#shared/api/members.ts'
import { call, callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'
import { getToken } from '#web/lib/session.ts'

/** How many members are asked for at once. */
const membersAtOnce = 24

const fresh = 60_000

interface NumberedPage {
  page: number
  total_pages: number
}

const firstPage = 1
const pageAfter = ({ page, total_pages }: NumberedPage) => (page < total_pages ? page + 1 : null)

/**
 * Results belong to their query's key, so a late answer can never replace a newer one; the previous
 * results stay in sight while the next are on their way.
 */
export const filmSearchQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ['search', 'films', query],
    queryFn: ({ pageParam, signal }) => call(searchFilms, { query: { q: query, page: pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: pageAfter,
    placeholderData: keepPreviousData,
    staleTime: fresh,
    enabled: query !== '',
  })

export type Job = 'actor' | 'director'

export const personSearchQuery = (job: Job, query: string) =>
  infiniteQueryOptions({
    queryKey: ['search', job, query],
    queryFn: ({ pageParam, signal }) =>
      call(searchPeople, { query: { q: query, role: job, page: pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: pageAfter,
    placeholderData: keepPreviousData,
    staleTime: fresh,
    enabled: query !== '',
  })

export const memberSearchQuery = (query: string) => ({
  ...pagedQuery({
    queryKey: ['search', 'users', query],
    limit: membersAtOnce,
    load: (page, signal) => callPage(listMembers, { query: { query, ...page }, signal }),
    enabled: query !== '',
  }),
  placeholderData: keepPreviousData,
  staleTime: fresh,
})

/** Skipped without a token (specification 1, section 5). */
export const listSearchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', 'lists', query],
    queryFn: ({ signal }) => call(searchLists, { query: { query }, signal }),
    placeholderData: keepPreviousData,
    staleTime: fresh,
    enabled: query !== '' && getToken() !== null,
  })
