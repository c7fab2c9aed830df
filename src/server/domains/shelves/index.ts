import type { Domain } from '#server/context.ts'
import { shelvesRoutes } from './shelves.routes.ts'

export const shelves: Domain = {
  routes: shelvesRoutes,
}
