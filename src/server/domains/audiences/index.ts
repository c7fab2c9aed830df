import * as api from '#shared/api/audiences.ts'
import type { Domain } from '#server/context.ts'
import { updateAudience, getAudiences } from './audiences.service.ts'

export const audiences: Domain = {
  routes(mount, ctx) {
    mount(api.getAudiences, (_input, { viewer }) => getAudiences(ctx, viewer))
    mount(api.updateAudience, ({ body }, { viewer }) => updateAudience(ctx, viewer, body))
  },
}
