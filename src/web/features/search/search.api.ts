import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { searchFilms } from '#shared/api/films.ts'
import { listMembers } from '#shared/api/members.ts'
import { call } from '#web/lib/api.ts'

/**
 * Results belong to their query's key, so a late answer can never replace a newer one; the previous
 * results stay in sight while the next are on their way.
 */
export const filmSearchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', 'films', query],
    queryFn: ({ signal }) => call(searchFilms, { query: { q: query }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: query !== '',
  })

export const memberSearchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', 'users', query],
    queryFn: ({ signal }) => call(listMembers, { query: { query }, signal }),
    placeholderData: keepPreviousData,
    enabled: query !== '',
  })
