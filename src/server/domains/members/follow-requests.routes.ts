import * as api from '#shared/api/follow-requests.ts'
import type { Context } from '#server/context.ts'
import { paged, type Mount } from '#server/core/http.ts'
import * as requests from './follow-requests.service.ts'

export function followRequestsRoutes(mount: Mount, ctx: Context) {
  mount(api.listFollowRequests, ({ query }, call) =>
    paged(call, requests.listRequests(ctx, call.viewer, query)),
  )
  mount(api.countFollowRequests, (_input, { viewer }) => requests.countRequests(ctx, viewer))
  mount(api.acceptFollowRequest, ({ params }, { viewer }) =>
    requests.acceptRequest(ctx, viewer, params.targetId),
  )
  mount(api.declineFollowRequest, ({ params }, { viewer }) =>
    requests.declineRequest(ctx, viewer, params.targetId),
  )
  mount(api.reopenFollowRequest, ({ params }, { viewer }) =>
    requests.reopenRequest(ctx, viewer, params.targetId),
  )
  mount(api.lockAccount, ({ body }, { viewer }) => requests.lockAccount(ctx, viewer, body))
}
