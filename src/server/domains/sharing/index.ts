import * as api from '#shared/api/sharing.ts'
import type { Domain } from '#server/context.ts'
import { shareFilm, shareList, shareLog } from './sharing.service.ts'

export const sharing: Domain = {
  routes(mount, ctx) {
    mount(api.shareLog, ({ params, body }, call) => shareLog(ctx, call.viewer, params.logId, body.recipients))
    mount(api.shareList, ({ params, body }, call) =>
      shareList(ctx, call.viewer, params.listId, body.recipients),
    )
    mount(api.shareFilm, ({ params, body }, call) => shareFilm(ctx, call.viewer, params.userId, body.movieId))
  },
}
