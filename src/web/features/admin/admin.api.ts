import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getAssistantFigures,
  getBackups,
  getFigures,
  getHealth,
  getMail,
  getStorage,
  listAccounts,
  listJobs,
  listSettings,
  makeBackup,
  resetAccountSecondStep,
  restoreAccount,
  retryJobs,
  sendTestMail,
  signOutAccount,
  suspendAccount,
} from '#shared/api/admin.ts'
import { addRefusal, listRefusals, removeRefusal } from '#shared/api/joining.ts'
import type { Role } from '#shared/api/members.ts'
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
import type { SignUpRefusal } from '#shared/sign-up-refusals.ts'
import { minuteMs } from '#shared/durations.ts'
import { call, callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

// Queries with a `refetchInterval` show what changes by itself while somebody looks.

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
    refetchInterval: ({ state }) => (state.data ? minuteMs / 4 : false),
  })

/** Tries one job again, or (null) all that failed for good. */
export const retryJobsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string | null) => call(retryJobs, { body: id === null ? {} : { ids: [id] } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  })

export const figuresQuery = () =>
  queryOptions({
    queryKey: ['admin', 'figures'],
    queryFn: ({ signal }) => call(getFigures, { signal }),
    refetchInterval: 5 * minuteMs,
  })

export const storageQuery = () =>
  queryOptions({
    queryKey: ['admin', 'storage'],
    queryFn: ({ signal }) => call(getStorage, { signal }),
  })

export const assistantFiguresQuery = () =>
  queryOptions({
    queryKey: ['admin', 'scenebot'],
    queryFn: ({ signal }) => call(getAssistantFigures, { signal }),
  })

export const mailQuery = () =>
  queryOptions({ queryKey: ['admin', 'mail'], queryFn: ({ signal }) => call(getMail, { signal }) })

export const testMailMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => call(sendTestMail),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  })

/** Looked at often while one is made. */
export const backupsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'backups'],
    queryFn: ({ signal }) => call(getBackups, { signal }),
    refetchInterval: ({ state }) => (state.data?.running ? 2000 : minuteMs),
  })

export const makeBackupMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => call(makeBackup),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  })

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'settings'],
    queryFn: ({ signal }) => call(listSettings, { signal }),
  })

interface AccountChoice {
  q: string
  role: Role | ''
  state: 'suspended' | 'unverified' | ''
}

export const accountsQuery = ({ q, role, state }: AccountChoice) => ({
  ...pagedQuery({
    queryKey: ['admin', 'members', q, role, state],
    limit: 50,
    load: (page, signal) =>
      callPage(listAccounts, {
        query: { ...page, ...(q && { q }), ...(role && { role }), ...(state && { state }) },
        signal,
      }),
  }),
  placeholderData: keepPreviousData,
})

export type AccountAct = 'suspend' | 'restore' | 'sign-out' | 'reset-2fa'

const accountActs = {
  suspend: suspendAccount,
  restore: restoreAccount,
  'sign-out': signOutAccount,
  'reset-2fa': resetAccountSecondStep,
} as const

/** What an operator does about one member; all that operators see is asked again. */
export const accountActMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ act, memberId }: { act: AccountAct; memberId: string }): Promise<unknown> =>
      call(accountActs[act], { params: { memberId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  })

export const refusalsQuery = (kind: SignUpRefusal['kind'] | '') => ({
  ...pagedQuery({
    queryKey: ['admin', 'refusals', kind],
    limit: 50,
    load: (page, signal) => callPage(listRefusals, { query: { ...page, ...(kind && { kind }) }, signal }),
  }),
  placeholderData: keepPreviousData,
})

/** Refuses something at sign-up, or takes that back. */
export const refusalMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ refused, kind, pattern }: SignUpRefusal & { refused: boolean }) =>
      call(refused ? addRefusal : removeRefusal, { body: { kind, pattern } }),
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
