// What is measured, started as an operator starts it: PostgreSQL on a folder, filled once, and a server on its address.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { migrateJobs } from '#server/core/jobs.ts'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedDatabase } from '#built-in/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { familyCpuMs, parentOf } from './machine.mjs'
import { memory } from '../scripts/process-options.mjs'

export const root = join(import.meta.dirname, '..')

/** The folder of a run, made where it is missing; without `kept` a new one. */
export function openFolder(kept) {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'scene-bench-'))
  mkdirSync(folder, { recursive: true })
  // Run as root, the database server has another account, which must be able to enter.
  chmodSync(folder, 0o755)
  return folder
}

const urlOf = ({ host, port, user, password, database }) =>
  host.startsWith('/')
    ? `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgres://${user}:${password}@${host}:${port}/${database}`

/**
 * A migrated database in the folder. Where it has no members, `fill` is called with `{ pool, db }`, of one connection.
 * Answers it with `postmaster`, the database server's process id, `env`, what a server on it is told, and `close`.
 */
export async function openProduct(folder, fill) {
  const embedded = await startEmbeddedDatabase({ dataDir: join(folder, 'postgres'), log: () => {} })
  const database = openDatabase({ ...embedded.connection, max: 1 }, () => {})
  const close = async () => {
    await database.close()
    await embedded.stop()
  }
  try {
    const { rows } = await database.pool.query('select pg_backend_pid() as pid')
    const postmaster = parentOf(rows[0].pid)
    await migrate(database.db)
    await migrateJobs(database.pool)
    const { rows: filled } = await database.pool.query('select 1 from members limit 1')
    if (filled.length === 0) {
      console.log('Filling …')
      const [since, cpuBefore] = [performance.now(), familyCpuMs(postmaster)]
      await fill(database)
      const cpu = (familyCpuMs(postmaster) - cpuBefore) / 1000
      console.log(`in ${((performance.now() - since) / 1000).toFixed(0)} s, CPU ${cpu.toFixed(0)} s`)
    }
    const env = {
      DATABASE_URL: urlOf(embedded.connection),
      SCENE_DATA_DIR: join(folder, 'scene'),
      RATE_LIMIT: '0',
    }
    return { database, pool: database.pool, postmaster, env, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A server process that says when it is ready; answers where it listens and how long that took. */
export async function launch(args, env) {
  const since = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...memory,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const address = await new Promise((ready, failed) => {
    child.stdout.on('data', (text) => {
      const said = /Scene is ready\s+(http:\S+)?/.exec(String(text))
      if (said) ready(said[1])
    })
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
  })
  const end = async () => {
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await gone
  }
  return { child, address, readyMs: performance.now() - since, end }
}

/** What a process that was given a message answers. @throws when it ends without an answer */
export const ask = (child, message) =>
  new Promise((resolve, reject) => {
    const gone = (code) => reject(new Error(`a process of the bench ended with ${code}`))
    child.once('exit', gone)
    child.once('message', (answer) => {
      child.off('exit', gone)
      resolve(answer)
    })
    child.send(message)
  })
