import { deleteMember } from '#shared/api/members.ts'
import type { Domain } from '#server/context.ts'
import { deleteAccount } from './account-deletion.service.ts'

export const accountDeletion: Domain = {
  routes: (mount, ctx) => mount(deleteMember, (_, call) => deleteAccount(ctx, call.viewer)),
}
