import type { Logger } from '#server/core/logger.ts'
import type { Mailer } from './mailer.ts'

/** Production without SMTP: codes are kept nowhere, the operator is told that a mail was wanted. */
export function createNoMailer(logger: Logger): Mailer {
  return {
    async send() {
      logger.warn('a mail was not sent: SMTP_URL is not set')
    },
  }
}
