import type { Role } from '#shared/api/members.ts'
import type { Context, Tx } from '#server/context.ts'
import { foldText } from '#shared/matching/fold.ts'
import { fail } from '#server/core/errors.ts'
import { pageOf, type Listed, type PageQuery } from '#server/core/keyset.ts'
import { noteAct, type Operator } from '#server/domains/audit/audit.service.ts'
import { createMember } from '#server/domains/members/members.service.ts'
import * as queries from './accounts.queries.ts'
import { deleteDevices } from './devices.queries.ts'
import { deleteEmailChange } from './email-change.queries.ts'
import { voidOperatorLinks } from './first-operator.queries.ts'
import { givenPasswordLength, hashPassword, randomLetters } from './passwords.ts'
import { checkAccount, drawnAvatar, throwTaken } from './registration.service.ts'
import { sendNotice } from './notices.service.ts'
import { deletePasskeys } from './passkeys.queries.ts'
import { removeSecondStep } from './second-step.service.ts'
import { endSessions } from './sessions.service.ts'

export type { Account } from './accounts.queries.ts'

interface AccountQuery extends PageQuery {
  role?: Role | undefined
  state?: queries.AccountFilter['state']
  /** A handle, a name or a whole e-mail address. */
  q?: string | undefined
}

const pageSize = 50

/** What an operator sees of accounts, the newest first. */
export function listAccounts(
  { db }: Pick<Context, 'db'>,
  { role, state, q = '', ...page }: AccountQuery,
): Promise<Listed<queries.Account>> {
  const words = q.trim().replace(/^@/, '')
  const named = words.includes('@') ? { email: words.toLowerCase() } : { name: foldText(words) || undefined }
  return queries.selectAccounts(db, { role, state, ...named }, pageOf(page, pageSize))
}

/** Where a member's mail goes. @throws member.not_found */
export async function emailOf({ db }: Pick<Context, 'db'>, id: string): Promise<string> {
  const email = await queries.selectEmail(db, id)
  if (email === undefined) throw fail('member.not_found')
  return email
}

/** A member by handle or e-mail address, or by id. */
export type AccountName = string | { id: string }

/** As it is compared: with or without an `@` before a handle, whatever its case. */
const plainName = (name: string) => name.trim().replace(/^@/, '').toLowerCase()

/** The member of an e-mail address or handle. @throws member.not_found */
export async function requireByName({ db }: Pick<Context, 'db'>, name: string): Promise<queries.NamedMember> {
  const member = await queries.selectByName(db, plainName(name))
  if (!member) throw fail('member.not_found')
  return member
}

async function requireLocked(tx: Tx, named: AccountName) {
  const member = await (typeof named === 'string'
    ? queries.lockByName(tx.db, plainName(named))
    : queries.lockById(tx.db, named.id))
  if (!member) throw fail('member.not_found')
  return member
}

/** Gives a member, by e-mail address or handle, a role from the next request on. Answers also the role before (`was`). */
export function updateRole(
  ctx: Pick<Context, 'transact' | 'now' | 'changes'>,
  by: Operator,
  name: string,
  role: Role,
): Promise<{ username: string; role: Role; was: Role }> {
  return ctx.transact(async (tx) => {
    if (role === 'operator') await voidOperatorLinks(tx.db)
    const { id, username, role: was } = await requireLocked(tx, name)
    if (was !== role) {
      await queries.updateRole(tx.db, id, role)
      tx.announce(() => ctx.changes.report('member', id))
      await noteAct(tx.db, ctx.now(), by, 'user.role', { memberId: id, about: { role, was } })
    }
    return { username, role, was }
  })
}

/** Marks a member's address as verified, as a code by mail does. */
export function verifyAccount(
  ctx: Pick<Context, 'transact' | 'now' | 'changes'>,
  by: Operator,
  name: string,
): Promise<{ username: string }> {
  return ctx.transact(async (tx) => {
    const { id, username } = await requireLocked(tx, name)
    await queries.updateEmailVerified(tx.db, id, ctx.now())
    tx.announce(() => ctx.changes.report('member', id))
    await noteAct(tx.db, ctx.now(), by, 'user.verify', { memberId: id })
    return { username }
  })
}

/** Suspends a member. All their sessions end at once; what they wrote stays as it is. `changed` is false for one who was. */
export function suspendAccount(
  ctx: Context,
  by: Operator,
  named: AccountName,
): Promise<{ username: string; changed: boolean; sessionsEnded: number }> {
  return ctx.transact(async (tx) => {
    const { id, username } = await requireLocked(tx, named)
    if ('memberId' in by && by.memberId === id) throw fail('admin.yourself')
    const suspended = await suspendMember(ctx, tx, id)
    if (suspended.changed) await noteAct(tx.db, ctx.now(), by, 'user.suspend', { memberId: id })
    return { username, ...suspended }
  })
}

/** The same inside a transaction in which the caller records who does it. */
export async function suspendMember(ctx: Context, tx: Tx, id: string) {
  const changed = await queries.updateSuspended(tx.db, id, ctx.now())
  return { changed, sessionsEnded: await endSessions(ctx, tx, id) }
}

/** Ends the suspension of a member. `changed` is false for one who was not suspended. */
export function restoreAccount(
  ctx: Pick<Context, 'transact' | 'now'>,
  by: Operator,
  named: AccountName,
): Promise<{ username: string; changed: boolean }> {
  return ctx.transact(async (tx) => {
    const { id, username } = await requireLocked(tx, named)
    const changed = await queries.updateSuspended(tx.db, id, null)
    if (changed) await noteAct(tx.db, ctx.now(), by, 'user.restore', { memberId: id })
    return { username, changed }
  })
}

/** Ends a suspension that began by then, and no later one; the caller records who does it. */
export async function restoreMember(tx: Tx, id: string, begunBy: Date): Promise<void> {
  await queries.updateSuspended(tx.db, id, null, begunBy)
}

/** Ends all sessions of a member, who may log in again; no device stays known. */
export function signOutAccount(
  ctx: Context,
  by: Operator,
  named: AccountName,
): Promise<{ username: string; sessionsEnded: number }> {
  return ctx.transact(async (tx) => {
    const { id, username } = await requireLocked(tx, named)
    const sessionsEnded = await endSessions(ctx, tx, id)
    await deleteDevices(tx.db, id)
    if (sessionsEnded > 0) await noteAct(tx.db, ctx.now(), by, 'user.sign-out', { memberId: id })
    return { username, sessionsEnded }
  })
}

/**
 * Removes the second step of a member who lost it, and their passkeys too when that is asked; the member is notified
 * by mail. Answers what was removed.
 */
export function resetAccountSecondStep(
  ctx: Pick<Context, 'transact' | 'now'>,
  by: Operator,
  named: AccountName,
  { passkeys }: { passkeys: boolean },
): Promise<{ username: string; wasOn: boolean; passkeysRemoved: number }> {
  return ctx.transact(async (tx) => {
    const { id, username } = await requireLocked(tx, named)
    // One's own second step is turned off in the settings, which ask for a confirmation.
    if ('memberId' in by && by.memberId === id) throw fail('admin.yourself')
    const wasOn = await removeSecondStep(tx, id)
    const removed = passkeys ? await deletePasskeys(tx.db, id, null) : []
    if (wasOn) await sendNotice(tx, id, 'second-step-reset')
    for (const passkey of removed) await sendNotice(tx, id, 'passkey-removed', passkey)
    const about = { passkeys: removed.length }
    await noteAct(tx.db, ctx.now(), by, 'user.reset-2fa', { memberId: id, about })
    return { username, wasOn, passkeysRemoved: removed.length }
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
    await queries.updatePassword(tx.db, id, passwordHash)
    const sessionsEnded = await endSessions(ctx, tx, id)
    await deleteDevices(tx.db, id)
    await deleteEmailChange(tx.db, id)
    await sendNotice(tx, id, 'password-changed')
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
      if (role !== 'member') await queries.updateRole(tx.db, id, role)
      await noteAct(tx.db, at, by, 'user.create', { memberId: id, about: { role } })
    })
    .catch(throwTaken)
  return { username, email, role, password: given.password === null ? password : null }
}
