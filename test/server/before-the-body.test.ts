import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsSession, type AnyEndpoint } from '#shared/api/endpoint.ts'
import { registry } from '#shared/api/registry.ts'
import { fail } from '#server/core/errors.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

// Whoever is refused is refused by the head of the request alone: of these bodies not a byte is ever sent.

let app: TestApp
let member: TestMember
let refusesCalls = false
beforeAll(async () => {
  const use = async () => {
    if (refusesCalls) throw fail('request.rate_limited', { retryAfter: 7 })
    return { slowed: false }
  }
  app = await startTestApp({ overrides: { limits: { use, refund: async () => {}, close: async () => {} } } })
  member = await buildMember(app, { role: 'operator' })
})
afterAll(() => app.close())

const somebody = '018f0000-0000-7000-8000-000000000000'

/** Announces a body and sends none. */
async function sendHead(endpoint: AnyEndpoint, token?: string) {
  const path = endpoint.path.replaceAll(/:\w+/g, somebody)
  const type = endpoint.files ? 'multipart/form-data; boundary=x' : 'application/json'
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.write(
    [
      `${endpoint.method} ${path} HTTP/1.1`,
      'host: scene',
      `content-type: ${type}`,
      'content-length: 500000',
      ...(token ? [`authorization: Bearer ${token}`] : []),
      '\r\n',
    ].join('\r\n'),
  )
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString()))
  await once(socket, 'data')
  socket.destroy()
  const [, status] = text.split(' ', 2)
  return { status: Number(status), code: /"code":"([\w.]+)"/.exec(text)?.[1], text }
}

const withBody = registry.filter(({ endpoint }) => endpoint.method !== 'GET')

test.each(withBody)('$domain $name counts', async ({ endpoint }) => {
  refusesCalls = true
  const { status, code, text } = await sendHead(endpoint, member.token)
  refusesCalls = false
  expect([status, code]).toEqual([429, 'request.rate_limited'])
  expect(text).toMatch(/^retry-after: 7\r$/im)
})

test.each(withBody.filter(({ endpoint }) => needsSession(endpoint.access)))(
  '$domain $name turns strangers away',
  async ({ endpoint }) => {
    expect(await sendHead(endpoint)).toMatchObject({ status: 401, code: 'auth.required' })
  },
)

test.each(withBody.filter(({ endpoint }) => endpoint.own !== 'none'))(
  '$domain $name turns others away',
  async ({ endpoint }) => {
    expect(await sendHead(endpoint, member.token)).toMatchObject({ status: 403, code: 'request.not_yours' })
  },
)
