import { dayMs } from '#shared/durations.ts'
import type { Domain } from '#server/context.ts'
import { deleteExpired } from './accounts.queries.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { warnOwner } from './attempts.service.ts'
import { sendRequestedCode } from './codes.service.ts'
import { devMailRoutes } from './dev-mail.routes.ts'
import { joiningRoutes } from './joining.routes.ts'
import { mailText } from './mail-texts.ts'
import { securityRoutes } from './security.routes.ts'
import { deleteOldTokens } from './tokens.queries.ts'
import { tokensRoutes } from './tokens.routes.ts'

/** How long a token that is over is listed. */
const overMs = 30 * dayMs

export const accounts: Domain = {
  routes(mount, ctx, app) {
    accountsRoutes(mount, ctx)
    joiningRoutes(mount, ctx)
    securityRoutes(mount, ctx)
    tokensRoutes(mount, ctx)
    if (ctx.config.mail.delivery === 'mailbox') devMailRoutes(app, ctx)
  },
  jobs(ctx) {
    ctx.jobs.define('mail.text', (mail) => ctx.mailer.send(mail))
    ctx.jobs.define('mail.send', ({ to, template, locale, code, about }) =>
      ctx.mailer.send({ to, ...mailText(template, locale, code, about) }),
    )
    ctx.jobs.define('accounts.send-code', (request) => sendRequestedCode(ctx, request))
    ctx.jobs.define('accounts.warn-owner', (request) => warnOwner(ctx, request))
    ctx.jobs.define('accounts.prune', async () => {
      ctx.realtime.endSessions(await deleteExpired(ctx.db, ctx.now()))
      await deleteOldTokens(ctx.db, new Date(ctx.now().getTime() - overMs))
    })
    ctx.jobs.schedule('41 * * * *', 'accounts.prune')
  },
}
