import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/accounts.ts'
import { deviceOf } from '#shared/device-name.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { done, type Authenticate, type Viewer } from '#server/core/http.ts'
import { createRowCache, keptRows } from '#server/core/row-cache.ts'
import { hashToken, makeToken } from '#server/core/tokens.ts'
import { ownProfileView } from '#server/domains/members/members.views.ts'
import { lockPassword, lockStanding, selectByEmail } from './accounts.queries.ts'
import { attempt } from './attempts.service.ts'
import { deleteChallenges, insertChallenge } from './challenges.queries.ts'
import { deleteDevices } from './devices.queries.ts'
import { maySignInAs, rememberDevice, type Caller } from './devices.service.ts'
import { sendNotice } from './notices.service.ts'
import { isRightPassword } from './passwords.ts'
import { lockSecondStep } from './second-step.queries.ts'
import {
  deleteSessions,
  extendSession,
  insertSession,
  selectLive,
  selectSession,
  selectSessions,
  type SessionRow,
  type WhichSessions,
} from './sessions.queries.ts'
import { deleteTokens } from './tokens.queries.ts'

const lifetimeMs = 30 * dayMs
const shownSessions = 100

/**
 * A new session: its token, of which only a hash is stored, and the cookie that makes the browser known, to be set
 * after the commit.
 */
interface NewSession {
  token: string
  cookie: string
}

/** Starts a session and makes the browser known, for one who has just joined. @throws as `requireStanding` */
export async function startSession(
  ctx: Context,
  tx: Tx,
  memberId: string,
  caller: Caller,
): Promise<NewSession & { wasKnown: boolean }> {
  await requireStanding(tx, memberId)
  const token = makeToken()
  const at = ctx.now()
  await insertSession(tx.db, {
    id: uuidv7(),
    memberId,
    tokenHash: hashToken(token),
    userAgent: caller.userAgent?.trim() || null,
    at,
    expiresAt: new Date(at.getTime() + lifetimeMs),
  })
  // The member's next reads must see what they did as a guest, above all their sign-up.
  await ctx.reads.wrote(memberId)
  return { token, ...(await rememberDevice(ctx, tx, memberId, caller)) }
}

/**
 * Checks that a member may log in. @throws auth.suspended; for members who wait for approval auth.unverified, or
 * auth.pending once they have verified their address
 */
async function requireStanding(tx: Tx, memberId: string): Promise<void> {
  const standing = await lockStanding(tx.db, memberId)
  if (standing?.suspended_at) throw fail('auth.suspended')
  if (standing?.pending_since) throw fail(standing.email_verified_at ? 'auth.pending' : 'auth.unverified')
}

/** Starts a session of a member who has passed all steps, and mails them when the browser is new. */
export async function signIn(ctx: Context, tx: Tx, memberId: string, caller: Caller): Promise<NewSession> {
  const { wasKnown, ...begun } = await startSession(ctx, tx, memberId, caller)
  if (!wasKnown) await sendNotice(tx, memberId, 'new-sign-in', nameOfDevice(caller))
  return begun
}

/** Product names, the same in every language; empty where the browser does not say. */
function nameOfDevice({ userAgent }: Caller): string {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter((part) => part !== null).join(', ')
}

const challengeLifetimeMs = 10 * minuteMs

/** The session id is part of the hash, so that no other session can answer the challenge. */
export const hashChallenge = (challenge: string, sessionId = '') =>
  createHash('sha256').update(`${challenge}:${sessionId}`).digest()

/**
 * To be called when the first step of signing in is done: starts a session or, when there is a second step, answers a
 * challenge for it.
 * @throws as `requireStanding`
 */
export async function firstStep(
  ctx: Context,
  tx: Tx,
  memberId: string,
  caller: Caller,
): Promise<NewSession | { challenge: string }> {
  if (!(await lockSecondStep(tx.db, memberId))) return signIn(ctx, tx, memberId, caller)
  await requireStanding(tx, memberId)
  const challenge = makeToken()
  const expiresAt = new Date(ctx.now().getTime() + challengeLifetimeMs)
  const asked = { hash: hashChallenge(challenge), purpose: 'second-step', memberId } as const
  await insertChallenge(tx.db, asked, expiresAt)
  return { challenge }
}

/**
 * The answer to a login; to be called after the commit. @throws auth.second_step with the challenge that the second
 * step answers
 */
export async function answerSignIn(
  ctx: Context,
  caller: Caller,
  memberId: string,
  begun: NewSession | { challenge: string },
): Promise<AnswerOf<typeof api.login>> {
  if ('challenge' in begun)
    throw fail('auth.second_step', {
      issues: [{ path: 'code', message: 'a code of the second step', params: begun }],
    })
  caller.setCookie(begun.cookie)
  return { user: await ownProfileView(ctx, memberId), token: begun.token }
}

/**
 * Creates the function that finds the member of a session token, or null. Sessions in use are cached in this process
 * until they or their members change; once an hour a statement extends the session, to 30 days from now.
 */
export function createAuthenticate(ctx: Context): Authenticate {
  const find = rowsByToken(ctx, (hash) => selectSession(ctx.shortReads, hash))
  return async (token) => {
    const row = await find(token)
    return row ? viewerOf(ctx, row) : null
  }
}

/** Looks up the row of a token, cached in this process until the member, whose id the row has, changes. */
export function rowsByToken<Row extends { id: string }>(
  ctx: Pick<Context, 'changes'>,
  find: (hash: Buffer) => Promise<Row | undefined>,
): (token: string) => Promise<Row | undefined> {
  const rows = createRowCache<string, Row>(ctx.changes, {
    topic: 'member',
    max: keptRows,
    async load(hashes) {
      const found = await Promise.all(
        hashes.map(async (hash) => [hash, await find(Buffer.from(hash, 'base64'))] as const),
      )
      return new Map(found.flatMap(([hash, row]) => (row ? [[hash, row]] : [])))
    },
    changed: { ownerOf: (row) => row.id },
  })
  return async (token) => {
    const hash = hashToken(token).toString('base64')
    return (await rows.get([hash])).get(hash)
  }
}

async function viewerOf(ctx: Context, row: SessionRow): Promise<Viewer | null> {
  const now = ctx.now()
  if (row.expires_at <= now) return null
  const usedBefore = new Date(now.getTime() - hourMs)
  const usedAfter = new Date(now.getTime() + hourMs)
  if (row.used_at < usedBefore || row.used_at > usedAfter) {
    await extendSession(ctx.db, row.session_id, {
      usedBefore,
      usedAfter,
      at: now,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    })
    ctx.changes.report('member', row.id)
  }
  return {
    id: row.id,
    username: row.username,
    sessionId: row.session_id,
    emailVerified: row.verified,
    role: row.role,
    titles: { language: row.locale, choice: row.film_titles },
  }
}

/** Those of these sessions that have not expired, each with the time at which it will. */
export function listLiveSessions(ctx: Context, ids: string[]): Promise<Map<string, Date>> {
  return selectLive(ctx.db, 'sessions', ids, ctx.now())
}

/** Signs in by e-mail and password. An unknown address and a wrong password cost and answer alike. */
export async function logIn(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof api.login>,
): Promise<AnswerOf<typeof api.login>> {
  const email = given.email.trim().toLowerCase()
  const member = await attempt(ctx, caller, { kind: 'login', email }, async () => {
    const found = await selectByEmail(ctx.db, email)
    const passwordHash = found && maySignInAs(ctx, caller, found) ? found.password_hash : null
    const right = await isRightPassword(passwordHash, given.password)
    return found && passwordHash !== null && right ? { id: found.id, passwordHash } : null
  })
  if (!member) throw fail('auth.login_failed')
  const begun = await ctx.transact(async (tx) => {
    if (!(await lockPassword(tx.db, member.id, member.passwordHash))) throw fail('auth.login_failed')
    return firstStep(ctx, tx, member.id, caller)
  })
  return answerSignIn(ctx, caller, member.id, begun)
}

export async function logOut(ctx: Context, viewer: Viewer): Promise<typeof done> {
  await ctx.transact((tx) => endSessions(ctx, tx, viewer.id, { only: viewer.sessionId }))
  return done
}

export async function listSessions(ctx: Context, viewer: Viewer): Promise<AnswerOf<typeof api.listSessions>> {
  const rows = await selectSessions(ctx.db, viewer.id, ctx.now(), shownSessions)
  return rows.map((row) => ({
    _id: row.id,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    usedAt: row.used_at.toISOString(),
    current: row.id === viewer.sessionId,
  }))
}

/** @throws auth.session_not_found for one that is over and for another member's alike */
export async function endSession(ctx: Context, viewer: Viewer, id: string): Promise<typeof done> {
  const ended = await ctx.transact((tx) => endSessions(ctx, tx, viewer.id, { only: id }))
  if (ended === 0) throw fail('auth.session_not_found')
  return done
}

export async function endAllSessions(ctx: Context, viewer: Viewer): Promise<typeof done> {
  await ctx.transact(async (tx) => {
    await endSessions(ctx, tx, viewer.id)
    // Whoever ends all other sessions may have lost one of the devices.
    await deleteDevices(tx.db, viewer.id)
  })
  return done
}

/**
 * Ends sessions of a member, all of them unless some are chosen; their sockets are cut after the commit. Unless only
 * one session is ended, open challenges and all personal tokens go too, since somebody else may have had the account
 * and made one. Answers how many sessions ended.
 */
export async function endSessions(
  ctx: Context,
  tx: Tx,
  memberId: string,
  which: WhichSessions = {},
): Promise<number> {
  const ended = await deleteSessions(tx.db, memberId, which)
  const revoked = which.only === undefined ? await deleteTokens(tx.db, memberId) : []
  if (which.only === undefined) {
    await deleteChallenges(tx.db, memberId)
    await tx.emit('member.sessions_ended', { memberId })
  }
  cutSockets(ctx, tx, memberId, [...ended, ...revoked])
  return ended.length
}

/** Cuts the sockets of ended sessions and tokens, by their ids, after the commit. */
export function cutSockets(ctx: Context, tx: Tx, memberId: string, ids: string[]): void {
  if (ids.length === 0) return
  tx.announce(() => ctx.changes.report('member', memberId))
  // Done even when the commit is uncertain: a socket that was cut for nothing reconnects by itself.
  tx.announce(() => ctx.realtime.endSessions(ids))
}
