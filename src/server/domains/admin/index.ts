import * as api from '#shared/api/admin.ts'
import type { Context, Domain } from '#server/context.ts'
import { done, paged, type Call, type Mount } from '#server/core/http.ts'
import { createSingleFlight } from '#server/core/single-flight.ts'
import {
  emailOf,
  resetAccountSecondStep,
  signOutAccount,
  restoreAccount,
  suspendAccount,
} from '#server/domains/accounts/operator.service.ts'
import { questionFigures } from '#server/domains/assistant/answers/questions.service.ts'
import { requestBackup } from '#server/domains/backup/backup-now.service.ts'
import { accountsView, backupsView } from './admin.views.ts'
import { figuresView, sampleCommunity } from './figures.service.ts'
import { createFilmSourceProbe, inspect, stepsOf, worstFirst } from './health.service.ts'
import { queueView, retryJobs } from './jobs.service.ts'
import { mailView, sendTestMail } from './mail.service.ts'
import { storageView } from './storage.service.ts'

const operatorOf = ({ viewer }: Call) => ({ memberId: viewer.id })

export const admin: Domain = {
  routes(mount: Mount, ctx: Context) {
    mount(api.getHealth, createHealth(ctx))
    mount(api.getFigures, () => figuresView(ctx))
    mount(api.listJobs, ({ query }) => queueView(ctx, query))
    mount(api.retryJobs, async ({ body }, call) => {
      const { retried } = await retryJobs(ctx, operatorOf(call), body)
      return { retried: retried.length }
    })
    mount(api.listAccounts, ({ query }, call) => paged(call, accountsView(ctx, query)))
    mount(api.suspendAccount, ({ params: { memberId: id } }, call) =>
      suspendAccount(ctx, operatorOf(call), { id }).then(() => done),
    )
    mount(api.restoreAccount, ({ params: { memberId: id } }, call) =>
      restoreAccount(ctx, operatorOf(call), { id }).then(() => done),
    )
    mount(api.signOutAccount, async ({ params: { memberId: id } }, call) => {
      const { sessionsEnded } = await signOutAccount(ctx, operatorOf(call), { id })
      return { ended: sessionsEnded }
    })
    mount(api.resetAccountSecondStep, async ({ params: { memberId: id } }, call) => {
      const { wasOn } = await resetAccountSecondStep(ctx, operatorOf(call), { id }, { passkeys: false })
      return { wasOn }
    })
    mount(api.getStorage, () => storageView(ctx))
    mount(api.getAssistantFigures, () => questionFigures(ctx))
    mount(api.getMail, () => mailView(ctx))
    mount(api.sendTestMail, async (_input, call) =>
      sendTestMail(ctx, operatorOf(call), await emailOf(ctx, call.viewer.id)),
    )
    mount(api.getBackups, () => backupsView(ctx))
    mount(api.makeBackup, async (_input, call) => {
      await requestBackup(ctx, call.viewer.id)
      return done
    })
    mount(api.listSettings, async () => ctx.config.settings)
  },
  jobs(ctx) {
    ctx.jobs.define('admin.sample', () => sampleCommunity(ctx))
    ctx.jobs.schedule('*/15 * * * *', 'admin.sample', { atStart: true })
  },
}

/** Operators who ask at the same time share one run of the checks. */
function createHealth(ctx: Context): () => Promise<api.Health> {
  const join = createSingleFlight<api.Health>()
  const askFilmSource = createFilmSourceProbe(ctx.config)
  const { gifs, model } = ctx.upstreams
  return () =>
    join('health', async () => {
      const seen = { gifs: gifs.state(), model: model.state(), replica: ctx.replica?.isUsed() ?? null }
      const findings = await inspect({ ...ctx, seen, askFilmSource })
      return {
        at: ctx.now().toISOString(),
        findings: worstFirst(findings),
        steps: stepsOf(findings, ctx),
      }
    })
}
