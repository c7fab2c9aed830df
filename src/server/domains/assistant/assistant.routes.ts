import * as api from '#shared/api/assistant.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'

/** Its texts in three languages and the client of models would take a tenth of every start. */
const service = () => import('./assistant.service.ts')

export function assistantRoutes(mount: Mount, ctx: Context) {
  mount(api.askSceneBot, async ({ body }, call) => (await service()).ask(ctx, call.viewer, body, call))
  mount(api.translateReply, async ({ body }, call) =>
    (await service()).translate(ctx, call.viewer, body, call.signal),
  )
}
