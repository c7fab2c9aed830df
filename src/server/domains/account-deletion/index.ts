import { refuseMember as refuse } from '#shared/api/joining.ts'
import { deleteMember } from '#shared/api/members.ts'
import type { Domain } from '#server/context.ts'
import { done } from '#server/core/http.ts'
import { requireConfirmedWhereGuarded } from '#server/domains/accounts/confirmation.service.ts'
import { deleteAccount, refuseMember } from './account-deletion.service.ts'

export const accountDeletion: Domain = {
  routes(mount, ctx) {
    mount(deleteMember, async (_, { viewer }) => {
      await requireConfirmedWhereGuarded(ctx, viewer)
      return deleteAccount(ctx, viewer)
    })
    mount(refuse, async ({ params, body }, call) => {
      await refuseMember(ctx, { memberId: call.viewer.id }, params.memberId, { mail: body.mail ?? false })
      return done
    })
  },
}
