import type { Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import * as queries from './deletion.queries.ts'

/**
 * Locks a member who is about to be deleted: nothing that refers to them can be written any more.
 * @throws auth.required when they are gone already
 */
export async function lockToErase(tx: Tx, memberId: string): Promise<{ email: string; username: string }> {
  const member = await queries.lockToErase(tx.db, memberId)
  if (!member) throw fail('auth.required')
  return member
}

/** Ends the member's follows in both directions and removes the row, and with it every row that refers to it. */
export async function eraseMember(tx: Tx, memberId: string): Promise<void> {
  await queries.deleteFollowsOf(tx.db, memberId)
  await queries.deleteMember(tx.db, memberId)
}
