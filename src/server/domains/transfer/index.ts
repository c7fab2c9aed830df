import type { Domain } from '#server/context.ts'
import { exportRoutes } from './export/export.routes.ts'
import { importsJobs } from './imports.jobs.ts'
import { importsRoutes } from './imports.routes.ts'

export const transfer: Domain = {
  routes(mount, ctx) {
    importsRoutes(mount, ctx)
    exportRoutes(mount, ctx)
  },
  jobs: importsJobs,
}
