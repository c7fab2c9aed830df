import { messageOf } from '#shared/thrown.ts'
import type { Db } from '#server/db/database.ts'
import type { Mailer } from './mailer.ts'

/** The history of mails by SMTP, over all instances. */
export interface MailHistory {
  sentAt: Date | null
  failedAt: Date | null
  /** The last error, without addresses. */
  failure: string | null
  /** The last one failed, and none was sent since. */
  isFailing: boolean
}

export async function mailHistory(db: Db): Promise<MailHistory> {
  const row = await db.selectFrom('mail_state').selectAll().executeTakeFirst()
  const { sent_at: sentAt = null, failed_at: failedAt = null, failure = null } = row ?? {}
  return {
    sentAt,
    failedAt,
    failure,
    isFailing: failedAt !== null && (sentAt === null || failedAt > sentAt),
  }
}

/** `refused`: the server took the connection and does not want this one recipient, which says nothing about mail. */
export type MailOutcome = 'sent' | 'refused' | 'failed'

interface MailWatch {
  db: Db
  now: () => Date
  /** Is told the outcome of each mail. */
  count: (outcome: MailOutcome) => void
  /** Is told when the outcome could not be recorded; the mail itself is not affected. */
  report: (error: unknown) => void
}

/** A mailer that records outcomes. */
export function watchMail(mailer: Mailer, { db, now, count, report }: MailWatch): Mailer {
  const note = async (state: { sent_at: Date } | { failed_at: Date; failure: string }) => {
    await db
      .insertInto('mail_state')
      .values({ single: true, ...state })
      .onConflict((conflict) => conflict.column('single').doUpdateSet(state))
      .execute()
      .catch(report)
  }
  return {
    async send(mail) {
      try {
        await mailer.send(mail)
      } catch (error) {
        const refused = isRecipientRefused(error)
        count(refused ? 'refused' : 'failed')
        if (!refused) await note({ failed_at: now(), failure: mailFailure(error) })
        // The message ends up in logs and in the job queue, so it must not contain words of the server that name
        // somebody.
        throw new MailFault(mailFailure(error))
      }
      count('sent')
      await note({ sent_at: now() })
    },
  }
}

/** A mail could not be sent; the message names nobody. */
class MailFault extends Error {
  override name = 'MailFault'
}

/** nodemailer's code where none of the recipients was taken; there is one in each mail. */
const isRecipientRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EENVELOPE' && 'rejected' in error

/** Why, for operators: servers repeat addresses in what they say. */
export function mailFailure(error: unknown): string {
  return messageOf(error)
    .slice(0, 2000)
    .replaceAll(/<?[^\s<>]+@[^\s<>]+>?/g, '…')
    .slice(0, 300)
}
