import type { Context } from '#server/context.ts'
import { deleteExpired } from './accounts.queries.ts'
import { warnOwner } from './attempts.service.ts'
import { sendRequestedCode } from './codes.service.ts'
import { mailText } from './mail-texts.ts'

export function accountsJobs(ctx: Context) {
  ctx.jobs.define('mail.send', ({ to, template, locale, code }) =>
    ctx.mailer.send({ to, ...mailText(template, locale, code) }),
  )
  ctx.jobs.define('accounts.send-code', (asked) => sendRequestedCode(ctx, asked))
  ctx.jobs.define('accounts.warn-owner', (asked) => warnOwner(ctx, asked))
  ctx.jobs.define('accounts.prune', async () => {
    ctx.realtime.endSessions(await deleteExpired(ctx.db, ctx.now()))
  })
  ctx.jobs.schedule('41 * * * *', 'accounts.prune')
}
