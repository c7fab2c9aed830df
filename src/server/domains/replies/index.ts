import type { Domain } from '#server/context.ts'
import { repliesRoutes } from './replies.routes.ts'

export const replies: Domain = {
  routes: repliesRoutes,
}
