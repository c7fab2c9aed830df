import { spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

import {
  startEmbeddedDatabase,
  type EmbeddedDatabase,
  type EmbeddedDatabaseOptions,
} from '#built-in/postgres/embedded.ts'
import { packageFolder } from '#built-in/postgres/platform.ts'

/** A folder of its own for one test and what was started in it. All of it is gone afterwards. */
export interface TestBed {
  folder: string
  /** Where `start` keeps the database unless told otherwise. */
  dataDir: string
  /** What the database logged. */
  lines: string[]
  /** What of that is not well. */
  warnings: string[]
  start: (more?: Partial<EmbeddedDatabaseOptions>) => Promise<EmbeddedDatabase>
  /** A process of its own that starts the database, prints `ready`, and each row it wrote, if it is to write. */
  startApp: (more: { writes: boolean }) => { app: ChildProcess; told: AsyncIterator<string> }
  /** Makes the server of `dataDir` one that was started before, which saves the second of a first start. */
  useStartedBefore: () => Promise<void>
  /** The process ids of the servers with data in the folder. */
  servers: () => number[]
  /** The only one. Throws if there is none. */
  theServer: () => number
  /** Ends the process after the test if it still runs. */
  endAfterwards: (app: ChildProcess) => void
  /** A copy of the platform's package as `npm ci --ignore-scripts` leaves it. */
  packageWithoutLinks: () => string
}

export const asRoot = process.getuid?.() === 0

/**
 * Gives every test of the file a bed; the answer is read inside a test. A database that a test leaves sound is
 * handed on to the next.
 */
export function useTestBed(): () => TestBed {
  let shelf = ''
  let bed: { offered: TestBed; clear: (failed: boolean) => Promise<void> } | undefined
  beforeAll(() => {
    shelf = openFolder()
  })
  afterAll(() => rmSync(shelf, { recursive: true, force: true }))
  beforeEach(() => {
    bed = makeBed(join(shelf, 'data'))
  })
  afterEach(({ task }) => bed?.clear(task.result?.state === 'fail'))
  return () => {
    if (!bed) throw new Error('there is a bed only inside a test')
    return bed.offered
  }
}

function makeBed(kept: string): { offered: TestBed; clear: (failed: boolean) => Promise<void> } {
  const folder = openFolder()
  const dataDir = join(folder, 'data')
  const lines: string[] = []
  const warnings: string[] = []
  const databases: EmbeddedDatabase[] = []
  const apps: ChildProcess[] = []
  let borrowed = false

  const options = {
    dataDir,
    log: (line: string) => void lines.push(line),
    warn: (line: string) => {
      lines.push(line)
      warnings.push(line)
    },
    reachableRoot: join(folder, 'reachable'),
  }
  const servers = (): number[] => serversBelow(folder)
  const offered: TestBed = {
    folder,
    dataDir,
    lines,
    warnings,
    servers,
    theServer: () => {
      const [pid, ...more] = servers()
      if (pid === undefined || more.length > 0) throw new Error('not exactly one server')
      return pid
    },
    start: async (more = {}) => {
      const database = await startEmbeddedDatabase({ ...options, ...more })
      databases.push(database)
      return database
    },
    startApp: (more) => {
      const module = new URL('./embedded.ts', import.meta.url).href
      const words = ['--input-type=module', '-e', APP, module, JSON.stringify({ ...options, ...more })]
      const app = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] })
      apps.push(app)
      return { app, told: createInterface({ input: app.stdout })[Symbol.asyncIterator]() }
    },
    useStartedBefore: async () => {
      if (!existsSync(kept)) await (await startEmbeddedDatabase({ ...options, dataDir: kept })).stop()
      renameSync(kept, dataDir)
      borrowed = true
    },
    endAfterwards: (app) => void apps.push(app),
    packageWithoutLinks: () => {
      const copy = join(folder, 'package')
      const filter = (source: string): boolean => !lstatSync(source).isSymbolicLink()
      cpSync(packageFolder(), copy, { recursive: true, filter })
      return copy
    },
  }

  const clear = async (failed: boolean): Promise<void> => {
    for (const database of databases) await database.stop()
    for (const app of apps) app.kill('SIGKILL')
    // Only what a failed test left: the tests themselves assert that servers are gone.
    for (const pid of servers()) process.kill(pid, 'SIGKILL')
    if (borrowed && !failed) renameSync(dataDir, kept)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { offered, clear }
}

/** What mkdtemp makes only we can enter; a data folder of root is usually open to the server's account. */
function openFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'scene-embedded-'))
  chmodSync(made, 0o755)
  return made
}

function serversBelow(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        return words[1] === '-D' && words[2]?.startsWith(`${folder}/`)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** The rows of one statement, over a connection of its own. */
export async function query<T extends pg.QueryResultRow>(
  { connection }: Pick<EmbeddedDatabase, 'connection'>,
  text: string,
): Promise<T[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** Tries until it succeeds; the limit is that of the test. */
export async function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch {
      await sleep(25)
    }
  }
}

const APP = `
import { createRequire } from 'node:module'
const [module, options] = [process.argv[1], JSON.parse(process.argv[2])]
const { startEmbeddedDatabase } = await import(module)
const pg = createRequire(module)('pg')
const database = await startEmbeddedDatabase({ ...options, log: (line) => console.error(line) })
process.once('SIGTERM', () => database.stop().then(() => process.exit(0)))
console.log('ready')
if (!options.writes) await new Promise(() => {})
const client = new pg.Client(database.connection)
client.on('error', () => {})
await client.connect()
await client.query('CREATE TABLE acknowledged (n int)')
for (let n = 1; ; n += 1) {
  await client.query('INSERT INTO acknowledged VALUES ($1)', [n])
  console.log(n)
}
`
