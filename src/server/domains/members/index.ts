import type { Domain } from '#server/context.ts'
import { membersJobs } from './members.jobs.ts'
import { membersRoutes } from './members.routes.ts'

export const members: Domain = {
  routes: membersRoutes,
  jobs: membersJobs,
}
