import type { Tx } from '#server/context.ts'
import { deleteListsOf, lockListsOf } from './deletion.queries.ts'
import { deleteMarksOf } from './list-marks.queries.ts'

export const lockListsForDeletion = (tx: Tx, memberId: string): Promise<void> => lockListsOf(tx.db, memberId)

/** Deletes a member's lists, and what they liked and saved of others'. */
export async function deleteMemberLists(tx: Tx, memberId: string): Promise<void> {
  await deleteListsOf(tx.db, memberId)
  await deleteMarksOf(tx.db, 'like', memberId)
  await deleteMarksOf(tx.db, 'save', memberId)
}
