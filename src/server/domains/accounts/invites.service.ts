import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/joining.ts'
import { dayMs } from '#shared/durations.ts'
import { paths } from '#shared/paths.ts'
import { ownUrl } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { pageOf, type Listed, type PageQuery } from '#server/core/keyset.ts'
import { noteAct, type Operator } from '#server/domains/audit/audit.service.ts'
import { insertInvite, selectInvites, updateRevoked, type InviteRow } from './invites.queries.ts'
import { randomLetters } from './passwords.ts'

const defaultDays = 7
const pageSize = 50

/** However it was typed: capitals, dashes and spaces say nothing. */
export const hashInvite = (code: string) =>
  createHash('sha256')
    .update(`invite:${code.toLowerCase().replaceAll(/[^a-z\d]/g, '')}`)
    .digest()

/** Makes an invite. Only its code opens anything, and only the caller learns it. */
export function createInvite(
  ctx: Pick<Context, 'transact' | 'now' | 'config'>,
  by: Operator,
  { uses = 1, days = defaultDays, note = '' }: ParsedBody<typeof api.createInvite>,
): Promise<api.NewInvite> {
  const code = Array.from({ length: 4 }, () => randomLetters(4)).join('-')
  return ctx.transact(async (tx) => {
    const at = ctx.now()
    const row = await insertInvite(tx.db, {
      id: uuidv7(),
      code_hash: hashInvite(code),
      note: note.trim(),
      max_uses: uses,
      created_at: at,
      expires_at: new Date(at.getTime() + days * dayMs),
    })
    await noteAct(tx.db, at, by, 'invite.create', { about: { invite: row.id, uses, days } })
    return { invite: inviteView(row, at), code, link: ownUrl(ctx.config) + paths.signupBy(code) }
  })
}

/** The newest first. */
export async function listInvites(
  ctx: Pick<Context, 'db' | 'now'>,
  query: PageQuery,
): Promise<Listed<api.InviteItem>> {
  const { items, next } = await selectInvites(ctx.db, pageOf(query, pageSize))
  return { items: items.map((row) => inviteView(row, ctx.now())), next }
}

/** Lets nobody join by an invite any more; answers whether that is new. @throws invite.not_found */
export function revokeInvite(
  ctx: Pick<Context, 'transact' | 'now'>,
  by: Operator,
  id: string,
): Promise<boolean> {
  return ctx.transact(async (tx) => {
    const changed = await updateRevoked(tx.db, id, ctx.now())
    if (changed === null) throw fail('invite.not_found')
    if (changed) await noteAct(tx.db, ctx.now(), by, 'invite.revoke', { about: { invite: id } })
    return changed
  })
}

const inviteView = (row: InviteRow, at: Date): api.InviteItem => ({
  _id: row.id,
  note: row.note,
  uses: row.uses,
  maxUses: row.max_uses,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  ended:
    row.revoked_at !== null
      ? 'revoked'
      : row.uses >= row.max_uses
        ? 'used-up'
        : row.expires_at <= at
          ? 'expired'
          : null,
})
