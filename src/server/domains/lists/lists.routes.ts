import * as api from '#shared/api/lists.ts'
import type { Context } from '#server/context.ts'
import { done, paged, type Mount } from '#server/core/http.ts'
import { changeList, deleteList } from './list-changing.service.ts'
import { readList } from './list-detail.service.ts'
import { toggleLike, toggleSave } from './list-marks.service.ts'
import { addFilm, createList } from './list-writing.service.ts'
import * as lists from './lists.service.ts'

export function listsRoutes(mount: Mount, ctx: Context) {
  mount(api.listMemberLists, ({ params, query }, call) =>
    paged(call, lists.readMemberLists(ctx, call.viewer, params.userId, query)),
  )
  mount(api.listMyLists, ({ query }, call) => paged(call, lists.readMyLists(ctx, call.viewer, query)))
  mount(api.listSavedLists, ({ query }, call) => paged(call, lists.readSavedLists(ctx, call.viewer, query)))
  mount(api.listPopularLists, ({ query }, call) =>
    paged(call, lists.readPopularLists(ctx, call.viewer, query)),
  )
  mount(api.listFriendsLists, ({ query }, call) =>
    paged(call, lists.readFriendsLists(ctx, call.viewer, query)),
  )
  mount(api.searchLists, ({ query }, call) => paged(call, lists.searchLists(ctx, call.viewer, query)))
  mount(api.createList, ({ body }, call) => createList(ctx, call.viewer, body, call.idempotencyKey))
  mount(api.addToList, ({ params, body }, call) => addFilm(ctx, call.viewer, params.listId, body.id))
  mount(api.readList, ({ params }, call) => readList(ctx, call.viewer, params.listId))
  mount(api.changeList, ({ params, body }, call) => changeList(ctx, call.viewer, params.listId, body))
  mount(api.deleteList, async ({ params }, call) => {
    await deleteList(ctx, call.viewer, params.listId)
    return done
  })
  mount(api.likeList, ({ params }, call) => toggleLike(ctx, call.viewer, params.listId))
  mount(api.saveList, ({ params }, call) => toggleSave(ctx, call.viewer, params.listId))
}
