import type { Context, Tx } from '#server/context.ts'
import type { Call } from '#server/core/http.ts'
import { cookieText, cookieValue } from '#server/core/http/cookies.ts'
import { hashToken, isToken, makeToken } from '#server/core/tokens.ts'
import { insertDevice, selectDevice } from './devices.queries.ts'

/** How a caller reached us: for limits, for the list of sessions and for what only this machine may. */
export type Caller = Pick<Call, 'address' | 'isLocal' | 'userAgent' | 'origin' | 'cookies' | 'setCookie'>

const cookieName = 'scene_devices'
/** The longest time for which browsers keep a cookie. */
const maxAgeSeconds = 400 * 24 * 3600
const maxDevices = 20
/** How many members can share a browser. */
const maxTokens = 4

function tokensOf({ cookies }: Caller): string[] {
  return cookieValue(cookies, cookieName).split('.').filter(isToken).slice(0, maxTokens)
}

/**
 * Whether the caller may sign in as this member. The password of demo members is public, so only callers at this
 * machine may use it, unless the operator allows everybody.
 */
export function maySignInAs(
  { config }: Context,
  { isLocal }: Pick<Caller, 'isLocal'>,
  member: { demo: boolean },
): boolean {
  if (!member.demo || config.demo === 'public') return true
  return isLocal && !config.production && !config.hasPublicName
}

/**
 * The key by which limits know a browser in which the member with this address (in lower case) signed in before; null
 * for any other browser. Takes as long for an unknown address.
 */
export async function knownDevice(ctx: Context, caller: Caller, email: string): Promise<string | null> {
  const tokens = tokensOf(caller)
  if (tokens.length === 0) return null
  const found = await selectDevice(ctx.db, email, tokens.map(hashToken))
  return found?.toString('base64url') ?? null
}

/**
 * Makes the caller's browser known as one of the member's. Answers the cookie to set after the commit, and whether it was
 * known before; the token in it is new each time, so that nobody can be made to sign in with one that others know.
 */
export async function rememberDevice(
  ctx: Context,
  tx: Tx,
  memberId: string,
  caller: Caller,
): Promise<{ cookie: string; wasKnown: boolean }> {
  const token = makeToken()
  const earlier = tokensOf(caller)
  const row = { memberId, tokenHash: hashToken(token), at: ctx.now() }
  const replaced = await insertDevice(tx.db, row, earlier.map(hashToken), maxDevices)
  const others = earlier.filter((one) => !replaced.some((hash) => hash.equals(hashToken(one))))
  const value = [token, ...others].slice(0, maxTokens).join('.')
  const cookie = { name: cookieName, value, path: '/api/auth', maxAgeSeconds, sameSite: 'Lax' } as const
  return { cookie: cookieText(ctx.config, cookie), wasKnown: others.length < earlier.length }
}
