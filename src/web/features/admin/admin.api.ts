import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { getHealth, listJobs, retryJobs } from '#shared/api/admin.ts'
import { listAuditLog } from '#shared/api/audit.ts'
import type { ParsedQuery } from '#shared/api/endpoint.ts'
import {
  acceptFilmDoubt,
  countFilmDoubts,
  listFilmDoubts,
  listFilmMerges,
  reconsiderFilmDoubt,
  refuseFilmDoubt,
  undoFilmMerge,
} from '#shared/api/film-identity.ts'
import { call, callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

/** What changes by itself is asked again while somebody looks. */
const minuteMs = 60_000

export const healthQuery = () =>
  queryOptions({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => call(getHealth, { signal }),
    refetchInterval: minuteMs,
  })

export const jobsQuery = (failed: boolean) =>
  queryOptions({
    queryKey: ['admin', 'jobs', failed],
    queryFn: ({ signal }) => call(listJobs, { query: failed ? { failed: '1' } : {}, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: minuteMs / 4,
  })

/** Of one job, or of all that failed for good. */
export const retryJobsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string | null) => call(retryJobs, { body: id === null ? {} : { ids: [id] } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  })

/** What operators see and decide of films. */
const films = ['admin', 'films']

export const doubtCountsQuery = () =>
  queryOptions({
    queryKey: [...films, 'counts'],
    queryFn: ({ signal }) => call(countFilmDoubts, { signal }),
  })

export const doubtsQuery = (refused: boolean) =>
  pagedQuery({
    queryKey: [...films, refused ? 'refused' : 'waiting'],
    limit: 20,
    load: (page, signal) =>
      callPage(listFilmDoubts, { query: { ...page, refused: refused ? '1' : '0' }, signal }),
  })

export const mergesQuery = () =>
  pagedQuery({
    queryKey: [...films, 'merged'],
    limit: 50,
    load: (page, signal) => callPage(listFilmMerges, { query: page, signal }),
  })

export type DoubtDecision =
  | { how: 'accept'; filmId: number; into: number }
  | { how: 'refuse' | 'reconsider'; filmId: number }
  | { how: 'undo'; mergeId: number }

const send = (decision: DoubtDecision): Promise<unknown> => {
  switch (decision.how) {
    case 'accept':
      return call(acceptFilmDoubt, { params: { movieId: decision.filmId }, body: { into: decision.into } })
    case 'refuse':
      return call(refuseFilmDoubt, { params: { movieId: decision.filmId } })
    case 'reconsider':
      return call(reconsiderFilmDoubt, { params: { movieId: decision.filmId } })
    case 'undo':
      return call(undoFilmMerge, { params: { mergeId: decision.mergeId } })
  }
}

/** A decision about a film; what operators see is asked again, also where another one decided first. */
export const decideMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: send,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  })

type AuditFilter = Pick<ParsedQuery<typeof listAuditLog>, 'act' | 'by'>

export const auditQuery = ({ act, by }: AuditFilter) =>
  pagedQuery({
    queryKey: ['admin', 'audit', act ?? '', by ?? ''],
    limit: 50,
    load: (page, signal) =>
      callPage(listAuditLog, { query: { ...page, ...(act && { act }), ...(by && { by }) }, signal }),
  })
