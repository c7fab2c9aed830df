import type { Domain } from '#server/context.ts'
import { filmsJobs } from './films.jobs.ts'
import { filmsRoutes } from './films.routes.ts'

export const films: Domain = {
  routes: filmsRoutes,
  jobs: filmsJobs,
}
