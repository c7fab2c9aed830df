import type { AuditAct, AuditEntry, listAuditLog as api } from '#shared/api/audit.ts'
import type { ParsedQuery } from '#shared/api/endpoint.ts'
import type { Context } from '#server/context.ts'
import { keyset, pageOf, type Listed } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import { memberRefs } from '#server/domains/members/members.views.ts'

/** Somebody who acts as operator: a member who is signed in, or whoever runs the command line. */
export type Operator = { memberId: string } | { shellUser: string }

/** Details of an act. No names of members: those go with their accounts, and the audit log stays. */
type About = Record<string, string | number>

/** Writes down what an operator does, in the transaction in which it is done. */
export async function noteAct(
  db: Db,
  at: Date,
  by: Operator,
  act: AuditAct,
  { memberId = null, about = {} }: { memberId?: string | null; about?: About },
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at,
      operator_id: 'memberId' in by ? by.memberId : null,
      shell_user: 'shellUser' in by ? by.shellUser : null,
      act,
      member_id: memberId,
      about: JSON.stringify(about),
    })
    .execute()
}

const pageSize = 50

/** What operators did, the newest first. Two statements. */
export async function listAuditLog(
  ctx: Pick<Context, 'db' | 'shortReads' | 'changes'>,
  { act, by, ...page }: ParsedQuery<typeof api>,
): Promise<Listed<AuditEntry>> {
  const { after, by: order, key, limit, list } = keyset([['id', 'integer']], pageOf(page, pageSize))
  const rows = await ctx.db
    .selectFrom('audit_log')
    .select(['id', 'at', 'act', 'operator_id', 'shell_user', 'member_id', 'about', key])
    .where(after)
    .$if(act !== undefined, (query) => query.where('act', '=', act ?? ''))
    .$if(by === 'command-line', (query) => query.where('shell_user', 'is not', null))
    .$if(by !== undefined && by !== 'command-line', (query) => query.where('operator_id', '=', by ?? ''))
    .orderBy(order)
    .limit(limit)
    .execute()
  const { items, next } = list(rows)
  const named = items.flatMap((row) => [row.operator_id, row.member_id]).filter((id) => id !== null)
  const members = await memberRefs(ctx, named)
  return {
    next,
    items: items.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      act: row.act,
      operator: members.get(row.operator_id ?? '') ?? null,
      shellUser: row.shell_user,
      member: members.get(row.member_id ?? '') ?? null,
      about: row.about as About,
    })),
  }
}
