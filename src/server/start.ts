import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { Context } from './context.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import type { Logger } from './core/logger.ts'
import { startEmbeddedDatabase } from '#built-in/postgres/embedded.ts'

/** sysexits(3) EX_CONFIG: a supervisor need not try again. */
const badConfiguration = 78

/** Closes what was opened so far; `close` calls them in reverse order. */
const opened: (() => Promise<void>)[] = []

async function close() {
  for (const release of opened.splice(0).toReversed()) await release()
}

/** Modules that are not needed to start the database server: they are loaded while that starts, on another core. */
async function loadParts() {
  const [
    { announce },
    { createApp },
    { closeContext, createContext },
    { migrateJobs },
    { openDatabase },
    { migrate, sharingPooler, UnfitDatabase },
    { keepsStatements },
    { seedDemo },
    { createCatalogue },
    { drawAhead },
    { sampleByTheClock },
    { backUpBeforeMigrations },
    { offerOperatorLink },
    { noteVersion },
    { version },
  ] = await Promise.all([
    import('./announce.ts'),
    import('./app.ts'),
    import('./context.ts'),
    import('./core/jobs.ts'),
    import('./db/database.ts'),
    import('./db/migrate.ts'),
    import('./db/prepared-statements.ts'),
    import('./demo/seed-demo.ts'),
    import('#built-in/catalogue/catalogue.ts'),
    import('./domains/logs/draw-ahead.service.ts'),
    import('./domains/admin/figures.service.ts'),
    import('./domains/backup/before-migrations.service.ts'),
    import('./domains/accounts/first-operator.service.ts'),
    import('./domains/upgrade/versions.service.ts'),
    import('./core/version.ts'),
  ])
  // Written where it is new, and then forgotten: 14 MB, which the process would keep and never read again.
  flushCompileCache()
  return {
    announce,
    backUpBeforeMigrations,
    closeContext,
    createApp,
    createCatalogue,
    createContext,
    drawAhead,
    keepsStatements,
    migrate,
    migrateJobs,
    offerOperatorLink,
    noteVersion,
    openDatabase,
    sampleByTheClock,
    seedDemo,
    sharingPooler,
    UnfitDatabase,
    version,
  }
}

type Parts = Awaited<ReturnType<typeof loadParts>>

async function startDatabase(config: Config, logger: Logger) {
  if (config.databaseUrl) return { connectionString: config.databaseUrl }
  const embedded = await startEmbeddedDatabase({
    dataDir: join(config.dataDir, 'postgres'),
    log: (text) => logger.info(text),
  })
  opened.push(() => embedded.stop())
  embedded.onExit(() => end(1))
  return embedded.connection
}

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
function offerLink({ offerOperatorLink }: Pick<Parts, 'offerOperatorLink'>, ctx: Context, logger: Logger) {
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

async function start(config: Config) {
  const { createLogger } = await import('./core/logger.ts')
  const logger = createLogger(config.logLevel)
  const [connection, parts] = await Promise.all([startDatabase(config, logger), loadParts()])
  const database = parts.openDatabase(
    { ...connection, max: config.databasePoolSize },
    (reason) => logger.warn({ reason }, 'a database connection was lost'),
    replicaOf(config, logger),
  )
  opened.push(() => database.close())
  if (config.databaseUrl && !(await parts.keepsStatements(database.db)))
    throw new parts.UnfitDatabase(parts.sharingPooler)
  const saved = await parts.backUpBeforeMigrations(
    { dataDir: config.dataDir, beforeMigrations: config.backup.beforeMigrations },
    database,
  )
  if (saved) logger.info({ file: saved }, 'the database was backed up before it is changed')
  const applied = await parts.migrate(database.db)
  if (applied.length > 0) logger.info({ applied }, 'migrations applied')
  await parts.noteVersion(database.db, parts.version, new Date())
  await parts.migrateJobs(database.pool)

  const catalogue = parts.createCatalogue()
  const ctx = await parts.createContext(config, logger, database, { catalogue })
  opened.push(() => parts.closeContext(ctx))
  const embedded = config.databaseUrl === null
  const demo = embedded && config.demo !== 'off' && !config.production ? await parts.seedDemo(ctx) : null
  const app = await parts.createApp(ctx)
  opened.push(() => app.close())
  const address = await app.listen({ port: config.port, host: config.host }).catch(cannotListen(config))
  // A demo that only this machine can reach needs no operator.
  const operatorToken = config.openToOthers || !demo ? await offerLink(parts, ctx, logger) : null
  parts.announce(config, address, demo, operatorToken)
  await ctx.jobs.start()
  // Indexing starts now, so that the first search need not wait for it, but the start does not wait for it either.
  const indexing = config.filmSource.builtIn ? catalogue.ready() : Promise.resolve()
  void indexing
    .catch((error: unknown) => logger.error({ err: error }, 'the films could not be indexed'))
    .then(giveBack)
  const endDrawing = parts.drawAhead(ctx)
  const endSampling = parts.sampleByTheClock(ctx)
  opened.push(async () => {
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

let isEnding = false

/** The first call counts: what is opened is closed once, and the process ends with that code. */
function end(code: number) {
  if (isEnding) return
  isEnding = true
  close().then(
    () => process.exit(code),
    () => process.exit(1),
  )
}

/**
 * npm sends a signal only to the shell that it started, which dies and leaves this process behind. Under `npm start`
 * the end of that shell is therefore taken as the signal.
 */
function endWithShell(stop: () => void) {
  if (process.env['npm_lifecycle_event'] !== 'start') return
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) stop()
  }, 250).unref()
}

/** Starts Scene by the settings of the environment; a signal, or a failure, ends the process. */
export async function run(): Promise<void> {
  const { promise: started, resolve: settle } = Promise.withResolvers<void>()
  // A start that is under way is finished first, so that all that it opens can be closed.
  const stop = () => void started.then(() => end(0))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  endWithShell(stop)

  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    await start(readConfig(process.env))
  } catch (error) {
    const { textForOperator } = await import('./cli/operator-errors.ts')
    process.stderr.write(`${textForOperator(error)}\n`)
    end(error instanceof ConfigError ? badConfiguration : 1)
  } finally {
    settle()
  }
}
