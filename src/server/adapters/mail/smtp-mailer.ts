import type { Mailer } from './mailer.ts'

async function connect(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Connects and signs in, and sends nothing. @throws with the server's reason where it does not let Scene in */
export async function checkSmtp(url: string): Promise<void> {
  const transport = await connect(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** @param url `smtp://user:password@host:port` or `smtps://…`; @param from the sender, `Name <address>`. */
export function createSmtpMailer(url: string, from: string): Mailer {
  let transport: ReturnType<typeof connect> | undefined
  return {
    async send(mail) {
      transport ??= connect(url)
      await (
        await transport
      ).sendMail({
        from,
        // As an object it is one address; as text it would be read as a list.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        ...(mail.html !== undefined && { html: mail.html }),
        ...(mail.headers && { headers: mail.headers }),
        attachments: mail.attachment
          ? [
              {
                filename: mail.attachment.name,
                contentType: mail.attachment.type,
                content: Buffer.from(mail.attachment.bytes),
              },
            ]
          : [],
      })
    },
  }
}
