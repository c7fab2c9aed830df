import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { createNetworkFetch } from '../adapters/film-source/network-fetch.ts'
import { createTmdbClient } from '../adapters/film-source/tmdb-client.ts'
import { checkSmtp } from '../adapters/mail/smtp-mailer.ts'
import { createStorage } from '../adapters/storage/create-storage.ts'
import { adviceOn } from '../advice.ts'
import type { Config } from '../config.ts'
import { roomOf } from '../core/disk.ts'
import { createLogger } from '../core/logger.ts'
import { countSpentJobs } from '../core/jobs.ts'
import type { Database } from '../db/database.ts'
import { appliedNames, migrationNames } from '../db/migrate.ts'
import { lastBackup } from '../domains/backup/scheduled-backup.service.ts'
import type { Command } from './command.ts'
import { fault, lookAt, ok, reasonOf, warning, withDatabase, type Look } from './findings.ts'

const dataFolder: Look = async ({ dataDir }) => {
  if (!existsSync(dataDir)) return [ok(`${dataDir} is not there yet: the first start makes it`)]
  try {
    await access(dataDir, constants.R_OK | constants.W_OK)
  } catch (error) {
    return [fault(`${dataDir}: ${reasonOf(error)}`, 'Give the account that runs Scene this folder.')]
  }
  const { gigabytes, state } = await roomOf(dataDir)
  const seen = `${dataDir} can be written, ${gigabytes} GB are free`
  const todo = 'Free some room, or move the folder (SCENE_DATA_DIR).'
  if (state === 'none') return [fault(seen, todo)]
  return [state === 'little' ? warning(seen, todo) : ok(seen)]
}

export const oldestPostgres = 15
/** Seconds. */
const maxClockDifference = 5

const database: Look = async (config) => {
  if (!config.databaseUrl && !existsSync(`${config.dataDir}/postgres`))
    return [ok('the built-in one is not there yet: the first start makes it')]
  try {
    return await withDatabase(config, async (opened) => [
      ...(await server(opened)),
      ...(await schema(opened, config)),
    ])
  } catch (error) {
    const todo = config.databaseUrl
      ? 'Start the server, and look at DATABASE_URL.'
      : `Start Scene, and read ${config.dataDir}/postgres/server.log.`
    return [fault(`not reached: ${reasonOf(error)}`, todo)]
  }
}

async function server({ pool }: Database) {
  const before = Date.now()
  const { rows } = await pool.query<{ version: string; number: number; now: Date }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       clock_timestamp() as now`,
  )
  const [row] = rows
  if (!row) throw new Error('the server answers nothing')
  const seen = `PostgreSQL ${row.version}`
  const apart = Math.abs(row.now.getTime() - (before + Date.now()) / 2) / 1000
  return [
    row.number < oldestPostgres * 10_000
      ? fault(seen, `Scene needs PostgreSQL ${oldestPostgres} or newer.`)
      : ok(seen),
    apart > maxClockDifference
      ? warning(
          `its clock and that of this machine are ${apart.toFixed(0)} s apart`,
          'Let both follow a time server.',
        )
      : ok('its clock is that of this machine'),
  ]
}

async function schema({ db }: Database, config: Config) {
  const [applied, known] = await Promise.all([appliedNames(db), migrationNames()])
  if (applied.some((name) => !known.includes(name)))
    return [fault('its tables are of a newer Scene', 'Update this one.')]
  const missing = known.filter((name) => !applied.includes(name))
  if (missing.length > 0)
    return [
      warning(`${missing.length} migrations wait`, 'Start Scene once: it brings the tables up to date.'),
    ]
  return [ok('its tables are of this version'), await jobs(db), await backups(db, config)]
}

async function jobs(db: Database['db']) {
  const spent = await countSpentJobs(db)
  return spent === 0
    ? ok('no job failed for good')
    : warning(`${spent} jobs failed for good`, 'See scene jobs list --failed, then scene jobs retry.')
}

async function backups(db: Database['db'], { backup }: Config) {
  if (backup.schedule === 'off')
    return warning('no backups by the clock', 'Set BACKUP_SCHEDULE=daily and BACKUP_DIR on another disk.')
  const last = await lastBackup({ db })
  if (last?.failure)
    return warning(`the last backup failed: ${last.failure}`, 'Repair that; it is tried again hourly.')
  return ok(last ? `the last backup was made at ${last.at.toISOString()}` : 'the first backup is not due yet')
}

const storage: Look = async (config) => {
  const where = config.s3 ? `the bucket ${config.s3.bucket}` : `${config.dataDir}/media`
  try {
    await createStorage(config).check()
    return [ok(`${where} takes pictures`)]
  } catch (error) {
    return [fault(`${where}: ${reasonOf(error)}`, 'Look at the S3_ settings, or at the folder’s owner.')]
  }
}

const mail: Look = async ({ mail: { smtpUrl, delivery }, production }) => {
  if (!smtpUrl)
    return [
      delivery === 'none' || production
        ? warning('no mail is sent: nobody can confirm an address or reset a password', 'Set SMTP_URL.')
        : ok(delivery === 'terminal' ? 'codes are shown on the terminal' : 'codes wait at /dev/mail'),
    ]
  try {
    await checkSmtp(smtpUrl)
    return [ok('the mail server lets Scene in')]
  } catch (error) {
    return [
      fault(
        `the mail server does not let Scene in: ${reasonOf(error)}`,
        'Look at SMTP_URL; then try scene mail test.',
      ),
    ]
  }
}

const filmSource: Look = async ({ filmSource: { builtIn, apiKey, baseUrl } }) => {
  if (builtIn) return [ok('the built-in catalogue; a film database is asked with TMDB_API_KEY')]
  const client = createTmdbClient({
    baseUrl,
    apiKey,
    fetch: createNetworkFetch(),
    logger: createLogger('silent'),
  })
  try {
    await client.trending()
    return [ok(`${new URL(baseUrl).host} answers`)]
  } catch (error) {
    return [
      fault(
        `${new URL(baseUrl).host}: ${reasonOf(error)}`,
        'Look at TMDB_API_KEY and the way to the network.',
      ),
    ]
  }
}

const redis: Look = async ({ redisUrl }) => {
  if (!redisUrl) return [ok('not used: enough for one instance')]
  const { Redis } = await import('ioredis')
  const client = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 5000 })
  let reason: unknown
  client.on('error', (error) => (reason = error))
  try {
    await client.connect()
    await client.ping()
    return [ok('answers')]
  } catch (error) {
    return [fault(`not reached: ${reasonOf(reason ?? error)}`, 'Start it, and look at REDIS_URL.')]
  } finally {
    client.disconnect()
  }
}

const network: Look = async (config) => {
  const advice = adviceOn(config)
  return advice.length > 0
    ? advice.map(({ seen, todo }) => warning(seen, todo))
    : [ok('the settings fit together')]
}

const looks: Readonly<Record<string, Look>> = {
  'data folder': dataFolder,
  database,
  storage,
  mail,
  'film source': filmSource,
  redis,
  network,
}

const doctor: Command = {
  name: 'doctor',
  usage: '',
  summary: [
    'Looks at all that Scene needs and says what to do about what is wrong, whether Scene runs or not.',
    'It connects to the mail server and the film source, and sends nothing. Ends with 1 where there is a fault.',
  ].join('\n'),
  options: {},
  asks: false,
  planAlone() {
    return ({ config }) => lookAt(config, looks)
  },
}

export const doctorCommands = [doctor]
