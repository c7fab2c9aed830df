import { maxEditors } from '#shared/api/list-editors.ts'
import type { ListEditor } from '#shared/api/lists.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, type PageQuery } from '#server/core/keyset.ts'
import { isMutual } from '#server/domains/members/members.service.ts'
import { lockOwnList } from './list-access.service.ts'
import * as queries from './list-editors.queries.ts'
import { selectLists } from './lists.queries.ts'
import { listCards, listEditors } from './lists.views.ts'

const pageSize = 100

/** Lists of others that the viewer edits or is asked to edit, the last asked first. */
export async function listEditedLists(ctx: Context, viewer: Viewer, query: PageQuery) {
  const { items, next } = await queries.selectEditedLists(ctx.db, viewer.id, pageOf(query, pageSize))
  const invited = new Set(items.flatMap((list) => (list.invited ? list.id : [])))
  const cards = await listCards(
    ctx,
    viewer,
    items.map((list) => list.id),
  )
  return {
    items: cards.map((card) => (invited.has(card._id) ? { ...card, invited: true as const } : card)),
    next,
  }
}

/** Invites a mutual follower to edit the viewer's list. Answers all editors and invited members. */
export async function inviteEditor(
  ctx: Context,
  viewer: Viewer,
  listId: string,
  memberId: string,
): Promise<ListEditor[]> {
  return ctx.transact(async (tx) => {
    await lockOwnList(tx.db, viewer, listId)
    if (!(await isMutual(tx.db, viewer.id, memberId))) throw fail('list.editor_not_mutual')
    const editor = { list_id: listId, member_id: memberId, invited_at: ctx.now() }
    if (await queries.insertEditor(tx.db, editor)) {
      if ((await queries.countEditors(tx.db, listId)) > maxEditors) throw fail('list.editors_full')
      await tx.emit('list.editor_invited', { listId, ownerId: viewer.id, memberId })
    }
    const [list] = await selectLists(tx.db, viewer, [listId], { likers: 0, posters: 0, editors: true })
    return listEditors(list?.editors ?? [])
  })
}

/** The viewer agrees to edit another's list. @throws list.not_found where they were not asked */
export async function acceptEditing(ctx: Context, viewer: Viewer, listId: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const accepted = await queries.acceptEditor(tx.db, viewer.id, listId, ctx.now())
    if (!accepted) throw fail('list.not_found')
    const { ownerId, isNew } = accepted
    if (isNew) await tx.emit('list.editor_accepted', { listId, ownerId, memberId: viewer.id })
  })
}

/** Removes an editor: by the owner, or by the editor, who leaves or declines. */
export async function removeEditor(
  ctx: Context,
  viewer: Viewer,
  listId: string,
  memberId: string,
): Promise<void> {
  await ctx.transact(async (tx) => {
    // The lock makes a change by the editor that is under way come before this or fail.
    if (memberId !== viewer.id) await lockOwnList(tx.db, viewer, listId)
    if (await queries.deleteEditor(tx.db, memberId, listId))
      await tx.emit('list.editor_removed', { listId, memberId })
  })
}
