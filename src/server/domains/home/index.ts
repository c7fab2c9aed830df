import * as api from '#shared/api/home.ts'
import type { Domain } from '#server/context.ts'
import { readHome } from './home.service.ts'

export const home: Domain = {
  routes: (mount, ctx) => mount(api.getHome, ({ query }, { viewer }) => readHome(ctx, viewer, query)),
}
