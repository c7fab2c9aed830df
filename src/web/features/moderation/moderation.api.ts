import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { BodyOf, ParsedQuery } from '#shared/api/endpoint.ts'
import {
  appealByLink,
  appealDecision,
  countCases,
  createGuestReport,
  createReport,
  decideAppeal,
  decideCase,
  getCase,
  listCases,
  listOwnReports,
  listStatements,
  readStatementByLink,
} from '#shared/api/moderation.ts'
import { call, callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

export const reportMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ['moderation', 'report'],
    mutationFn: (body: BodyOf<typeof createReport>) => call(createReport, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['moderation', 'own-reports'] }),
  })

export const guestReportMutation = () =>
  mutationOptions({
    mutationKey: ['moderation', 'guest-report'],
    mutationFn: (body: BodyOf<typeof createGuestReport>) => call(createGuestReport, { body }),
    // It holds somebody's name and address.
    gcTime: 0,
  })

export const ownReportsQuery = () =>
  pagedQuery({
    queryKey: ['moderation', 'own-reports'],
    limit: 50,
    load: (page, signal) => callPage(listOwnReports, { query: page, signal }),
  })

export const statementsQuery = () =>
  pagedQuery({
    queryKey: ['moderation', 'statements'],
    limit: 50,
    load: (page, signal) => callPage(listStatements, { query: page, signal }),
  })

/** Fails where the link is not good. */
export const linkedStatementQuery = (token: string) =>
  queryOptions({
    queryKey: ['moderation', 'linked-statement', token],
    queryFn: ({ signal }) => call(readStatementByLink, { body: { token }, signal }),
    retry: false,
    gcTime: 0,
  })

/** Who appeals: a member, or whoever has the link of the mail. */
export type Appellant = { decisionId: string } | { token: string }

export const appealMutation = (queryClient: QueryClient, by: Appellant) =>
  mutationOptions({
    mutationKey: ['moderation', 'appeal'],
    mutationFn: (text: string) =>
      'token' in by
        ? call(appealByLink, { body: { token: by.token, text } })
        : call(appealDecision, { params: { decisionId: by.decisionId }, body: { text } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['moderation'] }),
  })

/** All that moderators see; it is asked again when something waits or was decided. */
export const queueKey = ['moderation', 'queue'] as const

type CaseFilter = Pick<ParsedQuery<typeof listCases>, 'state' | 'kind' | 'reason'>

export const casesQuery = ({ state, kind, reason }: CaseFilter) => ({
  ...pagedQuery({
    queryKey: [...queueKey, 'cases', state, kind ?? '', reason ?? ''],
    limit: 50,
    load: (page, signal) =>
      callPage(listCases, {
        query: { ...page, state, ...(kind && { kind }), ...(reason && { reason }) },
        signal,
      }),
  }),
  placeholderData: keepPreviousData,
})

export const caseCountsQuery = () =>
  queryOptions({
    queryKey: [...queueKey, 'counts'],
    queryFn: ({ signal }) => call(countCases, { signal }),
  })

export const caseQuery = (caseId: string) =>
  queryOptions({
    queryKey: [...queueKey, 'case', caseId],
    queryFn: ({ signal }) => call(getCase, { params: { caseId }, signal }),
  })

/** Reloads the queue, after a refusal as well: then somebody else decided, which is shown. */
const askAgain = (queryClient: QueryClient) => () => queryClient.invalidateQueries({ queryKey: queueKey })

export const decideMutation = (queryClient: QueryClient, caseId: string) =>
  mutationOptions({
    mutationKey: [...queueKey, 'decide', caseId],
    mutationFn: (body: BodyOf<typeof decideCase>) => call(decideCase, { params: { caseId }, body }),
    onSettled: askAgain(queryClient),
  })

export const decideAppealMutation = (queryClient: QueryClient, decisionId: string) =>
  mutationOptions({
    mutationKey: [...queueKey, 'decide-appeal', decisionId],
    mutationFn: (body: BodyOf<typeof decideAppeal>) => call(decideAppeal, { params: { decisionId }, body }),
    onSettled: askAgain(queryClient),
  })
