import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/accounts.ts'
import { isEmail, usernamePattern } from '#shared/username.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { claim } from '#server/domains/media/media.service.ts'
import { createMember } from '#server/domains/members/members.service.ts'
import { ownProfileView } from '#server/domains/members/members.views.ts'
import { isEmailTaken, isUsernameTaken } from './accounts.queries.ts'
import { issueCode, noteCode } from './codes.service.ts'
import type { Caller } from './devices.service.ts'
import { hashPassword } from './passwords.ts'
import { startSession } from './sessions.service.ts'

const minLength = 4

/** False also for what could never be a username. */
export async function checkUsername(ctx: Context, username: string) {
  return { available: usernamePattern.test(username) && !(await isUsernameTaken(ctx.db, username)) }
}

/** False also for what could never be an address. */
export async function checkEmail(ctx: Context, given: string) {
  const email = given.trim()
  return { available: isEmail(email) && !(await isEmailTaken(ctx.db, email.toLowerCase())) }
}

/**
 * Creates a member with a first session and mails a code to verify the address. Checks in the order of the form:
 * avatar, username, address, password.
 */
export async function register(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof api.register>,
): Promise<AnswerOf<typeof api.register>> {
  if (ctx.config.registration === 'closed') throw fail('auth.registration_closed')
  const { username, avatar } = given
  const email = given.email.trim()
  if (!usernamePattern.test(username)) throw fail('auth.username_invalid')
  if (await isUsernameTaken(ctx.db, username)) throw fail('auth.username_taken')
  if (!isEmail(email)) throw fail('auth.email_invalid')
  if (await isEmailTaken(ctx.db, email.toLowerCase())) throw fail('auth.email_taken')
  const min = Math.max(minLength, ctx.config.passwordMinLength)
  if (given.password.length < min)
    throw fail('auth.password_short', {
      issues: [{ path: 'password', message: `at least ${min} characters`, params: { min } }],
    })

  const passwordHash = await hashPassword(given.password)
  const locale = given.locale ?? 'en'
  const created = ctx.transact(async (tx) => {
    const id = await createMember(tx.db, { username, email, passwordHash, avatar, locale }, ctx.now())
    await claim(tx, avatar, id, 'avatar')
    await noteCode(ctx, tx.db, 'verify-email', email.toLowerCase())
    await issueCode(ctx, tx, { id, email, locale }, 'verify-email')
    return { id, ...(await startSession(ctx, tx, id, caller)) }
  })
  const { id, token, cookie } = await created.catch((error: unknown) => {
    throw takenMeanwhile(error) ?? error
  })
  caller.setCookie(cookie)
  return { user: await ownProfileView(ctx, id), token }
}

/** Two sign-ups at once pass the checks above; the unique indexes let one through. */
function takenMeanwhile(error: unknown) {
  if (!(error instanceof Error) || !('constraint' in error)) return null
  if (error.constraint === 'members_username') return fail('auth.username_taken')
  if (error.constraint === 'members_email') return fail('auth.email_taken')
  return null
}
