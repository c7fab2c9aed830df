import * as api from '#shared/api/safety.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import * as safety from './safety.service.ts'

export function safetyRoutes(mount: Mount, ctx: Context) {
  mount(api.getSafety, (_input, { viewer }) => safety.getSafety(ctx, viewer))
  mount(api.blockMember, ({ params }, { viewer }) => safety.blockMember(ctx, viewer, params.targetId))
  mount(api.unblockMember, ({ params }, { viewer }) => safety.unblockMember(ctx, viewer, params.targetId))
  mount(api.muteMember, ({ params, body }, { viewer }) =>
    safety.muteMember(ctx, viewer, params.targetId, body),
  )
  mount(api.unmuteMember, ({ params }, { viewer }) => safety.unmuteMember(ctx, viewer, params.targetId))
  mount(api.muteWord, ({ body }, { viewer }) => safety.muteWord(ctx, viewer, body.word))
  mount(api.unmuteWord, ({ query }, { viewer }) => safety.unmuteWord(ctx, viewer, query.word))
  mount(api.muteFilm, ({ params, body }, { viewer }) =>
    safety.muteFilm(ctx, viewer, params.movieId, body.untilSeen),
  )
  mount(api.unmuteFilm, ({ params }, { viewer }) => safety.unmuteFilm(ctx, viewer, params.movieId))
}
