import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { logout } from '#shared/api/accounts.ts'
import { createLog, toggleLogLike } from '#shared/api/logs.ts'
import type { ClientToServer, ServerToClient } from '#shared/realtime.ts'
import { buildMember, follow, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'

type Client = Socket<ServerToClient, ClientToServer>

const parasite = 496243
const open: Client[] = []

function connect(app: TestApp, token: string): Client {
  const socket: Client = io(app.url, { auth: { token }, transports: ['websocket'], reconnection: false })
  open.push(socket)
  return socket
}

const connected = (socket: Client) =>
  new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })

async function join(app: TestApp, member: TestMember): Promise<Client> {
  const socket = connect(app, member.token)
  await connected(socket)
  expect(await socket.emitWithAck('join', member.id)).toEqual({ ok: true })
  return socket
}

const next = <Name extends keyof ServerToClient>(socket: Client, name: Name) =>
  new Promise<Parameters<ServerToClient[Name]>[0]>((resolve) => {
    socket.once(name, ((payload: Parameters<ServerToClient[Name]>[0]) => resolve(payload)) as never)
  })

afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

describe('one instance', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  test('no token, a wrong one and no text are refused', async () => {
    for (const token of ['', 'A'.repeat(43), 42 as never])
      await expect(connected(connect(app, token))).rejects.toThrow('auth.required')
  })

  test('where addresses must be verified, who is not hears nothing live until then', async () => {
    const strict = await startTestApp({ env: { REQUIRE_VERIFIED_EMAIL: '1' } })
    onTestFinished(() => strict.close())
    const member = await buildMember(strict, { verified: false })
    await expect(connected(connect(strict, member.token))).rejects.toThrow('auth.required')
    await strict.db.updateTable('members').set({ email_verified_at: new Date() }).execute()
    await join(strict, member)
  })

  test('joining another member’s room is refused and nothing of it is heard', async () => {
    const member = await buildMember(app)
    const spy = await buildMember(app)
    const socket = connect(app, spy.token)
    await connected(socket)
    expect(await socket.emitWithAck('join', member.id)).toEqual({ ok: false })
    const heard: unknown[] = []
    socket.onAny((name) => heard.push(name))
    const owner = await join(app, member)
    const arrived = next(owner, 'feed')
    app.ctx.realtime.toMembers([member.id], 'feed', { logId: 'x', authorId: 'y' })
    await arrived
    expect(heard).toEqual([])
  })

  test('followers hear of a log, its author of a like', async () => {
    const author = await buildMember(app)
    const fan = await buildMember(app)
    await follow(app, fan, author)
    const fanSocket = await join(app, fan)
    const authorSocket = await join(app, author)
    const feed = next(fanSocket, 'feed')
    const { data: log } = await app.call(createLog, {
      as: author,
      body: { movieId: parasite, review: 'live' },
    })
    expect(await feed).toEqual({ logId: log._id, authorId: author.id })
    const told = next(authorSocket, 'notification')
    await app.call(toggleLogLike, { as: fan, params: { logId: log._id } })
    expect(await told).toMatchObject({
      type: 'review_like',
      from: { _id: fan.id },
      reviewId: log._id,
      title: 'Parasite',
    })
  })

  test('logging out cuts the sockets of that session and no other', async () => {
    const member = await buildMember(app)
    const bystander = await buildMember(app)
    const socket = await join(app, member)
    const stays = await join(app, bystander)
    const cut = new Promise((resolve) => socket.once('disconnect', resolve))
    await app.call(logout, { as: member })
    await cut
    await expect(connected(connect(app, member.token))).rejects.toThrow('auth.required')
    expect(stays.connected).toBe(true)
  })

  test('broken and oversized frames end their own socket only', async () => {
    const member = await buildMember(app)
    const stays = await join(app, member)
    const vandal = connect(app, member.token)
    await connected(vandal)
    const gone = new Promise((resolve) => vandal.once('disconnect', resolve))
    vandal.emit('join', 'x'.repeat(100_000))
    await gone
    expect(await stays.emitWithAck('join', member.id)).toEqual({ ok: true })
  })
})

const redisPath = process.env['REDIS_SERVER_PATH'] ?? '/usr/bin/redis-server'

// Reason for skipping: no redis-server on this machine (apt-get install redis-server, or set REDIS_SERVER_PATH).
describe.skipIf(!existsSync(redisPath))('two instances over Redis', () => {
  const database = `shared_${process.pid}_${Date.now()}`
  let redis: ChildProcess
  let first: TestApp
  let second: TestApp

  beforeAll(async () => {
    const port = await freePort()
    redis = spawn(
      redisPath,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    await new Promise<void>((resolve) => {
      redis.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('Ready to accept')) resolve()
      })
    })
    await createDatabase(database)
    const env = { REDIS_URL: `redis://127.0.0.1:${port}`, RATE_LIMIT: '1' }
    first = await startTestApp({ database, env })
    second = await startTestApp({ database, env })
  })
  afterAll(async () => {
    await first.close()
    await second.close()
    await dropDatabase(database)
    redis.kill()
  })

  test('what happens on one is heard on the other, once', async () => {
    const author = await buildMember(first)
    const fan = await buildMember(first)
    await follow(first, fan, author)
    const socket = await join(second, fan)
    const heard: string[] = []
    socket.on('feed', ({ logId }) => heard.push(logId))
    const arrived = next(socket, 'feed')
    const { data: log } = await first.call(createLog, { as: author, body: { movieId: parasite } })
    await arrived
    expect(heard).toEqual([log._id])
  })

  test('a session that ends on one is cut on the other', async () => {
    const member = await buildMember(first)
    const socket = await join(second, member)
    const cut = new Promise((resolve) => socket.once('disconnect', resolve))
    await first.call(logout, { as: member })
    await cut
    expect(socket.connected).toBe(false)
  })

  test('limits are counted together', async () => {
    const uses = await Promise.allSettled(
      Array.from({ length: 14 }, (_, index) =>
        (index % 2 ? first : second).ctx.limits.use('auth.login.account', 'one@example.org'),
      ),
    )
    expect(uses.filter((use) => use.status === 'fulfilled')).toHaveLength(10)
  })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
