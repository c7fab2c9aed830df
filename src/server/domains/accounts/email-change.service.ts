import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/security.ts'
import { hourMs } from '#shared/durations.ts'
import { isEmail } from '#shared/username.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import { updateEmail } from './accounts.queries.ts'
import { attempt } from './attempts.service.ts'
import { tryCode, voidCodes, type Purpose } from './codes.queries.ts'
import { codeWait, hashCode, issueCode, noteCode, spendCode } from './codes.service.ts'
import { requireAccount, requireConfirmed, type OwnAccount } from './confirmation.service.ts'
import type { Caller } from './devices.service.ts'
import {
  confirmAddress,
  deleteEmailChange,
  replaceEmailChange,
  selectEmailChange,
} from './email-change.queries.ts'
import { sendNoticeTo } from './notices.service.ts'
import { isEmailUnavailable, throwTaken } from './registration.service.ts'

/** How long a change of address can be confirmed. Its codes live a quarter of that and can be sent again. */
const lifetimeMs = hourMs

const purposes = { old: 'change-email-old', new: 'change-email-new' } as const satisfies Record<
  string,
  Purpose
>

/**
 * Starts a change of address: the new address gets a code, and the old one is asked to agree. An unverified old
 * address is not asked, since it may belong to nobody or to somebody else.
 */
export async function changeEmail(
  ctx: Context,
  viewer: Viewer,
  given: ParsedBody<typeof api.changeEmail>,
): Promise<typeof done> {
  await requireConfirmed(ctx, viewer)
  const email = given.email.trim()
  if (!isEmail(email)) throw fail('auth.email_invalid')
  if (await isEmailUnavailable(ctx, email.toLowerCase())) throw fail('auth.email_taken')
  await ctx.limits.use('auth.code.send', viewer.id)
  const now = ctx.now()
  await ctx.transact(async (tx) => {
    await lockMember(tx.db, viewer.id)
    const account = await requireAccount(tx, viewer)
    if (!(await noteCodes(ctx, tx, account))) {
      // Asked for once more, as after an answer that was lost: its codes are on their way.
      if ((await selectEmailChange(tx.db, viewer.id, now))?.email === email) return
      throw codeWait()
    }
    const oldConfirmedAt = account.email_verified_at === null ? now : null
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    await replaceEmailChange(tx.db, { memberId: viewer.id, email, oldConfirmedAt, expiresAt })
    await sendCodes(ctx, tx, account, { email, old_confirmed_at: oldConfirmedAt, new_confirmed_at: null })
  })
  return done
}

export async function resendEmailChangeCodes(ctx: Context, viewer: Viewer): Promise<typeof done> {
  await ctx.limits.use('auth.code.send', viewer.id)
  await ctx.transact(async (tx) => {
    await lockMember(tx.db, viewer.id)
    const account = await requireAccount(tx, viewer)
    const change = await selectEmailChange(tx.db, viewer.id, ctx.now())
    if (!change) throw fail('auth.email_change_over')
    if (!(await noteCodes(ctx, tx, account))) throw codeWait()
    await sendCodes(ctx, tx, account, change)
  })
  return done
}

/** False when the last codes of a change were sent less than a minute ago. */
const noteCodes = (ctx: Context, tx: Tx, { email }: OwnAccount) =>
  noteCode(ctx, tx.db, 'change-email-new', email.toLowerCase())

interface OpenChange {
  email: string
  old_confirmed_at: Date | null
  new_confirmed_at: Date | null
}

/** Sends codes to whichever of the two addresses has not confirmed yet. */
async function sendCodes(ctx: Context, tx: Tx, account: OwnAccount, change: OpenChange): Promise<void> {
  if (change.old_confirmed_at === null)
    await issueCode(ctx, tx, account, 'change-email-old', { about: change.email })
  if (change.new_confirmed_at === null)
    await issueCode(ctx, tx, account, 'change-email-new', { to: change.email })
}

/**
 * Confirms one of the two addresses by its code. The second confirmation changes the address, and the member is
 * notified at the old one.
 */
export async function confirmEmailChange(
  ctx: Context,
  viewer: Viewer,
  caller: Caller,
  { address, code }: ParsedBody<typeof api.confirmEmailChange>,
): Promise<AnswerOf<typeof api.confirmEmailChange>> {
  const purpose = purposes[address]
  const { email: known } = await requireAccount(ctx, viewer)
  if (!(await selectEmailChange(ctx.db, viewer.id, ctx.now()))) throw fail('auth.email_change_over')
  const proven = { memberId: viewer.id, purpose, codeHash: hashCode(viewer.id, purpose, code) }
  const email = known.toLowerCase()
  const right = await attempt(
    ctx,
    caller,
    { kind: 'code', email, subject: `${purpose}:${email}` },
    async (isKnownDevice) =>
      (await tryCode(ctx.db, { ...proven, at: ctx.now(), isKnownDevice })) ? true : null,
  )
  if (!right) throw fail('auth.code_invalid')
  return ctx.transact((tx) => confirmByCode(ctx, tx, viewer, address, proven)).catch(throwTaken)
}

async function confirmByCode(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  address: 'old' | 'new',
  proven: Parameters<typeof spendCode>[1],
) {
  await lockMember(tx.db, viewer.id)
  await spendCode(tx, proven)
  await confirmAddress(tx.db, viewer.id, address, ctx.now())
  const change = await selectEmailChange(tx.db, viewer.id, ctx.now())
  if (!change) throw fail('auth.email_change_over')
  if (change.old_confirmed_at === null || change.new_confirmed_at === null) return { changed: false }
  const account = await requireAccount(tx, viewer)
  await updateEmail(tx.db, viewer.id, change.email, ctx.now())
  await deleteEmailChange(tx.db, viewer.id)
  // Those codes went to the old address.
  await voidCodes(tx.db, viewer.id, ['verify-email', 'reset-password'])
  if (account.email_verified_at !== null)
    await sendNoticeTo(tx, {
      to: account.email,
      locale: account.locale,
      notice: 'email-changed',
      about: change.email,
    })
  tx.announce(() => ctx.changes.report('member', viewer.id))
  return { changed: true }
}

/** Needs no confirmation, since nothing changes by it. */
export async function cancelEmailChange(ctx: Context, viewer: Viewer): Promise<typeof done> {
  await ctx.transact((tx) => deleteEmailChange(tx.db, viewer.id))
  return done
}
