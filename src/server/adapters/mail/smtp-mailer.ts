import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

/** @param url `smtp://user:password@host:port` or `smtps://…`; @param from the sender, `Name <address>`. */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 })
  return {
    async send(mail) {
      await transport.sendMail({ from, to: mail.to, subject: mail.subject, text: mail.text })
    },
  }
}
