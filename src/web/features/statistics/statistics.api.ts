import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import { getProgress, getStatistics } from '#shared/api/statistics.ts'
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
