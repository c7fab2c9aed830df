import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/accounts.ts'
import { isEmail } from '#shared/username.ts'
import type { ProvenIdentity } from '#server/adapters/identity/identity.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { violated } from '#server/db/database-fault.ts'
import { createMember } from '#server/domains/members/members.service.ts'
import {
  insertGoogleToken,
  lockByEmail,
  lockByGoogleId,
  lockStanding,
  selectTakenUsernames,
  updateEmailVerified,
  updateGoogleId,
  updatePassword,
} from './accounts.queries.ts'
import { isEmailRefused, refusedNames } from './refusals.service.ts'
import { displayName, usernameBase, usernameCandidates } from './google-names.ts'
import { deleteDevices } from './devices.queries.ts'
import type { Caller } from './devices.service.ts'
import { deleteEmailChange } from './email-change.queries.ts'
import { admit } from './joining.service.ts'
import { drawnAvatar } from './registration.service.ts'
import { deleteFactors } from './second-step.queries.ts'
import { answerSignIn, endSessions, firstStep, startSession } from './sessions.service.ts'

type GoogleLogin = ParsedBody<typeof api.googleLogin>

/** How often it is tried again when somebody else takes the name or the address at the same moment. */
const attempts = 6
const taken = new Set(['members_username', 'members_email', 'members_google'])

export async function getAuthSettings(ctx: Context): Promise<AnswerOf<typeof api.getAuthSettings>> {
  const { google, registration } = ctx.config
  return { googleClientId: google?.clientId ?? null, registration }
}

/**
 * Signs in with a Google ID token: of the account that is linked with the Google account, else of the
 * one with its e-mail address (and links it), else of a new one.
 */
export async function logInWithGoogle(
  ctx: Context,
  caller: Caller,
  given: GoogleLogin,
): Promise<AnswerOf<typeof api.googleLogin>> {
  await ctx.limits.use('auth.login.address', caller.address)
  const proven = await ctx.identity.verify(given.credential)
  if (!proven || !isEmail(proven.email)) throw fail('auth.google_failed')

  const signIn = (attempt: number) =>
    ctx.transact(async (tx) => {
      if (!(await insertGoogleToken(tx.db, proven.tokenHash, proven.expiresAt)))
        throw fail('auth.google_failed')
      const known = await knownMember(ctx, tx, proven)
      const id = known ?? (await newMember(ctx, tx, caller, { proven, given, crowded: attempt > 2 }))
      // What Google proved of somebody who waits to be let in is kept.
      const standing = await lockStanding(tx.db, id)
      if (standing?.pending_since && !standing.suspended_at) return null
      return { id, begun: await (known ? firstStep : startSession)(ctx, tx, id, caller) }
    })
  for (let attempt = 1; ; attempt++) {
    try {
      const session = await signIn(attempt)
      if (!session) throw fail('auth.pending')
      const { id, begun } = session
      await ctx.limits.refund('auth.login.address', caller.address)
      return await answerSignIn(ctx, caller, id, begun)
    } catch (error) {
      if (attempt >= attempts || !isTaken(error)) throw error
    }
  }
}

async function knownMember(ctx: Context, tx: Tx, proven: ProvenIdentity): Promise<string | null> {
  const linked = await lockByGoogleId(tx.db, proven.subject)
  if (linked) return linked.id
  const member = await lockByEmail(tx.db, proven.email.toLowerCase())
  if (!member) return null
  if (member.google_id === proven.subject) return member.id
  if (member.google_id !== null) throw fail('auth.google_failed')
  if (member.email_verified_at === null) {
    // Whoever signed up with an address and never verified it may not be its owner. Google's proof shuts them out.
    await updatePassword(tx.db, member.id, null)
    await updateEmailVerified(tx.db, member.id, ctx.now())
    await deleteFactors(tx.db, member.id)
    await deleteEmailChange(tx.db, member.id)
    await endSessions(ctx, tx, member.id)
    await deleteDevices(tx.db, member.id)
  }
  await updateGoogleId(tx.db, member.id, proven.subject)
  return member.id
}

async function newMember(
  ctx: Context,
  tx: Tx,
  caller: Caller,
  { proven, given, crowded }: { proven: ProvenIdentity; given: GoogleLogin; crowded: boolean },
): Promise<string> {
  if (ctx.config.registration !== 'closed') await ctx.limits.use('auth.register', caller.address)
  const { subject, email } = proven
  if (await isEmailRefused(tx.db, email.toLowerCase())) throw fail('auth.email_taken')
  const pending = await admit(ctx, tx, caller, given)
  const name = displayName(proven.name)
  const candidates = usernameCandidates(usernameBase(name, email), crowded)
  const inUse = await selectTakenUsernames(tx.db, candidates)
  const refused = await refusedNames(tx.db, candidates)
  const username = candidates.find((candidate) => !inUse.has(candidate) && !refused.has(candidate))
  if (!username) throw fail('server.unavailable')
  const now = ctx.now()
  const id = await createMember(
    tx.db,
    {
      username,
      email,
      passwordHash: null,
      avatar: drawnAvatar(username),
      locale: given.locale ?? 'en',
      name,
      emailVerifiedAt: now,
      pending,
    },
    now,
  )
  await updateGoogleId(tx.db, id, subject)
  return id
}

/**
 * Two first sign-ins at once both find no account; the unique indexes let one through, and the other is tried again.
 */
const isTaken = (error: unknown): boolean => taken.has(violated(error) ?? '')
