import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type { listSessions, login } from '#shared/api/accounts.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { ownProfileView } from '#server/domains/members/members.views.ts'
import {
  deleteSessions,
  extendSession,
  findByEmail,
  findSession,
  findSessions,
  insertSession,
  lockPassword,
} from './accounts.queries.ts'
import { isRightPassword } from './passwords.ts'

const hour = 60 * 60 * 1000
const lifetime = 30 * 24 * hour
const shownSessions = 100
/** Enough to tell browsers and systems apart. */
const maxUserAgent = 300

/** How a caller reached us: for limits and for the list of sessions. */
export interface Caller {
  address: string
  userAgent: string | null
}

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Starts a session and answers its token, which is told once and kept only as a hash. */
export async function startSession(ctx: Context, tx: Tx, memberId: string, caller: Caller): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = ctx.now()
  await insertSession(tx.db, {
    id: uuidv7(),
    memberId,
    tokenHash: hashToken(token),
    userAgent: caller.userAgent?.trim().slice(0, maxUserAgent) || null,
    at,
    expiresAt: new Date(at.getTime() + lifetime),
  })
  return token
}

/**
 * The member behind a token, or null. One statement; once an hour a second one moves the end of the
 * session on, to 30 days from now.
 */
export async function authenticate(ctx: Context, token: string): Promise<Viewer | null> {
  const now = ctx.now()
  const row = await findSession(ctx.pool, hashToken(token), now)
  if (!row) return null
  const usedBefore = new Date(now.getTime() - hour)
  if (row.used_at < usedBefore)
    await extendSession(ctx.db, row.session_id, {
      usedBefore,
      at: now,
      expiresAt: new Date(now.getTime() + lifetime),
    })
  return { id: row.id, username: row.username, sessionId: row.session_id, emailVerified: row.verified }
}

/**
 * Starts a session by e-mail and password. An unknown address and a wrong password cost and answer alike.
 * @throws auth.login_failed, request.rate_limited
 */
export async function logIn(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof login>,
): Promise<AnswerOf<typeof login>> {
  const email = given.email.trim().toLowerCase()
  await ctx.limits.use('auth.login.address', caller.address)
  await ctx.limits.use('auth.login.account', email)
  const member = await findByEmail(ctx.db, email)
  const passwordHash = member?.password_hash ?? null
  const right = await isRightPassword(passwordHash, given.password)
  if (!member || passwordHash === null || !right) throw fail('auth.login_failed')
  const token = await ctx.transact(async (tx) => {
    if (!(await lockPassword(tx.db, member.id, passwordHash))) throw fail('auth.login_failed')
    return startSession(ctx, tx, member.id, caller)
  })
  return { user: await ownProfileView(ctx, member.id), token }
}

export async function logOut(ctx: Context, viewer: Viewer): Promise<{ ok: true }> {
  await ctx.transact((tx) => endSessions(tx, viewer.id, { id: viewer.sessionId }))
  return { ok: true }
}

export async function listOwnSessions(ctx: Context, viewer: Viewer): Promise<AnswerOf<typeof listSessions>> {
  const rows = await findSessions(ctx.db, viewer.id, ctx.now(), shownSessions)
  return rows.map((row) => ({
    _id: row.id,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    usedAt: row.used_at.toISOString(),
    current: row.id === viewer.sessionId,
  }))
}

/** @throws auth.session_not_found for one that is over and for another member's alike */
export async function endOwnSession(ctx: Context, viewer: Viewer, id: string): Promise<{ ok: true }> {
  await ctx.limits.use('member.write', viewer.id)
  const ended = await ctx.transact((tx) => endSessions(tx, viewer.id, { id }))
  if (ended === 0) throw fail('auth.session_not_found')
  return { ok: true }
}

export async function endOwnSessions(ctx: Context, viewer: Viewer): Promise<{ ok: true }> {
  await ctx.limits.use('member.write', viewer.id)
  await ctx.transact((tx) => endSessions(tx, viewer.id, { memberId: viewer.id }))
  return { ok: true }
}

/** Ends one or all sessions of a member; their sockets are cut after the commit. Answers how many ended. */
export async function endSessions(
  tx: Tx,
  memberId: string,
  which: { id: string } | { memberId: string },
): Promise<number> {
  const sessionIds = await deleteSessions(tx.db, memberId, 'id' in which ? which.id : null)
  if (sessionIds.length > 0) await tx.emit('session.revoked', { memberId, sessionIds })
  return sessionIds.length
}
