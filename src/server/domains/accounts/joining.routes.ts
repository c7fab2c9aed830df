import * as api from '#shared/api/joining.ts'
import type { Context } from '#server/context.ts'
import { done, paged, type Mount } from '#server/core/http.ts'
import * as approval from './approval.service.ts'
import * as invites from './invites.service.ts'
import * as refusals from './refusals.service.ts'

export function joiningRoutes(mount: Mount, ctx: Context) {
  mount(api.listPendingMembers, ({ query }, call) => paged(call, approval.listPendingMembers(ctx, query)))
  mount(api.approveMember, async ({ params }, call) => {
    await approval.approveMember(ctx, { memberId: call.viewer.id }, params.memberId)
    return done
  })
  mount(api.listInvites, ({ query }, call) => paged(call, invites.listInvites(ctx, query)))
  mount(api.createInvite, ({ body }, call) => invites.createInvite(ctx, { memberId: call.viewer.id }, body))
  mount(api.revokeInvite, async ({ params }, call) => {
    await invites.revokeInvite(ctx, { memberId: call.viewer.id }, params.inviteId)
    return done
  })
  mount(api.listRefusals, ({ query }, call) => paged(call, refusals.listRefusals(ctx, query)))
  mount(api.addRefusal, async ({ body }, call) => ({
    changed: await refusals.addRefusal(ctx, { memberId: call.viewer.id }, body),
  }))
  mount(api.removeRefusal, async ({ body }, call) => ({
    changed: await refusals.removeRefusal(ctx, { memberId: call.viewer.id }, body),
  }))
}
