import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import {
  getProgress,
  getSharedYear,
  getStatistics,
  getYearReview,
  revokeYear,
  shareYear,
} from '#shared/api/statistics.ts'
import { call } from '#web/lib/api.ts'

export type Progress = AnswerOf<typeof getProgress>

/** How soon newer figures are looked for while they are counted. */
const countingMs = 1500

/** A member's figures of a year, of all time without one. */
export const statisticsQuery = (userId: string, year: number | undefined) =>
  queryOptions({
    queryKey: ['statistics', userId, year ?? 'all'],
    queryFn: ({ signal }) =>
      call(getStatistics, { params: { userId }, query: year === undefined ? {} : { year }, signal }),
    refetchInterval: ({ state }) => (state.data?.isCounting ? countingMs : false),
  })

export const progressQuery = (userId: string) =>
  queryOptions({
    queryKey: ['statistics', userId, 'progress'],
    queryFn: ({ signal }) => call(getProgress, { params: { userId }, signal }),
  })

export type YearReview = AnswerOf<typeof getSharedYear>

/** One's own year in review. */
export const yearReviewQuery = (userId: string, year: number) =>
  queryOptions({
    queryKey: ['statistics', userId, 'review', year],
    queryFn: ({ signal }) => call(getYearReview, { params: { userId, year }, signal }),
    refetchInterval: ({ state }) => (state.data?.isCounting ? countingMs : false),
  })

/** The year in review that a link shows. */
export const sharedYearQuery = (key: string) =>
  queryOptions({
    queryKey: ['statistics', 'shared', key],
    queryFn: ({ signal }) => call(getSharedYear, { params: { key }, signal }),
    refetchInterval: ({ state }) => (state.data?.isCounting ? countingMs : false),
  })

/** Shares one's year by a key, or revokes that. */
export const yearKeyMutation = (queryClient: QueryClient, userId: string, year: number) =>
  mutationOptions({
    mutationFn: async (isShared: boolean) => {
      const params = { userId, year }
      if (isShared) return (await call(shareYear, { params })).key
      await call(revokeYear, { params })
      return null
    },
    onSuccess: (key) =>
      queryClient.setQueryData(yearReviewQuery(userId, year).queryKey, (old) => old && { ...old, key }),
    // A call whose answer was lost may be done.
    onError: () => void queryClient.invalidateQueries({ queryKey: yearReviewQuery(userId, year).queryKey }),
  })
