import type { Domain } from '#server/context.ts'
import { previewsRoutes } from './previews.routes.ts'

export const previews: Domain = {
  routes: previewsRoutes,
}
