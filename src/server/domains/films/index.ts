import type { Domain } from '#server/context.ts'
import { filmsJobs } from './films.jobs.ts'
import { filmsRoutes } from './films.routes.ts'
import { picturesRoutes } from './pictures.routes.ts'

export const films: Domain = {
  routes(mount, ctx, app) {
    filmsRoutes(mount, ctx)
    picturesRoutes(app, ctx)
  },
  jobs: filmsJobs,
}
