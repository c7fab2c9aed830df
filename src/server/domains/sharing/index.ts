import type { Domain } from '#server/context.ts'
import { sharingRoutes } from './sharing.routes.ts'

export const sharing: Domain = {
  routes: sharingRoutes,
}
