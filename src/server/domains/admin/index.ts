import * as api from '#shared/api/admin.ts'
import type { Context, Domain } from '#server/context.ts'
import type { Call, Mount } from '#server/core/http.ts'
import { createSingleFlight } from '#server/core/single-flight.ts'
import { createFilmSourceProbe, inspect, stepsOf, worstFirst } from './health.service.ts'
import { queueView, retry } from './jobs.service.ts'

const operatorOf = ({ viewer }: Call) => ({ memberId: viewer.id })

export const admin: Domain = {
  routes(mount: Mount, ctx: Context) {
    mount(api.getHealth, createHealth(ctx))
    mount(api.listJobs, ({ query }) => queueView(ctx, query))
    mount(api.retryJobs, async ({ body }, call) => {
      const { retried } = await retry(ctx, operatorOf(call), body)
      return { retried: retried.length }
    })
  },
}

/** Operators who look at once share a look. */
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
