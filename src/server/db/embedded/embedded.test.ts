import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { settings } from '#server/db/embedded/cluster.ts'
import {
  type EmbeddedDatabase,
  type EmbeddedDatabaseOptions,
  startEmbeddedDatabase,
} from '#server/db/embedded/embedded.ts'
import { packageFolder } from '#server/db/embedded/platform.ts'
import { unprivilegedUser } from '#server/db/embedded/run-user.ts'

const asRoot = process.getuid?.() === 0
const MEBIBYTE = 1024 * 1024

let template: string
let folder: string
let dataDir: string
let lines: string[]
let databases: EmbeddedDatabase[]
let apps: ChildProcess[]

/** What mkdtemp makes only we can enter; a data folder of root is usually open to the server's account. */
function openFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'scene-embedded-'))
  chmodSync(made, 0o755)
  return made
}

beforeAll(async () => {
  template = openFolder()
  await (await startEmbeddedDatabase({ dataDir: join(template, 'data'), log: () => undefined })).stop()
})

afterAll(() => rmSync(template, { recursive: true, force: true }))

beforeEach(() => {
  folder = openFolder()
  dataDir = join(folder, 'data')
  lines = []
  databases = []
  apps = []
})

afterEach(async () => {
  for (const database of databases) await database.stop()
  for (const app of apps) app.kill('SIGKILL')
  // Only what a failed test left: the tests themselves assert that servers are gone.
  for (const pid of serversBelow(folder)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

function optionsFor(more: Partial<EmbeddedDatabaseOptions> = {}): EmbeddedDatabaseOptions {
  return { dataDir, log: (line) => lines.push(line), reachableRoot: join(folder, 'reachable'), ...more }
}

/** Saves the second that a first start takes: the folder as such a start, once stopped, left it. */
function fillFromTemplate(): void {
  execFileSync('cp', ['-a', join(template, 'data'), dataDir])
}

async function start(more: Partial<EmbeddedDatabaseOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase(optionsFor(more))
  databases.push(database)
  return database
}

/** The process ids of servers whose data is below the folder. */
function serversBelow(path: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        return words[1] === '-D' && words[2]?.startsWith(`${path}/`)
      } catch {
        return false
      }
    })
    .map(Number)
}

function theServer(): number {
  const [pid, ...more] = serversBelow(folder)
  if (pid === undefined || more.length > 0) throw new Error('not exactly one server')
  return pid
}

async function query<T extends pg.QueryResultRow>(
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

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
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

/** A process of its own that starts the database and writes rows, telling each acknowledged one. */
function startApp(more: { writes: boolean }): { app: ChildProcess; told: AsyncIterator<string> } {
  const { log: _, ...options } = optionsFor()
  const module = new URL('./embedded.ts', import.meta.url).href
  const words = ['--input-type=module', '-e', APP, module, JSON.stringify({ ...options, ...more })]
  const app = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  apps.push(app)
  if (!app.stdout) throw new Error('no output to read')
  return { app, told: createInterface({ input: app.stdout })[Symbol.asyncIterator]() }
}

describe('the embedded database', () => {
  it('starts fresh and keeps its rows over a restart', async () => {
    const first = await start()
    expect(first).toMatchObject({ isNew: true, dataDir, connection: { user: 'scene', database: 'scene' } })
    await query(first, `CREATE TABLE film (title text)`)
    await query(first, `INSERT INTO film VALUES ('Stalker')`)
    await first.stop()
    expect(serversBelow(folder)).toEqual([])

    const second = await start()
    expect(second.isNew).toBe(false)
    expect(second.connection).toEqual(first.connection)
    expect(await query(second, 'SELECT title FROM film')).toEqual([{ title: 'Stalker' }])
  })

  it('is durable, UTF8 and sorts by code point whatever the environment says', async () => {
    const { LANG, LC_ALL } = process.env
    delete process.env['LANG']
    process.env['LC_ALL'] = 'POSIX'
    const database = await start().finally(() => {
      if (LANG !== undefined) process.env['LANG'] = LANG
      if (LC_ALL === undefined) delete process.env['LC_ALL']
      else process.env['LC_ALL'] = LC_ALL
    })
    const [row] = await query(
      database,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
        current_setting('synchronous_commit') AS commit, current_setting('data_checksums') AS checksums,
        datlocprovider AS provider, datlocale AS locale, upper('été') AS upper
      FROM pg_database WHERE datname = current_database()`,
    )
    expect(row).toEqual({
      encoding: 'UTF8',
      fsync: 'on',
      commit: 'on',
      checksums: 'on',
      provider: 'b',
      locale: 'C.UTF-8',
      upper: 'ÉTÉ',
    })
  })

  it('lets in only the role with the password, which is no superuser but may add trusted extensions', async () => {
    const database = await start({ database: 'other name' })
    const { connection } = database
    expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600)
    expect(await query(database, 'SELECT current_database() AS name')).toEqual([{ name: 'other name' }])
    await expect(
      query({ connection: { ...connection, password: 'guess' } }, 'SELECT 1'),
    ).rejects.toMatchObject({ code: '28P01' })
    await query(database, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent; CREATE EXTENSION citext')
    await query(database, 'CREATE DATABASE copy')
    await expect(query(database, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('keeps statements and values out of the log of the server', async () => {
    fillFromTemplate()
    const database = await start()
    await query(database, `CREATE TABLE account (email text UNIQUE)`)
    await query(database, `INSERT INTO account VALUES ('ada@example.org')`)
    await expect(query(database, `INSERT INTO account VALUES ('ada@example.org')`)).rejects.toThrow(
      'duplicate',
    )
    const log = readFileSync(join(dataDir, 'server.log'), 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toContain('ada@example.org')
  })

  it('starts a new log when the old one has grown', async () => {
    fillFromTemplate()
    truncateSync(join(dataDir, 'server.log'), 6 * MEBIBYTE)
    await (await start()).stop()
    expect(statSync(join(dataDir, 'server.log')).size).toBeLessThan(MEBIBYTE)
    expect(statSync(join(dataDir, 'server.log.1')).size).toBe(6 * MEBIBYTE)
  })

  it('refuses a second start on the folder, and only while the first lives', async () => {
    fillFromTemplate()
    const first = await start()
    await expect(start()).rejects.toThrow(
      /^Another Scene is already running on this data folder: stop it first/,
    )
    const { app } = startApp({ writes: false })
    expect(await once(app, 'exit')).toEqual([1, null])
    expect(await query(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await first.stop()
    await start()
  })

  it('takes over from a killed app whose server still lives, with every acknowledged row', async () => {
    fillFromTemplate()
    const { app, told } = startApp({ writes: true })
    let acknowledged = 0
    while (acknowledged < 50) {
      const { value } = await told.next()
      if (value !== 'ready') acknowledged = Number(value)
    }
    app.kill('SIGKILL')
    for (let line = await told.next(); !line.done; line = await told.next()) acknowledged = Number(line.value)
    const left = theServer()

    const database = await start()
    expect(lines.join()).toContain(`left behind (process ${left})`)
    const [row] = await query<{ rows: number }>(database, 'SELECT count(*)::int AS rows FROM acknowledged')
    expect(row?.rows).toBeGreaterThanOrEqual(acknowledged)
    expect(theServer()).not.toBe(left)
  })

  it('stops its server when the app stops on SIGTERM', async () => {
    fillFromTemplate()
    const { app, told } = startApp({ writes: false })
    expect((await told.next()).value).toBe('ready')
    expect(serversBelow(folder)).toHaveLength(1)
    app.kill('SIGTERM')
    expect(await once(app, 'exit')).toEqual([0, null])
    expect(serversBelow(folder)).toEqual([])
    expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(false)
  })

  it('is not reached by Ctrl-C in the terminal of the app', async () => {
    fillFromTemplate()
    await start()
    const pid = theServer()
    const session = (of: number): string | undefined =>
      readFileSync(`/proc/${of}/stat`, 'utf8').split(') ')[1]?.split(' ')[3]
    expect(session(pid)).toBe(String(pid))
    expect(session(process.pid)).not.toBe(String(pid))
  })

  it('brings a killed server back on the same connection, rows and all, again and again', async () => {
    fillFromTemplate()
    const database = await start()
    const pool = new pg.Pool(database.connection)
    pool.on('error', () => undefined)
    await pool.query('CREATE TABLE film (title text)')
    for (const title of ['Stalker', 'Mirror', 'Solaris']) {
      await pool.query('INSERT INTO film VALUES ($1)', [title])
      const killed = theServer()
      process.kill(killed, 'SIGKILL')
      // A connection may live for a moment longer than the server it belongs to.
      await eventually(async () => expect(theServer()).not.toBe(killed))
      const kept = await eventually(async () => (await pool.query('SELECT title FROM film')).rows)
      expect(kept).toContainEqual({ title })
    }
    await pool.end()
    expect(lines.filter((line) => line.includes('ended by itself (signal SIGKILL)'))).toHaveLength(3)
    await database.stop()
    expect(serversBelow(folder)).toEqual([])
  })

  it('reports a server that cannot come back, once, and can still be stopped', async () => {
    fillFromTemplate()
    const database = await start()
    let reports = 0
    const reported = new Promise<void>((resolve) => {
      database.onExit(() => {
        reports += 1
        resolve()
      })
    })
    const pid = theServer()
    rmSync(join(dataDir, 'cluster', 'PG_VERSION'))
    process.kill(pid, 'SIGKILL')
    await reported
    await database.stop()
    expect(reports).toBe(1)
  })

  it('can be stopped while it is bringing the server back', async () => {
    fillFromTemplate()
    const database = await start()
    const pid = theServer()
    process.kill(pid, 'SIGKILL')
    await eventually(async () => expect(lines.join()).toContain('ended by itself'))
    await Promise.all([database.stop(), database.stop()])
    expect(serversBelow(folder)).toEqual([])
  })

  it('starts although a process of somebody else now has the id of the killed server', async () => {
    fillFromTemplate()
    const identity = asRoot ? { uid: unprivilegedUser().uid, gid: unprivilegedUser().gid } : {}
    const other = spawn('sleep', ['600'], identity)
    apps.push(other)
    const address = [String(other.pid), join(dataDir, 'cluster'), '1', '5432', '', '', '', 'ready']
    writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), `${address.join('\n')}\n`)
    const database = await start()
    expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(other.exitCode).toBeNull()
  })

  it('starts over after a first start that was cut short', async () => {
    mkdirSync(join(dataDir, 'cluster.unfinished'), { recursive: true })
    writeFileSync(join(dataDir, 'cluster.unfinished', 'PG_VERSION'), '18\n')
    expect((await start()).isNew).toBe(true)
    expect(existsSync(join(dataDir, 'cluster.unfinished'))).toBe(false)
  })

  it('makes the role and the database that a first start could not make any more', async () => {
    fillFromTemplate()
    const first = await start()
    const { connection } = first
    const superuser = { connection: { ...connection, user: 'postgres', database: 'postgres' } }
    await query(superuser, 'DROP DATABASE scene')
    await query(superuser, 'DROP ROLE scene')
    await first.stop()
    expect(await query(await start(), 'SELECT current_user AS me')).toEqual([{ me: 'scene' }])
  })

  it('does not open what another major version wrote', async () => {
    fillFromTemplate()
    writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/was written by PostgreSQL 17 and this Scene brings PostgreSQL 18/)
  })

  it('says in one sentence why the server does not start, and leaves the folder free', async () => {
    fillFromTemplate()
    const control = join(dataDir, 'cluster', 'global', 'pg_control')
    const good = readFileSync(control)
    writeFileSync(control, Buffer.alloc(good.length))
    await expect(start()).rejects.toThrow(
      /^The database server did not start \(.+\): .+ Its log is .+server\.log\.$/,
    )
    writeFileSync(control, good)
    expect((await start()).isNew).toBe(false)
  })

  it('listens on a short path when that of the data is too long for a socket, else on loopback', async () => {
    dataDir = join(folder, 'long'.repeat(25), 'data')
    const first = await start()
    const { host } = first.connection
    expect(host).toMatch(/^\/tmp\/scene-[0-9a-f]{12}$/)
    expect(lstatSync(host).mode & 0o777).toBe(0o700)
    expect(await query(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await first.stop()

    // Somebody else took the name in /tmp first.
    rmSync(host, { recursive: true, force: true })
    writeFileSync(host, '')
    try {
      const second = await start()
      expect(second.connection.host).toBe('127.0.0.1')
      expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    } finally {
      rmSync(host)
    }
  })

  it('makes the library links itself when install scripts were blocked', async () => {
    fillFromTemplate()
    const packageDir = packageWithoutLinks()
    const database = await start({ packageDir })
    expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(lstatSync(join(packageDir, 'native/lib/libicuuc.so.60')).isSymbolicLink()).toBe(true)
    expect(lines).toEqual([])
  })

  it.runIf(asRoot)('copies the programs when its account cannot reach them', async () => {
    fillFromTemplate()
    const packageDir = packageWithoutLinks()
    chmodSync(packageDir, 0o700)
    const database = await start({ packageDir })
    expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(lines).toEqual([
      expect.stringMatching(/^Copying the PostgreSQL programs .+ to .+\/data\/postgresql-/),
    ])
    await database.stop()
    lines = []
    await start({ packageDir })
    expect(lines).toEqual([])
  })

  it.runIf(asRoot)(
    'keeps the data elsewhere when its account cannot enter the folder, and finds it again',
    async () => {
      const home = join(folder, 'home')
      mkdirSync(home, { mode: 0o700 })
      dataDir = join(home, 'data')
      const first = await start()
      expect(first.dataDir).toMatch(new RegExp(`^${folder}/reachable/[0-9a-f]{12}$`))
      expect(lines.join()).toContain(`kept in ${first.dataDir}, not in ${dataDir}`)
      expect(statSync(join(first.dataDir, 'cluster')).uid).toBe(unprivilegedUser().uid)
      await query(first, 'CREATE TABLE film (title text)')
      await first.stop()

      // Now reachable: the old rows matter more than the wanted place.
      chmodSync(home, 0o755)
      const second = await start()
      expect(second).toMatchObject({ isNew: false, dataDir: first.dataDir })
      expect(await query(second, 'SELECT * FROM film')).toEqual([])
    },
  )

  it.runIf(asRoot)('takes a restored copy that belongs to root and is open to others', async () => {
    fillFromTemplate()
    const first = await start()
    await query(first, 'CREATE TABLE film (title text)')
    await first.stop()
    const restored = join(folder, 'restored')
    cpSync(dataDir, restored, { recursive: true })
    chmodSync(join(restored, 'cluster'), 0o755)
    const second = await start({ dataDir: restored })
    expect(await query(second, 'SELECT * FROM film')).toEqual([])
  })
})

describe('the settings', () => {
  const address = { host: '/run', port: 5432, kind: 'socket' } as const

  it.each([
    { memory: 256, shared: '128MB' },
    { memory: 4096, shared: '512MB' },
    { memory: 65_536, shared: '1024MB' },
  ])('with $memory MB of memory give $shared to the pages', ({ memory, shared }) => {
    expect(settings(memory * MEBIBYTE, address)['shared_buffers']).toBe(shared)
  })
})

/** A package as `npm ci --ignore-scripts` leaves it. */
function packageWithoutLinks(): string {
  const packageDir = join(folder, 'package')
  cpSync(packageFolder(), packageDir, {
    recursive: true,
    filter: (source) => !lstatSync(source).isSymbolicLink(),
  })
  return packageDir
}
