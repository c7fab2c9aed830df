import { paths } from '#shared/paths.ts'
import { ownUrl, type Config } from './config.ts'
import type { DemoLogin } from './demo/seed-demo.ts'

/** What an operator reads on the terminal once Scene is up. */
export function announce(
  config: Config,
  address: string,
  demo: DemoLogin | null,
  operatorToken: string | null,
) {
  const { port } = new URL(address)
  const url = ownUrl({ ...config, port: Number(port) })
  const mail = {
    smtp: 'sent by SMTP',
    none: 'not delivered: set SMTP_URL',
    terminal: 'shown on this terminal only: set SMTP_URL',
    mailbox: `${url}/dev/mail`,
  }[config.mail.delivery]
  const lines = [
    '',
    `  Scene is ready   ${url}`,
    ...(demo ? [`  Demo login       ${demo.email}  ${demo.password}`] : []),
    ...(operatorToken
      ? [
          `  First operator   ${url}${paths.firstOperatorBy(operatorToken)}`,
          '                   there is none yet; whoever opens this becomes it, once, within 24 hours',
        ]
      : []),
    `  Mail             ${mail}`,
    `  API              ${url}/api/docs`,
    ...(config.mail.delivery === 'terminal' ? [`  Open to others   ${openness(config, port, demo)}`] : []),
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** What a start without production mode and mail opens, and to whom. */
function openness(config: Config, port: string, demo: DemoLogin | null): string {
  const where = config.hasPublicName ? config.publicUrl : `${config.host}:${port}`
  const signUp = { open: 'sign up', approval: 'ask to join', invite: 'sign in', closed: 'sign in' }[
    config.registration
  ]
  const everybody = demo && config.demo === 'public' ? `${signUp} and use the demo login` : signUp
  return `everybody who reaches ${where} can ${everybody}; codes are shown on this terminal only`
}
