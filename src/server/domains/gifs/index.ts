import type { Domain } from '#server/context.ts'
import { gifsJobs } from './gifs.jobs.ts'
import { gifsRoutes } from './gifs.routes.ts'

export const gifs: Domain = {
  routes: gifsRoutes,
  jobs: gifsJobs,
}
