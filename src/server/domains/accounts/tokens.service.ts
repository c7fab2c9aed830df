import { v7 as uuidv7 } from 'uuid'
import type { AnswerOf, ParsedBody, ParsedParams } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/tokens.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { defaultTokenLifetime, maxTokens } from '#shared/token-scopes.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { done, type Authenticate, type Viewer } from '#server/core/http.ts'
import { hasRightChecksum, makePersonalToken, startOfToken } from '#server/core/personal-token.ts'
import { hashToken } from '#server/core/tokens.ts'
import { noteAct } from '#server/domains/audit/audit.service.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import { requireConfirmed } from './confirmation.service.ts'
import { sendNotice } from './notices.service.ts'
import { selectLive } from './sessions.queries.ts'
import { cutSockets, rowsByToken } from './sessions.service.ts'
import {
  countTokens,
  deleteTokens,
  insertToken,
  selectToken,
  selectTokens,
  updateTokenUse,
  updateTokenName,
  type TokenRow,
} from './tokens.queries.ts'

function tokenView(row: Awaited<ReturnType<typeof selectTokens>>[number]): api.PersonalToken {
  return {
    id: row.id,
    name: row.name,
    start: row.start,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    usedAt: row.used_at?.toISOString() ?? null,
  }
}

export async function listTokens(ctx: Context, viewer: Viewer): Promise<AnswerOf<typeof api.listTokens>> {
  return (await selectTokens(ctx.db, viewer.id)).map(tokenView)
}

/**
 * Makes a token, shown only to the caller; the member is told by mail. One of an operator is noted in the audit log.
 */
export async function createToken(
  ctx: Context,
  viewer: Viewer,
  { name, scopes, expiresInDays = defaultTokenLifetime }: ParsedBody<typeof api.createToken>,
): Promise<AnswerOf<typeof api.createToken>> {
  await requireConfirmed(ctx, viewer)
  const token = makePersonalToken()
  return ctx.transact(async (tx) => {
    const at = ctx.now()
    // The member is locked, since many calls at once would pass the limit together.
    await lockMember(tx.db, viewer.id)
    if ((await countTokens(tx.db, viewer.id, at)) >= maxTokens) throw fail('token.full')
    const row = await insertToken(tx.db, {
      id: uuidv7(),
      memberId: viewer.id,
      tokenHash: hashToken(token),
      start: startOfToken(token),
      name,
      scopes,
      at,
      expiresAt: new Date(at.getTime() + expiresInDays * dayMs),
    })
    await sendNotice(tx, viewer.id, 'token-made', name)
    if (viewer.role === 'operator')
      await noteAct(tx.db, at, { memberId: viewer.id }, 'token.create', {
        memberId: viewer.id,
        about: { token: row.id, days: expiresInDays },
      })
    return { token, item: tokenView(row) }
  })
}

export async function renameToken(
  ctx: Context,
  viewer: Viewer,
  { tokenId }: ParsedParams<typeof api.renameToken>,
  { name }: ParsedBody<typeof api.renameToken>,
): Promise<AnswerOf<typeof api.renameToken>> {
  const row = await ctx.transact((tx) => updateTokenName(tx.db, { memberId: viewer.id, id: tokenId, name }))
  if (!row) throw fail('token.not_found')
  return tokenView(row)
}

export async function revokeToken(ctx: Context, viewer: Viewer, id: string): Promise<typeof done> {
  await ctx.transact(async (tx) => {
    const revoked = await deleteTokens(tx.db, viewer.id, id)
    if (revoked.length === 0) throw fail('token.not_found')
    cutSockets(ctx, tx, viewer.id, revoked)
    if (viewer.role === 'operator')
      await noteAct(tx.db, ctx.now(), { memberId: viewer.id }, 'token.revoke', {
        memberId: viewer.id,
        about: { token: id },
      })
  })
  return done
}

/**
 * Creates the function that finds the member of a personal token, or null. A token with a wrong checksum never
 * reaches the database. Tokens in use are cached in this process, as sessions are.
 */
export function createTokenAuthenticate(ctx: Context): Authenticate {
  const find = rowsByToken(ctx, (hash) => selectToken(ctx.db, hash))
  return async (token) => {
    const row = hasRightChecksum(token) ? await find(token) : undefined
    return row ? viewerOf(ctx, row) : null
  }
}

async function viewerOf(ctx: Context, row: TokenRow): Promise<Viewer | null> {
  const now = ctx.now()
  if (row.expires_at <= now) return null
  const thisHour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  if (row.used_at?.getTime() !== thisHour.getTime()) {
    await updateTokenUse(ctx.db, row.token_id, thisHour)
    ctx.changes.report('member', row.id)
  }
  return {
    id: row.id,
    username: row.username,
    sessionId: row.token_id,
    scopes: row.scopes,
    emailVerified: row.verified,
    role: row.role,
    titles: { language: row.locale, choice: row.film_titles },
  }
}

/** Those of these tokens that have not expired, each with the time at which it will. */
export function listLiveTokens(ctx: Context, ids: string[]): Promise<Map<string, Date>> {
  return selectLive(ctx.db, 'personal_tokens', ids, ctx.now())
}
