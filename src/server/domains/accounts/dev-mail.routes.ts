import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { isLocalRequest } from '#server/core/http/caller.ts'
import { escapeHtml } from '#server/core/http/escape-html.ts'
import { selectDevMails } from './accounts.queries.ts'

const shown = 100

/** The mailbox at `/dev/mail`: without SMTP, and for callers at this machine only; others get a 404. */
export function devMailRoutes(app: FastifyInstance, ctx: Context) {
  const mails = async () =>
    (await selectDevMails(ctx.db, shown)).map((mail) => ({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      date: mail.created_at.toISOString(),
    }))

  app.get('/dev/mail.json', async (request, reply) =>
    isLocalRequest(request)
      ? reply.header('cache-control', 'no-store').send(await mails())
      : reply.callNotFound(),
  )
  app.get('/dev/mail', async (request, reply) =>
    isLocalRequest(request)
      ? reply
          .headers({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
          .send(mailPage(await mails()))
      : reply.callNotFound(),
  )
}

interface ShownMail {
  to: string
  subject: string
  text: string
  date: string
}

function mailPage(mails: ShownMail[]): string {
  const items = mails.map(
    (mail) => `<article>
<h2 dir="auto">${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)}, <time datetime="${mail.date}">${mail.date}</time></p>
<pre dir="auto">${escapeHtml(mail.text)}</pre>
</article>`,
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title></head>
<body>
<h1>Mailbox</h1>
<p>No SMTP server is configured: mails stay here, the newest first.</p>
${items.join('\n') || '<p>No mails yet.</p>'}
</body>
</html>
`
}
