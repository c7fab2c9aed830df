import type { Domain } from '#server/context.ts'
import { pruneQuestions } from './answers/questions.service.ts'
import { assistantRoutes } from './assistant.routes.ts'
import { pruneBudgets } from './model/budget.service.ts'
import { countTastes } from './taste/taste.service.ts'

export const assistant: Domain = {
  routes: assistantRoutes,
  jobs(ctx) {
    ctx.jobs.define('assistant.prune', async () => {
      await pruneBudgets(ctx)
      await pruneQuestions(ctx)
    })
    ctx.jobs.schedule('52 3 * * *', 'assistant.prune')
    ctx.jobs.define('assistant.count-tastes', () => countTastes(ctx))
    ctx.jobs.schedule('*/15 * * * *', 'assistant.count-tastes')
  },
}
