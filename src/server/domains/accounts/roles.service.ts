import type { Role } from '#shared/api/members.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { noteAct, type Operator } from '#server/domains/audit/audit.service.ts'
import {
  listAccounts as queryAccounts,
  lockByName,
  setRole as writeRole,
  type Account,
} from './accounts.queries.ts'

export type { Account }

/** What an operator sees of accounts, the newest first; all of them without a role. */
export const listAccounts = (
  { db }: Pick<Context, 'db'>,
  { role, limit }: { role: Role | undefined; limit: number },
): Promise<Account[]> => queryAccounts(db, role, limit)

/**
 * Gives a member, by e-mail address or handle, a role from the next request on; what they were before.
 */
export function setRole(
  ctx: Pick<Context, 'transact' | 'now' | 'changes'>,
  by: Operator,
  name: string,
  role: Role,
): Promise<{ username: string; role: Role; was: Role }> {
  return ctx.transact(async (tx) => {
    const member = await lockByName(tx.db, name.trim().replace(/^@/, '').toLowerCase())
    if (!member) throw fail('member.not_found')
    const { id, username, role: was } = member
    if (was !== role) {
      await writeRole(tx.db, id, role)
      tx.announce(() => ctx.changes.tell('member', id))
      await noteAct(tx.db, ctx.now(), by, 'user.role', { memberId: id, about: { role, was } })
    }
    return { username, role, was }
  })
}
