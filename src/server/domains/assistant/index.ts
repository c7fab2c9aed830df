import type { Domain } from '#server/context.ts'
import { assistantJobs } from './assistant.jobs.ts'
import { assistantRoutes } from './assistant.routes.ts'

export const assistant: Domain = {
  routes: assistantRoutes,
  jobs: assistantJobs,
}
