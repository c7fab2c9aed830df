import * as api from '#shared/api/members.ts'
import type { Context } from '#server/context.ts'
import { paged, type Mount } from '#server/core/http.ts'
import * as members from './members.service.ts'
import { updateMember, uploadAvatar } from './profile.service.ts'
import { listSuggestions } from './suggestions.service.ts'

export function membersRoutes(mount: Mount, ctx: Context) {
  mount(api.listMembers, ({ query }, call) => paged(call, members.listMembers(ctx, call.viewer, query)))
  mount(api.getMember, ({ params }, call) => members.getMember(ctx, call.viewer, params.userId))
  mount(api.toggleFollow, ({ params, query }, call) =>
    members.toggleFollow(ctx, call.viewer, params.targetId, query.wanted),
  )
  mount(api.listFollowers, async ({ params, query }, call) => {
    const {
      user,
      members: followers,
      next,
    } = await members.listFollowers(ctx, call.viewer, params.userId, query)
    call.nextCursor(next)
    return { followers, user }
  })
  mount(api.listFollowing, async ({ params, query }, call) => {
    const {
      user,
      members: following,
      next,
    } = await members.listFollowing(ctx, call.viewer, params.userId, query)
    call.nextCursor(next)
    return { following, user }
  })
  mount(api.removeFollower, ({ params }, call) => members.removeFollower(ctx, call.viewer, params.followerId))
  mount(api.listMutuals, ({ query }, call) => paged(call, members.listMutuals(ctx, call.viewer, query)))
  mount(api.listSuggestions, ({ query }, call) => listSuggestions(ctx, call.viewer, query.limit))
  mount(api.updateMember, ({ body }, call) => updateMember(ctx, call.viewer, body))
  for (const upload of [api.uploadAvatar, api.uploadAvatarById])
    mount(upload, ({ files }, call) => uploadAvatar(ctx, call.viewer, files['avatar']))
}
