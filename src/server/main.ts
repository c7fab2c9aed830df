import { createApp } from './app.ts'
import { closeContext, createContext } from './context.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { createLogger } from './core/logger.ts'
import { migrateJobs } from './core/jobs.ts'
import { openDatabase } from './db/database.ts'
import { startEmbeddedDatabase } from './db/embedded/embedded.ts'
import { migrate } from './db/migrate.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { announce } from './announce.ts'

/** sysexits(3) EX_CONFIG: a supervisor need not try again. */
const badConfiguration = 78

async function start(config: Config) {
  const logger = createLogger(config.logLevel)
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedDatabase({ dataDir: config.dataDir, log: (text) => logger.info(text) })
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
  const database = openDatabase({ ...connection, max: config.databasePoolSize }, (reason) =>
    logger.warn({ reason }, 'a database connection was lost'),
  )
  const applied = await migrate(database.db)
  if (applied.length > 0) logger.info({ applied }, 'migrations applied')
  await migrateJobs(database.pool)

  const ctx = createContext(config, logger, database)
  const demo = embedded && config.demo && !config.production ? await seedDemo(ctx) : null
  const app = await createApp(ctx)
  await ctx.jobs.start()
  const address = await app.listen({ port: config.port, host: config.host })
  announce(config, address, demo)

  return async () => {
    await app.close()
    await closeContext(ctx)
    await database.close()
    await embedded?.stop()
  }
}

async function main() {
  const stop = await start(readConfig(process.env))
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
}

main().catch((error: unknown) => {
  const expected = error instanceof ConfigError
  process.stderr.write(
    `${expected || !(error instanceof Error) ? String(error) : (error.stack ?? error.message)}\n`,
  )
  process.exit(expected ? badConfiguration : 1)
})
