import type { Context, Domain } from '#server/context.ts'
import { filmIdentityRoutes } from './film-identity.routes.ts'
import { reconcileFilms } from './reconcile.service.ts'

const job = 'films.reconcile'

export const filmIdentity: Domain = {
  routes: filmIdentityRoutes,
  jobs(ctx: Context) {
    ctx.jobs.define(job, async () => {
      if (await reconcileFilms(ctx)) return
      // The pause gives other jobs a turn, and a source that is down some time.
      const runAt = new Date(ctx.now().getTime() + 5000)
      await ctx.transact((tx) => tx.addJob(job, {}, { key: job, runAt, priority: 10 }))
    })
    ctx.jobs.schedule('27 4 * * *', job, { atStart: true })
  },
}
