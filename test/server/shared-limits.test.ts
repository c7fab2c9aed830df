import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { needsSession } from '#shared/api/endpoint.ts'
import { createLog } from '#shared/api/logs.ts'
import { registry } from '#shared/api/registry.ts'
import type { ClientToServer, ServerToClient } from '#shared/realtime.ts'
import { rules, type LimitName } from '#server/adapters/rate-limit/limits.ts'
import { buildMember, follow, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'
import { hasRedis, startRedis } from '#test/redis.ts'

// Every limit fires, for every call that counts on it, and what is used at one instance is used at the other. Without
// Redis each goes on for itself.

interface Rule {
  points: number
  local?: true
  maxWaitSeconds?: number
}
const named = Object.entries(rules) as [LimitName, Rule][]

describe.skipIf(!hasRedis)('two instances over Redis', () => {
  const database = `limits_${process.pid}_${Date.now()}`
  let redis: Awaited<ReturnType<typeof startRedis>>
  let apps: [TestApp, TestApp]
  let member: TestMember
  beforeAll(async () => {
    redis = await startRedis()
    await createDatabase(database)
    const env = { REDIS_URL: redis.url, RATE_LIMIT: '1', METRICS_TOKEN: 'only-for-the-tests' }
    apps = [await startTestApp({ database, env }), await startTestApp({ database, env })]
    member = await buildMember(apps[0], { role: 'operator' })
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await dropDatabase(database)
    await redis.stop()
  })

  const refusal = { code: 'request.rate_limited' }
  const use = (at: 0 | 1, name: LimitName, key: string) => apps[at].ctx.limits.use(name, key)
  const spend = async (at: 0 | 1, name: LimitName, key: string, points: number) => {
    for (let used = 0; used < points; used++) await use(at, name, key)
  }

  test.each(named.filter(([, rule]) => !rule.local))('%s is used up together', async (name, rule) => {
    const half = Math.floor(rule.points / 2)
    await spend(0, name, 'one', half)
    await spend(1, name, 'one', rule.points - half)
    // One more goes through where a rule slows down.
    const slows = rule.maxWaitSeconds !== undefined
    const beyond = slows ? [await use(0, name, 'one')] : []
    expect(beyond).toEqual(slows ? [{ slowed: true }] : [])
    for (const at of [0, 1] as const) await expect(use(at, name, 'one')).rejects.toMatchObject(refusal)
    await use(0, name, 'another')
  })

  test.each(named.filter(([, rule]) => rule.local))('%s is used up by instance', async (name, { points }) => {
    await spend(0, name, 'one', points)
    await expect(use(0, name, 'one')).rejects.toMatchObject(refusal)
    await use(1, name, 'one')
  })

  test('every call is refused once its limit is used up', async () => {
    for (const [name, rule] of named)
      for (const key of [member.id, '127.0.0.1']) {
        await spend(0, name, key, rule.points)
        if (rule.local) await spend(1, name, key, rule.points)
      }
    const path = (given: string) => given.replaceAll(/:\w+/g, member.id)
    for (const app of apps)
      for (const { name, endpoint } of registry) {
        const { status, data, headers } = await rawCall(app, {
          method: endpoint.method,
          path: path(endpoint.path),
          headers: { 'x-forwarded-for': '198.51.100.7' },
          ...(needsSession(endpoint.access) && { as: member }),
        })
        expect([name, status, data]).toEqual([name, 429, expect.objectContaining(refusal)])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
  })

  test.each(['/api/logs/proxy/tmdb?url=x', '/art/avatar-a.webp', '/og/list/a.jpg', '/oembed?url=x'])(
    '%s is refused once what guests may draw is used up',
    async (path) => {
      for (const { url } of apps) expect((await fetch(url + path)).status).toBe(429)
    },
  )

  test('a Redis that does not answer, or is gone, holds up neither calls nor the news of one instance', async () => {
    const [author, fan] = [await buildMember(apps[0]), await buildMember(apps[0])]
    await follow(apps[0], fan, author)
    const heard: [string[], string[]] = [[], []]
    for (const at of [0, 1] as const) {
      const socket: Socket<ServerToClient, ClientToServer> = io(apps[at].url, {
        auth: { token: fan.token },
        transports: ['websocket'],
      })
      onTestFinished(() => void socket.disconnect())
      socket.on('feed', ({ logId }) => heard[at].push(logId))
      expect(await socket.emitWithAck('join', fan.id)).toEqual({ ok: true })
    }
    const write = async () => {
      const { data: log } = await apps[0].call(createLog, { as: author, body: { movieId: 496243 } })
      await expect.poll(() => heard[0], { timeout: 8000 }).toContain(log._id)
      return log._id
    }
    redis.pause()
    const late = await write()
    expect(heard[1]).toEqual([])
    redis.resume()
    await expect.poll(() => heard[1], { timeout: 10_000 }).toEqual([late])
    await redis.stop()
    await write()
    redis = await startRedis(redis.port)
    // Nothing has to be started again for it.
    await expect
      .poll(async () => heard[1].includes(await write()), { timeout: 20_000, interval: 500 })
      .toBe(true)
  })

  // The last one: what follows has no Redis.
  test('while Redis is away each instance counts for itself', async () => {
    await redis.stop()
    const { points } = rules.search
    await spend(0, 'search', 'away', points)
    await expect(use(0, 'search', 'away')).rejects.toMatchObject(refusal)
    await spend(1, 'search', 'away', points)
    await expect(use(1, 'search', 'away')).rejects.toMatchObject(refusal)
  })
})
