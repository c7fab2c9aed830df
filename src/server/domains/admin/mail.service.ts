import type { getMail } from '#shared/api/admin.ts'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import { mailFailure, mailHistory } from '#server/adapters/mail/mail-state.ts'
import type { Context } from '#server/context.ts'
import { noteAct, type Operator } from '#server/domains/audit/audit.service.ts'

export async function mailView({ config, db }: Context): Promise<AnswerOf<typeof getMail>> {
  const { smtpUrl, delivery, from } = config.mail
  const { sentAt, failedAt, failure } = await mailHistory(db)
  return {
    delivery,
    server: smtpUrl && new URL(smtpUrl).host,
    from,
    sentAt: sentAt?.toISOString() ?? null,
    failedAt: failedAt?.toISOString() ?? null,
    failure,
  }
}

/** Sends a test mail in the same way as all others; `reason` says why it could not be sent. */
export async function sendTestMail(
  { config, db, mailer, now }: Pick<Context, 'config' | 'db' | 'mailer' | 'now'>,
  by: Operator,
  to: string,
): Promise<{ to: string; sent: boolean; reason: string | null }> {
  if (config.mail.delivery === 'none') return { to, sent: false, reason: 'SMTP_URL is not set' }
  const text = `Scene sends mail${config.publicUrl ? ` from ${config.publicUrl}` : ''}. Nothing is to be done.`
  try {
    await mailer.send({ to, subject: 'A test of Scene’s mail', text })
  } catch (error) {
    return { to, sent: false, reason: mailFailure(error) }
  }
  await noteAct(db, now(), by, 'mail.test', {})
  return { to, sent: true, reason: null }
}
