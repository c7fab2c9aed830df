// A client in its own process. It sends requests over keep-alive connections, either as fast as answers come (closed
// loop) or at a fixed rate; then the time of an answer counts from when its request was due.
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { encode, openConnection, spread } from './connection.mjs'
import { visitHome } from './home.mjs'
import { workloads } from './requests.mjs'

async function runConnection(order, tally) {
  const { port, encoding, targets, connections, perSecond } = order
  const make = workloads[order.workload]
  const connection = await openConnection(port)
  const everyMs = perSecond ? (1000 * connections) / perSecond : 0
  let due = performance.now() + Math.random() * everyMs
  for (;;) {
    if (due > performance.now()) await sleep(due - performance.now())
    if (performance.now() >= tally.until) break
    const { kind = order.workload, expected = 200, ...request } = make(targets)
    const since = everyMs ? due : performance.now()
    const { status, bytes } = await connection.ask(encode(request, encoding))
    const ms = performance.now() - since
    tally.times.push(ms)
    tally.bytes += bytes.length
    const seen = (tally.kinds[kind] ??= { requests: 0, failed: 0, times: [] })
    seen.requests += 1
    seen.times.push(ms)
    if (status >= 500) tally.broken += 1
    if (status !== expected) {
      tally.failed += 1
      seen.failed += 1
      tally.sample ??= `${kind}: ${bytes.toString('utf8', 0, 600)}`
    }
    if (everyMs) due += everyMs
  }
  connection.close()
}

async function run(order) {
  const until = performance.now() + order.seconds * 1000
  const tally = { times: [], kinds: {}, bytes: 0, failed: 0, broken: 0, until }
  const start = performance.now()
  const one = order.workload === 'B2' ? visitHome : runConnection
  await Promise.all(Array.from({ length: order.connections }, () => one(order, tally)))
  const seconds = (performance.now() - start) / 1000
  const { times, bytes, until: _, ...seen } = tally
  const kinds = Object.entries(seen.kinds).map(([kind, { times: its, ...counts }]) => [
    kind,
    { ...counts, ...spread(its) },
  ])
  const requests = times.length
  process.send({
    ...seen,
    kinds: Object.fromEntries(kinds),
    requests,
    perSecond: requests / seconds,
    ...spread(times),
    bytes: Math.round(bytes / Math.max(1, requests)),
  })
}

process.on('message', (order) => void run(order))
process.on('disconnect', () => process.exit(0))
