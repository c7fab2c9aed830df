import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, type Access } from '#shared/api/endpoint.ts'
import { file } from '#shared/api/fields.ts'
import { handleErrors } from './http/error-handler.ts'
import { createMount, type Viewer } from './http.ts'
import { primaryReads } from './replica-reads.ts'
import { englishReader } from '#shared/film-titles.ts'

const token = 'T'.repeat(43)
const viewer: Viewer = {
  id: 'm',
  username: 'layla',
  sessionId: 's',
  emailVerified: false,
  role: 'member',
  titles: englishReader,
}

function build({ requireVerifiedEmail = false } = {}) {
  const app = Fastify()
  void app.register(multipart)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  handleErrors(app)
  const authenticate = async (given: string) => (given === token ? viewer : null)
  const countCall = async () => {}
  return {
    app,
    mount: createMount(app, {
      authenticate,
      requireVerifiedEmail,
      countCall,
      followFilms: Object.assign(async () => new Map(), { anew: async () => new Map() }),
      reads: primaryReads,
    }),
  }
}

const answer = z.object({ name: z.string(), inner: z.object({ shown: z.number() }) })

const spelled = (access: Access, path: `/api/${string}` = '/api/thing') =>
  endpoint({
    method: 'GET',
    path,
    access,
    limit: 'member.read',
    own: 'none',
    scope: 'logs:read',
    errors: [],
    summary: 'a thing',
    answer,
  })

const leaky = { name: 'n', password: 'secret', inner: { shown: 1, hidden: 2 } }
const withToken = { authorization: `Bearer ${token}` }

test('an answer never carries fields outside its schema, at any depth', async () => {
  const { app, mount } = build()
  mount(spelled('guest'), async () => leaky)
  const { body } = await app.inject('/api/thing')
  expect(JSON.parse(body)).toEqual({ name: 'n', inner: { shown: 1 } })
})

test('an answer that breaks its schema is a plain 500 and tells nothing of itself', async () => {
  const { app, mount } = build()
  mount(spelled('guest'), async () => ({ name: 'secret-in-a-wrong-place' }) as never)
  const { statusCode, body } = await app.inject('/api/thing')
  expect(statusCode).toBe(500)
  expect(JSON.parse(body)).toMatchObject({ code: 'server.failed', error: 'Something went wrong.' })
  expect(body).not.toContain('secret')
})

test('access decides who gets in and who is known', async () => {
  for (const [access, without, named] of [
    ['guest', 200, null],
    ['optional', 200, 'layla'],
    ['member', 401, 'layla'],
  ] as const) {
    const { app, mount } = build()
    const seen: (string | null)[] = []
    mount(spelled(access), async (_input, call) => {
      seen.push(call.viewerOrNull?.username ?? null)
      return { name: 'n', inner: { shown: 1 } }
    })
    expect((await app.inject('/api/thing')).statusCode).toBe(without)
    expect((await app.inject({ url: '/api/thing', headers: withToken })).statusCode).toBe(200)
    expect(seen.at(-1)).toBe(named)
  }
})

test('a token counts only as a bearer header', async () => {
  const { app, mount } = build()
  mount(spelled('member'), async () => leaky)
  for (const headers of [
    { authorization: token },
    { authorization: `Basic ${token}` },
    { cookie: `token=${token}` },
  ])
    expect((await app.inject({ url: '/api/thing', headers })).statusCode).toBe(401)
  expect((await app.inject(`/api/thing?token=${token}`)).statusCode).toBe(401)
})

test('unverified members reach only the account calls where verification is required', async () => {
  const { app, mount } = build({ requireVerifiedEmail: true })
  mount(spelled('member'), async () => leaky)
  mount(spelled('member', '/api/auth/thing'), async () => leaky)
  const refused = await app.inject({ url: '/api/thing', headers: withToken })
  expect([refused.statusCode, JSON.parse(refused.body).code]).toEqual([403, 'auth.unverified'])
  expect((await app.inject({ url: '/api/auth/thing', headers: withToken })).statusCode).toBe(200)
})

test('what members read is never kept by caches', async () => {
  const { app, mount } = build()
  mount(spelled('member'), async () => leaky)
  const { headers } = await app.inject({ url: '/api/thing', headers: withToken })
  expect(headers['cache-control']).toBe('private, no-store')
})

test('room for a body is held until the work on it is over, whether the caller waits or not', async () => {
  const { app, mount } = build()
  const gate = Promise.withResolvers<void>()
  let working = 0
  mount(
    endpoint({
      method: 'POST',
      path: '/api/work',
      access: 'member',
      limit: 'member.write',
      own: 'none',
      scope: 'logs:read',
      errors: [],
      summary: 'works',
      body: z.object({ text: z.string() }),
      answer: z.object({ ok: z.boolean() }),
    }),
    async () => {
      working++
      await gate.promise
      return { ok: true }
    },
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    const body = JSON.stringify({ text: 'x'.repeat(1_000_000) })
    const send = (signal: AbortSignal | null) =>
      fetch(`${url}/api/work`, {
        method: 'POST',
        body,
        headers: { ...withToken, 'content-type': 'application/json' },
        signal,
      }).then(({ status }) => status)
    const leave = new AbortController()
    const sent = Array.from({ length: 33 }, () => send(leave.signal).catch(() => 'left'))
    await expect.poll(() => working, { timeout: 30_000 }).toBe(33)
    expect(await send(null)).toBe(429)
    leave.abort()
    expect(new Set(await Promise.all(sent))).toEqual(new Set(['left']))
    expect(await send(null)).toBe(429)
    gate.resolve()
    await expect.poll(() => send(null), { timeout: 30_000 }).toBe(200)
  } finally {
    gate.resolve()
    await app.close()
  }
})

const fileAt = (path: `/api/${string}`) =>
  endpoint({
    method: 'GET',
    path,
    access: 'member',
    limit: 'member.read',
    own: 'none',
    scope: 'logs:read',
    errors: [],
    summary: 'a file',
    file: 'text/csv',
    answer: file,
  })

test('a file is an attachment under its very name, never kept and never made for a HEAD', async () => {
  const { app, mount } = build()
  mount(fileAt('/api/file'), async () => ({
    name: 'd’été "1"/\\(2).csv',
    body: Readable.from([Buffer.from('a,'), Buffer.from('b')]),
  }))
  expect((await app.inject('/api/file')).statusCode).toBe(401)
  const { headers, body } = await app.inject({ url: '/api/file', headers: withToken })
  expect(body).toBe('a,b')
  expect(headers).toMatchObject({
    'content-type': 'text/csv',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename="d__t_ _1___(2).csv"; filename*=UTF-8''d%E2%80%99%C3%A9t%C3%A9%20%221%22%2F%5C%282%29.csv`,
  })
  expect((await app.inject({ url: '/api/file', method: 'HEAD', headers: withToken })).statusCode).toBe(404)
})

test('a file that fails before its first byte is an error as every other', async () => {
  const { app, mount } = build()
  mount(fileAt('/api/file'), async () => ({
    name: 'a.csv',
    body: (async function* () {
      await Promise.reject(new Error('secret'))
      yield Buffer.from('never')
    })(),
  }))
  const { statusCode, headers, body } = await app.inject({ url: '/api/file', headers: withToken })
  expect(statusCode).toBe(500)
  expect(headers['content-disposition']).toBeUndefined()
  expect(JSON.parse(body)).toMatchObject({ code: 'server.failed' })
})

test('whoever makes a file is stopped when the caller leaves, and when it fails later the connection breaks', async () => {
  const { app, mount } = build()
  let ended = false
  mount(fileAt('/api/long'), async () => ({
    name: 'a.csv',
    body: (async function* () {
      try {
        for (;;) yield Buffer.alloc(65_536)
      } finally {
        ended = true
      }
    })(),
  }))
  mount(fileAt('/api/broken'), async () => ({
    name: 'a.csv',
    body: (async function* () {
      yield Buffer.from('half')
      await Promise.reject(new Error('later'))
    })(),
  }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    const leave = new AbortController()
    const long = await fetch(`${url}/api/long`, { headers: withToken, signal: leave.signal })
    await long.body?.getReader().read()
    expect(ended).toBe(false)
    leave.abort()
    await expect.poll(() => ended).toBe(true)
    const broken = await fetch(`${url}/api/broken`, { headers: withToken })
    expect(broken.status).toBe(200)
    await expect(broken.text()).rejects.toThrow()
  } finally {
    await app.close()
  }
})
