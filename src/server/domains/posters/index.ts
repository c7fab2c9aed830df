import type { Domain } from '#server/context.ts'
import { postersRoutes } from './posters.routes.ts'

export const posters: Domain = {
  routes: postersRoutes,
}
