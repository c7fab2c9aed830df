import { paths } from '#shared/paths.ts'
import { wordsOf } from './cli/doctor-lines.ts'
import { ownUrl, type Config } from './config.ts'
import type { DemoLogin } from './demo/seed-demo.ts'
import { startFindings } from './domains/admin/settings-health.service.ts'

/** What an operator reads on the terminal once Scene is up. */
export function announce(
  config: Config,
  address: string,
  demo: DemoLogin | null,
  operatorToken: string | null,
) {
  process.stdout.write(`${readyLines(config, address, { demo, operatorToken }).join('\n')}\n`)
}

/**
 * The lines to print. In production they include warnings about settings that are missing or too open, so that the
 * operator learns of them before a member does.
 */
export function readyLines(
  config: Config,
  address: string,
  { demo = null, operatorToken = null }: { demo?: DemoLogin | null; operatorToken?: string | null },
): string[] {
  const { port } = new URL(address)
  const url = ownUrl({ ...config, port: Number(port) })
  const mail = {
    smtp: 'sent by SMTP',
    none: 'not delivered, nobody can prove an address or reset a password: set SMTP_URL',
    terminal: 'shown on this terminal only: set SMTP_URL',
    mailbox: `${url}/dev/mail`,
  }[config.mail.delivery]
  const films = config.filmSource.builtIn && config.production
  const advice = config.production
    ? startFindings(config).map(([code, facts = {}]) => wordsOf({ code, facts }))
    : []
  return [
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
    ...(films
      ? ['  Films            from the built-in catalogue, with invented ratings: set TMDB_API_KEY']
      : []),
    ...advice.map(({ seen, todo }) => `  Warning          ${seen}. ${todo ?? ''}`),
    '',
  ]
}

/** Says who can reach this server, and what they can do, when it runs outside production mode without SMTP. */
function openness(config: Config, port: string, demo: DemoLogin | null): string {
  const where = config.hasPublicName ? config.publicUrl : `${config.host}:${port}`
  const signUp = { open: 'sign up', approval: 'ask to join', invite: 'sign in', closed: 'sign in' }[
    config.registration
  ]
  const everybody = demo && config.demo === 'public' ? `${signUp} and use the demo login` : signUp
  return `everybody who reaches ${where} can ${everybody}; codes are shown on this terminal only`
}
