import type { Domain } from '#server/context.ts'
import { filmPageRoutes } from './film-page.routes.ts'

export const filmPage: Domain = {
  routes: filmPageRoutes,
}
