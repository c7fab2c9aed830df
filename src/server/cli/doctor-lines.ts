import type { Finding } from '#shared/api/admin.ts'
import { unreadable, type HealthCode } from '#shared/health.ts'

/** What was seen, and what to do where something is, by what was found. */
const doctorLines: Readonly<Record<HealthCode, readonly [seen: string, todo?: string]>> = {
  'data-folder.new': ['{{folder}} is not there yet: the first start makes it'],
  'data-folder.refused': ['{{folder}}: {{reason}}', 'Give the account that runs Scene this folder.'],
  'data-folder.read-only': [
    '{{folder}}: {{reason}}',
    'Mount it so that it can be written, or move the folder (SCENE_DATA_DIR).',
  ],
  'data-folder.room': ['{{folder}} can be written, {{gigabytes}} GB are free'],
  'data-folder.little': [
    '{{folder}} can be written, {{gigabytes}} GB are free',
    'Free some room, or move the folder (SCENE_DATA_DIR).',
  ],
  'data-folder.full': [
    '{{folder}} has {{gigabytes}} GB left',
    'Free some room, or move the folder (SCENE_DATA_DIR).',
  ],
  'data-folder.no-files': [
    '{{folder}}: its disk has room, and can hold hardly any more files (df -i)',
    'Delete files that nobody needs, or move the folder (SCENE_DATA_DIR).',
  ],
  'database.new': ['the built-in one is not there yet: the first start makes it'],
  'database.works': ['PostgreSQL {{version}}'],
  'database.old': ['PostgreSQL {{version}}', 'Scene needs PostgreSQL {{oldest}} or newer.'],
  'database.letters': [
    'PostgreSQL {{version}}: the database is made for other letters (encoding {{encoding}}, or a locale without upper and lower case)',
    "Make one with encoding 'UTF8' and locale 'C.UTF-8' from template0, and move what is in this one by a backup.",
  ],
  'database.pooler': [
    'PostgreSQL {{version}}: the pooler in front of it does not keep prepared statements',
    'Use session mode (pool_mode = session), or PgBouncer 1.21 or newer with max_prepared_statements.',
  ],
  'database.damaged': [
    'PostgreSQL {{version}}: files of it are damaged (blocks found so: {{blocks}}, the last at {{at}})',
    'Look at the disk, and restore the last good backup into an empty database.',
  ],
  'database.shorter': [
    'PostgreSQL {{version}}: tables are shorter than it last counted them, and may have lost rows: {{tables}}',
    'Run scene doctor --rows, which counts them.',
  ],
  'database.away': ['not reached: {{reason}}', 'Start the server, and look at DATABASE_URL.'],
  'database.built-in-away': [
    'not reached: {{reason}}',
    'Do what that says, and read {{file}} where it says nothing.',
  ],
  'clock.right': ['that of the database is that of this machine'],
  'clock.apart': [
    'that of the database and that of this machine are {{seconds}} s apart',
    'Let both follow a time server.',
  ],
  'tables.right': ['are of this version'],
  'tables.behind': ['{{migrations}} migrations wait', 'Start Scene once: it brings the tables up to date.'],
  'tables.newer': ['are of a newer Scene', 'Update this one.'],
  'tables.refused': [
    'the database refuses what Scene needs: {{reason}}',
    'The role of DATABASE_URL has to own the database.',
  ],
  'jobs.run': ['none failed for good, none is late'],
  'jobs.late': [
    'one that is due has waited for {{minutes}} minutes',
    'Jobs run while Scene does: see scene jobs list, and the log.',
  ],
  'jobs.failed': ['{{jobs}} failed for good', 'See scene jobs list --failed, then scene jobs retry.'],
  'backups.off': ['none by the clock', 'Set BACKUP_SCHEDULE=daily and BACKUP_DIR on another disk.'],
  'backups.first': ['the first is not due yet'],
  'backups.made': ['the last was made at {{at}}'],
  'backups.old': [
    'the last was made at {{at}}, and the next is overdue',
    'They are made while Scene runs: see scene jobs list, and the log.',
  ],
  'backups.failed': ['the last failed: {{reason}}', 'Repair that; it is tried again hourly.'],
  'storage.works': ['{{where}} takes pictures'],
  'storage.refused': ['{{where}}: {{reason}}', 'Look at the S3_ settings, or at the folder’s owner.'],
  'storage.full': ['{{where}}: {{reason}}', 'Free some room: pictures/ of the data folder may be deleted.'],
  'storage.read-only': ['{{where}}: {{reason}}', 'Mount it so that it can be written.'],
  'mail.none': ['no mail is sent: nobody can confirm an address or reset a password', 'Set SMTP_URL.'],
  'mail.terminal': ['codes are shown on the terminal'],
  'mail.mailbox': ['codes wait at /dev/mail'],
  'mail.works': ['the mail server lets Scene in'],
  'mail.failing': ['the last mail failed: {{reason}}', 'Try scene mail test ADDRESS, and look at MAIL_FROM.'],
  'mail.refused': [
    'the mail server does not let Scene in: {{reason}}',
    'Look at SMTP_URL; then try scene mail test.',
  ],
  'film-source.built-in': ['the built-in catalogue; a film database is asked with TMDB_API_KEY'],
  'film-source.answers': ['{{host}} answers'],
  'film-source.key-refused': ['{{host}}: the key is refused', 'Look at TMDB_API_KEY.'],
  'film-source.away': ['{{host}}: {{reason}}', 'Look at TMDB_API_KEY and the way to the network.'],
  'gifs.built-in': ['the drawn pack'],
  'gifs.answers': ['{{provider}} is asked'],
  'gifs.key-refused': ['{{provider}} refuses the key', 'Look at GIF_API_KEY.'],
  'gifs.away': ['{{provider}} does not answer', 'Look at GIF_BASE_URL and the way to the network.'],
  'model.none': ['none: SceneBot answers by itself'],
  'model.answers': ['{{model}} is asked'],
  'model.refused': [
    'the address of {{model}} refuses',
    'Look at ASSISTANT_BASE_URL, ASSISTANT_MODEL and ASSISTANT_API_KEY.',
  ],
  'model.away': ['{{model}} does not answer', 'Look at ASSISTANT_BASE_URL and the way to it.'],
  'redis.unused': ['not used: enough for one instance'],
  'redis.answers': ['answers'],
  'redis.away': ['not reached: {{reason}}', 'Start it, and look at REDIS_URL.'],
  'replica.unused': ['none: all is read from the database itself'],
  'replica.read': ['answers reads'],
  'replica.left': ['away or too far behind: all is read from the primary', 'Look at DATABASE_REPLICA_URL.'],
  'network.fits': ['the settings fit together'],
  'network.no-address': [
    'NODE_ENV is production and PUBLIC_URL is not set',
    'Set it to the address that members use.',
  ],
  'network.open-host': [
    'HOST={{host}} lets in everybody who reaches it, and nothing is encrypted',
    'Put a proxy with a certificate in front, and set PUBLIC_URL and TRUST_PROXY.',
  ],
  'network.not-encrypted': ['{{address}} is not encrypted', 'Put a proxy with a certificate in front.'],
  'network.no-proxy': [
    'PUBLIC_URL is set and TRUST_PROXY is not: all members look like one address, and share its limits',
    'Set TRUST_PROXY to the proxy’s address, such as loopback.',
  ],
  'network.not-production': [
    'others reach Scene and NODE_ENV is not production',
    'Set NODE_ENV=production before people join.',
  ],
  'network.demo': [
    'anybody may sign in as a demo member, whose password everybody knows',
    'Set SCENE_DEMO=0 once it is used in earnest.',
  ],
  'sign-in.fits': ['passwords are held to the advised rules, and all keys of two-step codes can be opened'],
  'sign-in.passwords': [
    'new passwords may have 4 characters, at a reset 6, and may be well known',
    'Set PASSWORD_RULES=advised: 8 characters or more, and none of a list of known ones.',
  ],
  'sign-in.key-not-shared': [
    'REDIS_URL is set and SECRET_KEY is not: instances with other data folders cannot check each other’s two-step codes',
    'Give all instances the same SECRET_KEY (docs/operating.md says how).',
  ],
  'sign-in.keys-lost': [
    '{{keys}} keys of two-step codes cannot be opened: SECRET_KEY, or secret.key in the data folder, is not what it was',
    'Put that back. Until then members use recovery codes; scene user reset-2fa helps who has none.',
  ],
}

const unreadableLine: readonly [seen: string, todo?: string] = [
  'could not be looked at',
  'See what else is wrong, and the log.',
]

/** A finding in words: what was seen, and what to do about it. */
export function wordsOf({
  code,
  facts = {},
}: {
  code: HealthCode | typeof unreadable
  facts?: Finding['facts']
}) {
  const [seen, todo = null] = code === unreadable ? unreadableLine : doctorLines[code]
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(facts[name] ?? ''))
  return { seen: fill(seen), todo: todo === null ? null : fill(todo) }
}
