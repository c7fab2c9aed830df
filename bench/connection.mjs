// A keep-alive connection with a minimal HTTP client, so that asking takes little of the cores that it shares with
// the server.
import { once } from 'node:events'
import { connect } from 'node:net'
import { tokenOf } from './data-set.mjs'

/**
 * The bytes of a request. `as` is the index of the member who asks, absent for a guest; `body` is a text or bytes,
 * which makes it a POST unless `method` says otherwise; `encoding` is what the answer may be compressed with.
 */
export function encode({ as, method = 'POST', path, type, body }, encoding) {
  const head = [
    `${body === undefined ? 'GET' : method} ${path} HTTP/1.1`,
    'host: bench',
    ...(as === undefined ? [] : [`authorization: Bearer ${tokenOf(as + 1)}`]),
    ...(encoding ? [`accept-encoding: ${encoding}`] : []),
    ...(type ? [`content-type: ${type}`] : []),
    ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ]
  const text = `${head.join('\r\n')}\r\n\r\n`
  return Buffer.isBuffer(body) ? Buffer.concat([Buffer.from(text), body]) : text + (body ?? '')
}

/** Where the body of the first answer begins, and its length; for a chunked body the length is not known yet. */
function readHead(bytes) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  const isChunked = /transfer-encoding: chunked/i.test(head)
  return { status: Number(head.slice(9, 12)), at: end + 4, length: isChunked ? null : Number(length ?? 0) }
}

/** The end of the last complete chunk from a position on, and whether it is the last of the answer. */
function readChunks(bytes, from) {
  for (let at = from; ;) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return { at, done: false }
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    const next = line + 2 + size + 2
    if (bytes.length < next) return { at, done: false }
    if (size === 0) return { at: next, done: true }
    at = next
  }
}

/**
 * Collects received bytes, and returns an answer when it is complete: `{ status, bytes }`, with all its bytes
 * including the head.
 */
function answerReader() {
  let bytes = Buffer.alloc(0)
  let head = null
  return (chunk) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    head ??= readHead(bytes)
    if (head === null) return null
    if (head.length === null) {
      const { at, done } = readChunks(bytes, head.at)
      head.at = at
      if (!done) return null
    } else {
      head.at += head.length
      head.length = 0
      if (bytes.length < head.at) return null
    }
    const answer = { status: head.status, bytes: bytes.subarray(0, head.at) }
    bytes = bytes.subarray(head.at)
    head = null
    return answer
  }
}

/** One request at a time: `ask` takes the bytes of one. @throws when the server closes the connection */
export async function openConnection(port) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const read = answerReader()
  let waiting
  const fail = (error) => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed a connection')))
  socket.on('data', (chunk) => {
    const answer = read(chunk)
    if (answer) waiting.resolve(answer)
  })
  const ask = (request) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject }
      socket.write(request)
    })
  return { ask, close: () => socket.end() }
}

/** The value at a share (0 to 1) of sorted numbers: a percentile. */
const atShare = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** `{ p50, p99 }` of milliseconds. */
export function spread(times) {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: atShare(sorted, 0.5), p99: atShare(sorted, 0.99) }
}
