// node bench/run.mjs [B1 B3 list-1000 …] [--size S|M|L] [--seconds 8] [--data <folder>] [--keep] [--force] [--encoding br]
// Measures the real server and, in the same run, the floor. Answers a table and test-results/bench.json.
import { fork, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrateJobs } from '#server/core/jobs.ts'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedDatabase } from '#built-in/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { fill, readTargets, sizes } from './data-set.mjs'
import { importDiary, importers } from './import.mjs'
import { busyCores, cpuMs, parentOf, rssMb } from './machine.mjs'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: 'S' },
    seconds: { type: 'string', default: '8' },
    data: { type: 'string' },
    keep: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    encoding: { type: 'string' },
    node: { type: 'string', default: '--max-semi-space-size=8 --heap-growing-percent=50' },
  },
})
const lists = ['list-1000', 'list-5000', 'reorder-1000', 'reorder-5000']
const all = ['B1', 'B3', 'B4', 'B5', 'B6', 'B7', 'stats', ...lists, 'B11', 'B12', 'B13']
const wanted = positionals.length > 0 ? positionals : all
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0 || !Object.hasOwn(sizes, flags.size)) {
  console.error(`Workloads: ${all.join(' ')}; sizes: ${Object.keys(sizes).join(' ')}`)
  process.exit(2)
}

const root = join(import.meta.dirname, '..')
const folder = flags.data ?? mkdtempSync(join(tmpdir(), 'scene-bench-'))
mkdirSync(folder, { recursive: true })
// Run as root, the database server has another account, which must be able to enter.
chmodSync(folder, 0o755)
const connections = 16
const quietCores = 0.15
const maxJobsMs = 10 * 60_000

async function waitForQuiet() {
  const patience = flags.force ? 0 : 60
  for (let waited = 0; ; waited += 2) {
    const busy = await busyCores()
    if (busy <= quietCores || flags.force) return busy
    if (waited >= patience)
      throw new Error(`Other processes use ${busy.toFixed(2)} cores; --force measures all the same`)
  }
}

const openEmbedded = () => startEmbeddedDatabase({ dataDir: join(folder, 'postgres'), log: () => {} })
const urlOf = ({ host, port, user, password, database }) =>
  host.startsWith('/')
    ? `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgres://${user}:${password}@${host}:${port}/${database}`

/** A server process that says when it is ready; answers how long that took. */
async function launch(args, env, stdio = ['ignore', 'pipe', 'inherit', 'ipc']) {
  const since = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
    stdio,
  })
  await new Promise((ready, failed) => {
    child.stdout.on('data', (text) => text.includes('Scene is ready') && ready())
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
  })
  const end = async () => {
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await gone
  }
  return { child, readyMs: performance.now() - since, end }
}

const freePort = 20_000 + (process.pid % 20_000)
const servers = {
  scene: [...flags.node.split(' '), '--import', './bench/loop-delay.mjs', 'src/server/main.ts'],
  floor: ['--import', './bench/loop-delay.mjs', 'bench/floor.mjs'],
}

const ask = (child, message) =>
  new Promise((resolve) => {
    child.once('message', resolve)
    child.send(message)
  })

async function measure({ workload, server, postmaster, client, targets, port }) {
  const order = { workload, port, connections, targets, encoding: flags.encoding }
  await ask(client, { ...order, seconds: Math.min(3, Number(flags.seconds)) })
  await ask(server.child, 'loop')
  const before = [cpuMs(server.child.pid), cpuMs(postmaster, true)]
  const result = await ask(client, { ...order, seconds: Number(flags.seconds) })
  const node = (cpuMs(server.child.pid) - before[0]) / result.requests
  const database = (cpuMs(postmaster, true) - before[1]) / result.requests
  const { loopP99 } = await ask(server.child, 'loop')
  if (result.failed > 0)
    console.error(`${workload}: ${result.failed} answers were not 200, e.g.\n${result.sample}`)
  return { ...result, node, database, loopP99, rss: rssMb(server.child.pid) }
}

/** Waits until the jobs of a fresh start are done: what is measured is what a member feels on any other minute. */
async function waitForJobs(server, postmaster) {
  const since = performance.now()
  for (let quiet = 0; quiet < 3;) {
    const before = cpuMs(server.child.pid, true) + cpuMs(postmaster, true)
    await sleep(2000)
    const cores = (cpuMs(server.child.pid, true) + cpuMs(postmaster, true) - before) / 2000
    quiet = cores < quietCores ? quiet + 1 : 0
    if (performance.now() - since > maxJobsMs) return console.log(`Jobs still use ${round(cores, 2)} cores`)
  }
  console.log(`jobs at rest after ${round((performance.now() - since) / 1000, 0)} s`)
}

const round = (value, digits) => Number(value.toFixed(digits))

async function runLoads(workloads) {
  const embedded = await openEmbedded()
  const database = openDatabase({ ...embedded.connection, max: 1 }, () => {})
  const results = []
  try {
    const { rows } = await database.pool.query('select pg_backend_pid() as pid')
    const postmaster = parentOf(rows[0].pid)
    await migrate(database.db)
    await migrateJobs(database.pool)
    const { rows: filled } = await database.pool.query('select 1 from members limit 1')
    if (filled.length === 0) {
      console.log(`Filling data set ${flags.size} …`)
      const [since, cpuBefore] = [performance.now(), cpuMs(postmaster, true)]
      await fill(database, flags.size)
      const cpu = cpuMs(postmaster, true) - cpuBefore
      console.log(`in ${round((performance.now() - since) / 1000, 0)} s, CPU ${round(cpu / 1000, 0)} s`)
    }
    const targets = await readTargets(database, flags.size)
    const env = {
      PORT: String(freePort),
      DATABASE_URL: urlOf(embedded.connection),
      SCENE_DATA_DIR: join(folder, 'scene'),
      RATE_LIMIT: '0',
    }
    for (const name of ['floor', 'scene']) {
      const server = await launch(servers[name], env)
      if (name === 'scene') await waitForJobs(server, postmaster)
      const client = fork(join(import.meta.dirname, 'client.mjs'), { execArgv: [] })
      for (const workload of workloads) {
        const busy = await waitForQuiet()
        const result = await measure({ workload, server, postmaster, client, targets, port: freePort })
        results.push({ server: name, workload, busy: round(busy, 2), ...result })
        console.log(
          `${workload} ${name.padEnd(5)} ${round(result.perSecond, 0)} req/s, p50 ${round(result.p50, 1)}, ` +
            `p99 ${round(result.p99, 1)} ms, CPU ${round(result.node, 3)} + ${round(result.database, 3)} ms, ` +
            `${result.bytes} B, RSS ${result.rss} MB, loop p99 ${round(result.loopP99, 1)} ms, others ${round(busy, 2)}`,
        )
      }
      if (name === 'scene' && wanted.includes('B11'))
        results.push(await measureImport({ server, client, targets, port: freePort }))
      if (name === 'scene' && wanted.includes('B12'))
        results.push(await measureJobs({ server, postmaster, pool: database.pool }))
      client.disconnect()
      await server.end()
    }
  } finally {
    await database.close()
    await embedded.stop()
  }
  return results
}

/** Feeds a second that leave the machine room. */
const someFeeds = 100

/**
 * B11: an import alone, one beside some feeds and one beside as many as can be answered; how long each takes, and what
 * the feeds and the event loop feel of it.
 */
async function measureImport({ server, client, targets, port }) {
  const busy = await waitForQuiet()
  const order = { workload: 'B1', port, connections, targets, encoding: flags.encoding }
  const seconds = Number(flags.seconds)
  const cpuBefore = cpuMs(server.child.pid)
  const { ms, queuedMs, progress } = await importDiary(port, importers.alone)
  const cpu = cpuMs(server.child.pid) - cpuBefore
  console.log(
    `B11 alone ${round(ms / 1000, 1)} s, CPU ${round(cpu / 1000, 1)} s in Node (${progress.imported} imported, ` +
      `${progress.doubtful} doubtful; queued in ${round(queuedMs, 0)} ms), others ${round(busy, 2)}`,
  )
  const beside = {}
  for (const [name, perSecond] of [
    ['some', someFeeds],
    ['most', undefined],
  ]) {
    const without = await ask(client, { ...order, perSecond, seconds })
    await ask(server.child, 'loop')
    const feeds = ask(client, { ...order, perSecond, seconds: 2 * seconds })
    const imported = await importDiary(port, importers[name])
    const { loopP99 } = await ask(server.child, 'loop')
    const rss = rssMb(server.child.pid)
    const during = await feeds
    console.log(
      `B11 beside ${round(during.perSecond, 0)} feeds/s ${round(imported.ms / 1000, 1)} s, loop p99 ` +
        `${round(loopP99, 1)} ms, RSS ${rss} MB; feeds p50 ${round(during.p50, 1)}, p99 ${round(during.p99, 1)} ms ` +
        `(without it ${round(without.perSecond, 0)}/s, ${round(without.p50, 1)}, ${round(without.p99, 1)} ms)`,
    )
    beside[name] = { ms: imported.ms, loopP99, rss, during, without }
  }
  return { server: 'scene', workload: 'B11', busy, ms, queuedMs, cpu, ...progress, beside }
}

/** Whether a job ends within a minute; one that goes on in another one, later, has ended. */
async function jobEnds(pool, name) {
  const since = performance.now()
  while (performance.now() - since < 60_000) {
    const { rows } = await pool.query(
      'select 1 from graphile_worker.jobs where task_identifier = $1 and (locked_at is not null or run_at <= now())',
      [name],
    )
    if (rows.length === 0) return true
    await sleep(20)
  }
  return false
}

/** B12: every job of the clock, one after another, as on a night; what the event loop feels of each. */
async function measureJobs({ server, postmaster, pool }) {
  const { rows } = await pool.query(
    'select identifier from graphile_worker._private_known_crontabs order by 1',
  )
  const jobs = []
  for (const { identifier: name } of rows) {
    await ask(server.child, 'loop')
    const since = performance.now()
    const before = [cpuMs(server.child.pid, true), cpuMs(postmaster, true)]
    await pool.query("select graphile_worker.add_job($1, '{}', job_key => $1)", [name])
    const hasEnded = await jobEnds(pool, name)
    const { loopP99 } = await ask(server.child, 'loop')
    const job = {
      name,
      hasEnded,
      ms: performance.now() - since,
      node: cpuMs(server.child.pid, true) - before[0],
      database: cpuMs(postmaster, true) - before[1],
      loopP99,
      rss: rssMb(server.child.pid),
    }
    jobs.push(job)
    console.log(
      `B12 ${name} ${round(job.ms, 0)} ms${hasEnded ? '' : ' and on'}, CPU ${round(job.node, 0)} + ${round(job.database, 0)} ms, ` +
        `loop p99 ${round(loopP99, 1)} ms, RSS ${job.rss} MB`,
    )
  }
  return { server: 'scene', workload: 'B12', jobs }
}

/** B13: the product as an operator starts it, on the filled folder. */
async function runStarts() {
  const args = [...flags.node.split(' '), 'src/server/main.ts']
  const env = { PORT: '0', SCENE_DATA_DIR: folder, SCENE_DEMO: '0' }
  const starts = []
  for (let run = 0; run < 4; run++) {
    const busy = await waitForQuiet()
    const server = await launch(args, env)
    const cpu = cpuMs(server.child.pid)
    await sleep(3000)
    // The first start may still compile.
    if (run > 0) starts.push({ readyMs: server.readyMs, cpu, rss: rssMb(server.child.pid), busy })
    await server.end()
  }
  const [median] = starts.toSorted((a, b) => a.readyMs - b.readyMs).slice(1)
  console.log(`B13 ready in ${round(median.readyMs, 0)} ms, ${median.cpu} ms CPU, idle RSS ${median.rss} MB`)
  return { server: 'scene', workload: 'B13', ...median }
}

function printTable(results) {
  console.log(
    '\n| | req/s | of the floor | p50 / p99 ms | CPU Node + PostgreSQL, ms | floor | answer | RSS |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const scene of results.filter((one) => one.server === 'scene' && one.perSecond)) {
    const floor = results.find((one) => one.server === 'floor' && one.workload === scene.workload)
    const cpu = (one) => `${round(one.node, 2)} + ${round(one.database, 2)}`
    console.log(
      `| ${scene.workload} | ${round(scene.perSecond, 0)} | ${round((100 * scene.perSecond) / floor.perSecond, 0)} % of ` +
        `${round(floor.perSecond, 0)} | ${round(scene.p50, 1)} / ${round(scene.p99, 1)} | ${cpu(scene)} | ${cpu(floor)} | ` +
        `${scene.bytes} B | ${scene.rss} MB |`,
    )
  }
}

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, data set ${flags.size}`)
try {
  const loads = wanted.filter((name) => !['B11', 'B12', 'B13'].includes(name))
  const results =
    loads.length > 0 ||
    wanted.includes('B11') ||
    wanted.includes('B12') ||
    !existsSync(join(folder, 'postgres'))
      ? await runLoads(loads)
      : []
  if (wanted.includes('B13')) results.push(await runStarts())
  printTable(results)
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, 'test-results', 'bench.json'), JSON.stringify(results, null, 2))
} finally {
  if (!flags.keep && !flags.data) rmSync(folder, { recursive: true, force: true })
}
