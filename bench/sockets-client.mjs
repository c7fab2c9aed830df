// A client in its own process that holds a socket of each of many members and lets members follow each other. It
// speaks the wire format of Socket.IO over a bare WebSocket: eight thousand real clients would take the memory and
// time that are to be measured.
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { encode, openConnection, spread } from './connection.mjs'
import { tokenOf } from './data-set.mjs'

/** How many connect at once. */
const batch = 50
/** Milliseconds that the last notifications have to arrive. */
const timeoutMs = 2000

const members = []
/** When each follow of this round was sent, in milliseconds, by `<follower> <followed>`. */
const asked = new Map()
const delivered = []

function receive(id, text) {
  const now = performance.now()
  const [event, notification] = JSON.parse(text)
  if (event === 'notification') delivered.push({ key: `${notification.from._id} ${id}`, now })
}

/** Resolves when the member is in the room of their id. */
function open(port, id, place) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`)
    socket.addEventListener('error', () => reject(new Error('a socket could not be opened')))
    socket.addEventListener('close', () => reject(new Error('the server closed a socket')))
    socket.addEventListener('message', ({ data }) => {
      if (data.startsWith('0')) socket.send(`40${JSON.stringify({ token: tokenOf(place) })}`)
      else if (data.startsWith('40')) socket.send(`420${JSON.stringify(['join', id])}`)
      else if (data.startsWith('44')) reject(new Error(`a socket was refused: ${data}`))
      else if (data.startsWith('430')) resolve()
      else if (data === '2') socket.send('3')
      else if (data.startsWith('42')) receive(id, data.slice(2))
    })
  })
}

/** Of the members `from` to `to - 1`, by place. */
async function openSome({ port, ids, from, to }) {
  const since = performance.now()
  for (let next = from; next < to; next += batch) {
    const together = ids.slice(next, Math.min(next + batch, to))
    await Promise.all(together.map((id, at) => open(port, id, next + at + 1)))
    members.push(...together)
  }
  return { seconds: (performance.now() - since) / 1000 }
}

async function follow({ port, connections, perSecond, seconds }) {
  asked.clear()
  delivered.length = 0
  const until = performance.now() + 1000 * seconds
  const everyMs = (1000 * connections) / perSecond
  const draw = () => Math.floor(Math.random() * members.length)
  const answered = []
  let failed = 0
  const one = async () => {
    const connection = await openConnection(port)
    for (let due = performance.now() + Math.random() * everyMs; due < until; due += everyMs) {
      await sleep(Math.max(0, due - performance.now()))
      const [as, whom] = [draw(), draw()]
      const key = `${members[as]} ${members[whom]}`
      if (as === whom || asked.has(key)) continue
      const since = performance.now()
      asked.set(key, since)
      const path = `/api/users/${members[as]}/follow/${members[whom]}`
      const { status, bytes } = await connection.ask(encode({ as, path, body: '' }))
      if (status !== 200) failed += 1
      // They followed already, so this call ended it, which notifies nobody.
      else if (bytes.includes('"following":false')) asked.delete(key)
      else answered.push(performance.now() - since)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, one))
  await sleep(timeoutMs)
  const times = delivered.filter(({ key }) => asked.has(key)).map(({ key, now }) => now - asked.get(key))
  return {
    asked: asked.size - failed,
    failed,
    delivered: times.length,
    delivery: spread(times),
    answer: spread(answered),
  }
}

process.on('message', ({ work, ...order }) => {
  void (work === 'open' ? openSome(order) : follow(order)).then((result) => process.send(result))
})
process.on('disconnect', () => process.exit(0))
