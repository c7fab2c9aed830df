import type { Domain } from '#server/context.ts'
import { accountsJobs } from './accounts.jobs.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { devMailRoutes } from './dev-mail.routes.ts'

export const accounts: Domain = {
  routes(mount, ctx, app) {
    accountsRoutes(mount, ctx)
    if (ctx.config.mail.delivery === 'mailbox') devMailRoutes(app, ctx)
  },
  jobs: accountsJobs,
}
