import { sendTestMail } from '../domains/admin/mail.service.ts'
import { UsageError, type Command } from './command.ts'

const test: Command = {
  name: 'mail test',
  usage: 'ADDRESS',
  words: true,
  summary: 'Sends a mail to an address, as Scene sends its codes.',
  options: {},
  asks: false,
  plan({ words: [to, ...more] }) {
    if (to === undefined || more.length > 0 || !/^[^@\s]+@[^@\s]+$/.test(to))
      throw new UsageError('to which address?')
    return async ({ ctx, by }) => {
      const { sent, reason } = await sendTestMail(ctx, by, to)
      const { delivery } = ctx.config.mail
      if (!sent || delivery === 'none')
        return { lines: [`not sent: ${reason}`], json: { to, sent: false, reason }, failed: true }
      const where = {
        smtp: 'the mail server took it',
        mailbox: 'it waits at /dev/mail',
        terminal: 'it stands above',
      }[delivery]
      return { lines: [`sent to ${to}: ${where}`], json: { to, sent: true } }
    }
  },
}

export const mailCommands = [test]
