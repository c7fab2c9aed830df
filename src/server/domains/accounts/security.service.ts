import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type { Proof } from '#shared/api/security.ts'
import type * as api from '#shared/api/security.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { insertGoogleToken } from './accounts.queries.ts'
import { confirmedUntil, requireAccount, type OwnAccount } from './confirmation.service.ts'
import type { Caller } from './devices.service.ts'
import { selectEmailChange } from './email-change.queries.ts'
import { changedPassword, newPasswordLength } from './password-rules.ts'
import { provePassword } from './password-proof.service.ts'
import { selectPasskeys } from './passkeys.queries.ts'
import { passkeyView, proveOwnPasskey } from './passkeys.service.ts'
import { countRecoveryCodes, selectSecondStep } from './second-step.queries.ts'
import { proveSecondStep } from './second-step.service.ts'
import { confirmSession, selectConfirmedAt } from './sessions.queries.ts'

/**
 * The ways in which a member can confirm their identity, best first. With a second step the password alone is not
 * enough: whoever knows only that could turn the second step off. Google is offered when there is nothing else.
 */
function proofsOf(
  { config }: Context,
  account: OwnAccount,
  has: { passkeys: boolean; secondStep: boolean },
): Proof[] {
  const proofs: Proof[] = has.passkeys ? ['passkey'] : []
  if (has.secondStep) return [...proofs, 'code']
  if (account.password_hash !== null) return [...proofs, 'password']
  return account.google_id !== null && config.google ? [...proofs, 'google'] : proofs
}

export async function getSecurity(ctx: Context, viewer: Viewer): Promise<AnswerOf<typeof api.getSecurity>> {
  const [account, confirmedAt, secondStep, recoveryCodesLeft, passkeys, change] = await Promise.all([
    requireAccount(ctx, viewer),
    selectConfirmedAt(ctx.db, viewer.sessionId),
    selectSecondStep(ctx.db, viewer.id),
    countRecoveryCodes(ctx.db, viewer.id),
    selectPasskeys(ctx.db, viewer.id),
    selectEmailChange(ctx.db, viewer.id, ctx.now()),
  ])
  const since = secondStep?.confirmed_at ?? null
  return {
    email: account.email,
    hasPassword: account.password_hash !== null,
    passwordMinLength: newPasswordLength(ctx, changedPassword.minLength),
    emailChange: change
      ? {
          email: change.email,
          waitsForOld: change.old_confirmed_at === null,
          waitsForNew: change.new_confirmed_at === null,
          expiresAt: change.expires_at.toISOString(),
        }
      : null,
    secondStep: since ? { since: since.toISOString(), recoveryCodesLeft } : null,
    passkeys: passkeys.map(passkeyView),
    proofs: proofsOf(ctx, account, { passkeys: passkeys.length > 0, secondStep: since !== null }),
    confirmedUntil: confirmedUntil(ctx, confirmedAt)?.toISOString() ?? null,
  }
}

/** Confirms the identity of whoever uses this session; for ten minutes it may then do what could harm the account. */
export async function confirmIdentity(
  ctx: Context,
  viewer: Viewer,
  caller: Caller,
  given: ParsedBody<typeof api.confirmIdentity>,
): Promise<AnswerOf<typeof api.confirmIdentity>> {
  const account = await requireAccount(ctx, viewer)
  const secondStep = await selectSecondStep(ctx.db, viewer.id)
  const proofs = proofsOf(ctx, account, { passkeys: true, secondStep: Boolean(secondStep?.confirmed_at) })
  const may = (proof: Proof) => proofs.includes(proof)
  if (given.passkey) await proveOwnPasskey(ctx, viewer, caller, given.passkey)
  else if (given.code !== undefined) await proveSecondStep(ctx, caller, account, given.code)
  else if (given.google !== undefined && may('google')) await proveGoogle(ctx, account, given.google)
  else
    await provePassword(
      ctx,
      caller,
      may('password') ? account : { ...account, password_hash: null },
      given.password,
    )
  const at = ctx.now()
  await ctx.transact((tx) => confirmSession(tx.db, viewer.sessionId, at))
  return { confirmedUntil: (confirmedUntil(ctx, at) ?? at).toISOString() }
}

/** Checks that the Google token belongs to this member and was never used. @throws auth.google_failed */
async function proveGoogle(ctx: Context, account: OwnAccount, credential: string): Promise<void> {
  const proven = await ctx.identity.verify(credential)
  if (!proven || proven.subject !== account.google_id) throw fail('auth.google_failed')
  const isNew = await ctx.transact((tx) => insertGoogleToken(tx.db, proven.tokenHash, proven.expiresAt))
  if (!isNew) throw fail('auth.google_failed')
}
