import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Finding, firstSteps, Health } from '#shared/api/admin.ts'
import { healthCodes, healthStates, unreadable, type HealthArea } from '#shared/health.ts'
import type { FilmSource } from '#server/adapters/film-source/film-source.ts'
import { createNetworkFetch } from '#server/adapters/film-source/network-fetch.ts'
import { createTmdbClient } from '#server/adapters/film-source/tmdb-client.ts'
import { mailFailure, mailHistory } from '#server/adapters/mail/mail-state.ts'
import { checkSmtp } from '#server/adapters/mail/smtp-mailer.ts'
import { createUpstream, type UpstreamState } from '#server/adapters/upstream.ts'
import type { SecretBox } from '#server/adapters/secret-box/secret-box.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Config } from '#server/config.ts'
import { nearestFolder, refusalOf, roomOf } from '#server/core/disk.ts'
import { causeMessage } from '#server/core/errors.ts'
import { countJobs } from '#server/core/jobs.ts'
import { createLogger } from '#server/core/logger.ts'
import type { Db } from '#server/db/database.ts'
import { isRefused } from '#server/db/database-fault.ts'
import { appliedNames, migrationNames, oldestPostgres, unfitEncoding } from '#server/db/migrate.ts'
import { keepsStatements } from '#server/db/prepared-statements.ts'
import { countLostKeys } from '#server/domains/accounts/second-step.service.ts'
import { backupHealth } from '#server/domains/backup/scheduled-backup.service.ts'
import { networkFindings, signInFindings, type FoundCode } from './settings-health.service.ts'

/** What is looked at: by a Scene that runs, or by the command line beside it or without it. */
export interface HealthSubject {
  config: Config
  /** `away`: the database cannot be reached, and why; `new`: the first start will make it. */
  db: Db | { away: unknown } | 'new'
  storage: Storage
  secrets: Pick<SecretBox, 'mark'>
  now: () => Date
  /** What a running Scene saw of its services; absent on the command line. */
  seen?: { gifs: UpstreamState; model: UpstreamState; replica: boolean | null }
  askFilmSource: () => Promise<FilmSourceAnswer>
}

type Look = (inspected: HealthSubject) => Promise<FoundCode[]>

/** Milliseconds that one check may take, so that a service which hangs does not hold up the others. */
const timeoutMs = 8000
/** Seconds. */
const maxClockDifference = 5
/** Seconds after which a job that is due and not begun is late. */
const lateSeconds = 900

const dataFolder: Look = async ({ config: { dataDir: folder } }) => {
  const isNew = !existsSync(folder)
  const there = nearestFolder(folder)
  try {
    await access(there, constants.R_OK | constants.W_OK)
  } catch (error) {
    const code = refusalOf(error) === 'read-only' ? 'read-only' : 'refused'
    return [[`data-folder.${code}`, { folder, reason: causeMessage(error) }]]
  }
  const { gigabytes, state, lacksFiles } = await roomOf(there)
  if (lacksFiles) return [['data-folder.no-files', { folder }]]
  if (isNew && state === 'enough') return [['data-folder.new', { folder }]]
  const code = ({ none: 'full', little: 'little', enough: 'room' } as const)[state]
  return [[`data-folder.${code}`, { folder, gigabytes }]]
}

/** The database. @throws when there is none; the check is then reported as unreadable */
function dbOf({ db }: HealthSubject): Db {
  if (db === 'new' || 'away' in db) throw new Error('there is no database')
  return db
}

const database: Look = async (inspected) => {
  const { config } = inspected
  if (inspected.db === 'new') return [['database.new']]
  try {
    if ('away' in inspected.db) throw inspected.db.away
    const { rows } = await sql<{
      version: string
      number: number
      damaged: number | null
      at: Date | null
      shorter: string[]
    }>`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        checksum_failures::int as damaged, checksum_last_failure as at,
        -- Those whose file has fewer blocks than were counted when it was last vacuumed or analysed.
        array(
          select relname::text from pg_class
          where relnamespace = current_schema()::regnamespace and relkind = 'r'
            and pg_relation_size(oid) < relpages::bigint * current_setting('block_size')::int
          order by relname) as shorter
      from pg_stat_database where datname = current_database()`.execute(dbOf(inspected))
    const [row] = rows
    if (!row) throw new Error('the server answers nothing')
    const { version, number, damaged, at, shorter } = row
    if (number < oldestPostgres * 10_000) return [['database.old', { version, oldest: oldestPostgres }]]
    const encoding = await unfitEncoding(dbOf(inspected))
    if (encoding) return [['database.letters', { version, encoding }]]
    if (config.databaseUrl && !(await keepsStatements(dbOf(inspected))))
      return [['database.pooler', { version }]]
    if (damaged) return [['database.damaged', { version, blocks: damaged, at: at?.toISOString() ?? '' }]]
    return shorter.length > 0
      ? [['database.shorter', { version, tables: shorter.join(', ') }]]
      : [['database.works', { version }]]
  } catch (error) {
    const reason = causeMessage(error)
    if (config.databaseUrl) return [['database.away', { reason }]]
    return [['database.built-in-away', { reason, file: `${config.dataDir}/postgres/server.log` }]]
  }
}

const clock: Look = async (inspected) => {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(dbOf(inspected))
  const apart = Math.abs(Number(rows[0]?.now) - (before + Date.now()) / 2) / 1000
  return apart > maxClockDifference ? [['clock.apart', { seconds: Math.round(apart) }]] : [['clock.right']]
}

/** What the next start would be refused, in the words of PostgreSQL; null when nothing. */
async function refusalOfChanges(db: Db): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`
    select case
      when not has_database_privilege(current_database(), 'create')
        then 'permission denied for database ' || current_database()
      when current_schema() is null or not has_schema_privilege(current_schema(), 'create')
        then 'permission denied for schema ' || coalesce(current_schema(), 'public')
      else (
        select 'must be owner of table ' || min(relname) from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r'
          and not pg_has_role(relowner, 'usage'))
    end as reason`.execute(db)
  return rows[0]?.reason ?? null
}

const tables: Look = async (inspected) => {
  const db = dbOf(inspected)
  try {
    const [applied, known] = await Promise.all([appliedNames(db), migrationNames()])
    if (applied.some((name) => !known.includes(name))) return [['tables.newer']]
    const missing = known.filter((name) => !applied.includes(name)).length
    if (missing === 0) return [['tables.right']]
    const reason = await refusalOfChanges(db)
    return reason ? [['tables.refused', { reason }]] : [['tables.behind', { migrations: missing }]]
  } catch (error) {
    if (!isRefused(error)) throw error
    return [['tables.refused', { reason: causeMessage(error) }]]
  }
}

const jobs: Look = async (inspected) => {
  const totals = await countJobs(dbOf(inspected))
  const failed = totals.reduce((sum, { spent }) => sum + spent, 0)
  const late = Math.max(0, ...totals.map(({ oldestSeconds }) => oldestSeconds))
  const found: FoundCode[] = []
  if (failed > 0) found.push(['jobs.failed', { jobs: failed }])
  if (late > lateSeconds) found.push(['jobs.late', { minutes: Math.floor(late / 60) }])
  return found.length > 0 ? found : [['jobs.run']]
}

const backups: Look = async (inspected) => {
  const { state, at, failure } = await backupHealth({ ...inspected, db: dbOf(inspected) })
  return [
    [
      `backups.${state}`,
      { ...(at && { at: at.toISOString() }), ...(failure !== null && { reason: failure }) },
    ],
  ]
}

const storage: Look = async ({ config, storage: kept }) => {
  // The folder does not exist yet; the first start makes it, perhaps as another user.
  if (!config.s3 && !existsSync(config.dataDir)) return []
  const where = config.s3?.bucket ?? `${config.dataDir}/media`
  try {
    await kept.check()
    return [['storage.works', { where }]]
  } catch (error) {
    return [[`storage.${refusalOf(error)}`, { where, reason: causeMessage(error) }]]
  }
}

const mail: Look = async (inspected) => {
  const { smtpUrl, delivery } = inspected.config.mail
  if (!smtpUrl) return [[`mail.${delivery === 'smtp' ? 'none' : delivery}`]]
  try {
    // A second less than the check itself may take, so that a silent server is reported as that and not as a check
    // that did not finish.
    await checkSmtp(smtpUrl, timeoutMs - 1000)
  } catch (error) {
    return [['mail.refused', { reason: mailFailure(error) }]]
  }
  const sent = await mailHistory(dbOf(inspected)).catch(() => null)
  return sent?.isFailing
    ? [['mail.failing', { reason: sent.failure ?? '', at: sent.failedAt?.toISOString() ?? '' }]]
    : [['mail.works']]
}

/** How the film database answers one plain question. */
export type FilmSourceAnswer = { state: 'answers' | 'key-refused' } | { state: 'away'; reason: string }

/** Checks whether the film database answers, bypassing all caches. Checks at the same time share one request. */
export function createFilmSourceProbe({
  filmSource: { apiKey, baseUrl },
}: Pick<Config, 'filmSource'>): HealthSubject['askFilmSource'] {
  const upstream = createUpstream()
  let client: Pick<FilmSource, 'trending'> | undefined
  return async () => {
    client ??= createTmdbClient({
      baseUrl,
      apiKey,
      fetch: createNetworkFetch(),
      logger: createLogger('silent'),
      upstream,
      tries: 1,
      // Each look asks anew.
      breakAfter: Number.POSITIVE_INFINITY,
    })
    try {
      await client.trending()
      return { state: 'answers' }
    } catch (error) {
      return upstream.state() === 'refused'
        ? { state: 'key-refused' }
        : { state: 'away', reason: causeMessage(error) }
    }
  }
}

const filmSource: Look = async ({ config, askFilmSource }) => {
  if (config.filmSource.builtIn) return [['film-source.built-in']]
  const { host } = new URL(config.filmSource.baseUrl)
  const { state, ...facts } = await askFilmSource()
  return [[`film-source.${state}`, { host, ...facts }]]
}

const gifs: Look = async ({
  config: {
    gifs: { provider },
  },
  seen,
}) => {
  if (provider === 'scene') return [['gifs.built-in']]
  if (!seen) return []
  const code = ({ unknown: 'answers', answers: 'answers', refused: 'key-refused', away: 'away' } as const)[
    seen.gifs
  ]
  return [[`gifs.${code}`, { provider }]]
}

const model: Look = async ({ config: { assistant }, seen }) => {
  if (!assistant) return [['model.none']]
  if (!seen) return []
  const code = ({ unknown: 'answers', answers: 'answers', refused: 'refused', away: 'away' } as const)[
    seen.model
  ]
  return [[`model.${code}`, { model: assistant.model }]]
}

const redis: Look = async ({ config: { redisUrl } }) => {
  if (!redisUrl) return [['redis.unused']]
  const { Redis } = await import('ioredis')
  const client = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 5000 })
  let reason: unknown
  client.on('error', (error) => (reason = error))
  try {
    await client.connect()
    await client.ping()
    return [['redis.answers']]
  } catch (error) {
    return [['redis.away', { reason: causeMessage(reason ?? error) }]]
  } finally {
    client.disconnect()
  }
}

const replica: Look = async ({ config: { databaseReplicaUrl }, seen }) => {
  if (!databaseReplicaUrl) return [['replica.unused']]
  if (!seen) return []
  return [[seen.replica ? 'replica.read' : 'replica.left']]
}

const network: Look = async ({ config }) => {
  const found = networkFindings(config)
  return found.length > 0 ? found : [['network.fits']]
}

const signIn: Look = async ({ config, db, secrets }) => {
  const found: FoundCode[] = signInFindings(config)
  // When the database is missing or of another version, other checks say so.
  const keys = db === 'new' || 'away' in db ? 0 : await countLostKeys({ db, secrets })
  if (keys > 0) found.push(['sign-in.keys-lost', { keys }])
  return found.length > 0 ? found : [['sign-in.fits']]
}

const looks: Readonly<Record<HealthArea, Look>> = {
  'data-folder': dataFolder,
  database,
  clock,
  tables,
  jobs,
  backups,
  storage,
  mail,
  'film-source': filmSource,
  gifs,
  model,
  redis,
  replica,
  network,
  'sign-in': signIn,
}

/** Runs one check. One that fails or takes too long is reported as such and does not affect the others. */
async function lookAt(about: HealthArea, inspected: HealthSubject): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  try {
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs)
    })
    const found = await Promise.race([looks[about](inspected), limit])
    return found.map(([code, facts = {}]) => ({ about, code, state: healthCodes[code], facts }))
  } catch {
    return [{ about, code: unreadable, state: 'unreadable', facts: {} }]
  } finally {
    clearTimeout(timer)
  }
}

/** All that Scene needs, in the order of the areas. */
export async function inspect(inspected: HealthSubject): Promise<Finding[]> {
  // A database that is yet to be made has nothing to check.
  const without: HealthArea[] = inspected.db === 'new' ? ['clock', 'tables', 'jobs', 'backups'] : []
  const areas = (Object.keys(looks) as HealthArea[]).filter((area) => !without.includes(area))
  return (await Promise.all(areas.map((about) => lookAt(about, inspected)))).flat()
}

const badness = ({ state }: Finding) => healthStates.indexOf(state)

export const worstFirst = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => badness(a) - badness(b))

type Steps = Record<(typeof firstSteps)[number], boolean | null>

/** The steps of setting up Scene that are done, as far as the checks and settings tell. */
export function stepsOf(
  findings: readonly Finding[],
  { config }: Pick<HealthSubject, 'config'>,
): Health['steps'] {
  const isOk = (about: HealthArea) => {
    const states = findings.filter((one) => one.about === about).map(({ state }) => state)
    return states.includes('unreadable') ? null : states.every((state) => state === 'ok')
  }
  const steps: Steps = {
    address: config.publicUrl !== null,
    mail: config.mail.delivery === 'smtp' ? isOk('mail') : false,
    'film-source': isOk('film-source'),
    backups: isOk('backups'),
    registration: config.settings.some(({ name, from }) => name === 'REGISTRATION' && from !== 'default'),
    passwords: config.passwordRules === 'advised',
    demo: config.production || config.demo === 'off',
    storage: isOk('storage'),
    room: isOk('data-folder'),
  }
  return (Object.keys(steps) as (keyof Steps)[]).map((step) => ({ step, done: steps[step] }))
}
