import { escapeHtml } from '#server/core/http/escape-html.ts'
import type { Mailer } from './mailer.ts'

async function connect(url: string, timeoutMs = 10_000) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Connects and signs in, and sends nothing. @throws with the server's reason when it refuses Scene, or a time-out when it
 * does not answer, most often because a firewall drops the packets.
 */
export async function checkSmtp(url: string, timeoutMs: number): Promise<void> {
  const transport = await connect(url, timeoutMs)
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
        html: mail.html ?? htmlOf(mail.text),
        // Who is away answers a person, not Scene (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
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

/** A text as a page: many programs show plain text from left to right, Arabic too. Here each paragraph has its own direction. */
function htmlOf(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p dir="auto">${linked(paragraph).replaceAll('\n', '<br>')}</p>`)
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>
<body style="background:#ffffff;color:#1b1b23;font:16px/1.5 system-ui,sans-serif;text-align:start">
${paragraphs.join('\n')}
</body></html>
`
}

const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s\u2066-\u2069]*[\w/=-])/)
    .map(escapeHtml)
    .map((part, at) => (at % 2 === 1 ? `<a href="${part}">${part}</a>` : part))
    .join('')
