import type { Domain } from '#server/context.ts'
import { homeRoutes } from './home.routes.ts'

export const home: Domain = {
  routes: homeRoutes,
}
