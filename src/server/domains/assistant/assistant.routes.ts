import * as api from '#shared/api/assistant.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import { ask, translate } from './assistant.service.ts'

export function assistantRoutes(mount: Mount, ctx: Context) {
  mount(api.askSceneBot, ({ body }, call) => ask(ctx, call.viewer, body, call))
  mount(api.translateReply, ({ body }, call) => translate(ctx, call.viewer, body, call.signal))
}
