// B10: thousands of members are connected, and random ones are notified of new followers.
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from './data-set.mjs'
import { rssKb, rssMb } from './machine.mjs'
import { ask, root } from './product.mjs'

const notificationsPerSecond = 100
/** Files that a process has open beside its sockets. */
const otherFiles = 200
const settleMs = 3000
/** Seconds of follows that are not counted: connections, statements and code of a fresh server take their first time. */
const warmUp = 3

/** Node raises its own limit of open files to the hard one, which only an operator can raise. */
function allowedSockets(wanted) {
  const hard = /Max open files\s+\d+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  const allowed = Math.min(wanted, Number(hard ?? Infinity) - otherFiles)
  if (allowed < wanted) console.log(`B10 ${allowed} sockets: the limit of open files (ulimit -Hn) is ${hard}`)
  return allowed
}

/** Kilobytes of the server without its garbage. */
async function restingKb({ child }) {
  await sleep(settleMs)
  await ask(child, 'collect')
  await sleep(500)
  return rssKb(child.pid)
}

/** Measured on a fresh server: one that has worked before already holds enough memory for thousands of sockets. */
export async function measureSockets({
  database,
  order: { connections, seconds },
  launchScene,
  sockets,
  round,
}) {
  const ids = await signIn(database, allowedSockets(sockets))
  const server = await launchScene({ PORT: '0' })
  const port = Number(new URL(server.address).port)
  const client = fork(join(root, 'bench', 'sockets-client.mjs'), { execArgv: ['--no-warnings'] })
  // The first sockets are not counted, since code and database connections are loaded with them.
  const first = Math.ceil(ids.length / 4)
  const some = await ask(client, { work: 'open', port, ids, from: 0, to: first })
  const before = await restingKb(server)
  const rest = await ask(client, { work: 'open', port, ids, from: first, to: ids.length })
  const each = ((await restingKb(server)) - before) / (ids.length - first)
  const order = { work: 'follow', port, connections, seconds, perSecond: notificationsPerSecond }
  await ask(client, { ...order, seconds: warmUp })
  const { delivery, answer, ...told } = await ask(client, order)
  const rss = rssMb(server.child.pid)
  client.disconnect()
  await server.end()
  console.log(
    `B10 ${ids.length} sockets in ${round(some.seconds + rest.seconds, 1)} s, ${round(each, 1)} kB each; ${told.delivered} of ` +
      `${told.asked} notifications, from the request p50 ${round(delivery.p50, 1)}, p99 ${round(delivery.p99, 1)} ms ` +
      `(its answer ${round(answer.p50, 1)}, ${round(answer.p99, 1)} ms), ${told.failed} failed; RSS ${rss} MB`,
  )
  return { sockets: ids.length, eachKb: each, ...told, delivery, answer, rss }
}
