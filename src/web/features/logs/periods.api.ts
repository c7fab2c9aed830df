import { listDayLogs, listMonthLogs, listWeekLogs } from '#shared/api/logs.ts'
import { callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

const endpoints = { day: listDayLogs, week: listWeekLogs, month: listMonthLogs }

/** How many at once (design system, section 2.6). */
const windowSize = 24

/** Followed members' logs of the last 24 hours, 7 or 30 days, newest first. */
export const periodQuery = (period: Period) =>
  pagedQuery({
    queryKey: ['logs', 'period', period],
    limit: windowSize,
    load: (page, signal) => callPage(endpoints[period], { query: page, signal }),
  })
