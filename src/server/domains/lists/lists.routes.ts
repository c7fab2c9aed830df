import * as editorsApi from '#shared/api/list-editors.ts'
import * as api from '#shared/api/lists.ts'
import type { ListDetail } from '#shared/api/lists.ts'
import type { Context } from '#server/context.ts'
import { done, paged, type Call, type Mount } from '#server/core/http.ts'
import { cloneList } from './list-clone.service.ts'
import * as editors from './list-editors.service.ts'
import * as lists from './lists.service.ts'

export function listsRoutes(mount: Mount, ctx: Context) {
  mount(api.listMemberLists, ({ params, query }, call) =>
    paged(call, lists.listMemberLists(ctx, call.viewer, params.userId, query)),
  )
  mount(api.listMyLists, ({ query }, call) => paged(call, lists.listMyLists(ctx, call.viewer, query)))
  mount(api.listSavedLists, ({ query }, call) => paged(call, lists.listSavedLists(ctx, call.viewer, query)))
  mount(editorsApi.listEditedLists, ({ query }, call) =>
    paged(call, editors.listEditedLists(ctx, call.viewer, query)),
  )
  mount(api.listPopularLists, ({ query }, call) =>
    paged(call, lists.listPopularLists(ctx, call.viewer, query)),
  )
  mount(api.listFriendsLists, ({ query }, call) =>
    paged(call, lists.listFriendsLists(ctx, call.viewer, query)),
  )
  mount(api.listFilmLists, ({ params, query }, call) =>
    paged(call, lists.listFilmLists(ctx, call.viewer, params.id, query)),
  )
  mount(api.searchLists, ({ query }, call) => paged(call, lists.searchLists(ctx, call.viewer, query)))
  mount(api.createList, ({ query, body }, call) =>
    windowed(call, lists.createList(ctx, call.viewer, body, query, call.idempotencyKey)),
  )
  mount(api.cloneList, ({ params, query }, call) =>
    windowed(call, cloneList(ctx, call.viewer, params.listId, query, call.idempotencyKey)),
  )
  mount(api.addToList, ({ params, query, body }, call) =>
    windowed(call, lists.addToList(ctx, call.viewer, params.listId, body.id, query)),
  )
  mount(api.getList, ({ params, query }, call) =>
    windowed(call, lists.getList(ctx, call.viewer, params.listId, query)),
  )
  mount(api.updateList, ({ params, query, body }, call) =>
    windowed(call, lists.updateList(ctx, call.viewer, params.listId, body, query)),
  )
  mount(api.deleteList, async ({ params }, call) => {
    await lists.deleteList(ctx, call.viewer, params.listId)
    return done
  })
  mount(api.toggleListLike, ({ params }, call) => lists.toggleLike(ctx, call.viewer, params.listId))
  mount(api.toggleListSave, ({ params }, call) => lists.toggleSave(ctx, call.viewer, params.listId))
  mount(editorsApi.inviteEditor, ({ params }, call) =>
    editors.inviteEditor(ctx, call.viewer, params.listId, params.memberId),
  )
  mount(editorsApi.acceptEditing, async ({ params }, call) => {
    await editors.acceptEditing(ctx, call.viewer, params.listId)
    return done
  })
  mount(editorsApi.removeEditor, async ({ params }, call) => {
    await editors.removeEditor(ctx, call.viewer, params.listId, params.memberId)
    return done
  })
}

/** A list with a window of its films; sets the header that says where the next one starts. */
async function windowed(call: Call, read: Promise<lists.ListWindow>): Promise<ListDetail> {
  const { list, next } = await read
  call.nextCursor(next)
  return list
}
