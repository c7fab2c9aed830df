import { noteAct } from '../domains/audit/audit.service.ts'
import { UsageError, type Command } from './command.ts'

const test: Command = {
  name: 'mail test',
  usage: 'ADDRESS',
  summary: 'Sends a mail to an address, as Scene sends its codes.',
  options: {},
  asks: false,
  plan({ words: [to, ...more] }) {
    if (to === undefined || more.length > 0 || !/^[^@\s]+@[^@\s]+$/.test(to))
      throw new UsageError('to which address?')
    return async ({ ctx, by }) => {
      if (ctx.config.mail.delivery === 'none')
        return {
          lines: ['no mail is sent: SMTP_URL is not set'],
          json: { to, sent: false, reason: 'SMTP_URL is not set' },
          failed: true,
        }
      const text = `Scene sends mail${ctx.config.publicUrl ? ` from ${ctx.config.publicUrl}` : ''}. Nothing is to be done.`
      try {
        await ctx.mailer.send({ to, subject: 'A test of Scene’s mail', text })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return { lines: [`not sent: ${reason}`], json: { to, sent: false, reason }, failed: true }
      }
      await noteAct(ctx.db, ctx.now(), by, 'mail.test', {})
      const where = {
        smtp: 'the mail server took it',
        mailbox: 'it waits at /dev/mail',
        terminal: 'it stands above',
      }[ctx.config.mail.delivery]
      return { lines: [`sent to ${to}: ${where}`], json: { to, sent: true } }
    }
  },
}

export const mailCommands = [test]
