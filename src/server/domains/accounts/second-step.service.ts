import { hashRaw } from '@node-rs/argon2'
import { createHash, randomBytes } from 'node:crypto'
import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/security.ts'
import type { Context, Tx } from '#server/context.ts'
import type { SecretBox } from '#server/adapters/secret-box/secret-box.ts'
import type { Db } from '#server/db/database.ts'
import { fail } from '#server/core/errors.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { ownProfileView } from '#server/domains/members/members.views.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import { selectAccount } from './accounts.queries.ts'
import { attempt } from './attempts.service.ts'
import { selectChallenge, useChallenge } from './challenges.queries.ts'
import { requireConfirmed } from './confirmation.service.ts'
import type { Caller } from './devices.service.ts'
import { sendNotice, warnOfGuessing } from './notices.service.ts'
import { cost, inTurn } from './passwords.ts'
import {
  confirmSecondStep,
  countKeysWithout,
  countTry,
  deleteSecondStep,
  forgetTries,
  hasSecondSteps,
  maxTries,
  replaceRecoveryCodes,
  selectSecondStep,
  upsertSecondStep,
  useRecoveryCode,
  useStep,
} from './second-step.queries.ts'
import { hashChallenge, signIn } from './sessions.service.ts'
import { base32, otpauthAddress, stepsOfCode } from './totp.ts'

/** As RFC 4226 recommends. */
const secretBytes = 20
const recoveryCodeCount = 10
const recoveryCodeLength = 10

/** Removes spaces and dashes, which people copy along with a code. */
const plainCode = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()

/** A slow hash, as for passwords: ten letters could be found by guessing against a fast one. */
const hashRecoveryCode = (memberId: string, code: string): Promise<Buffer> =>
  inTurn(() =>
    hashRaw(code, {
      ...cost,
      salt: createHash('sha256').update(`recovery:${memberId}`).digest().subarray(0, 16),
    }),
  )

/**
 * Checks a code of the app or a recovery code, and uses it up. Wrong ones are counted for good: after five, a quarter
 * of an hour has to pass.
 * @throws auth.code_invalid, also when the second step is off; auth.code_locked; auth.code_unreadable
 */
export async function proveSecondStep(
  ctx: Context,
  caller: Caller,
  member: { id: string; email: string },
  given: string,
): Promise<void> {
  const email = member.email.toLowerCase()
  const subject = `second-step:${email}`
  const right = await attempt(ctx, caller, { kind: 'code', email, subject }, async (isKnownDevice) => {
    const trier = { memberId: member.id, isKnownDevice }
    // Before the try is counted: when the key is lost no code of the app can be right, but recovery codes must keep
    // working.
    const use = await useOfCode(ctx, member.id, plainCode(given))
    const tries = await countTry(ctx.db, trier, ctx.now())
    if (tries === null) throw fail('auth.code_locked', { retryAfter: 15 * 60 })
    if (await use?.()) {
      await forgetTries(ctx.db, trier)
      return true
    }
    if (tries === maxTries) await warnOfGuessing(ctx, email)
    return null
  })
  if (!right) throw fail('auth.code_invalid')
}

/**
 * A function that uses up a code and answers whether it was right; null when there is no second step. It uses a
 * single statement, so of two calls at once only one succeeds.
 * @throws auth.code_unreadable for a code of an app whose key cannot be decrypted
 */
async function useOfCode(
  ctx: Context,
  memberId: string,
  code: string,
): Promise<(() => Promise<boolean>) | null> {
  const row = await selectSecondStep(ctx.db, memberId)
  if (!row?.confirmed_at) return null
  if (code.length === recoveryCodeLength) return () => spendRecoveryCode(ctx, memberId, code)
  const secret = await openKey(ctx, row.secret, memberId)
  return async () => {
    for (const step of stepsOfCode(secret, code, ctx.now()))
      if (await useStep(ctx.db, memberId, step)) return true
    return false
  }
}

/**
 * Counts members who can only get in by recovery codes, since the key that encrypts those of their apps is missing.
 */
export async function countLostKeys({
  db,
  secrets,
}: {
  db: Db
  secrets: Pick<SecretBox, 'mark'>
}): Promise<number> {
  return (await hasSecondSteps(db)) ? countKeysWithout(db, await secrets.mark()) : 0
}

async function openKey(ctx: Context, sealed: Buffer, memberId: string): Promise<Buffer> {
  const key = await ctx.secrets.open(sealed, memberId)
  if (key) return key
  throw fail('auth.code_unreadable', {
    reason:
      'it was sealed with another key: SECRET_KEY, or secret.key in the data folder, is not what it was',
  })
}

async function spendRecoveryCode(ctx: Context, memberId: string, code: string): Promise<boolean> {
  const codeHash = await hashRecoveryCode(memberId, code)
  return ctx.transact(async (tx) => {
    if (!(await useRecoveryCode(tx.db, memberId, codeHash, ctx.now()))) return false
    await sendNotice(tx, memberId, 'recovery-code-used')
    return true
  })
}

/** @throws auth.second_step_over for a challenge that is unknown, used or over */
export async function completeLogin(
  ctx: Context,
  caller: Caller,
  { challenge, code }: ParsedBody<typeof api.completeLogin>,
): Promise<AnswerOf<typeof api.completeLogin>> {
  const asked = { hash: hashChallenge(challenge), purpose: 'second-step' } as const
  const found = await selectChallenge(ctx.db, asked, ctx.now())
  const member = found?.member_id ? await selectAccount(ctx.db, found.member_id) : undefined
  if (!member) throw fail('auth.second_step_over')
  await proveSecondStep(ctx, caller, member, code)
  const begun = await ctx.transact(async (tx) => {
    // The member is locked before the challenge, in the same order as a reset of the password does.
    await lockMember(tx.db, member.id)
    if (!(await useChallenge(tx.db, { ...asked, memberId: member.id }, ctx.now())))
      throw fail('auth.second_step_over')
    return signIn(ctx, tx, member.id, caller)
  })
  caller.setCookie(begun.cookie)
  return { user: await ownProfileView(ctx, member.id), token: begun.token }
}

export async function setUpSecondStep(
  ctx: Context,
  viewer: Viewer,
): Promise<AnswerOf<typeof api.setUpSecondStep>> {
  await requireConfirmed(ctx, viewer)
  const secret = randomBytes(secretBytes)
  const sealed = await ctx.secrets.seal(secret, viewer.id)
  const isNew = await ctx.transact((tx) => upsertSecondStep(tx.db, viewer.id, sealed))
  if (!isNew) throw fail('auth.second_step_on')
  return { key: base32(secret), address: otpauthAddress(secret, viewer.username) }
}

export async function turnOnSecondStep(
  ctx: Context,
  viewer: Viewer,
  { code }: ParsedBody<typeof api.turnOnSecondStep>,
): Promise<AnswerOf<typeof api.turnOnSecondStep>> {
  await requireConfirmed(ctx, viewer)
  const row = await selectSecondStep(ctx.db, viewer.id)
  if (!row) throw fail('auth.second_step_off')
  if (row.confirmed_at) throw fail('auth.second_step_on')
  const secret = await openKey(ctx, row.secret, viewer.id)
  const [step] = stepsOfCode(secret, plainCode(code), ctx.now())
  if (step === undefined) throw fail('auth.code_invalid')
  const codes = await makeRecoveryCodes(viewer.id)
  await ctx.transact(async (tx) => {
    const given = { memberId: viewer.id, secret: row.secret, step, at: ctx.now() }
    if (!(await confirmSecondStep(tx.db, given))) throw fail('auth.second_step_on')
    await replaceRecoveryCodes(tx.db, viewer.id, codes.hashes)
    await sendNotice(tx, viewer.id, 'second-step-on')
  })
  return { recoveryCodes: codes.texts }
}

async function makeRecoveryCodes(memberId: string) {
  const texts = Array.from({ length: recoveryCodeCount }, () =>
    base32(randomBytes(recoveryCodeLength)).slice(0, recoveryCodeLength),
  )
  return { texts, hashes: await Promise.all(texts.map((code) => hashRecoveryCode(memberId, code))) }
}

export async function renewRecoveryCodes(
  ctx: Context,
  viewer: Viewer,
): Promise<AnswerOf<typeof api.renewRecoveryCodes>> {
  await requireConfirmed(ctx, viewer)
  const codes = await makeRecoveryCodes(viewer.id)
  await ctx.transact(async (tx) => {
    await lockMember(tx.db, viewer.id)
    const row = await selectSecondStep(tx.db, viewer.id)
    if (!row?.confirmed_at) throw fail('auth.second_step_off')
    await replaceRecoveryCodes(tx.db, viewer.id, codes.hashes)
    await sendNotice(tx, viewer.id, 'recovery-codes-renewed')
  })
  return { recoveryCodes: codes.texts }
}

export async function turnOffSecondStep(ctx: Context, viewer: Viewer): Promise<typeof done> {
  await requireConfirmed(ctx, viewer)
  await ctx.transact(async (tx) => {
    if (await removeSecondStep(tx, viewer.id)) await sendNotice(tx, viewer.id, 'second-step-off')
  })
  return done
}

/** With the recovery codes; answers whether it was on. */
export async function removeSecondStep(tx: Tx, memberId: string): Promise<boolean> {
  await lockMember(tx.db, memberId)
  return deleteSecondStep(tx.db, memberId)
}
