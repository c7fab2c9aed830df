import type { Context } from '#server/context.ts'
import { deleteExpired } from './accounts.queries.ts'
import { sendRequestedCode } from './codes.service.ts'
import { mailText } from './mail-texts.ts'

const hour = 60 * 60 * 1000

export function accountsJobs(ctx: Context) {
  ctx.jobs.define('mail.send', ({ to, template, locale, code }) =>
    ctx.mailer.send({ to, ...mailText(template, locale, code) }),
  )
  ctx.jobs.define('accounts.send-code', (asked) => sendRequestedCode(ctx, asked))
  ctx.jobs.define('accounts.prune', async () => {
    const now = ctx.now().getTime()
    await deleteExpired(ctx.db, new Date(now), new Date(now - hour), new Date(now - 30 * 24 * hour))
  })
  ctx.jobs.schedule('41 * * * *', 'accounts.prune')
}
