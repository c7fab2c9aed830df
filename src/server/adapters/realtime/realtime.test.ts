import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { suspendAccount } from '#shared/api/admin.ts'
import { endAllSessions, endSession, listSessions, logout } from '#shared/api/accounts.ts'
import { createLog, toggleLogLike } from '#shared/api/logs.ts'
import { deleteMember } from '#shared/api/members.ts'
import type { ClientToServer, ServerToClient } from '#shared/realtime.ts'
import { buildMember, follow, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { hasRedis, startRedis } from '#test/redis.ts'

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

const socketUrl = ({ url }: TestApp) => `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`

/** What a request to be upgraded is answered instead. */
function upgrade({ url }: TestApp, path: string) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    request(url + path, { headers }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (part: string) => (body += part))
      answer.on('end', () => resolve({ status: answer.statusCode, body }))
    })
      .on('error', reject)
      .end()
  })
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
    await strict.ctx.changes.caughtUp()
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
    // What was sent to the spy before comes before this answer.
    expect(await socket.emitWithAck('join', spy.id)).toEqual({ ok: true })
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
    const open = app.ctx.realtime.count()
    const told = vi.spyOn(app.ctx.realtime, 'recheck').mockResolvedValue()
    onTestFinished(() => told.mockRestore())
    await app.call(logout, { as: member })
    expect(app.ctx.realtime.count()).toBe(open - 1)
    await cut
    await expect(connected(connect(app, member.token))).rejects.toThrow('auth.required')
    expect(stays.connected).toBe(true)
  })

  describe('whatever ends a session cuts its sockets before it is answered', () => {
    /** One's own sessions, of which the first asks, and the second has the socket. */
    const otherSession = async (as: TestMember) => {
      const { data } = await app.call(listSessions, { as })
      return data.find(({ current }) => !current)?._id ?? ''
    }
    const ways: [string, (as: TestMember) => Promise<{ status: number }>][] = [
      [
        'ending one',
        async (as) => app.call(endSession, { as, params: { sessionId: await otherSession(as) } }),
      ],
      ['ending all', (as) => app.call(endAllSessions, { as })],
      ['deletion', (as) => app.call(deleteMember, { as, params: { userId: as.id } })],
      [
        'suspension',
        async ({ id }) =>
          app.call(suspendAccount, {
            as: await buildMember(app, { role: 'operator' }),
            params: { memberId: id },
          }),
      ],
    ]
    test.each(ways)('%s', async (_, end) => {
      const member = await buildMember(app)
      const token = randomBytes(32).toString('base64url')
      const session = {
        id: randomUUID(),
        member_id: member.id,
        expires_at: new Date(Date.now() + 86_400_000),
      }
      const token_hash = createHash('sha256').update(token).digest()
      await app.db
        .insertInto('sessions')
        .values({ ...session, token_hash })
        .execute()
      const before = app.ctx.realtime.count()
      await join(app, { ...member, token })
      expect(app.ctx.realtime.count()).toBe(before + 1)
      // What the database tells comes later, and is looked at below.
      const told = vi.spyOn(app.ctx.realtime, 'recheck').mockResolvedValue()
      onTestFinished(() => told.mockRestore())
      expect((await end(member)).status).toBe(200)
      expect(app.ctx.realtime.count()).toBe(before)
    })
  })

  test('one that was ended elsewhere is cut by the first look-up that the database’s word of it begins', async () => {
    const member = await buildMember(app)
    const bystander = await buildMember(app)
    const [socket, stays] = [await join(app, member), await join(app, bystander)]
    // From here on it need not be looked up again within the hour.
    await app.ctx.realtime.recheck(member.id)
    expect(socket.connected).toBe(true)
    const open = app.ctx.realtime.count()
    const told = vi.spyOn(app.ctx.realtime, 'recheck')
    onTestFinished(() => told.mockRestore())
    await app.db.deleteFrom('sessions').where('member_id', '=', member.id).execute()
    await app.ctx.changes.caughtUp()
    expect(told.mock.calls).toContainEqual([member.id])
    await Promise.all(told.mock.results.map(({ value }) => value))
    expect(app.ctx.realtime.count()).toBe(open - 1)
    expect(stays.connected).toBe(true)
  })

  test('a session has at most twenty sockets; what is over is refused for good', async () => {
    const member = await buildMember(app)
    const all = await Promise.all(Array.from({ length: 20 }, () => join(app, member)))
    const more = connect(app, member.token)
    await expect(connected(more)).rejects.toThrow('socket.too_many')
    expect(more.active).toBe(false)
    expect(all.every((socket) => socket.connected)).toBe(true)
    await join(app, await buildMember(app))
    all[0]?.disconnect()
    await expect
      .poll(
        () =>
          join(app, member).then(
            () => true,
            () => false,
          ),
        { timeout: 5000 },
      )
      .toBe(true)
  })

  test('sockets that come all at once are no more either', async () => {
    const member = await buildMember(app)
    const sockets = Array.from({ length: 30 }, () => connect(app, member.token))
    await Promise.allSettled(sockets.map(connected))
    await expect
      .poll(() => sockets.filter((socket) => socket.connected).length, { timeout: 5000 })
      .toBeLessThanOrEqual(20)
  })

  test('a connection ends with its socket, so that none is left uncounted', async () => {
    const { token } = await buildMember(app)
    const silent = new WebSocket(socketUrl(app))
    silent.addEventListener('open', () => silent.send(`40${JSON.stringify({ token })}`))
    silent.addEventListener('message', ({ data }) => String(data).startsWith('40') && silent.send('41'))
    await expect.poll(() => silent.readyState, { timeout: 5000 }).toBe(WebSocket.CLOSED)
  })

  test('a flood ends its own socket only', async () => {
    const member = await buildMember(app)
    const stays = await join(app, member)
    const vandal = await join(app, member)
    const gone = new Promise((resolve) => vandal.once('disconnect', resolve))
    for (let event = 0; event < 200; event++) vandal.emit('join', member.id)
    await gone
    expect(await stays.emitWithAck('join', member.id)).toEqual({ ok: true })
  })

  test('an address holds only so many connections that did not say who they are', async () => {
    const bounded = await startTestApp({ env: { RATE_LIMIT: '1' } })
    onTestFinished(() => bounded.close())
    const silent = Array.from({ length: 70 }, () => new WebSocket(socketUrl(bounded)))
    onTestFinished(() => silent.forEach((socket) => socket.close()))
    const states = await Promise.all(
      silent.map(
        (socket) =>
          new Promise((resolve) => {
            socket.addEventListener('open', () => resolve('open'))
            socket.addEventListener('error', () => resolve('refused'))
          }),
      ),
    )
    expect(states.filter((state) => state === 'open')).toHaveLength(60)
    const refused = await fetch(`${bounded.url}/socket.io/?EIO=4&transport=polling`)
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'request.rate_limited' }])
    silent.forEach((socket) => socket.close())
    const member = await buildMember(bounded)
    await expect
      .poll(async () => (await fetch(`${bounded.url}/socket.io/?EIO=4&transport=polling`)).status, {
        timeout: 5000,
      })
      .toBe(200)
    for (let more = 0; more < 15; more++) await join(bounded, member)
  })

  test('what is no socket is refused as everything else is', async () => {
    const handshake = 'EIO=4&transport=polling'
    const calls: [string, RequestInit?][] = [
      ['?transport=bad'],
      ['?EIO=4&transport=bad'],
      ['?EIO=3&transport=polling'],
      ['?EIO=4&transport=websocket'],
      [`?${handshake}&sid=nobody`],
      [`?${handshake}&sid=__proto__`],
      [`?${handshake}&sid=a&sid=b`],
      [`?${handshake}`, { method: 'POST', body: '40' }],
    ]
    for (const [query, init] of calls) {
      const answer = await fetch(`${app.url}/socket.io/${query}`, init)
      expect([query, answer.status, await answer.json()]).toEqual([
        query,
        400,
        {
          error: 'The request is not valid.',
          code: 'request.invalid',
          requestId: answer.headers.get('x-request-id'),
        },
      ])
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    }
    const { status, body } = await upgrade(app, '/socket.io/?EIO=4&transport=bad')
    expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'request.invalid' }])
    expect((await upgrade(app, '/livez')).status).toBe(200)
  })

  test('polling works, with the headers of every answer', async () => {
    const member = await buildMember(app)
    const socket: Client = io(app.url, {
      auth: { token: member.token },
      transports: ['polling'],
      reconnection: false,
    })
    open.push(socket)
    await connected(socket)
    expect(await socket.emitWithAck('join', member.id)).toEqual({ ok: true })
    const heard = next(socket, 'feed')
    app.ctx.realtime.toMembers([member.id], 'feed', { logId: 'x', authorId: 'y' })
    expect(await heard).toEqual({ logId: 'x', authorId: 'y' })
    const answer = await fetch(`${app.url}/socket.io/?EIO=4&transport=polling`)
    expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  })

  test('a session that ends is cut within seconds; use moves the end on', async () => {
    const [member, active] = [await buildMember(app), await buildMember(app)]
    const [socket, stays] = [await join(app, member), await join(app, active)]
    const end = (as: TestMember, ms: number) =>
      app.db
        .updateTable('sessions')
        .set({ expires_at: new Date(Date.now() + ms) })
        .where('member_id', '=', as.id)
        .execute()
    await end(member, 500)
    await end(active, 500)
    await end(active, 60_000)
    await expect.poll(() => socket.connected, { timeout: 10_000 }).toBe(false)
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

describe.skipIf(!hasRedis)('two instances over Redis', () => {
  const database = `shared_${process.pid}_${Date.now()}`
  let redis: Awaited<ReturnType<typeof startRedis>>
  let first: TestApp
  let second: TestApp

  beforeAll(async () => {
    redis = await startRedis()
    await createDatabase(database)
    const env = { REDIS_URL: redis.url, RATE_LIMIT: '1' }
    first = await startTestApp({ database, env })
    second = await startTestApp({ database, env })
  })
  afterAll(async () => {
    await first.close()
    await second.close()
    await dropDatabase(database)
    await redis.stop()
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
        (index % 2 ? first : second).ctx.limits.use('auth.login.pair', 'one@example.org'),
      ),
    )
    expect(uses.filter((use) => use.status === 'fulfilled')).toHaveLength(10)
  })

  test('turns of an account that is slowed down are shared, and refunds too', async () => {
    const one = (index: number) => (index % 2 ? first : second).ctx.limits
    for (let index = 0; index < 30; index++) {
      await one(index).use('auth.login.account', 'two@example.org')
      await one(index + 1).refund('auth.login.account', 'two@example.org')
    }
    const uses = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => one(index).use('auth.login.account', 'two@example.org')),
    )
    const passed = uses.filter((use) => use.status === 'fulfilled').length
    expect(passed).toBeGreaterThan(20)
    expect(passed).toBeLessThan(25)
  })

  test('a session that expires is cut on every instance', async () => {
    const member = await buildMember(first)
    const sockets = [await join(first, member), await join(second, member)]
    await first.db
      .updateTable('sessions')
      .set({ expires_at: new Date() })
      .where('member_id', '=', member.id)
      .execute()
    await first.ctx.transact((tx) => tx.addJob('accounts.prune', {}))
    await first.ctx.jobs.start()
    await expect.poll(() => sockets.some((socket) => socket.connected), { timeout: 10_000 }).toBe(false)
  })
})
