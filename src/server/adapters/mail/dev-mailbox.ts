import type { Logger } from '#server/core/logger.ts'
import type { Db } from '#server/db/database.ts'
import type { Mailer } from './mailer.ts'

/** The mailbox of installations without SMTP: kept in the database, read at /dev/mail outside production. */
export function createDevMailbox(db: Db, logger: Logger): Mailer {
  return {
    async send({ to, subject, text }) {
      await db.insertInto('dev_mails').values({ recipient: to, subject, body: text }).execute()
      logger.info('a mail waits at /dev/mail')
    },
  }
}
