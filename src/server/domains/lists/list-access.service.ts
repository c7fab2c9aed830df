import { fail, requireOwner } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Db } from '#server/db/database.ts'
import { isEditorOf } from './list-editors.queries.ts'
import * as queries from './lists.queries.ts'

/**
 * A list that may be shared; its audience is locked until the transaction ends. @throws list.not_found; list.private
 * when it is for its owner alone
 */
export async function requireShareableList(db: Db, viewer: Viewer, id: string): Promise<void> {
  const audience = await queries.lockListVisibility(db, viewer.id, id)
  if (audience === undefined) throw fail('list.not_found')
  if (audience === 'me') throw fail('list.private')
}

/** Those of the members who are in the list's audience, as for logs. */
export const listReaders = queries.selectReaders

/**
 * Locks the viewer's own list until the transaction ends.
 * @throws list.not_found, also for another member's private one; list.not_yours
 */
export async function lockOwnList(db: Db, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  requireOwner('list', await openedList(db, viewer, id, { lock: true }), viewer)
}

/**
 * The viewer's own list or one that they edit; with `lock` it does not change until the transaction ends.
 * @throws as `lockOwnList`
 */
export async function editedList(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  options?: { lock: boolean },
): Promise<queries.OwnListRow> {
  const list = await openedList(db, viewer, id, options)
  if (list.member_id !== viewer.id && !(await isEditorOf(db, viewer.id, id)))
    requireOwner('list', list, viewer)
  return list
}

/** A list that the viewer may open, whoever owns it. @throws list.not_found, also for one that they may not open */
async function openedList(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  options?: { lock: boolean },
): Promise<queries.OwnListRow> {
  const list = await queries.selectList(db, id, options)
  if (!list || (list.member_id !== viewer.id && !(await queries.isOpenTo(db, viewer.id, id))))
    throw fail('list.not_found')
  return list
}
