import type { Domain } from '#server/context.ts'
import { listsRoutes } from './lists.routes.ts'

export const lists: Domain = {
  routes: listsRoutes,
}
