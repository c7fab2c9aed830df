import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/accounts.ts'
import { pickLocale } from '#shared/locale.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { done } from '#server/core/http.ts'
import { deleteJobs } from '#server/core/jobs.ts'
import type { JobPayloads } from '#server/events.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import { selectByEmail, updateEmailVerified, updatePassword } from './accounts.queries.ts'
import { attempt, warningJobKeys } from './attempts.service.ts'
import {
  codePauseMs,
  countLiveCodes,
  deleteByAddress,
  deleteCodes,
  noteCodeRequest,
  tryCode,
  upsertCode,
  type Purpose,
} from './codes.queries.ts'
import { deleteDevices } from './devices.queries.ts'
import { deleteEmailChange } from './email-change.queries.ts'
import { knownDevice, maySignInAs, rememberDevice, type Caller } from './devices.service.ts'
import { forgetNotices, sendNotice } from './notices.service.ts'
import { changedPassword, requireNewPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { deleteFactors } from './second-step.queries.ts'
import { endSessions } from './sessions.service.ts'

/**
 * Several codes may be valid at once, so that the owner finds a working one in their mailbox whoever asked for them.
 */
const maxLiveCodes = 3

/** A code that was right, and the member to whom it was sent. */
export interface ProvenCode {
  memberId: string
  purpose: Purpose
  codeHash: Buffer
}

/** Salted by member and purpose, so that one table of hashes does not serve for all rows. */
export const hashCode = (memberId: string, purpose: Purpose, code: string) =>
  createHash('sha256').update(`${memberId}:${purpose}:${code}`).digest()

/**
 * Makes a new code and queues its mail, to the member's address unless `to` names another. Earlier codes stay valid;
 * while there are `maxLiveCodes` of them, no new one is made.
 */
export async function issueCode(
  ctx: Context,
  tx: Tx,
  member: { id: string; email: string; locale: string },
  purpose: Purpose,
  { to = member.email, about = '' } = {},
): Promise<void> {
  const at = ctx.now()
  if ((await countLiveCodes(tx.db, { memberId: member.id, purpose, at })) >= maxLiveCodes) return
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await upsertCode(tx.db, { memberId: member.id, purpose, codeHash: hashCode(member.id, purpose, code), at })
  const mail = { to, template: purpose, locale: pickLocale([member.locale]), code, about }
  await tx.addJob('mail.send', mail, { key: mailKey(codeRequestKey(purpose, member.email.toLowerCase())) })
}

/**
 * The key under which a request for a code is recorded. `subject` is an address, or `username:address`, in lower
 * case.
 */
export const codeRequestKey = (purpose: Purpose, subject: string) =>
  createHash('sha256').update(`${purpose}:${subject}`).digest()

const requestKey = (codeRequest: Buffer) => `code:${codeRequest.toString('hex')}`
/** A newer mail replaces one that is still queued: one code is enough. */
const mailKey = (codeRequest: Buffer) => `mail:${codeRequest.toString('hex')}`

/** The keys of the jobs that a request queues. */
export const codeJobKeys = (codeRequest: Buffer): string[] => [requestKey(codeRequest), mailKey(codeRequest)]

/**
 * Records a request for a code; false when the last one was less than a minute ago, for known and unknown addresses
 * alike. `subject` is what the caller named, in lower case.
 */
export function noteCode(
  ctx: Context,
  db: Context['db'],
  purpose: Purpose,
  subject: string,
): Promise<boolean> {
  return noteCodeRequest(db, codeRequestKey(purpose, subject), ctx.now())
}

/** The answer to a request for a code that comes too soon after the last one. */
export const codeWait = () => fail('auth.code_wait', { retryAfter: codePauseMs / 1000 })

/**
 * Asks for a code. The look-up happens in a job, so the request takes equally long and writes the same
 * whether or not there is such a member.
 */
async function requestCode(
  ctx: Context,
  caller: Caller,
  asked: Omit<JobPayloads['accounts.send-code'], 'isLocal'>,
): Promise<void> {
  await ctx.limits.use('auth.code.send', (await knownDevice(ctx, caller, asked.email)) ?? caller.address)
  const subject = asked.username === null ? asked.email : `${asked.username}:${asked.email}`
  await ctx.transact(async (tx) => {
    if (!(await noteCode(ctx, tx.db, asked.purpose, subject))) throw codeWait()
    const key = requestKey(codeRequestKey(asked.purpose, subject))
    await tx.addJob('accounts.send-code', { ...asked, isLocal: caller.isLocal }, { key })
  })
}

/** The job that `requestCode` queues. It does nothing when there is no such member, or nothing to verify. */
export async function sendRequestedCode(
  ctx: Context,
  asked: JobPayloads['accounts.send-code'],
): Promise<void> {
  await ctx.transact(async (tx) => {
    const named = await selectByEmail(tx.db, asked.email)
    if (!named) return
    // Waits for a change of address that is under way, so that no code goes to the old one.
    await lockMember(tx.db, named.id)
    const member = await selectByEmail(tx.db, asked.email)
    if (!member || !maySignInAs(ctx, asked, member)) return
    if (asked.username !== null && member.username.toLowerCase() !== asked.username) return
    if (asked.purpose === 'verify-email' && member.email_verified_at !== null) return
    await issueCode(ctx, tx, member, asked.purpose)
  })
}

/**
 * Checks a code and counts a wrong guess for good. The code stays valid until `spendCode`.
 * @throws auth.code_invalid for a wrong, void, expired or absent code and for an unknown address
 */
async function checkCode(
  ctx: Context,
  caller: Caller,
  purpose: Purpose,
  given: { email: string; code: string },
): Promise<ProvenCode> {
  const email = given.email.trim().toLowerCase()
  const subject = `${purpose}:${email}`
  const proven = await attempt(ctx, caller, { kind: 'code', email, subject }, async (isKnownDevice) => {
    const member = await selectByEmail(ctx.db, email)
    // For an unknown address the same work is done, with a random id that no row has.
    const memberId = member && maySignInAs(ctx, caller, member) ? member.id : randomUUID()
    const guess = { memberId, purpose, codeHash: hashCode(memberId, purpose, given.code.trim()) }
    return (await tryCode(ctx.db, { ...guess, at: ctx.now(), isKnownDevice })) ? guess : null
  })
  if (!proven) throw fail('auth.code_invalid')
  return proven
}

/** @throws auth.code_invalid when the code was used meanwhile */
export async function spendCode(tx: Tx, proven: ProvenCode): Promise<void> {
  if (!(await deleteCodes(tx.db, proven))) throw fail('auth.code_invalid')
}

export async function verifyEmail(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof api.verifyEmailCode>,
): Promise<typeof done> {
  const proven = await checkCode(ctx, caller, 'verify-email', given)
  await ctx.transact(async (tx) => {
    await lockMember(tx.db, proven.memberId)
    await spendCode(tx, proven)
    await updateEmailVerified(tx.db, proven.memberId, ctx.now())
    tx.announce(() => ctx.changes.report('member', proven.memberId))
  })
  return done
}

/** Answers alike for verified, unverified and unknown addresses. */
export async function resendCode(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof api.resendCode>,
): Promise<typeof done> {
  const email = given.email.trim().toLowerCase()
  await requestCode(ctx, caller, { purpose: 'verify-email', email, username: null })
  return done
}

/** Answers alike whether or not username and e-mail belong together. */
export async function requestResetCode(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof api.requestResetCode>,
): Promise<typeof done> {
  const username = given.username.trim().toLowerCase()
  const email = given.email.trim().toLowerCase()
  if (!username || !email) throw fail('auth.reset_fields')
  await requestCode(ctx, caller, { purpose: 'reset-password', email, username })
  return done
}

export async function verifyResetCode(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof api.verifyResetCode>,
): Promise<typeof done> {
  await checkCode(ctx, caller, 'reset-password', given)
  return done
}

/**
 * Sets a new password and ends every session of the member; of the devices only this one stays known. Who could read
 * the code owns the address, so it counts as verified.
 */
export async function resetPassword(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof api.resetPassword>,
): Promise<typeof done> {
  requireNewPassword(ctx, given.newPassword, changedPassword)
  const proven = await checkCode(ctx, caller, 'reset-password', given)
  const passwordHash = await hashPassword(given.newPassword)
  const { cookie } = await ctx.transact(async (tx) => {
    // The member is locked before the code, in the same order as a change of address does.
    await lockMember(tx.db, proven.memberId)
    await spendCode(tx, proven)
    await updatePassword(tx.db, proven.memberId, passwordHash)
    const isFirstProof = await updateEmailVerified(tx.db, proven.memberId, ctx.now())
    if (isFirstProof) await deleteFactors(tx.db, proven.memberId)
    await endSessions(ctx, tx, proven.memberId)
    await deleteDevices(tx.db, proven.memberId)
    // Cancels a change of address: whoever took the account over may have begun it.
    await deleteEmailChange(tx.db, proven.memberId)
    await sendNotice(tx, proven.memberId, 'password-changed')
    return rememberDevice(ctx, tx, proven.memberId, caller)
  })
  caller.setCookie(cookie)
  return done
}

/** Deletes what is stored by a member's address and not by their id: requests of codes, mails and queued jobs. */
export async function forgetAddress(tx: Tx, member: { email: string; username: string }): Promise<void> {
  const [email, username] = [member.email.toLowerCase(), member.username.toLowerCase()]
  const codeRequests = [
    codeRequestKey('verify-email', email),
    codeRequestKey('reset-password', email),
    codeRequestKey('reset-password', `${username}:${email}`),
    codeRequestKey('change-email-old', email),
    codeRequestKey('change-email-new', email),
  ]
  await deleteByAddress(tx.db, { email, codeRequests })
  await deleteJobs(tx.db, [...codeRequests.flatMap(codeJobKeys), ...warningJobKeys(email)])
  await forgetNotices(tx, email)
}
