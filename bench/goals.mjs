// The goal of each workload, on two cores that client, server and database share, and whether a run reached it.
import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from './product.mjs'

/** Requests a second at S, and milliseconds of processor time a request, of Node and of PostgreSQL. */
const atS = {
  B1: { perSecond: 2500, node: 0.2, database: 0.4 },
  B2: { perSecond: 250 },
  B3: { perSecond: 1800, node: 0.4, database: 0.4 },
  B4: { perSecond: 2500, node: 0.3, database: 0.35 },
  B5: { perSecond: 1800, node: 0.35, database: 0.6 },
  B6: { perSecond: 1800 },
  B7: { perSecond: 1800 },
  'list-1000': { perSecond: 350 },
  guests: { perSecond: 2000 },
}

/**
 * At larger sizes: the share of the rate at size S that must remain, and by how much the 99th percentile may grow.
 */
const growth = { M: { share: 0.75 }, L: { share: 0.6, p99: 2.5 } }
const growing = new Set(['B1', 'B3', 'B5'])

const most = (numbers) => Math.max(...numbers)

/** Goals of workloads with their own measurements: a description, the figure, and its maximum. */
const others = {
  B8: ({ kinds }) =>
    Object.entries(kinds).map(([kind, { half }]) => [`p99 of ${kind} at half of it, ms`, half.p99, 50]),
  B9: ({ feeds, without }) => [['p99 of feeds beside logins, times', feeds.p99 / without.p99, 2]],
  B10: ({ eachKb, delivery }) => [
    ['a socket, kB', eachKb, 20],
    ['p99 until the member is told, ms', delivery.p99, 10],
  ],
  B11: ({ ms, beside }) => [
    ['10,000 rows, s', ms / 1000, 10],
    ['p99 of the event loop beside feeds, ms', most(Object.values(beside).map((one) => one.loopP99)), 50],
  ],
  B12: ({ jobs }) => [['p99 of the event loop, ms', most(jobs.map((job) => job.loopP99)), 25]],
  B13: ({ readyMs, rss }) => [
    ['ready, ms', readyMs, 1200],
    ['idle, MB', rss, 130],
  ],
  B14: ({ half, growth: grown }) => [
    ['answers of 500 or more', half.broken, 0],
    ['growth in 10 minutes, MB', grown, 1],
  ],
}

/** The last recorded figures of S on this kind of machine, by workload. */
function lastAtS(encoding) {
  const file = join(root, 'bench', 'results', 'S.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  const figures = new Map()
  for (const line of lines.map((text) => JSON.parse(text))) {
    if (line.machine.cpu !== cpus()[0]?.model || (line.encoding ?? null) !== encoding) continue
    for (const one of line.results) if (one.server === 'scene') figures.set(one.workload, one)
  }
  return figures
}

function goalsOf(one, { size, encoding }, before) {
  if (others[one.workload])
    return others[one.workload](one).map(([what, is, atMost]) => ({ what, is, atMost }))
  if (size === 'S' && encoding === null && atS[one.workload]) {
    const { perSecond, ...cpu } = atS[one.workload]
    return [
      { what: 'requests a second', is: one.perSecond, atLeast: perSecond },
      ...Object.entries(cpu).map(([part, atMost]) => ({
        what: `ms of ${part === 'node' ? 'Node' : 'PostgreSQL'}`,
        is: one[part],
        atMost,
      })),
    ]
  }
  const gate = growth[size]
  const small = before.get(one.workload)
  if (!gate || !small || !growing.has(one.workload)) return []
  return [
    { what: 'of the requests a second at S', is: one.perSecond / small.perSecond, atLeast: gate.share },
    ...(gate.p99 ? [{ what: 'p99, times that at S', is: one.p99 / small.p99, atMost: gate.p99 }] : []),
  ]
}

const inWords = (number) => Number(number.toPrecision(3)).toLocaleString('en')

/** Prints each goal and whether the run reached it. `run`: size, encoding; `results`: as of `bench.json`. */
export function printGoals(results, run) {
  const before = run.size === 'S' ? new Map() : lastAtS(run.encoding)
  const lines = results
    .filter(({ server }) => server === 'scene')
    .flatMap((one) =>
      goalsOf(one, run, before).map(({ what, is, atLeast, atMost }) => {
        const isReached = atMost === undefined ? is >= atLeast : is <= atMost
        const goal = atMost === undefined ? `at least ${inWords(atLeast)}` : `at most ${inWords(atMost)}`
        return `${isReached ? 'reached' : 'MISSED '} ${one.workload} ${what}: ${inWords(is)}, ${goal}`
      }),
    )
  if (lines.length > 0) console.log(`\n${lines.join('\n')}\n`)
}
