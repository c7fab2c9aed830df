import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Db } from '#server/db/database.ts'
import { removeMedia } from '#server/domains/media/media.service.ts'
import { findList, hasCover, type OwnList } from './own-lists.queries.ts'

/**
 * The viewer's own list; with `lock` it stays so until the transaction ends.
 * @throws list.not_found, also for another member's private one; list.not_yours
 */
export async function ownList(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  options?: { lock: boolean },
): Promise<OwnList> {
  const list = await findList(db, id, options)
  if (!list || (list.is_private && list.member_id !== viewer.id)) throw fail('list.not_found')
  if (list.member_id !== viewer.id) throw fail('list.not_yours')
  return list
}

/**
 * When a change of the list is dated. Clients tell one state from the next by it, in milliseconds: no two are alike,
 * however fast they follow each other.
 */
export function nextUpdate(list: Pick<OwnList, 'updated_at'>, now: Date): Date {
  return new Date(Math.max(now.getTime(), list.updated_at.getTime() + 1))
}

/** Gives up the cover that a list had, unless the member's other lists show it too. */
export async function releaseCover(
  ctx: Context,
  tx: Tx,
  { member_id, cover }: Pick<OwnList, 'member_id' | 'cover'>,
): Promise<void> {
  if (cover && !(await hasCover(tx.db, member_id, cover))) await removeMedia(ctx, tx, [cover])
}
