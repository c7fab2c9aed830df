import pg from 'pg'
import { startEmbeddedDatabase } from '#built-in/postgres/embedded.ts'
import { archiveAt, archiveFolder } from '../adapters/archives/create-archives.ts'
import { createStorage } from '../adapters/storage/create-storage.ts'
import type { Config } from '../config.ts'
import { connectClient, DatabaseFault, withFault } from '../db/database-fault.ts'
import { appliedNames } from '../db/migrate.ts'
import { BackupError } from '../domains/backup/backup-error.ts'
import { createBackup } from '../domains/backup/backup.service.ts'
import { rowsOf, type Manifest } from '../domains/backup/manifest.ts'
import { readArchive } from '../domains/backup/read-archive.ts'
import { checkRestore, restoreBackup } from '../domains/backup/restore.service.ts'
import {
  backupName,
  lastBackup,
  listBackups,
  noteBackupByHand,
} from '../domains/backup/scheduled-backup.service.ts'
import { UsageError, type Command, type CommandArguments } from './command.ts'
import { withDatabase } from './findings.ts'
import { OperatorError } from './operator-errors.ts'

/** What a backup holds, for programs. */
const holds = (manifest: Manifest) => ({
  createdAt: manifest.createdAt,
  version: manifest.version,
  postgres: manifest.postgres,
  migration: manifest.migrations.at(-1) ?? null,
  rows: rowsOf(manifest),
  tables: Object.fromEntries(Object.entries(manifest.tables).map(([name, { rows }]) => [name, rows])),
  /** Null where it is of the database alone. */
  media: manifest.media && Object.keys(manifest.media).length,
})

function holdsLine(manifest: Manifest): string {
  const { rows, media, createdAt, version, migration } = holds(manifest)
  const pictures = media === null ? 'without pictures' : `${media} pictures`
  return `${rows} rows, ${pictures}, of ${createdAt} (Scene ${version}, ${migration})`
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function fileOf({ words: [file, ...more] }: CommandArguments): string {
  if (file === undefined || more.length > 0) throw new UsageError('name one file')
  return file
}

const shown = 100

const create: Command = {
  name: 'backup create',
  usage: '--to FILE',
  summary: [
    'Writes everything of this Scene to one file, while it runs or not.',
    's3://bucket/prefix is the service of the S3_ settings; without .tar.gz at its end the file is named by the time.',
  ].join('\n'),
  options: {
    to: { value: 'FILE', text: 'such as scene.tar.gz or s3://bucket/prefix; one of that name is replaced' },
  },
  asks: false,
  planAlone({ options: { to }, words }) {
    if (typeof to !== 'string' || to === '' || words.length > 0) throw new UsageError('to which file?')
    return async ({ config, by }) => {
      const now = () => new Date()
      const isPrefix = to.startsWith('s3:') && !to.endsWith('.tar.gz')
      const archive = isPrefix
        ? archiveFolder(config, to).archive(backupName('scene', now()))
        : archiveAt(config, to)
      // Whatever version the tables have: `scene upgrade --check` wants one before the start that migrates them.
      const { file, bytes, manifest, missing } = await withDatabase(config, async ({ db, pool }) => {
        if ((await appliedNames(db)).length === 0)
          throw new OperatorError('There is nothing to back up yet: start Scene first.')
        const backup = await createBackup({ pool, storage: createStorage(config), now }, archive)
        await noteBackupByHand(db, now(), by, backup)
        return backup
      })
      const more = missing.length - shown
      return {
        lines: [
          `${file}: ${mb(bytes)}, ${holdsLine(manifest)}; read again and found right`,
          ...(missing.length > 0
            ? [`${missing.length} pictures are missing in the store (scene media check):`]
            : []),
          ...missing.slice(0, shown).map((path) => `  ${path}`),
          ...(more > 0 ? [`  and ${more} more`] : []),
        ],
        json: { file, bytes, ...holds(manifest), missing },
      }
    }
  },
}

const verify: Command = {
  name: 'backup verify',
  usage: 'FILE',
  words: true,
  summary: 'Reads a backup to its end and says whether all of it is as it was written.',
  options: {},
  asks: false,
  planAlone(given) {
    const file = fileOf(given)
    return async ({ config }) => {
      const archive = archiveAt(config, file)
      const manifest = await readArchive(archive)
      const { name } = archive
      return { lines: [`${name} is whole: ${holdsLine(manifest)}`], json: { file: name, ...holds(manifest) } }
    }
  },
}

const restore: Command = {
  name: 'backup restore',
  usage: 'FILE [--replace] [--dry-run]',
  words: true,
  summary: [
    'Puts a backup back, of this Scene or an older one, while no Scene runs.',
    'The file is read to its end first; where anything fails, the database stays as it was.',
  ].join('\n'),
  options: {
    replace: { text: 'in the place of the members and all else that is here' },
    'dry-run': { text: 'only says whether it can be put back' },
  },
  asks: true,
  planAlone(given) {
    const file = fileOf(given)
    const replaces = given.options['replace'] === true
    const isDry = given.options['dry-run'] === true
    return ({ config, by, confirm }) =>
      withConnection(config, async (client) => {
        if (isDry) {
          const plan = await checkRestore(client, archiveAt(config, file), async () => replaces)
          const place = plan.replaces ? 'in the place of all that is here' : 'into an empty database'
          return {
            lines: [`can be put back ${place}: ${holdsLine(plan.manifest)}`],
            json: { file, ...holds(plan.manifest), replaces: plan.replaces },
          }
        }
        const target = { client, storage: createStorage(config), now: () => new Date(), by }
        const { manifest, migrated } = await restoreBackup(target, archiveAt(config, file), async () => {
          if (replaces) await confirm('Put the backup in the place of all that is here?')
          return replaces
        })
        const later = migrated.length > 0 ? [`then migrated to ${migrated.at(-1)}`] : []
        return {
          lines: [`put back: ${holdsLine(manifest)}`, ...later],
          json: { file, ...holds(manifest), migrated },
        }
      })
  },
}

/**
 * Runs work on the only connection to the database. The built-in one is started for it, and refused while a Scene
 * uses it.
 */
async function withConnection<T>(config: Config, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedDatabase({ dataDir: `${config.dataDir}/postgres`, log: () => undefined })
  try {
    const client = new pg.Client({
      ...(embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }),
      application_name: 'scene restore',
    })
    let lost: Error | undefined
    client.on('error', (error) => (lost ??= error))
    await connectClient(client)
    try {
      return await work(client)
    } catch (error) {
      // What else fails by a lost connection says less.
      if (lost && !(error instanceof BackupError)) throw new DatabaseFault('gone', lost)
      if (error instanceof pg.DatabaseError) throw withFault(error)
      throw error
    } finally {
      await client.end()
    }
  } finally {
    await embedded?.stop()
  }
}

const list: Command = {
  name: 'backup list',
  usage: '[PLACE]',
  words: true,
  summary: [
    'Backups in a folder or below s3://bucket/prefix, the newest first, and how the last one by the clock went.',
    'Without a place: where backups by the clock and those before migrations go.',
  ].join('\n'),
  options: {},
  asks: false,
  plan({ words: [place, ...more] }) {
    if (more.length > 0) throw new UsageError('name one place')
    return async ({ ctx }) => {
      const [backups, last] = await Promise.all([listBackups(ctx.config, place), lastBackup(ctx)])
      const how = !last ? 'none was made by the clock yet' : (last.failure ?? 'the last one went well')
      return {
        lines: [
          ...backups.map(({ file, bytes, at }) => `${at.toISOString()}  ${mb(bytes).padStart(10)}  ${file}`),
          how,
        ],
        json: { backups, last },
      }
    }
  },
}

export const backupCommands = [create, list, restore, verify]
