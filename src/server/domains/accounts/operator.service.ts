import type { Role } from '#shared/api/members.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { noteAct, type Operator } from '#server/domains/audit/audit.service.ts'
import { createMember } from '#server/domains/members/members.service.ts'
import {
  findByName,
  listAccounts as queryAccounts,
  lockByName,
  setEmailVerified,
  setPassword,
  setRole as writeRole,
  setSuspended,
  type Account,
  type NamedMember,
} from './accounts.queries.ts'
import { deleteDevices } from './devices.queries.ts'
import { voidOperatorLinks } from './first-operator.queries.ts'
import { givenPasswordLength, hashPassword, randomLetters } from './passwords.ts'
import { checkAccount, drawnAvatar, sayWhatIsTaken } from './registration.service.ts'
import { endSessions } from './sessions.service.ts'

export type { Account, NamedMember }

/** What an operator sees of accounts, the newest first; all of them without a role. */
export const listAccounts = (
  { db }: Pick<Context, 'db'>,
  { role, limit }: { role: Role | undefined; limit: number },
): Promise<Account[]> => queryAccounts(db, role, limit)

/** As it is compared: with or without an `@` before a handle, whatever its case. */
const plainName = (name: string) => name.trim().replace(/^@/, '').toLowerCase()

/** The member of an e-mail address or handle. @throws member.not_found */
export async function requireByName({ db }: Pick<Context, 'db'>, name: string): Promise<NamedMember> {
  const member = await findByName(db, plainName(name))
  if (!member) throw fail('member.not_found')
  return member
}

async function requireLocked(tx: Tx, name: string) {
  const member = await lockByName(tx.db, plainName(name))
  if (!member) throw fail('member.not_found')
  return member
}

/**
 * Gives a member, by e-mail address or handle, a role from the next request on; what they were before.
 */
export function setRole(
  ctx: Pick<Context, 'transact' | 'now' | 'changes'>,
  by: Operator,
  name: string,
  role: Role,
): Promise<{ username: string; role: Role; was: Role }> {
  return ctx.transact(async (tx) => {
    if (role === 'operator') await voidOperatorLinks(tx.db)
    const { id, username, role: was } = await requireLocked(tx, name)
    if (was !== role) {
      await writeRole(tx.db, id, role)
      tx.announce(() => ctx.changes.tell('member', id))
      await noteAct(tx.db, ctx.now(), by, 'user.role', { memberId: id, about: { role, was } })
    }
    return { username, role, was }
  })
}

/** Takes a member's address for proved, as a code by mail does. */
export function verifyMember(
  ctx: Pick<Context, 'transact' | 'now' | 'changes'>,
  by: Operator,
  name: string,
): Promise<{ username: string }> {
  return ctx.transact(async (tx) => {
    const { id, username } = await requireLocked(tx, name)
    await setEmailVerified(tx.db, id, ctx.now())
    tx.announce(() => ctx.changes.tell('member', id))
    await noteAct(tx.db, ctx.now(), by, 'user.verify', { memberId: id })
    return { username }
  })
}

/**
 * Keeps a member out, or lets them in again. All sessions end at once; what the member wrote stays as it is. Answers whether
 * that is new.
 */
export function suspendMember(
  ctx: Context,
  by: Operator,
  name: string,
  isSuspended: boolean,
): Promise<{ username: string; changed: boolean; sessionsEnded: number }> {
  return ctx.transact(async (tx) => {
    const { id, username } = await requireLocked(tx, name)
    const changed = await setSuspended(tx.db, id, isSuspended ? ctx.now() : null)
    const sessionsEnded = isSuspended ? await endSessions(ctx, tx, id) : 0
    if (changed)
      await noteAct(tx.db, ctx.now(), by, isSuspended ? 'user.suspend' : 'user.restore', { memberId: id })
    return { username, changed, sessionsEnded }
  })
}

/** Gives a member a password that only the caller learns, and ends all their sessions; no device stays known. */
export async function givePassword(
  ctx: Context,
  by: Operator,
  name: string,
): Promise<{ username: string; password: string; sessionsEnded: number }> {
  const password = randomLetters(givenPasswordLength)
  const passwordHash = await hashPassword(password)
  return ctx.transact(async (tx) => {
    const { id, username } = await requireLocked(tx, name)
    await setPassword(tx.db, id, passwordHash)
    const sessionsEnded = await endSessions(ctx, tx, id)
    await deleteDevices(tx.db, id)
    await noteAct(tx.db, ctx.now(), by, 'user.reset-password', { memberId: id })
    return { username, password, sessionsEnded }
  })
}

/** Makes a member whose address counts as proved, whoever else may join. Answers the password where it was made up. */
export async function createAccount(
  ctx: Pick<Context, 'db' | 'transact' | 'now' | 'config'>,
  by: Operator,
  given: { email: string; username: string; password: string | null; role: Role },
): Promise<{ username: string; email: string; role: Role; password: string | null }> {
  const { username, role } = given
  const email = given.email.trim()
  const password = given.password ?? randomLetters(givenPasswordLength)
  await checkAccount(ctx, { username, email, password })
  const passwordHash = await hashPassword(password)
  const at = ctx.now()
  await ctx
    .transact(async (tx) => {
      if (role === 'operator') await voidOperatorLinks(tx.db)
      const account = { username, email, passwordHash, avatar: drawnAvatar(username), locale: 'en' as const }
      const id = await createMember(tx.db, { ...account, emailVerifiedAt: at }, at)
      if (role !== 'member') await writeRole(tx.db, id, role)
      await noteAct(tx.db, at, by, 'user.create', { memberId: id, about: { role } })
    })
    .catch(sayWhatIsTaken)
  return { username, email, role, password: given.password === null ? password : null }
}
