import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/accounts.ts'
import { dayMs } from '#shared/durations.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail, isFailure } from '#server/core/errors.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { hashToken, makeToken } from '#server/core/tokens.ts'
import { noteAct } from '#server/domains/audit/audit.service.ts'
import { createMember } from '#server/domains/members/members.service.ts'
import { ownProfileView } from '#server/domains/members/members.views.ts'
import { lockStanding, updateRole } from './accounts.queries.ts'
import type { Caller } from './devices.service.ts'
import {
  deleteExpiredOperatorLinks,
  hasOperator,
  insertOperatorLink,
  isOperatorLink,
  useOperatorLinks,
} from './first-operator.queries.ts'
import { hashPassword } from './passwords.ts'
import { checkAccount, drawnAvatar, throwTaken } from './registration.service.ts'
import { startSession } from './sessions.service.ts'

const lifetimeMs = dayMs

/** The prefix keeps this hash apart from those of other tokens. */
const hashLink = (token: string) => hashToken(`operator:${token}`)

/**
 * The token of a link by which the first operator is made, for whoever reads the terminal; null when there is an
 * operator. Links of other instances and earlier starts stay valid until they expire.
 */
export function offerOperatorLink(ctx: Pick<Context, 'transact' | 'now'>): Promise<string | null> {
  return ctx.transact(async (tx) => {
    if (await hasOperator(tx.db)) return null
    const token = makeToken()
    const at = ctx.now()
    await deleteExpiredOperatorLinks(tx.db, at)
    await insertOperatorLink(tx.db, hashLink(token), new Date(at.getTime() + lifetimeMs))
    return token
  })
}

/** Counts tries by address, and gives back those whose token was not wrong. */
async function counted<T>(
  ctx: Context,
  { address }: Pick<Caller, 'address'>,
  work: () => Promise<T>,
): Promise<T> {
  await ctx.limits.use('auth.operator-link', address)
  const giveBack = () => ctx.limits.refund('auth.operator-link', address)
  const result = await work().catch(async (error: unknown) => {
    if (!isFailure(error, 'auth.operator_link')) await giveBack()
    throw error
  })
  await giveBack()
  return result
}

async function requireLink(ctx: Context, token: string): Promise<void> {
  const isGood = await isOperatorLink(ctx.db, hashLink(token), ctx.now())
  if (!isGood || (await hasOperator(ctx.db))) throw fail('auth.operator_link')
}

/** Uses the link up, in the transaction that makes the operator. @throws auth.operator_link */
async function redeem(ctx: Context, tx: Tx, token: string): Promise<void> {
  const isGood = await useOperatorLinks(tx.db, hashLink(token), ctx.now())
  if (!isGood || (await hasOperator(tx.db))) throw fail('auth.operator_link')
}

async function makeOperator(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await updateRole(tx.db, memberId, 'operator')
  tx.announce(() => ctx.changes.report('member', memberId))
  await noteAct(tx.db, ctx.now(), { memberId }, 'user.first-operator', { memberId })
}

export function checkOperatorLink(
  ctx: Context,
  caller: Caller,
  { token }: ParsedBody<typeof api.checkOperatorLink>,
): Promise<typeof done> {
  return counted(ctx, caller, async () => {
    await requireLink(ctx, token)
    return done
  })
}

/** A new account; its address counts as proved, since whoever has the link sits at the terminal. */
export async function createFirstOperator(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof api.createFirstOperator>,
): Promise<AnswerOf<typeof api.createFirstOperator>> {
  const { id, token, cookie } = await counted(ctx, caller, async () => {
    await requireLink(ctx, given.token)
    const { username, password } = given
    const email = given.email.trim()
    await checkAccount(ctx, { username, email, password })
    const passwordHash = await hashPassword(password)
    const at = ctx.now()
    return ctx
      .transact(async (tx) => {
        await redeem(ctx, tx, given.token)
        const account = {
          username,
          email,
          passwordHash,
          avatar: drawnAvatar(username),
          locale: given.locale ?? 'en',
        }
        const memberId = await createMember(tx.db, { ...account, emailVerifiedAt: at }, at)
        await makeOperator(ctx, tx, memberId)
        return { id: memberId, ...(await startSession(ctx, tx, memberId, caller)) }
      })
      .catch(throwTaken)
  })
  caller.setCookie(cookie)
  return { user: await ownProfileView(ctx, id), token }
}

/** The viewer's own account. Not a demo member's: everybody knows the password. */
export function becomeFirstOperator(
  ctx: Context,
  caller: Caller,
  viewer: Viewer,
  { token }: ParsedBody<typeof api.becomeFirstOperator>,
): Promise<typeof done> {
  return counted(ctx, caller, () =>
    ctx.transact(async (tx) => {
      await redeem(ctx, tx, token)
      if ((await lockStanding(tx.db, viewer.id))?.demo !== false) throw fail('auth.operator_link')
      await makeOperator(ctx, tx, viewer.id)
      return done
    }),
  )
}
