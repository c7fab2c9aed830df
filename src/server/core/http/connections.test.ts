import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { answerClientError } from './connections.ts'

/** All that comes until the connection ends. */
async function exchange(sent: string, options: { requestTimeout?: number } = {}) {
  const app = Fastify({
    ...options,
    http: { connectionsCheckingInterval: 20, headersTimeout: 50 },
    clientErrorHandler: answerClientError,
  })
  app.post('/thing', async () => ({}))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(sent)
  let text = ''
  socket.on('data', (bytes) => (text += String(bytes)))
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { head, body: JSON.parse(body) as Record<string, unknown> }
}

const refused: [name: string, sent: string, status: number, code: string, error: string][] = [
  ['no HTTP', 'nonsense\r\n\r\n', 400, 'request.invalid', 'The request is not valid.'],
  [
    'a head of 100 kB',
    `GET / HTTP/1.1\r\nhost: x\r\na: ${'a'.repeat(100_000)}\r\n\r\n`,
    431,
    'request.headers_too_large',
    'The head of the request is too large.',
  ],
  [
    'a body that does not come',
    'POST /thing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    408,
    'request.timeout',
    'The request took too long to arrive.',
  ],
]

test.each(refused)('%s is refused in the shape of every error', async (_, sent, status, code, error) => {
  const { head, body } = await exchange(sent, status === 408 ? { requestTimeout: 100 } : {})
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(body).toEqual({ error, code, requestId: /^x-request-id: (.+)$/im.exec(head)?.[1] })
  expect(head).toMatch(/^cache-control: no-store$/im)
  expect(head).toMatch(/^connection: close$/im)
  expect(/^retry-after: \d+$/im.test(head)).toBe(status === 408)
})
