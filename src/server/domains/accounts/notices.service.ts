import { createHash, randomUUID } from 'node:crypto'
import { pickLocale, type Locale } from '#shared/locale.ts'
import type { Context, Tx } from '#server/context.ts'
import { deleteJobsByPrefix } from '#server/core/jobs.ts'
import type { JobPayloads, Notice } from '#server/events.ts'
import { noteWarning, selectAccount } from './accounts.queries.ts'
import type { MailLines } from './notice-texts.ts'

export type { MailLines }

const keyPrefix = (email: string) =>
  `notice:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}:`

/**
 * The member, unless their address is not verified, since it may be somebody else's, or is one of the invented
 * members of the demo.
 */
async function findAddressee(tx: Tx, memberId: string) {
  const member = await selectAccount(tx.db, memberId)
  return member?.email_verified_at && !member.demo ? member : undefined
}

/**
 * Tells a member by mail what happened to their account. `about` is a device, a passkey, a token or where a webhook or
 * mail goes.
 */
export async function sendNotice(tx: Tx, memberId: string, notice: Notice, about = ''): Promise<void> {
  const member = await findAddressee(tx, memberId)
  if (!member) return
  await sendNoticeTo(tx, { to: member.email, locale: member.locale, notice, about })
}

/** For an address that is no member's any more. */
export function sendNoticeTo(
  tx: Tx,
  mail: { to: string; locale: string; notice: Notice; about: string },
): Promise<void> {
  const { to, locale, notice, about } = mail
  const payload = { to, template: notice, locale: pickLocale([locale]), code: '', about }
  return tx.addJob('mail.send', payload, { key: keyPrefix(to) + randomUUID() })
}

/** Sends words of another domain, in the member's language; to proved addresses of people, as all notices. */
export async function sendMailToMember(
  tx: Tx,
  memberId: string,
  wording: (locale: Locale) => MailLines,
): Promise<void> {
  const member = await findAddressee(tx, memberId)
  if (!member) return
  await sendMailTo(tx, member.email, wording(pickLocale([member.locale])))
}

/** The same of a mail that is worded already. */
export async function sendComposedMail(
  tx: Tx,
  memberId: string,
  mail: Omit<JobPayloads['mail.text'], 'to'>,
): Promise<void> {
  const member = await findAddressee(tx, memberId)
  if (!member) return
  await tx.addJob('mail.text', { to: member.email, ...mail }, { key: keyPrefix(member.email) + randomUUID() })
}

/** The same to an address that may be nobody's here. */
export function sendMailTo(tx: Tx, to: string, { subject, lines }: MailLines): Promise<void> {
  const mail = { to, subject, text: `${lines.join('\n\n')}\n` }
  return tx.addJob('mail.text', mail, { key: keyPrefix(to) + randomUUID() })
}

/**
 * Warns the owner that somebody who knows the password is guessing codes, once a day at most. `email` is in lower
 * case.
 */
export function warnOfGuessing(ctx: Context, email: string): Promise<void> {
  return ctx.transact(async (tx) => {
    const owner = await noteWarning(tx.db, email, ctx.now())
    if (owner)
      await sendNoticeTo(tx, {
        to: owner.email,
        locale: owner.locale,
        notice: 'second-step-guessed',
        about: '',
      })
  })
}

/** Deletes queued mails to this address. */
export const forgetNotices = (tx: Tx, email: string): Promise<void> =>
  deleteJobsByPrefix(tx.db, keyPrefix(email))
