// docs/security.md: what OWASP ASVS asks for, which command looks at it, and what there is.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { checks } from './checks.mjs'
import { faults, fits } from './faults.mjs'
import { spelled } from './run.mjs'

/**
 * The sections of ASVS 5.0 that have requirements of level 1 or 2. `by` are numbers of checks, `at` what else one may look
 * at, `state` is one of `words`: `none` where Scene has nothing of the kind. What is not met is said with the reason.
 */
const chapters = JSON.parse(readFileSync('scripts/trust/requirements.json', 'utf8'))

const words = { met: 'met', partly: 'partly', 'not met': 'not met', none: 'does not apply' }

const row = (...cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const table = (heads, rows) => [
  row(...heads),
  row(...heads.map(() => '---')),
  ...rows.map((cells) => row(...cells)),
]
const code = (text) => `\`${text}\``

function requirement({ section, state, by, at, says }) {
  for (const path of at)
    if (!existsSync(path)) throw new Error(`${section} names ${path}, which is not there`)
  const command = by.length > 0 ? code(`npm run trust -- ${by.join(' ')}`) : ''
  return [section, words[state], command, [says, ...at.map(code)].join('<br>')]
}

/** What a page says that is not so is worse than none: files are there, and each check has a fault that can be planted. */
function requireSound({ number, tests = [], more = [] }) {
  const files = [
    ...tests,
    ...more.flatMap(({ files: named = [], config = [], file = [] }) => [named, config, file].flat()),
  ]
  for (const path of files)
    if (!existsSync(path)) throw new Error(`check ${number} names ${path}, which is not there`)
  const own = faults.filter(({ check }) => check === number)
  if (own.length === 0) throw new Error(`check ${number} has no fault in scripts/trust/faults.mjs`)
  for (const fault of own)
    if (!fits(fault))
      throw new Error(
        `a fault of check ${number} does not fit ${fault.file} any more: mend scripts/trust/faults.mjs`,
      )
}

const isLong = (file) => file.endsWith('.long.test.ts')
const commandsOf = ({ tests = [], fast = [], more = [] }) => [
  ...(tests.length > 0 ? [tests.some(isLong) ? '`npm test -- --all`' : '`npm test`'] : []),
  ...fast.map(() => '`npm run check`'),
  ...more.map((command) => code(spelled(command))),
]

function page() {
  for (const check of checks) requireSound(check)
  const sections = chapters.flatMap((chapter) => chapter.sections)
  const count = (state) => sections.filter((section) => section.state === state).length
  return [
    '# Security',
    '',
    '`npm run trust -- --write` writes this page; a test fails where it is not what would be written. How to report a weakness: [SECURITY.md](../SECURITY.md).',
    '',
    '## The checks',
    '',
    'Twenty-five commands. `npm run trust` runs them all, `npm run trust -- 3 9` those of these numbers, `npm run trust -- --fast` what is part of `npm test -- --all`; `npm run trust -- --list` tells the files of each. `npm run trust -- --plant` plants faults for each of them in a copy and fails where one is not found. What cannot run on a machine fails there, and is told.',
    '',
    ...table(
      ['', 'check', 'what must hold', 'where it runs'],
      checks.map((check) => [String(check.number), check.name, check.says, commandsOf(check).join('<br>')]),
    ),
    '',
    '## OWASP ASVS 5.0, level 2',
    '',
    `By section of version 5.0.0, as Scene is without settings where none are named. Of ${sections.length} sections ${count('met')} are met, ${count('partly')} partly, ${count('not met')} not; ${count('none')} are about what Scene has not. Chapter V17 (WebRTC) does not apply. Nobody but its makers has looked at this: it is no certificate.`,
    '',
    ...chapters.flatMap(({ title, sections: rows }) => [
      `### ${title}`,
      '',
      ...table(['requirement', 'state', 'command', 'evidence'], rows.map(requirement)),
      '',
    ]),
    '## Cryptography',
    '',
    ...table(
      ['what', 'how', 'where'],
      [
        ['passwords', 'Argon2id', '`src/server/domains/accounts/passwords.ts`'],
        [
          'session tokens, devices, links of operators',
          '256 random bits, kept as SHA-256',
          '`src/server/domains/accounts/sessions.service.ts`',
        ],
        [
          'personal tokens',
          '178 random bits and their CRC32, kept as SHA-256',
          '`src/server/domains/accounts/tokens.service.ts`',
        ],
        [
          'codes of mails',
          'six random digits, fifteen minutes, five tries; kept as SHA-256 with member and purpose',
          '`src/server/domains/accounts/codes.service.ts`',
        ],
        [
          'recovery codes',
          '50 random bits, used once; kept as Argon2id',
          '`src/server/domains/accounts/second-step.service.ts`',
        ],
        [
          'keys of two-step codes',
          'TOTP with HMAC-SHA-1, 160 random bits; sealed with AES-256-GCM by `SECRET_KEY`',
          '`src/server/adapters/secret-box/secret-box.ts`',
        ],
        [
          'webhooks',
          'signed with HMAC-SHA-256 by 256 random bits, which are sealed likewise',
          '`src/server/domains/webhooks/webhooks.service.ts`',
        ],
        [
          'push',
          'signed with ES256 by a key that is sealed likewise, encrypted for the browser (RFC 8291)',
          '`src/server/domains/notifications/push-keys.ts`',
        ],
        [
          'secret addresses of feeds and players',
          '256 random bits; those of feeds are kept as they are, to be shown again, those of players as SHA-256',
          '`src/server/domains/feeds/feeds.service.ts`',
        ],
        ['passkeys', 'signatures by WebAuthn', '`src/server/domains/accounts/passkeys.service.ts`'],
        [
          'ID tokens of Google',
          'RS256 and ES256, keys of `GOOGLE_JWKS_URL`',
          '`src/server/adapters/identity/google-identity.ts`',
        ],
        ['storage', 'AWS Signature Version 4 (HMAC-SHA-256)', '`src/server/adapters/storage/s3-client.ts`'],
        ['connections', 'TLS of the proxy, and of Node.js towards others', '`deploy`'],
      ],
    ),
    '',
  ].join('\n')
}

/** As the repository formats its pages. */
const format = (text) =>
  execFileSync('node_modules/.bin/oxfmt', ['--stdin-filepath=docs/security.md'], {
    input: text,
    encoding: 'utf8',
  })

/** @param {string | null} file where it goes; null for the terminal */
export function writeSecurityPage(file) {
  const text = format(page())
  if (file === null) process.stdout.write(text)
  else writeFileSync(file, text)
}
