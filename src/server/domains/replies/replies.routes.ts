import * as api from '#shared/api/replies.ts'
import type { Context } from '#server/context.ts'
import { done, paged, type Mount } from '#server/core/http.ts'
import * as replies from './replies.service.ts'

export function repliesRoutes(mount: Mount, ctx: Context) {
  mount(api.createReply, ({ params, body, files }, call) =>
    replies.createReply(ctx, call.viewer, params.logId, body, files['image'], call.idempotencyKey),
  )
  mount(api.listReplies, ({ params, query }, call) =>
    paged(call, replies.listReplies(ctx, call.viewer, params.logId, query)),
  )
  mount(api.toggleReplyLike, ({ params }, call) =>
    replies.toggleLike(ctx, call.viewer, params.logId, params.replyId),
  )
  mount(api.deleteReply, async ({ params }, call) => {
    await replies.deleteReply(ctx, call.viewer, params.replyId, params.logId)
    return done
  })
  mount(api.deleteReplyById, async ({ params }, call) => {
    await replies.deleteReply(ctx, call.viewer, params.replyId)
    return done
  })
}
