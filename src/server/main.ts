import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { announce } from './announce.ts'
import { createApp } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { closeContext, createContext } from './context.ts'
import { migrateJobs } from './core/jobs.ts'
import { createLogger } from './core/logger.ts'
import { openDatabase } from './db/database.ts'
import { startEmbeddedDatabase } from './db/embedded/embedded.ts'
import { EmbeddedDatabaseError } from './db/embedded/embedded-error.ts'
import { migrate } from './db/migrate.ts'
import { seedDemo } from './demo/seed-demo.ts'

/** sysexits(3) EX_CONFIG: a supervisor need not try again. */
const badConfiguration = 78

/** What was opened, closed in reverse order. */
const opened: (() => Promise<void>)[] = []

async function close() {
  for (const release of opened.splice(0).toReversed()) await release()
}

async function start(config: Config) {
  const logger = createLogger(config.logLevel)
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedDatabase({
        dataDir: join(config.dataDir, 'postgres'),
        log: (text) => logger.info(text),
      })
  if (embedded) {
    opened.push(() => embedded.stop())
    embedded.onExit(() => end(1))
  }
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
  const database = openDatabase({ ...connection, max: config.databasePoolSize }, (reason) =>
    logger.warn({ reason }, 'a database connection was lost'),
  )
  opened.push(() => database.close())
  const applied = await migrate(database.db)
  if (applied.length > 0) logger.info({ applied }, 'migrations applied')
  await migrateJobs(database.pool)

  const ctx = createContext(config, logger, database)
  opened.push(() => closeContext(ctx))
  const demo = embedded && config.demo && !config.production ? await seedDemo(ctx) : null
  const app = await createApp(ctx)
  opened.push(() => app.close())
  await ctx.jobs.start()
  const address = await app.listen({ port: config.port, host: config.host })
  announce(config, address, demo)
}

function end(code: number) {
  close().then(
    () => process.exit(code),
    () => process.exit(1),
  )
}

let ending = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (!ending) end(0)
    ending = true
  })

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  await start(readConfig(process.env))
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof EmbeddedDatabaseError
  const text =
    error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(`${text}\n`)
  end(error instanceof ConfigError ? badConfiguration : 1)
}
