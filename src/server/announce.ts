import type { Config } from './config.ts'
import type { DemoLogin } from './demo/seed-demo.ts'

/** What an operator reads on the terminal once Scene is up. */
export function announce(config: Config, address: string, demo: DemoLogin | null) {
  const url = config.publicUrl ?? address.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost')
  const mail = config.mail.smtpUrl
    ? 'sent by SMTP'
    : config.production
      ? 'not delivered: set SMTP_URL'
      : `${url}/dev/mail`
  const lines = [
    '',
    `  Scene is ready   ${url}`,
    ...(demo ? [`  Demo login       ${demo.email}  ${demo.password}`] : []),
    `  Mail             ${mail}`,
    `  API              ${url}/api/docs`,
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
