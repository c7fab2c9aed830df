// A process of its own that asks over keep-alive connections, as fast as answers come (closed loop) or so many times a
// second: then an answer's time counts from when its question was due.
import { connect } from 'node:net'
import process from 'node:process'
import { tokenOf } from './data-set.mjs'

const draw = (list) => Math.floor(Math.random() * list.length)
const boundary = 'scene-bench-boundary'
const multipart = (fields) =>
  Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('') + `--${boundary}--\r\n`

/** The owner of a list moves one of its films anywhere. */
function reorder({ id, owner, films }) {
  const order = [...films]
  order.splice(draw(order), 0, ...order.splice(draw(order), 1))
  const movies = order.map((film) => ({ id: film }))
  return {
    as: owner,
    method: 'PATCH',
    path: `/api/lists/${id}?limit=160`,
    type: 'application/json',
    body: JSON.stringify({ movies }),
  }
}

/** A request each, by workload: who asks for what. */
const workloads = {
  B1: ({ members }) => {
    const i = draw(members)
    return { as: i, path: `/api/logs/feed/${members[i]}` }
  },
  B3: ({ members }) => ({ as: draw(members), path: `/api/logs/user/${members[draw(members)]}?limit=50` }),
  B4: ({ members, films }) => ({ as: draw(members), path: `/api/movies/${films[draw(films)]}` }),
  B5: ({ members, films }) => ({
    as: draw(members),
    path: '/api/logs/full',
    type: `multipart/form-data; boundary=${boundary}`,
    body: multipart({
      movieId: films[draw(films)],
      rating: '4.5',
      review: 'A film that stays with you, told plainly and without hurry, to the last picture.',
      watchedAt: '2026-01-02',
    }),
  }),
  B6: ({ members, hotLog }) => ({ as: draw(members), path: `/api/logs/${hotLog}/like`, body: '' }),
  B7: ({ members, hotLog }) => ({ as: draw(members), path: `/api/logs/${hotLog}/replies?limit=50` }),
  stats: ({ members }) => ({ as: draw(members), path: `/api/users/${members[draw(members)]}/stats` }),
  'list-1000': ({ members, longList }) => ({
    as: draw(members),
    path: `/api/lists/${longList.id}?limit=160`,
  }),
  'list-5000': ({ members, maxListLength }) => ({
    as: draw(members),
    path: `/api/lists/${maxListLength.id}?limit=160`,
  }),
  'reorder-1000': ({ longList }) => reorder(longList),
  'reorder-5000': ({ maxListLength }) => reorder(maxListLength),
}

function encode({ as, method = 'POST', path, type, body }, encoding) {
  const head = [
    `${body === undefined ? 'GET' : method} ${path} HTTP/1.1`,
    'host: bench',
    `authorization: Bearer ${tokenOf(as + 1)}`,
    ...(encoding ? [`accept-encoding: ${encoding}`] : []),
    ...(type ? [`content-type: ${type}`] : []),
    ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** Length of the first whole answer in the bytes, or 0. */
function answerLength(bytes) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return 0
  const head = bytes.toString('latin1', 0, end)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return bytes.length >= end + 4 + Number(length) ? end + 4 + Number(length) : 0
  const last = bytes.indexOf('0\r\n\r\n', end + 4)
  return last < 0 ? 0 : last + 5
}

function runConnection({ port, encoding, targets, connections, perSecond }, make, tally) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const everyMs = perSecond ? (1000 * connections) / perSecond : 0
    let bytes = Buffer.alloc(0)
    let since = performance.now() + Math.random() * everyMs
    const ask = () => {
      if (performance.now() >= tally.until) return socket.end(() => resolve())
      socket.write(encode(make(targets), encoding))
    }
    const next = () => {
      const now = performance.now()
      since = everyMs ? since + everyMs : now
      if (since > now) setTimeout(ask, since - now)
      else ask()
    }
    socket.on('connect', next)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
      const length = answerLength(bytes)
      if (length === 0) return
      tally.times.push(performance.now() - since)
      tally.bytes += length
      if (bytes.toString('latin1', 9, 12) !== '200') {
        tally.failed += 1
        tally.sample ??= bytes.toString('utf8', 0, 600)
      }
      bytes = bytes.subarray(length)
      next()
    })
  })
}

const atShare = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

async function run(order) {
  const tally = { times: [], bytes: 0, failed: 0, until: performance.now() + order.seconds * 1000 }
  const start = performance.now()
  await Promise.all(
    Array.from({ length: order.connections }, () => runConnection(order, workloads[order.workload], tally)),
  )
  const seconds = (performance.now() - start) / 1000
  const sorted = tally.times.toSorted((a, b) => a - b)
  process.send({
    requests: sorted.length,
    perSecond: sorted.length / seconds,
    p50: atShare(sorted, 0.5),
    p99: atShare(sorted, 0.99),
    bytes: Math.round(tally.bytes / Math.max(1, sorted.length)),
    failed: tally.failed,
    sample: tally.sample,
  })
}

process.on('message', (order) => void run(order))
process.on('disconnect', () => process.exit(0))
