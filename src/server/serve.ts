import type { PoolConfig } from 'pg'
import { createCatalogue } from '#built-in/catalogue/catalogue.ts'
import { announce } from './announce.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { closeContext, createContext, type Context } from './context.ts'
import { migrateJobs } from './core/jobs.ts'
import type { Logger } from './core/logger.ts'
import { version } from './core/version.ts'
import { openDatabase } from './db/database.ts'
import { migrate, sharingPooler, UnfitDatabase } from './db/migrate.ts'
import { keepsStatements } from './db/prepared-statements.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { offerOperatorLink } from './domains/accounts/first-operator.service.ts'
import { sampleByTheClock } from './domains/admin/figures.service.ts'
import { backUpBeforeMigrations } from './domains/backup/before-migrations.service.ts'
import { drawAhead } from './domains/logs/draw-ahead.service.ts'
import { noteVersion } from './domains/upgrade/versions.service.ts'

function replicaOf({ databaseReplicaUrl, databasePoolSize }: Config, logger: Logger) {
  if (!databaseReplicaUrl) return undefined
  return {
    connection: { connectionString: databaseReplicaUrl, max: databasePoolSize },
    onChange: (isUsed: boolean) =>
      isUsed
        ? logger.info('reads go to the replica')
        : logger.warn('reads go to the primary: the replica is away or too far behind'),
  }
}

/** Without a writable database a start goes on without the link. */
function offerLink(ctx: Context, logger: Logger) {
  return offerOperatorLink(ctx).catch((error: unknown) => {
    logger.warn({ err: error }, 'no link for a first operator could be made')
    return null
  })
}

const cannotListen =
  ({ host, port }: Config) =>
  async (error: Error): Promise<never> => {
    const { OperatorError } = await import('./cli/operator-errors.ts')
    const reason =
      'code' in error && error.code === 'EADDRINUSE'
        ? 'something else listens there. End that, or choose another PORT'
        : `${error.message}. Choose another HOST or PORT`
    throw new OperatorError(`Scene cannot listen at ${host}, port ${port}: ${reason}.`, {
      cause: error,
    })
  }

/**
 * Opens and migrates the database, wires the context, mounts the app and listens.
 * @param onOpened is given what closes each part as soon as that is open; to be called in reverse order
 * @throws OperatorError when the address is taken, UnfitDatabase when the database cannot be used
 */
export async function serve(
  config: Config,
  logger: Logger,
  connection: PoolConfig,
  onOpened: (release: () => Promise<void>) => void,
): Promise<void> {
  const database = openDatabase(
    { ...connection, max: config.databasePoolSize },
    (reason) => logger.warn({ reason }, 'a database connection was lost'),
    replicaOf(config, logger),
  )
  onOpened(() => database.close())
  if (config.databaseUrl && !(await keepsStatements(database.db))) throw new UnfitDatabase(sharingPooler)
  const saved = await backUpBeforeMigrations(
    { dataDir: config.dataDir, beforeMigrations: config.backup.beforeMigrations },
    database,
  )
  if (saved) logger.info({ file: saved }, 'the database was backed up before it is changed')
  const applied = await migrate(database.db)
  if (applied.length > 0) logger.info({ applied }, 'migrations applied')
  await noteVersion(database.db, version, new Date())
  await migrateJobs(database.pool)

  const catalogue = createCatalogue()
  const ctx = await createContext(config, logger, database, { catalogue })
  onOpened(() => closeContext(ctx))
  const embedded = config.databaseUrl === null
  const demo = embedded && config.demo !== 'off' && !config.production ? await seedDemo(ctx) : null
  const app = await createApp(ctx)
  onOpened(() => app.close())
  const address = await app.listen({ port: config.port, host: config.host }).catch(cannotListen(config))
  // A demo that only this machine can reach needs no operator.
  const operatorToken = config.openToOthers || !demo ? await offerLink(ctx, logger) : null
  announce(config, address, demo, operatorToken)
  await ctx.jobs.start()
  // Indexing starts now, so that the first search need not wait for it, but the start does not wait for it either.
  const indexing = config.filmSource.builtIn ? catalogue.ready() : Promise.resolve()
  void indexing
    .catch((error: unknown) => logger.error({ err: error }, 'the films could not be indexed'))
    .then(giveBack)
  const endDrawing = drawAhead(ctx)
  const endSampling = sampleByTheClock(ctx)
  onOpened(async () => {
    endSampling()
    endDrawing()
  })
}

/**
 * Frees the third of the heap that a start leaves behind, and the room that it grew to; an idle process would keep both.
 * Does nothing without `--expose-gc`.
 */
async function giveBack() {
  await globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' })
}
