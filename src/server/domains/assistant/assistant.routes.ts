import * as api from '#shared/api/assistant.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import * as refusals from './taste/refusals.service.ts'

/** Loaded on first use: its texts in three languages and the client of models would take a tenth of every start. */
const service = () => import('./assistant.service.ts')

export function assistantRoutes(mount: Mount, ctx: Context) {
  mount(api.askSceneBot, async ({ body }, call) => (await service()).ask(ctx, call.viewer, body, call))
  mount(api.translateReply, async ({ body }, call) =>
    (await service()).translate(ctx, call.viewer, body, call.signal),
  )
  mount(api.listRefused, async (_, { viewer }) => ({ films: await refusals.listRefused(ctx, viewer) }))
  mount(api.refuseFilm, async ({ params }, { viewer }) => {
    await refusals.refuseFilm(ctx, viewer, params.movieId)
    return { refused: true }
  })
  mount(api.recommendAgain, async ({ params }, { viewer }) => {
    await refusals.recommendAgain(ctx, viewer, params.movieId)
    return { refused: false }
  })
  mount(api.forgetRefused, async (_, { viewer }) => ({
    forgotten: await refusals.forgetRefused(ctx, viewer),
  }))
}
