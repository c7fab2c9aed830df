import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, requestResetCode, resetPassword, verifyResetCode } from '#shared/api/accounts.ts'
import { password, startAccountsApp } from '#test/fakes/accounts-app.ts'
import { createDatabase, dropDatabase } from '#test/harness.ts'
import { hasRedis, startRedis } from '#test/redis.ts'

// Passwords and codes guessed by somebody who asks two instances at once and writes a new address into every header
// that a proxy might have written.

const written =
  'x-forwarded-for x-real-ip x-client-ip true-client-ip cf-connecting-ip x-cluster-client-ip'.split(' ')

/** Nothing is sent of a proxy; or one stands before Scene and adds the address that it saw. */
const places = [
  { name: 'directly', env: {}, seen: null },
  { name: 'behind a proxy', env: { TRUST_PROXY: '127.0.0.1' }, seen: '203.0.113.9' },
]

describe.skipIf(!hasRedis).each(places)('$name, over two instances', ({ env, seen }) => {
  const database = `guessing_${process.pid}_${Date.now()}`
  let redis: Awaited<ReturnType<typeof startRedis>>
  let apps: Awaited<ReturnType<typeof startAccountsApp>>[]
  let member: Awaited<ReturnType<(typeof apps)[number]['signUp']>>
  beforeAll(async () => {
    redis = await startRedis()
    await createDatabase(database)
    const given = { REDIS_URL: redis.url, RATE_LIMIT: '1', ...env }
    apps = [await startAccountsApp(given, { database }), await startAccountsApp(given, { database })]
    member = await first().signUp()
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await dropDatabase(database)
    await redis.stop()
  })

  const first = () => apps[0] as (typeof apps)[number]
  const instance = (index: number) => apps[index % apps.length] as (typeof apps)[number]

  let forged = 0
  function forgedHeaders() {
    forged += 1
    const address = `198.51.${forged >> 8}.${forged & 255}`
    const headers = Object.fromEntries(written.map((name) => [name, address]))
    return {
      ...headers,
      forwarded: `for=${address};proto=https`,
      ...(seen && { 'x-forwarded-for': `${address}, ${seen}` }),
    }
  }

  /** How often each was answered. */
  async function count(tries: number, one: (index: number) => Promise<{ status: number }>) {
    const counted: Record<number, number> = {}
    for (const { status } of await Promise.all(Array.from({ length: tries }, (_, index) => one(index))))
      counted[status] = (counted[status] ?? 0) + 1
    return counted
  }

  const logIn = (index: number, given: string) =>
    instance(index).call(login, {
      body: { email: member.email, password: given },
      headers: forgedHeaders(),
    })

  test('ten passwords are looked at, however many are tried at once', async () => {
    expect(await count(100, (index) => logIn(index, `guess ${index}`))).toEqual({ 401: 10, 429: 90 })
    for (const index of [0, 1]) expect((await logIn(index, password)).status).toBe(429)
  })

  test('four codes are looked at, and the right one is told from none after them', async () => {
    const { username, email } = member
    // A minute after the code of the sign-up.
    for (const app of apps) app.skip(61_000)
    const asked = await first().call(requestResetCode, {
      body: { username, email },
      headers: forgedHeaders(),
    })
    expect(asked.status).toBe(200)
    const code = await Promise.any(apps.map((app) => app.codeFor(email, app === first() ? 2 : 1)))
    const wrong = (index: number) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0')
    const guessed = await count(100, (index) =>
      index % 3
        ? instance(index).call(verifyResetCode, {
            body: { email, code: wrong(index) },
            headers: forgedHeaders(),
          })
        : instance(index).call(resetPassword, {
            body: { email, code: wrong(index), newPassword: 'taken over' },
            headers: forgedHeaders(),
          }),
    )
    expect(guessed).toEqual({ 400: 4, 429: 96 })
    for (const index of [0, 1]) {
      const body = { email, code, newPassword: 'taken over' }
      expect((await instance(index).call(resetPassword, { body, headers: forgedHeaders() })).status).toBe(429)
    }
  })
})
