import compress from '@fastify/compress'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, type EventOf } from '#shared/api/endpoint.ts'
import { handleErrors } from './error-handler.ts'
import { fail } from '#server/core/errors.ts'
import { createMount, type Call } from '#server/core/http.ts'
import { logRequests } from '#server/core/logger.ts'
import { primaryReads } from '#server/core/replica-reads.ts'

const count = endpoint({
  method: 'GET',
  path: '/api/count',
  access: 'guest',
  limit: 'guest.read',
  own: 'none',
  scope: 'none',
  errors: [],
  summary: 'counts',
  events: z.object({ at: z.number() }),
  answer: z.object({ sum: z.number() }),
})

const asStream = { accept: 'text/event-stream' }

async function build(handler: (call: Call<EventOf<typeof count>>) => Promise<unknown>) {
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write(line: Buffer, _encoding, next) {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>)
      next()
    },
  })
  const loggerInstance: FastifyBaseLogger = pino({ level: 'debug' }, sink)
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  handleErrors(app)
  logRequests(app)
  await app.register(compress, { threshold: 0 })
  const mount = createMount(app, {
    authenticate: async () => null,
    requireVerifiedEmail: false,
    countCall: async () => {},
    followFilms: Object.assign(async () => new Map(), { anew: async () => new Map() }),
    reads: primaryReads,
  })
  mount(count, async (_input, call) => (await handler(call)) as { sum: number })
  open.push(() => app.close())
  return { app, lines }
}

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of open.splice(0)) await close()
})

function eventsOf(text: string) {
  const events: { event: string | undefined; data: unknown }[] = []
  const parser = createParser({
    onEvent: ({ event, data }: EventSourceMessage) => events.push({ event, data: JSON.parse(data) }),
  })
  parser.feed(text)
  return events
}

test('events come before the answer, each with the fields of its schema only', async () => {
  const { app } = await build(async (call) => {
    call.send({ at: 1, secret: 's' } as never)
    call.send({ at: 2 })
    return { sum: 3, secret: 's' }
  })
  const { statusCode, headers, body } = await app.inject({
    url: '/api/count',
    headers: { ...asStream, 'accept-encoding': 'gzip' },
  })
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-accel-buffering': 'no',
  })
  expect(headers['content-encoding']).toBeUndefined()
  expect(eventsOf(body)).toEqual([
    { event: 'progress', data: { at: 1 } },
    { event: 'progress', data: { at: 2 } },
    { event: 'answer', data: { sum: 3 } },
  ])
})

test('a caller that did not ask for a stream gets the answer alone', async () => {
  const { app } = await build(async (call) => {
    call.send({ at: 1 })
    return { sum: 1 }
  })
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const got = await app.inject({ url: '/api/count', headers })
    expect([got.headers['content-type'], got.json()]).toEqual(['application/json; charset=utf-8', { sum: 1 }])
  }
})

test('an error before the first event is an ordinary answer', async () => {
  const { app } = await build(async () => {
    throw fail('request.rate_limited', { retryAfter: 7 })
  })
  const got = await app.inject({ url: '/api/count', headers: asStream })
  expect([got.statusCode, got.headers['retry-after'], got.json()]).toEqual([
    429,
    '7',
    {
      error: 'Too many requests. Please wait a moment.',
      code: 'request.rate_limited',
      requestId: expect.any(String),
    },
  ])
})

test.each([
  ['a failure', () => fail('assistant.unavailable'), 'assistant.unavailable'],
  ['a fault', () => new Error('secret-of-the-inside'), 'server.failed'],
])('%s after the first event ends the stream with it, and the log knows', async (_, error, code) => {
  const { app, lines } = await build(async (call) => {
    call.send({ at: 1 })
    throw error()
  })
  const { body } = await app.inject({ url: '/api/count', headers: asStream })
  expect(eventsOf(body)).toEqual([
    { event: 'progress', data: { at: 1 } },
    { event: 'error', data: { error: expect.any(String), code, requestId: expect.any(String) } },
  ])
  expect(body).not.toContain('secret')
  expect(lines.map(({ msg }) => msg)).toEqual([code, 'answered'])
})

test('an event or an answer that breaks its schema tells nothing of itself', async () => {
  for (const handler of [
    async (call: Call<{ at: number }>) => {
      call.send({ at: 1 })
      call.send({ at: 'secret' } as never)
    },
    async (call: Call<{ at: number }>) => {
      call.send({ at: 1 })
      return { sum: 'secret' }
    },
  ]) {
    const { app } = await build(handler)
    const { body } = await app.inject({ url: '/api/count', headers: asStream })
    expect(eventsOf(body).at(-1)).toMatchObject({ event: 'error', data: { code: 'server.failed' } })
    expect(body).not.toContain('secret')
  }
})

test('a silent stream is kept open by comments', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { app } = await build(async (call) => {
    call.send({ at: 1 })
    vi.advanceTimersByTime(31_000)
    return { sum: 1 }
  })
  const { body } = await app.inject({ url: '/api/count', headers: asStream })
  expect(body.match(/^: ping$/gm)).toHaveLength(2)
  expect(eventsOf(body).map(({ event }) => event)).toEqual(['progress', 'answer'])
  expect(vi.getTimerCount()).toBe(0)
})

/** Over the network: a handler that waits until its caller is gone, or `release` is called. */
async function waiting() {
  const left = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: called, resolve: begin } = Promise.withResolvers<void>()
  const built = await build(async (call) => {
    call.send({ at: 1 })
    begin()
    call.signal.addEventListener('abort', () => left.resolve())
    await Promise.race([left.promise, released])
    call.send({ at: 2 })
    call.signal.throwIfAborted()
    return { sum: 3 }
  })
  const address = await built.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...built, called, left: left.promise, release, url: `${address}/api/count` }
}

test('what is told leaves at once', async () => {
  const { release, url } = await waiting()
  const response = await fetch(url, { headers: asStream })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    // The handler goes on only when its first event has arrived.
    if (eventsOf(text).length === 1) release()
  }
  expect(eventsOf(text).map(({ event }) => event)).toEqual(['progress', 'progress', 'answer'])
})

test.each([
  ['a stream', asStream],
  ['an ordinary answer', {}],
])('a caller of %s who leaves aborts the work, which is no fault', async (_, headers) => {
  const { app, lines, called, left, url } = await waiting()
  const caller = new AbortController()
  const call = fetch(url, { headers, signal: caller.signal }).then((response) => response.text())
  await called
  caller.abort()
  await expect(call).rejects.toThrow()
  await left
  await app.inject('/api/nothing')
  expect(lines.map(({ msg }) => msg)).toContain('answered')
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test('a server that ends tells so and ends the stream', async () => {
  const { app, left, url } = await waiting()
  const response = await fetch(url, { headers: asStream })
  const text = response.text()
  await app.close()
  expect(eventsOf(await text)).toMatchObject([
    { event: 'progress', data: { at: 1 } },
    { event: 'error', data: { code: 'server.unavailable' } },
  ])
  await left
})
