import { getMember, listFollowers, listFollowing, listMembers, toggleFollow } from '#shared/api/members.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import * as members from './members.service.ts'

export function membersRoutes(mount: Mount, ctx: Context) {
  mount(listMembers, async ({ query }, call) => {
    const found = await members.findMembers(ctx, call.viewer, query)
    call.nextCursor(found.next)
    return found.members
  })
  mount(getMember, ({ params }, call) => members.getProfile(ctx, call.viewer, params.userId))
  mount(toggleFollow, ({ params }, call) => members.toggleFollow(ctx, call.viewer, params))
  mount(listFollowers, async ({ params, query }, call) => {
    const { answer, next } = await members.followersOf(ctx, call.viewer, params.userId, query)
    call.nextCursor(next)
    return answer
  })
  mount(listFollowing, async ({ params, query }, call) => {
    const { answer, next } = await members.followingOf(ctx, call.viewer, params.userId, query)
    call.nextCursor(next)
    return answer
  })
}
