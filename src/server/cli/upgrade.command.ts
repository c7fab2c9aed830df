import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dayMs } from '#shared/durations.ts'
import { majorsOf } from '#built-in/postgres/embedded.ts'
import type { Config } from '../config.ts'
import { nearestFolder, roomOf } from '../core/disk.ts'
import { causeMessage } from '../core/errors.ts'
import { compareVersions, version } from '../core/version.ts'
import type { Db } from '../db/database.ts'
import { appliedNames, migrationNames, oldestPostgres } from '../db/migrate.ts'
import { newestBackup } from '../domains/backup/scheduled-backup.service.ts'
import { adviceBetween, adviceIn } from '../domains/upgrade/changelog.ts'
import { databaseState } from '../domains/upgrade/versions.service.ts'
import { UsageError, type Command } from './command.ts'
import { fault, lookAt, ok, warning, withDatabase, type Look } from './findings.ts'

const gb = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

const isNew = ({ databaseUrl, dataDir }: Config) => !databaseUrl && !existsSync(`${dataDir}/postgres`)
const notYet = () => [ok('there is no database yet: the first start makes it')]

/** Checks that the built-in database can be opened, and was not written by another major version of PostgreSQL. */
async function majors({ dataDir }: Config) {
  const { written, brought } = await majorsOf({ dataDir: `${dataDir}/postgres`, log: () => undefined })
  return { written, brought, isOpenable: written === null || written === brought }
}

/** A check of the database, skipped when it cannot be opened. */
const inDatabase =
  (look: (db: Db, config: Config) => ReturnType<Look>): Look =>
  async (config) => {
    if (isNew(config)) return notYet()
    try {
      if (!config.databaseUrl && !(await majors(config)).isOpenable)
        return [
          warning(
            'not looked at: PostgreSQL of this Scene cannot open the database',
            'See PostgreSQL above.',
          ),
        ]
      return await withDatabase(config, ({ db }) => look(db, config))
    } catch (error) {
      return [fault(`the database is not reached: ${causeMessage(error)}`, 'See scene doctor.')]
    }
  }

const postgres: Look = async (config) => {
  if (isNew(config)) return notYet()
  if (config.databaseUrl) return inDatabase(ownServer)(config)
  try {
    return await builtIn(config)
  } catch (error) {
    return [fault(causeMessage(error), 'See scene doctor.')]
  }
}

async function builtIn(config: Config) {
  const { written, brought, isOpenable } = await majors(config)
  if (isOpenable) return [ok(`the folder is of PostgreSQL ${brought}, which this Scene brings`)]
  return [
    fault(
      `the folder is of PostgreSQL ${written}, and this Scene brings ${brought}, which cannot open it`,
      [
        '1. With the version that ran last: scene backup create --to FILE',
        `2. Stop it, and move ${config.dataDir}/postgres aside.`,
        '3. With this version: scene backup restore FILE',
      ].join('\n'),
    ),
  ]
}

async function ownServer(db: Db) {
  const { postgresMajor } = await databaseState(db)
  return postgresMajor < oldestPostgres
    ? [fault(`PostgreSQL ${postgresMajor}`, `Scene needs PostgreSQL ${oldestPostgres} or newer.`)]
    : [ok(`PostgreSQL ${postgresMajor}, a server of its own`)]
}

const versions = inDatabase(async (db) => {
  const { newest } = await databaseState(db)
  if (!newest) return [ok(`this is Scene ${version}; which one ran last is not remembered`)]
  const seen = `this is Scene ${version}; ${newest.version} ran last, started ${newest.at.toISOString()}`
  return [compareVersions(newest.version, version) > 0 ? fault(seen, 'Update this one.') : ok(seen)]
})

const migrations = inDatabase(async (db) => {
  const [applied, known] = await Promise.all([appliedNames(db), migrationNames()])
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    return [fault(`the database has ${unknown.join(', ')} of a newer Scene`, 'Update this one.')]
  const waiting = known.filter((name) => !applied.includes(name))
  return [
    ok(
      waiting.length === 0 ? 'none waits' : `the next start applies ${waiting.length}: ${waiting.join(', ')}`,
    ),
  ]
})

const backup = inDatabase(async (db, config) => {
  const { members } = await databaseState(db)
  if (!members) return [ok('nobody has an account yet')]
  const newest = await newestBackup(db, config, new Date())
  const seen = newest ? `the newest is of ${newest.toISOString()}` : 'there is none'
  const isYoung = newest !== null && Date.now() - newest.getTime() < dayMs
  return [isYoung ? ok(seen) : fault(seen, 'Make one first: scene backup create --to FILE')]
})

const room = inDatabase(async (db, config) => {
  const { bytes } = await databaseState(db)
  const { bytes: free } = await roomOf(nearestFolder(config.dataDir))
  const seen = `${gb(free)} are free in ${config.dataDir}, the database takes ${gb(bytes)}`
  // A migration may rewrite a table, and a backup of the database is made before.
  return [free < bytes ? fault(seen, 'Free as much as the database takes.') : ok(seen)]
})

const changelog: Look = async (config) => {
  if (isNew(config)) return notYet()
  const file = new URL('../../../CHANGELOG.md', import.meta.url)
  if (!existsSync(file)) return [warning('CHANGELOG.md is not here', 'Read it where this Scene comes from.')]
  const text = await readFile(file, 'utf8')
  const last = await lastVersion(config)
  const found = adviceBetween(adviceIn(text), last, version)
  if (found.length === 0) return [ok(`CHANGELOG.md asks for nothing after ${last ?? 'the first version'}`)]
  return found.map(({ version: of, lines }) => {
    const seen = `CHANGELOG.md says of ${of ?? 'what is in no version yet'}:`
    // When this version ran before, the advice under "Unreleased" may have been followed already.
    return of === null && last === version ? warning(seen, lines.join('\n')) : fault(seen, lines.join('\n'))
  })
}

async function lastVersion(config: Config): Promise<string | null> {
  try {
    if (!config.databaseUrl && !(await majors(config)).isOpenable) return null
    return await withDatabase(config, async ({ db }) => (await databaseState(db)).newest?.version ?? null)
  } catch {
    return null
  }
}

const looks: Readonly<Record<string, Look>> = {
  PostgreSQL: postgres,
  version: versions,
  migrations,
  backup,
  room,
  'what to do': changelog,
}

const upgrade: Command = {
  name: 'upgrade',
  usage: '--check',
  summary: [
    'Says before the start of a newer Scene what that will do, and what is to be done first. It changes nothing.',
    'Ends with 1 where something is to be done first.',
  ].join('\n'),
  options: { check: { text: 'only looks; Scene upgrades itself when it starts' } },
  asks: false,
  planAlone({ options, words }) {
    if (options['check'] !== true || words.length > 0)
      throw new UsageError('say --check: Scene upgrades itself when it starts')
    return ({ config }) => lookAt(config, looks)
  },
}

export const upgradeCommands = [upgrade]
