import type { Domain } from '#server/context.ts'
import { membersJobs } from './members.jobs.ts'
import { followRequestsRoutes } from './follow-requests.routes.ts'
import { membersRoutes } from './members.routes.ts'
import { safetyRoutes } from './safety.routes.ts'

export const members: Domain = {
  routes(mount, ctx) {
    membersRoutes(mount, ctx)
    followRequestsRoutes(mount, ctx)
    safetyRoutes(mount, ctx)
  },
  jobs: membersJobs,
}
