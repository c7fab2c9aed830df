import { isNarrower, type Audience } from '#shared/audience.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { PageQuery } from '#server/core/keyset.ts'
import { hashRequest, once } from '#server/core/once.ts'
import { chooseAudience } from '#server/domains/members/audiences.service.ts'
import { getList, insertList, type ListWindow } from './lists.service.ts'
import * as queries from './lists.queries.ts'

/**
 * A copy opens nothing that was closed: of one's own list it is for no more than that was, of another's that is not for all
 * members for oneself alone.
 */
function audienceOfCopy(shownTo: Audience, chosen: Audience, isOwn: boolean): Audience {
  if (isOwn) return isNarrower(shownTo, chosen) ? shownTo : chosen
  return isNarrower(shownTo, 'members') ? 'me' : chosen
}

/**
 * Copies another member's list to one of the viewer's own, without the other's texts. A repetition answers the first
 * copy. Answers as `getList`.
 */
export async function cloneList(
  ctx: Context,
  viewer: Viewer,
  sourceId: string,
  query: PageQuery,
  idempotencyKey: string | null,
): Promise<ListWindow> {
  const request = { memberId: viewer.id, key: idempotencyKey, hash: hashRequest({ clone: sourceId }) }
  const listId = await once(ctx.db, 'lists', request, async () => {
    return ctx.transact(async (tx) => {
      // Members before lists, in the order of all locks.
      const chosen = await chooseAudience(tx.db, viewer.id, 'lists', {})
      // The source list and its audience are locked while it is copied.
      const shownTo = await queries.lockListVisibility(tx.db, viewer.id, sourceId)
      if (shownTo === undefined) throw fail('list.not_found')
      const [source] = await queries.selectLists(tx.db, viewer, [sourceId], { likers: 0, posters: 0 })
      if (!source) throw fail('list.not_found')
      const isOwn = source.member_id === viewer.id
      const fields = {
        title: source.title,
        description: isOwn ? source.description : '',
        cover: null,
        isRanked: source.is_ranked,
        tags: isOwn ? source.tags : [],
        audience: audienceOfCopy(shownTo, chosen, isOwn),
      }
      const id = await insertList(tx, request, fields, [], ctx.now())
      if (id) {
        await queries.copyFilms(tx.db, { from: sourceId, to: id, withNotes: isOwn })
        await tx.emit('list.changed', { listId: id, memberId: viewer.id })
      }
      return id
    })
  })
  return getList(ctx, viewer, listId, query)
}
