import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { ParsedBody } from '#shared/api/endpoint.ts'
import type { resendCode, verifyEmailCode } from '#shared/api/accounts.ts'
import { pickLocale } from '#shared/locale.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { JobPayloads } from '#server/events.ts'
import {
  deleteCode,
  findByEmail,
  noteCodeRequest,
  putCode,
  setEmailVerified,
  tryCode,
  type Purpose,
} from './accounts.queries.ts'

const minute = 60 * 1000
const lifetime = 15 * minute
const maxTries = 5

/** Whom a code proves something about. */
export interface ProvenCode {
  memberId: string
  purpose: Purpose
  codeHash: Buffer
}

/** Salted by member and purpose: one table of hashes does not serve for all rows. */
const hashCode = (memberId: string, purpose: Purpose, code: string) =>
  createHash('sha256').update(`${memberId}:${purpose}:${code}`).digest()

/** Makes a new code in place of an older one and queues its mail. */
export async function issueCode(
  ctx: Context,
  tx: Tx,
  member: { id: string; email: string; locale: string },
  purpose: Purpose,
): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const at = ctx.now()
  await putCode(tx.db, {
    memberId: member.id,
    purpose,
    codeHash: hashCode(member.id, purpose, code),
    at,
    expiresAt: new Date(at.getTime() + lifetime),
  })
  await tx.addJob('mail.send', {
    to: member.email,
    template: purpose,
    locale: pickLocale([member.locale]),
    code,
  })
}

/** Where a request for a code is noted. `subject` is an address, or `username:address`, in lower case. */
export const codeRequestKey = (purpose: Purpose, subject: string) =>
  createHash('sha256').update(`${purpose}:${subject}`).digest()

/**
 * Notes that a code was asked for; false within a minute of the one before, for known and unknown
 * addresses alike. `subject` is what the caller named, in lower case.
 */
export function noteCode(
  ctx: Context,
  db: Context['db'],
  purpose: Purpose,
  subject: string,
): Promise<boolean> {
  const at = ctx.now()
  return noteCodeRequest(db, codeRequestKey(purpose, subject), at, new Date(at.getTime() - minute))
}

/**
 * Asks for a code. The look-up happens in a job, so the request takes equally long and writes the same
 * whether or not there is such a member.
 * @throws auth.code_wait, request.rate_limited
 */
export async function requestCode(
  ctx: Context,
  address: string,
  asked: JobPayloads['accounts.send-code'],
): Promise<void> {
  await ctx.limits.use('auth.code.address', address)
  await ctx.limits.use('auth.code.account', `send:${asked.purpose}:${asked.email}`)
  const subject = asked.username === null ? asked.email : `${asked.username}:${asked.email}`
  await ctx.transact(async (tx) => {
    if (!(await noteCode(ctx, tx.db, asked.purpose, subject)))
      throw fail('auth.code_wait', { retryAfter: 60 })
    await tx.addJob('accounts.send-code', asked)
  })
}

/** The job behind `requestCode`: does nothing when nobody fits or there is nothing to verify. */
export async function sendRequestedCode(
  ctx: Context,
  asked: JobPayloads['accounts.send-code'],
): Promise<void> {
  await ctx.transact(async (tx) => {
    const member = await findByEmail(tx.db, asked.email)
    if (!member) return
    if (asked.username !== null && member.username.toLowerCase() !== asked.username) return
    if (asked.purpose === 'verify-email' && member.email_verified_at !== null) return
    await issueCode(ctx, tx, member, asked.purpose)
  })
}

/**
 * Checks a code and counts a wrong guess for good. The code stays valid until `spendCode`.
 * @throws auth.code_invalid for a wrong, void, expired or absent code and for an unknown address
 */
export async function checkCode(
  ctx: Context,
  address: string,
  purpose: Purpose,
  given: { email: string; code: string },
): Promise<ProvenCode> {
  const email = given.email.trim().toLowerCase()
  await ctx.limits.use('auth.code.address', address)
  await ctx.limits.use('auth.code.account', `try:${purpose}:${email}`)
  const member = await findByEmail(ctx.db, email)
  // For an unknown address the same work is done on a row that is not there.
  const memberId = member?.id ?? randomUUID()
  const proven = { memberId, purpose, codeHash: hashCode(memberId, purpose, given.code.trim()) }
  if (await tryCode(ctx.db, { ...proven, at: ctx.now(), maxTries })) return proven
  throw fail('auth.code_invalid')
}

/** @throws auth.code_invalid when the code was used meanwhile */
export async function spendCode(tx: Tx, proven: ProvenCode): Promise<void> {
  if (!(await deleteCode(tx.db, proven))) throw fail('auth.code_invalid')
}

/** @throws auth.code_invalid, request.rate_limited */
export async function verifyEmail(
  ctx: Context,
  address: string,
  given: ParsedBody<typeof verifyEmailCode>,
): Promise<{ ok: true }> {
  const proven = await checkCode(ctx, address, 'verify-email', given)
  await ctx.transact(async (tx) => {
    await spendCode(tx, proven)
    await setEmailVerified(tx.db, proven.memberId, ctx.now())
  })
  return { ok: true }
}

/** Answers alike for verified, unverified and unknown addresses. @throws auth.code_wait */
export async function resendVerification(
  ctx: Context,
  address: string,
  given: ParsedBody<typeof resendCode>,
): Promise<{ ok: true }> {
  const email = given.email.trim().toLowerCase()
  await requestCode(ctx, address, { purpose: 'verify-email', email, username: null })
  return { ok: true }
}
