import * as api from '#shared/api/home.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import { readHome } from './home.service.ts'

export function homeRoutes(mount: Mount, ctx: Context) {
  mount(api.getHome, ({ query }, { viewer }) => readHome(ctx, viewer, query))
}
