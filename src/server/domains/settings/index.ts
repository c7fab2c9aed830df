import * as api from '#shared/api/settings.ts'
import type { Domain } from '#server/context.ts'
import { getSettings } from './settings.service.ts'

export const settings: Domain = {
  routes: (mount, ctx) => mount(api.getSettings, (_, { viewer }) => getSettings(ctx, viewer)),
}
