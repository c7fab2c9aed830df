import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import { getDiary, getDiaryCalendar, listDiary, type DiaryEntry } from '#shared/api/diary.ts'
import { updateLog } from '#shared/api/logs.ts'
import { kindOf, monthOf } from '#shared/diary-period.ts'
import { refreshAfterChange } from '#web/features/logs/logs.api.ts'
import { call, callPage } from '#web/lib/api.ts'
import { localDay } from '#web/lib/format.ts'
import { longListQuery } from '#web/lib/paged-query.ts'
import { diaryChoice } from './diary-choice.ts'

export type { DiaryEntry } from '#shared/api/diary.ts'
export type Diary = AnswerOf<typeof getDiary>
export type CalendarDay = AnswerOf<typeof getDiaryCalendar>[number]

/** The months of a member's diary, and this day, the reader's own, in other years. */
export function diaryQuery(userId: string) {
  const today = localDay(new Date())
  return queryOptions({
    queryKey: ['logs', 'member', userId, 'diary', 'months', today],
    queryFn: ({ signal }) => call(getDiary, { params: { userId }, query: { today }, signal }),
  })
}

/** The entries of a year, a month or a day, the newest day first. */
export const entriesQuery = (userId: string, period: string) =>
  longListQuery({
    queryKey: ['logs', 'member', userId, 'diary', period],
    hold: 0,
    load: (page, signal) => callPage(listDiary, { params: { userId, period }, query: page, signal }),
  })

export const calendarQuery = (userId: string, month: string) =>
  queryOptions({
    queryKey: ['logs', 'member', userId, 'diary', month, 'calendar'],
    queryFn: ({ signal }) => call(getDiaryCalendar, { params: { userId, month }, signal }),
  })

/** What a diary shows that no address tells: its newest month, and without entries the present one. */
export const shownPeriod = (diary: Diary | undefined) =>
  diary && (diary.months[0]?.month ?? monthOf(localDay(new Date())))

/** What the address of a diary needs, on its way before it is shown. */
export async function prefetchDiary(
  queryClient: QueryClient,
  userId: string,
  named: string | undefined,
): Promise<unknown> {
  const months = queryClient.prefetchQuery(diaryQuery(userId))
  if (named === undefined) await months
  const period = named ?? shownPeriod(queryClient.getQueryData(diaryQuery(userId).queryKey))
  if (period === undefined) return undefined
  const entries =
    kindOf(period) === 'month' && diaryChoice.view() === 'calendar'
      ? queryClient.prefetchQuery(calendarQuery(userId, period))
      : queryClient.prefetchInfiniteQuery(entriesQuery(userId, period))
  return Promise.all([months, entries])
}

/** Gives an entry another watched day, `YYYY-MM-DD`; empty takes it away. */
export const updateDayMutation = (queryClient: QueryClient, { _id, tmdbId }: DiaryEntry) =>
  mutationOptions({
    mutationKey: ['logs', _id, 'day'],
    mutationFn: (watchedAt: string) => call(updateLog, { params: { logId: _id }, body: { watchedAt } }),
    onSuccess: () => refreshAfterChange(queryClient, tmdbId),
    // A call whose answer was lost may be done.
    onError: () => void refreshAfterChange(queryClient, tmdbId),
  })
