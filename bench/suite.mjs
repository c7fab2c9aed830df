// npm run bench -- [B1 B3 list-1000 …] [--size S|M|L] [--seconds 8] [--data <folder>] [--keep] [--force] [--record]
//   [--encoding br|gzip] [--sockets 8000] [--minutes 10]
// Measures the real server and, in the same run, the floor. Answers a table and test-results/bench.json; a run on a quiet
// machine also adds a line to bench/results.
import { fork } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fill, readTargets, sizes } from './data-set.mjs'
import { printGoals } from './goals.mjs'
import { homeCalls } from './home.mjs'
import { measureImport } from './import.mjs'
import { measureJobs } from './jobs.mjs'
import { measureLogins } from './logins.mjs'
import { allCpuMs, busyCores, cpuMs, familyCpuMs, rssMb } from './machine.mjs'
import { ask, launch, openFolder, openProduct, root } from './product.mjs'
import { record } from './record.mjs'
import { measureSearch } from './search.mjs'
import { measureSoak } from './soak.mjs'
import { measureSockets } from './sockets.mjs'
import { measureStarts } from './starts.mjs'
import { flags as processFlags } from '../scripts/process-options.mjs'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: 'S' },
    seconds: { type: 'string', default: '8' },
    data: { type: 'string' },
    keep: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    encoding: { type: 'string' },
    sockets: { type: 'string', default: '8000' },
    minutes: { type: 'string', default: '10' },
    node: { type: 'string', default: processFlags.join(' ') },
  },
})
const lists = ['list-1000', 'list-5000', 'reorder-1000', 'reorder-5000']
/** One kind of request again and again, of Scene and of the floor; B2 and the pages for guests have no floor. */
const loads = ['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7', 'stats', 'guests', ...lists]
const sceneOnly = new Set(['B2', 'guests'])
/** Workloads with their own measurements, in the order in which they disturb each other least. */
const others = {
  B8: measureSearch,
  B9: measureLogins,
  B11: measureImport,
  B12: measureJobs,
  B10: measureSockets,
  B14: measureSoak,
}
const all = [...loads, ...Object.keys(others), 'B13']
const wanted = positionals.length > 0 ? positionals : all
const unknown = wanted.filter((name) => !all.includes(name))
const encodings = ['br', 'gzip']
if (
  unknown.length > 0 ||
  !Object.hasOwn(sizes, flags.size) ||
  (flags.encoding !== undefined && !encodings.includes(flags.encoding))
) {
  console.error(
    `Workloads: ${all.join(' ')}, and member-search, scroll with flags of their own; ` +
      `sizes: ${Object.keys(sizes).join(' ')}; encodings: ${encodings.join(' ')}`,
  )
  process.exit(2)
}

const folder = openFolder(flags.data)
const connections = 16
const quietCores = 0.15
const maxJobsMs = 10 * 60_000
const seconds = Number(flags.seconds)
const round = (value, digits) => Number(value.toFixed(digits))

/** What the given processes do beside what is measured, like drawing posters in advance, they do in life too. */
async function waitForQuiet(...ours) {
  const patience = flags.force ? 0 : 60
  for (let waited = 0; ; waited += 2) {
    const busy = await busyCores(...ours)
    if (busy <= quietCores || flags.force) return busy
    if (waited >= patience)
      throw new Error(`Other processes use ${busy.toFixed(2)} cores; --force measures all the same`)
  }
}

const port = 20_000 + (process.pid % 20_000)
const sceneArgs = flags.node.split(' ')
const servers = {
  scene: [...sceneArgs, '--import', './bench/in-server.mjs', 'src/server/main.mjs'],
  floor: ['--import', './bench/in-server.mjs', 'bench/floor.mjs'],
}
// Pictures go to it as bytes.
const newClient = () => fork(join(root, 'bench', 'client.mjs'), { execArgv: [], serialization: 'advanced' })

/**
 * Runs a workload of requests after a warm-up: what was answered, what it cost, and how many cores others used
 * meanwhile.
 */
async function measure({ workload, server, postmaster, client, order }) {
  const one = { ...order, workload }
  await ask(client, { ...one, seconds: Math.min(3, seconds) })
  await ask(server.child, 'loop')
  const own = () => cpuMs(client.pid) + cpuMs(process.pid)
  const costs = () => [cpuMs(server.child.pid), familyCpuMs(postmaster), own(), allCpuMs()]
  const [before, since] = [costs(), performance.now()]
  const result = await ask(client, one)
  const [node, database, ours, machine] = costs().map((ms, at) => ms - before[at])
  const { loopP99 } = await ask(server.child, 'loop')
  if (result.failed > 0)
    console.error(`${workload}: ${result.failed} answers were not 200, e.g.\n${result.sample}`)
  return {
    ...result,
    node: node / result.requests,
    database: database / result.requests,
    loopP99,
    rss: rssMb(server.child.pid),
    others: Math.max(0, machine - node - database - ours) / (performance.now() - since),
  }
}

/** Waits until the jobs of a fresh start are done: what is measured is what a member feels on any other minute. */
async function waitForJobs(server, postmaster) {
  const since = performance.now()
  for (let quiet = 0; quiet < 3;) {
    const before = familyCpuMs(server.child.pid) + familyCpuMs(postmaster)
    await sleep(2000)
    const cores = (familyCpuMs(server.child.pid) + familyCpuMs(postmaster) - before) / 2000
    quiet = cores < quietCores ? quiet + 1 : 0
    if (performance.now() - since > maxJobsMs) return console.log(`Jobs still use ${round(cores, 2)} cores`)
  }
  console.log(`jobs at rest after ${round((performance.now() - since) / 1000, 0)} s`)
}

function printLoad(name, workload, result) {
  console.log(
    `${workload} ${name.padEnd(5)} ${round(result.perSecond, 0)} ${workload === 'B2' ? `loads/s of ${homeCalls('').flat().length} calls` : 'req/s'}, ` +
      `p50 ${round(result.p50, 1)}, p99 ${round(result.p99, 1)} ms, CPU ${round(result.node, 3)} + ${round(result.database, 3)} ms, ` +
      `${result.bytes} B, RSS ${result.rss} MB, loop p99 ${round(result.loopP99, 1)} ms, ` +
      `others ${round(result.busy, 2)} before, ${round(result.others, 2)} meanwhile`,
  )
}

async function runServers() {
  const product = await openProduct(folder, (database) => fill(database, flags.size))
  const { database, pool, postmaster, close } = product
  const results = []
  try {
    const targets = await readTargets(database, flags.size)
    const { rows } = await pool.query(
      "select split_part(current_setting('server_version'), ' ', 1) as version",
    )
    const order = { port, connections, targets, seconds, encoding: flags.encoding }
    const env = { ...product.env, PORT: String(port), FLOOR_COMPRESSES: flags.encoding ? '1' : '' }
    for (const name of ['floor', 'scene']) {
      const isScene = name === 'scene'
      const here = wanted.filter((one) => loads.includes(one) && (isScene || !sceneOnly.has(one)))
      if (here.length === 0 && !isScene) continue
      const server = await launch(servers[name], env)
      if (isScene) await waitForJobs(server, postmaster)
      const client = newClient()
      for (const workload of here) {
        const busy = await waitForQuiet(server.child.pid, postmaster)
        const result = { busy, ...(await measure({ workload, server, postmaster, client, order })) }
        results.push({ server: name, workload, ...result })
        printLoad(name, workload, result)
      }
      const launchScene = (more) => launch(servers.scene, { ...env, ...more })
      const parts = { database, pool, postmaster, server, client, newClient, order, round, launchScene }
      const sized = { sockets: Number(flags.sockets), minutes: Number(flags.minutes) }
      for (const [workload, run] of Object.entries(others)) {
        if (!isScene || !wanted.includes(workload)) continue
        const busy = await waitForQuiet(server.child.pid, postmaster)
        results.push({ server: name, workload, busy, ...(await run({ ...parts, ...sized })) })
      }
      client.disconnect()
      await server.end()
    }
    return { results, postgres: rows[0].version }
  } finally {
    await close()
  }
}

function printTable(results) {
  const measured = results.filter((one) => one.server === 'scene' && one.perSecond)
  if (measured.length === 0) return
  console.log(
    '\n| | req/s | of the floor | p50 / p99 ms | CPU Node + PostgreSQL, ms | floor | answer | RSS |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const scene of measured) {
    const floor = results.find((one) => one.server === 'floor' && one.workload === scene.workload)
    const cpu = (one) => `${round(one.node, 2)} + ${round(one.database, 2)}`
    const share = floor
      ? `${round((100 * scene.perSecond) / floor.perSecond, 0)} % of ${round(floor.perSecond, 0)}`
      : ''
    console.log(
      `| ${scene.workload} | ${round(scene.perSecond, 0)} | ${share} | ${round(scene.p50, 1)} / ${round(scene.p99, 1)} | ` +
        `${cpu(scene)} | ${floor ? cpu(floor) : ''} | ${scene.bytes} B | ${scene.rss} MB |`,
    )
  }
}

console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, data set ${flags.size}, ` +
    `answers ${flags.encoding ?? 'uncompressed'}`,
)
try {
  const needsServers = wanted.some((name) => name !== 'B13') || !existsSync(join(folder, 'postgres'))
  const { results, postgres } = needsServers ? await runServers() : { results: [], postgres: null }
  if (wanted.includes('B13')) {
    const args = [...sceneArgs, 'src/server/main.mjs']
    const start = await measureStarts({ folder, args, waitForQuiet, round })
    results.push({ server: 'scene', workload: 'B13', ...start })
  }
  printTable(results)
  printGoals(results, { size: flags.size, encoding: flags.encoding ?? null })
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, 'test-results', 'bench.json'), JSON.stringify(results, null, 2))
  const noisy = results.some(({ busy = 0, others: meanwhile = 0 }) => Math.max(busy, meanwhile) > quietCores)
  if (flags.record || !(flags.force || noisy))
    record({ size: flags.size, seconds, encoding: flags.encoding ?? null, noisy, results }, postgres)
  else console.log('Not recorded: the machine was not known to be quiet (--record does it all the same)')
} finally {
  if (!flags.keep && !flags.data) rmSync(folder, { recursive: true, force: true })
}
