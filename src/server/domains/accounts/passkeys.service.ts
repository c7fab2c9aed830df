import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { AnswerOf, ParsedBody, ParsedParams } from '#shared/api/endpoint.ts'
import type { Passkey } from '#shared/api/security.ts'
import type * as api from '#shared/api/security.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { makeToken } from '#server/core/tokens.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import { insertChallenge, useChallenge, type ChallengePurpose } from './challenges.queries.ts'
import { requireConfirmed } from './confirmation.service.ts'
import { maySignInAs, type Caller } from './devices.service.ts'
import { sendNotice } from './notices.service.ts'
import {
  deletePasskeys,
  insertPasskey,
  updateHandle,
  notePasskeyUse,
  selectByCredential,
  selectPasskeys,
  updatePasskeyName,
} from './passkeys.queries.ts'
import { selectSecondStep } from './second-step.queries.ts'
import { answerSignIn, firstStep, hashChallenge, signIn } from './sessions.service.ts'

const maxPasskeys = 20
const challengeLifetimeMs = 5 * minuteMs
/** Ed25519, ECDSA on P-256 and RSA, by their COSE numbers: all that authenticators use. */
const algorithms = [-8, -7, -257]

type UsedPasskey = ParsedBody<typeof api.passkeyLogin>['passkey']

/** Passkeys are bound to the host of the address that members use. */
function relyingParty({ config }: Context, caller: Caller): { id: string; origin: string } {
  const address = config.publicUrl ?? caller.origin
  if (!address || !URL.canParse(address)) throw fail('auth.passkey_failed')
  const { origin, hostname } = new URL(address)
  return { id: hostname, origin }
}

/** What a challenge is for, and whom; without a viewer anybody may answer it. */
interface ChallengeRequest {
  purpose: ChallengePurpose
  viewer: Viewer | null
}

const challengeRow = (challenge: string, { purpose, viewer }: ChallengeRequest) => ({
  hash: hashChallenge(challenge, viewer?.sessionId),
  purpose,
  memberId: viewer?.id ?? null,
})

async function newChallenge(ctx: Context, asked: ChallengeRequest): Promise<string> {
  const challenge = makeToken()
  const expiresAt = new Date(ctx.now().getTime() + challengeLifetimeMs)
  await ctx.transact((tx) => insertChallenge(tx.db, challengeRow(challenge, asked), expiresAt))
  return challenge
}

/** The challenge that a browser answered, used up by this. @throws auth.passkey_failed for one that is not ours, or over */
async function spendChallenge(
  ctx: Context,
  clientDataJSON: string,
  asked: ChallengeRequest,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const isOurs = await ctx.transact((tx) => useChallenge(tx.db, challengeRow(challenge, asked), ctx.now()))
  if (!isOurs) throw fail('auth.passkey_failed')
  return challenge
}

function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    if (typeof data === 'object' && data !== null && 'challenge' in data) return String(data.challenge)
  } catch {
    // Text that is not JSON answers no challenge.
  }
  return ''
}

/** Turns any error of the library into `auth.passkey_failed`, since what a browser sent may be malformed. */
const proofOrFailure = <T>(proof: Promise<T>): Promise<T> =>
  proof.catch((cause: unknown) => {
    throw fail('auth.passkey_failed', { cause })
  })

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

/** Converts what was sent to the library's types. */
const asSent = <Passkey extends { response: object }>(passkey: Passkey) => ({
  ...passkey,
  response: passkey.response as Defined<Passkey['response']>,
  clientExtensionResults: {},
})

const credentialRef = (row: { credential_id: string; transports: string[] }) => ({
  id: row.credential_id,
  type: 'public-key' as const,
  transports: row.transports,
})

type ShownPasskey = Awaited<ReturnType<typeof selectPasskeys>>[number]

export const passkeyView = (
  row: Pick<ShownPasskey, 'id' | 'name' | 'created_at' | 'used_at' | 'backed_up'>,
): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  usedAt: row.used_at?.toISOString() ?? null,
  backedUp: row.backed_up,
})

export async function passkeyOptions(
  ctx: Context,
  viewer: Viewer,
  caller: Caller,
): Promise<AnswerOf<typeof api.getPasskeyOptions>> {
  await requireConfirmed(ctx, viewer)
  const { id } = relyingParty(ctx, caller)
  const present = await selectPasskeys(ctx.db, viewer.id)
  if (present.length >= maxPasskeys) throw fail('auth.passkey_full')
  const handle = await ctx.transact((tx) => updateHandle(tx.db, viewer.id, randomBytes(32)))
  return {
    challenge: await newChallenge(ctx, { purpose: 'passkey-add', viewer }),
    rp: { id, name: 'Scene' },
    user: { id: handle.toString('base64url'), name: viewer.username, displayName: viewer.username },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: challengeLifetimeMs,
    attestation: 'none',
    excludeCredentials: present.map(credentialRef),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    },
  }
}

export async function addPasskey(
  ctx: Context,
  viewer: Viewer,
  caller: Caller,
  { name, passkey }: ParsedBody<typeof api.addPasskey>,
): Promise<AnswerOf<typeof api.addPasskey>> {
  await requireConfirmed(ctx, viewer)
  const party = relyingParty(ctx, caller)
  const asked = { purpose: 'passkey-add', viewer } as const
  const expectedChallenge = await spendChallenge(ctx, passkey.response.clientDataJSON, asked)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await proofOrFailure(
    verifyRegistrationResponse({
      response: asSent(passkey),
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified) throw fail('auth.passkey_failed')
  const { credential, credentialBackedUp } = registrationInfo
  return ctx.transact(async (tx) => {
    await lockMember(tx.db, viewer.id)
    if ((await selectPasskeys(tx.db, viewer.id)).length >= maxPasskeys) throw fail('auth.passkey_full')
    const added = await insertPasskey(tx.db, {
      id: uuidv7(),
      memberId: viewer.id,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
      name,
      at: ctx.now(),
    })
    if (!added) throw fail('auth.passkey_failed')
    await sendNotice(tx, viewer.id, 'passkey-added', name)
    return passkeyView(added)
  })
}

export async function renamePasskey(
  ctx: Context,
  viewer: Viewer,
  { passkeyId }: ParsedParams<typeof api.renamePasskey>,
  { name }: ParsedBody<typeof api.renamePasskey>,
): Promise<AnswerOf<typeof api.renamePasskey>> {
  const row = await ctx.transact((tx) =>
    updatePasskeyName(tx.db, { memberId: viewer.id, id: passkeyId, name }),
  )
  if (!row) throw fail('auth.passkey_not_found')
  return passkeyView(row)
}

export async function removePasskey(ctx: Context, viewer: Viewer, id: string): Promise<typeof done> {
  await requireConfirmed(ctx, viewer)
  await ctx.transact(async (tx) => {
    const [name] = await deletePasskeys(tx.db, viewer.id, id)
    if (name === undefined) throw fail('auth.passkey_not_found')
    await sendNotice(tx, viewer.id, 'passkey-removed', name)
  })
  return done
}

/** Any passkey for this site may answer: the member need not say who they are first. */
export async function loginOptions(
  ctx: Context,
  caller: Caller,
): Promise<AnswerOf<typeof api.getPasskeyLoginOptions>> {
  const { id } = relyingParty(ctx, caller)
  return {
    challenge: await newChallenge(ctx, { purpose: 'passkey-sign-in', viewer: null }),
    rpId: id,
    timeout: challengeLifetimeMs,
    userVerification: 'preferred',
    allowCredentials: [],
  }
}

/**
 * Options for confirming with one's own passkeys. With a second step, the authenticator must verify the person (PIN,
 * face or finger).
 */
export async function confirmOptions(
  ctx: Context,
  viewer: Viewer,
  caller: Caller,
): Promise<AnswerOf<typeof api.getConfirmOptions>> {
  const { id } = relyingParty(ctx, caller)
  const own = await selectPasskeys(ctx.db, viewer.id)
  if (own.length === 0) throw fail('auth.passkey_failed')
  const secondStep = await selectSecondStep(ctx.db, viewer.id)
  return {
    challenge: await newChallenge(ctx, { purpose: 'passkey-confirm', viewer }),
    rpId: id,
    timeout: challengeLifetimeMs,
    userVerification: secondStep?.confirmed_at ? 'required' : 'preferred',
    allowCredentials: own.map(credentialRef),
  }
}

/**
 * The member whose passkey signed one of our challenges, and whether the authenticator verified the person. @throws
 * auth.passkey_failed
 */
async function provePasskey(
  ctx: Context,
  caller: Caller,
  passkey: UsedPasskey,
  asked: ChallengeRequest,
): Promise<{ memberId: string; isUserVerified: boolean; demo: boolean }> {
  const party = relyingParty(ctx, caller)
  const expectedChallenge = await spendChallenge(ctx, passkey.response.clientDataJSON, asked)
  const row = await selectByCredential(ctx.db, passkey.id)
  const { userHandle } = passkey.response
  const isKnown = row && (!userHandle || row.passkey_handle?.equals(Buffer.from(userHandle, 'base64url')))
  if (!isKnown || (asked.viewer && row.member_id !== asked.viewer.id)) throw fail('auth.passkey_failed')
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await proofOrFailure(
    verifyAuthenticationResponse({
      response: asSent(passkey),
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      // Compared below: the library would refuse a counter that went back.
      credential: { id: passkey.id, publicKey: new Uint8Array(row.public_key), counter: 0 },
    }),
  )
  if (!verified) throw fail('auth.passkey_failed')
  const counter = authenticationInfo.newCounter
  // Authenticators that sync passkeys between devices always send 0, or the count of one device, so a counter that
  // went back is no reason to refuse.
  if (Number(row.counter) > 0 && counter <= Number(row.counter))
    ctx.logger.warn(
      { passkey: row.id, was: Number(row.counter), is: counter },
      'the counter of a passkey went back',
    )
  const used = { id: row.id, counter, backedUp: authenticationInfo.credentialBackedUp, at: ctx.now() }
  // The passkey was removed at this very moment.
  if (!(await ctx.transact((tx) => notePasskeyUse(tx.db, used)))) throw fail('auth.passkey_failed')
  return { memberId: row.member_id, isUserVerified: authenticationInfo.userVerified, demo: row.demo }
}

/**
 * A passkey that verified the person counts as both steps; any other is followed by the second step, when there is
 * one.
 */
export async function logInWithPasskey(
  ctx: Context,
  caller: Caller,
  { passkey }: ParsedBody<typeof api.passkeyLogin>,
): Promise<AnswerOf<typeof api.passkeyLogin>> {
  await ctx.limits.use('auth.login.address', caller.address)
  const proven = await provePasskey(ctx, caller, passkey, { purpose: 'passkey-sign-in', viewer: null })
  if (!maySignInAs(ctx, caller, proven)) throw fail('auth.passkey_failed')
  await ctx.limits.refund('auth.login.address', caller.address)
  const begun = await ctx.transact((tx) =>
    proven.isUserVerified
      ? signIn(ctx, tx, proven.memberId, caller)
      : firstStep(ctx, tx, proven.memberId, caller),
  )
  return answerSignIn(ctx, caller, proven.memberId, begun)
}

/** @throws auth.passkey_failed, also when there is a second step and the passkey did not verify the person */
export async function proveOwnPasskey(
  ctx: Context,
  viewer: Viewer,
  caller: Caller,
  passkey: UsedPasskey,
): Promise<void> {
  const asked = { purpose: 'passkey-confirm', viewer } as const
  const { isUserVerified } = await provePasskey(ctx, caller, passkey, asked)
  if (isUserVerified) return
  const secondStep = await selectSecondStep(ctx.db, viewer.id)
  if (secondStep?.confirmed_at) throw fail('auth.passkey_failed')
}
