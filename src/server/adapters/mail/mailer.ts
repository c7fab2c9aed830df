import { stdout } from 'node:process'
import type { Logger } from '#server/core/logger.ts'
import type { Db } from '#server/db/database.ts'

export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The same as a page, for programs that show one. */
  html?: string
  headers?: Record<string, string>
  /** A development mailbox keeps only its name. */
  attachment?: { name: string; type: string; bytes: Uint8Array }
}

/** Hands a mail over for delivery. @throws when it was not accepted; the job that sends it tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** The mailbox of installations without SMTP: kept in the database, read at /dev/mail outside production. */
export function createDevMailbox(db: Db, logger: Logger): Mailer {
  return {
    async send({ to, subject, text, attachment }) {
      const body = attachment ? `${text}\n\n[${attachment.name}]` : text
      await db.insertInto('dev_mails').values({ recipient: to, subject, body }).execute()
      logger.info('a mail waits at /dev/mail')
    },
  }
}

/** Production without SMTP: mails are dropped, and the operator is told in the log that one was wanted. */
export function createNoMailer(logger: Logger): Mailer {
  return {
    async send() {
      logger.warn('a mail was not sent: SMTP_URL is not set')
    },
  }
}

/**
 * For installations without SMTP that others can reach: whoever sits at the terminal reads the code in the subject
 * and passes it on. Nothing is stored or logged.
 */
export function createTerminalMailer(): Mailer {
  return {
    send: async ({ to, subject }) => void stdout.write(`  Mail to ${oneLine(to)}: ${oneLine(subject)}\n`),
  }
}

/** Removes control characters, as an address is whatever somebody signed up with. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
