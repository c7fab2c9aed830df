import * as api from '#shared/api/replies.ts'
import type { Thread } from '#shared/api/replies.ts'
import type { Context } from '#server/context.ts'
import { done, paged, type Mount } from '#server/core/http.ts'
import * as replies from './replies.service.ts'

export function repliesRoutes(mount: Mount, ctx: Context) {
  const log = ({ logId }: { logId: string }): Thread => ({ on: 'log', id: logId })
  const list = ({ listId }: { listId: string }): Thread => ({ on: 'list', id: listId })

  mount(api.createReply, ({ params, body, files }, call) =>
    replies.createReply(ctx, call.viewer, log(params), {
      body,
      image: files['image'] ?? files['externalImage'],
      idempotencyKey: call.idempotencyKey,
    }),
  )
  mount(api.listReplies, ({ params, query }, call) =>
    paged(call, replies.listReplies(ctx, call.viewer, log(params), query)),
  )
  mount(api.toggleReplyLike, ({ params }, call) =>
    replies.toggleLike(ctx, call.viewer, log(params), params.replyId),
  )
  mount(api.deleteReply, async ({ params }, call) => {
    await replies.deleteReply(ctx, call.viewer, params.replyId, log(params))
    return done
  })
  mount(api.createListReply, ({ params, body, files }, call) =>
    replies.createReply(ctx, call.viewer, list(params), {
      body,
      image: files['image'] ?? files['externalImage'],
      idempotencyKey: call.idempotencyKey,
    }),
  )
  mount(api.listListReplies, ({ params, query }, call) =>
    paged(call, replies.listReplies(ctx, call.viewer, list(params), query)),
  )
  mount(api.toggleListReplyLike, ({ params }, call) =>
    replies.toggleLike(ctx, call.viewer, list(params), params.replyId),
  )
  mount(api.deleteListReply, async ({ params }, call) => {
    await replies.deleteReply(ctx, call.viewer, params.replyId, list(params))
    return done
  })
  mount(api.deleteReplyById, async ({ params }, call) => {
    await replies.deleteReply(ctx, call.viewer, params.replyId)
    return done
  })
}
