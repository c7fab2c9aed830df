import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/accounts.ts'
import { isEmail, usernamePattern } from '#shared/username.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { claim } from '#server/domains/media/media.service.ts'
import { violated } from '#server/db/database-fault.ts'
import { createMember } from '#server/domains/members/members.service.ts'
import { ownProfileView } from '#server/domains/members/members.views.ts'
import { isEmailTaken, isUsernameTaken } from './accounts.queries.ts'
import { issueCode, noteCode } from './codes.service.ts'
import type { Caller } from './devices.service.ts'
import { admit } from './joining.service.ts'
import { requireNewPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { isEmailRefused, isNameRefused } from './refusals.service.ts'
import { startSession } from './sessions.service.ts'

const minLength = 4

type Looking = Pick<Context, 'db'>

/** Refused names answer like taken ones, so that nobody learns which are refused. */
const isNameUnavailable = async ({ db }: Looking, username: string) =>
  (await isUsernameTaken(db, username)) || (await isNameRefused(db, username))

/** The same of an address, in lower case. */
export const isEmailUnavailable = async ({ db }: Looking, email: string): Promise<boolean> =>
  (await isEmailTaken(db, email)) || (await isEmailRefused(db, email))

/** While registration is closed, nobody can find out which addresses have accounts. */
const maySignUp = ({ config }: Context) => config.registration !== 'closed'

/** False also for what could never be a username. */
export async function checkUsername(ctx: Context, username: string) {
  return {
    available: maySignUp(ctx) && usernamePattern.test(username) && !(await isNameUnavailable(ctx, username)),
  }
}

/** False also for what could never be an address. */
export async function checkEmail(ctx: Context, given: string) {
  const email = given.trim()
  return {
    available: maySignUp(ctx) && isEmail(email) && !(await isEmailUnavailable(ctx, email.toLowerCase())),
  }
}

/**
 * Creates a member with a first session and mails a code to verify the address; one who has to be let in gets no session.
 * Checks in the order of the form: avatar, username, address, password, invite.
 */
export async function register(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof api.register>,
): Promise<AnswerOf<typeof api.register>> {
  if (ctx.config.registration === 'closed') throw fail('auth.registration_closed')
  const { username, avatar } = given
  const email = given.email.trim()
  await checkAccount(ctx, { username, email, password: given.password })
  if (await isNameRefused(ctx.db, username)) throw fail('auth.username_taken')
  if (await isEmailRefused(ctx.db, email.toLowerCase())) throw fail('auth.email_taken')

  const passwordHash = await hashPassword(given.password)
  const locale = given.locale ?? 'en'
  const created = ctx.transact(async (tx) => {
    const pending = await admit(ctx, tx, caller, given)
    const account = { username, email, passwordHash, avatar, locale, pending }
    const id = await createMember(tx.db, account, ctx.now())
    await claim(tx, avatar, id, 'avatar')
    await noteCode(ctx, tx.db, 'verify-email', email.toLowerCase())
    await issueCode(ctx, tx, { id, email, locale }, 'verify-email')
    return pending ? null : { id, ...(await startSession(ctx, tx, id, caller)) }
  })
  const session = await created.catch(throwTaken)
  if (!session) return { pending: true }
  const { id, token, cookie } = session
  caller.setCookie(cookie)
  return { user: await ownProfileView(ctx, id), token }
}

/**
 * Whether an account may be called so, in the order of the form.
 * @throws auth.username_invalid, auth.username_taken, auth.email_invalid, auth.email_taken, auth.password_short
 */
export async function checkAccount(
  ctx: Pick<Context, 'db' | 'config'>,
  { username, email, password }: { username: string; email: string; password: string },
): Promise<void> {
  if (!usernamePattern.test(username)) throw fail('auth.username_invalid')
  if (await isUsernameTaken(ctx.db, username)) throw fail('auth.username_taken')
  if (!isEmail(email)) throw fail('auth.email_invalid')
  if (await isEmailTaken(ctx.db, email.toLowerCase())) throw fail('auth.email_taken')
  requireNewPassword(ctx, password, {
    minLength,
    tooShort: 'auth.password_short',
    field: 'password',
  })
}

/**
 * Two sign-ups at once both pass the checks above, and the unique indexes let one through.
 * @throws auth.username_taken, auth.email_taken for a violation of those, else the error itself
 */
export function throwTaken(error: unknown): never {
  const index = violated(error)
  if (index === 'members_username') throw fail('auth.username_taken')
  throw index === 'members_email' ? fail('auth.email_taken') : error
}

/** Drawn from the name, for accounts that are made without a picture. */
export const drawnAvatar = (username: string) => `/art/avatar-${username}.webp`
