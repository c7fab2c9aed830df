import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { ConfigError, readConfig, type Config } from './config.ts'
import { createLogger, type Logger } from './core/logger.ts'
import { startEmbeddedDatabase } from '#built-in/postgres/embedded.ts'

/** sysexits(3) EX_CONFIG: a supervisor need not try again. */
const badConfiguration = 78

/** Closes what was opened so far; `close` calls them in reverse order. */
const opened: (() => Promise<void>)[] = []

async function close() {
  for (const release of opened.splice(0).toReversed()) await release()
}

/** What is not needed to start the database server loads while that starts, on another core. */
async function loadServe() {
  const { serve } = await import('./serve.ts')
  // Written where it is new, and then forgotten: 14 MB, which the process would keep and never read again.
  flushCompileCache()
  return serve
}

async function startDatabase(config: Config, logger: Logger) {
  if (config.databaseUrl) return { connectionString: config.databaseUrl }
  const embedded = await startEmbeddedDatabase({
    dataDir: join(config.dataDir, 'postgres'),
    log: (text) => logger.info(text),
    warn: (text) => logger.warn(text),
  })
  opened.push(() => embedded.stop())
  embedded.onExit(() => end(1))
  return embedded.connection
}

async function start(config: Config) {
  const logger = createLogger(config.logLevel)
  const [connection, serve] = await Promise.all([startDatabase(config, logger), loadServe()])
  await serve(config, logger, connection, (release) => opened.push(release))
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
