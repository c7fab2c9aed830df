import * as api from '#shared/api/statistics.ts'
import type { Domain } from '#server/context.ts'
import { done } from '#server/core/http.ts'
import { creditFilms, creditsJob } from './credits.service.ts'
import {
  countStatistics,
  getProgress,
  getStatistics,
  notifyYears,
  renewStatistics,
  sweepYear,
} from './statistics.service.ts'
import { getSharedYear, getYearReview, revokeYear, shareYear } from './years.service.ts'

export const statistics: Domain = {
  routes(mount, ctx) {
    mount(api.getStatistics, ({ params, query }, { viewer }) =>
      getStatistics(ctx, viewer, params.userId, query.year),
    )
    mount(api.getProgress, ({ params }, { viewer }) => getProgress(ctx, viewer, params.userId))
    mount(api.getYearReview, ({ params }, { viewer }) => getYearReview(ctx, viewer, params.year))
    mount(api.shareYear, ({ params }, { viewer }) => shareYear(ctx, viewer, params.year))
    mount(api.revokeYear, async ({ params }, { viewer }) => {
      await revokeYear(ctx, viewer, params.year)
      return done
    })
    mount(api.getSharedYear, ({ params }, call) => getSharedYear(ctx, call, params.key))
  },
  jobs(ctx) {
    ctx.jobs.define('statistics.count', ({ year, memberId, audience = 'me' }) =>
      countStatistics(ctx, { memberId, audience }, year),
    )
    ctx.jobs.define('statistics.renew', () => renewStatistics(ctx))
    ctx.jobs.schedule('*/10 * * * *', 'statistics.renew')
    ctx.jobs.define('statistics.sweep', ({ after }) => sweepYear(ctx, after))
    ctx.jobs.schedule('47 2 * 1,12 *', 'statistics.sweep')
    ctx.jobs.define('statistics.tell-years', ({ after }) => notifyYears(ctx, after))
    // From 2 January on, when the year is over in every time zone.
    ctx.jobs.schedule('7 9 2-31 1 *', 'statistics.tell-years')
    ctx.jobs.define(creditsJob, async () => {
      if (await creditFilms(ctx)) return
      // The pause gives other jobs a turn, and a source that is down some time.
      const runAt = new Date(ctx.now().getTime() + 5000)
      await ctx.transact((tx) => tx.addJob(creditsJob, {}, { key: creditsJob, runAt, priority: 10 }))
    })
    // New films queue it themselves; this run is for films that another source was asked about before.
    ctx.jobs.schedule('41 * * * *', creditsJob, { atStart: true })
  },
}
