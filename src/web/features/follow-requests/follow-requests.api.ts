import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import {
  acceptFollowRequest,
  countFollowRequests,
  declineFollowRequest,
  listFollowRequests,
  lockAccount,
  reopenFollowRequest,
} from '#shared/api/follow-requests.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { call, callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

const key = (memberId: string) => ['members', memberId, 'requests'] as const

export const requestCountQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...key(memberId), 'count'],
    queryFn: ({ signal }) => call(countFollowRequests, { params: { userId: memberId }, signal }),
  })

export const requestsQuery = (memberId: string) =>
  pagedQuery({
    queryKey: [...key(memberId), 'list'],
    limit: 24,
    load: (query, signal) => callPage(listFollowRequests, { params: { userId: memberId }, query, signal }),
  })

/** Accepts or declines who asked, or takes that back. */
export const answerRequestMutation = (queryClient: QueryClient, memberId: string) =>
  mutationOptions({
    mutationKey: ['requests', 'answer'],
    mutationFn: ({ requesterId, answer }: { requesterId: string; answer: keyof typeof answers }) =>
      call(answers[answer], { params: { userId: memberId, targetId: requesterId } }),
    // After a failure as well: the request may have been taken back.
    onSettled: async (_answer, _error, { requesterId }) => {
      await Promise.all(
        [key(memberId), memberQuery(memberId).queryKey, memberQuery(requesterId).queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
  })

const answers = {
  accept: acceptFollowRequest,
  decline: declineFollowRequest,
  reopen: reopenFollowRequest,
} as const

export const lockAccountMutation = (queryClient: QueryClient, memberId: string) =>
  mutationOptions({
    mutationKey: ['requests', 'lock'],
    mutationFn: (body: BodyOf<typeof lockAccount>) =>
      call(lockAccount, { params: { userId: memberId }, body }),
    // After a failure as well: a call whose answer was lost may be done.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members', memberId] }),
  })
