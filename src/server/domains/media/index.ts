import type { Domain } from '#server/context.ts'
import { mediaJobs } from './media.jobs.ts'
import { mediaRoutes } from './media.routes.ts'

export const media: Domain = {
  routes: mediaRoutes,
  jobs: mediaJobs,
}
