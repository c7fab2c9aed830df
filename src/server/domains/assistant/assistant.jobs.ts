import type { Context } from '#server/context.ts'
import { pruneBudgets } from './model/budget.service.ts'

export function assistantJobs(ctx: Context) {
  ctx.jobs.define('assistant.prune', () => pruneBudgets(ctx))
  ctx.jobs.schedule('52 3 * * *', 'assistant.prune')
}
