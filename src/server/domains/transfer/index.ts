import type { Domain } from '#server/context.ts'
import { importsJobs } from './imports.jobs.ts'
import { transferRoutes } from './transfer.routes.ts'

export const transfer: Domain = { routes: transferRoutes, jobs: importsJobs }
