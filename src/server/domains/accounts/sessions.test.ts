import { createHash } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { endAllSessions, endSession, listSessions, login, logout } from '#shared/api/accounts.ts'
import { getMember } from '#shared/api/members.ts'
import { password, startAccountsApp } from '#test/fakes/accounts-app.ts'
import { deleteExpired } from './accounts.queries.ts'

const hour = 3_600_000
const day = 24 * hour

let app: Awaited<ReturnType<typeof startAccountsApp>>
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

const lives = async (as: { id: string; token: string }) =>
  (await app.call(getMember, { params: { userId: as.id }, as })).status === 200

const sessionOf = (token: string) =>
  app.db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .executeTakeFirstOrThrow()

async function connect(token: string) {
  const socket = io(app.url, { auth: { token }, transports: ['websocket'], reconnection: false })
  onTestFinished(() => void socket.close())
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return socket
}

describe('login', () => {
  test('takes the address in any case and spacing and gives a session of its own', async () => {
    const member = await app.signUp()
    const { status, data } = await app.call(login, {
      body: { email: ` ${member.email.toUpperCase()} `, password },
      headers: { 'user-agent': 'Browser/1.0' },
    })
    expect(status).toBe(200)
    expect(data.user).toMatchObject({ id: member.id, email: member.email, emailVerified: false })
    expect(data.token).not.toBe(member.token)
    expect((await sessionOf(data.token)).user_agent).toBe('Browser/1.0')
    expect(await lives({ ...member, token: data.token })).toBe(true)
    expect(await lives(member)).toBe(true)
  })

  test('one accented password matches however it was typed', async () => {
    const member = await app.signUp({ password: 'caf\u00e9 noir' })
    const { status } = await app.call(login, { body: { email: member.email, password: 'cafe\u0301 noir' } })
    expect(status).toBe(200)
  })

  test('a wrong password, an unknown address and an account without a password answer alike', async () => {
    const member = await app.signUp()
    const other = await app.signUp()
    await app.db.updateTable('members').set({ password_hash: null }).where('id', '=', other.id).execute()
    const attempts = [
      { email: member.email, password: `${password}!` },
      { email: member.email, password: '' },
      { email: 'nobody@example.org', password },
      { email: 'not an address', password },
      { email: other.email, password },
      { email: '', password },
    ]
    for (const body of attempts) {
      const answer = await app.call(login, { body })
      const { requestId, ...rest } = answer.error
      expect(requestId).toBeTruthy()
      expect([answer.status, rest]).toEqual([
        401,
        { error: 'Login failed. Please check your credentials.', code: 'auth.login_failed' },
      ])
      expect([...answer.headers.keys()].sort()).toEqual(
        [...(await app.call(login, { body: attempts[0] ?? body })).headers.keys()].sort(),
      )
    }
  })

  test('wrong passwords are limited for an account from one address and for an address over all accounts', async () => {
    const limited = await startAccountsApp({ RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1' })
    onTestFinished(() => limited.close())
    const from = (address: string, email: string, given = 'wrong') =>
      limited.call(login, { body: { email, password: given }, headers: { 'x-forwarded-for': address } })
    const member = await limited.signUp()
    for (let index = 0; index < 10; index++) expect((await from('192.0.2.1', member.email)).status).toBe(401)
    const refused = await from('192.0.2.1', ` ${member.email.toUpperCase()}`, password)
    expect([refused.status, refused.error.code]).toEqual([429, 'request.rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (let again = 0; again < 12; again++)
      expect((await from('192.0.2.2', member.email, password)).status).toBe(200)
    const spray = await Promise.all(
      Array.from({ length: 40 }, (_, index) => from('198.51.100.1', `nobody${index}@example.org`)),
    )
    expect(spray.filter((answer) => answer.status === 429)).toHaveLength(10)
    expect((await from('198.51.100.2', 'nobody@example.org')).status).toBe(401)
  })
})

describe('a session', () => {
  test('ends after 30 days without use', async () => {
    const member = await app.signUp()
    app.skip(30 * day - hour / 2)
    const other = await app.signUp()
    expect(await lives(member)).toBe(true)
    app.skip(30 * day + 1000)
    expect(await lives(member)).toBe(false)
    expect(await lives(other)).toBe(false)
  })

  test('moves on with use, and is written at most once an hour', async () => {
    const member = await app.signUp()
    const first = await sessionOf(member.token)
    app.skip(hour - 60_000)
    expect(await lives(member)).toBe(true)
    expect(await sessionOf(member.token)).toEqual(first)
    app.skip(120_000)
    expect(await lives(member)).toBe(true)
    const second = await sessionOf(member.token)
    expect(second.expires_at.getTime() - first.expires_at.getTime()).toBeGreaterThanOrEqual(hour)
    for (let used = 0; used < 4; used++) {
      app.skip(20 * day)
      expect(await lives(member)).toBe(true)
    }
  })

  test('that a clock a year ahead began or used ends 30 days from now', async () => {
    const member = await app.signUp()
    await app.db
      .updateTable('sessions')
      .set({ used_at: new Date(Date.now() + 365 * day), expires_at: new Date(Date.now() + 395 * day) })
      .where('member_id', '=', member.id)
      .execute()
    await app.ctx.changes.caughtUp()
    expect(await lives(member)).toBe(true)
    const { used_at, expires_at } = await sessionOf(member.token)
    const now = app.ctx.now().getTime()
    expect(used_at.getTime()).toBeLessThanOrEqual(now)
    expect(expires_at.getTime()).toBeLessThanOrEqual(now + 30 * day)
  })

  test('is nothing without the right token', async () => {
    const member = await app.signUp()
    const swapped = member.token.slice(0, -1) + (member.token.endsWith('A') ? 'B' : 'A')
    for (const token of [
      swapped,
      '',
      'x',
      'null',
      'undefined',
      '0'.repeat(43),
      (await sessionOf(member.token)).id,
    ]) {
      const answer = await app.call(getMember, { params: { userId: member.id }, as: { token } })
      expect([token, answer.status, answer.error.error]).toEqual([token, 401, 'Please log in.'])
    }
  })

  test('of a deleted member is over', async () => {
    const member = await app.signUp()
    await app.db.deleteFrom('members').where('id', '=', member.id).execute()
    await app.ctx.changes.caughtUp()
    expect(await lives(member)).toBe(false)
  })
})

describe('logout', () => {
  test('ends this session and cuts its socket, and leaves the others', async () => {
    const member = await app.signUp()
    const other = (await app.call(login, { body: { email: member.email, password } })).data
    const [cut, kept] = await Promise.all([connect(member.token), connect(other.token)])
    const { status, data } = await app.call(logout, { as: member })
    expect([status, data]).toEqual([200, { ok: true }])
    await expect.poll(() => cut.connected, { timeout: 5000 }).toBe(false)
    expect(kept.connected).toBe(true)
    expect(await lives(member)).toBe(false)
    expect(await lives({ ...member, token: other.token })).toBe(true)
    expect((await app.call(logout, { as: member })).status).toBe(401)
    await expect(connect(member.token)).rejects.toThrow('auth.required')
  })

  test('needs a session', async () => {
    expect((await app.call(logout)).status).toBe(401)
  })
})

describe('one’s sessions', () => {
  const logIn = async (member: { email: string }, userAgent = 'Browser/1.0') =>
    (
      await app.call(login, {
        body: { email: member.email, password },
        headers: { 'user-agent': userAgent },
      })
    ).data
  const list = async (as: { token: string }) => (await app.call(listSessions, { as })).data
  const end = (as: { token: string } | undefined, sessionId: string) =>
    app.call(endSession, { params: { sessionId }, ...(as && { as }) })

  test('are listed, the last used first, with nothing that opens them', async () => {
    const member = await app.signUp()
    const second = await logIn(member, 'Browser/1.0 '.repeat(100))
    app.skip(2 * hour)
    expect(await lives(member)).toBe(true)
    await logIn(await app.signUp())
    const { status, data, headers } = await app.call(listSessions, { as: second })
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const [mine, theirs] = [await sessionOf(second.token), await sessionOf(member.token)]
    expect(data).toEqual(
      [mine, theirs].map((row) => ({
        _id: row.id,
        userAgent: row.user_agent,
        createdAt: row.created_at.toISOString(),
        usedAt: row.used_at.toISOString(),
        current: row === mine,
      })),
    )
    expect(mine.user_agent).toBe('Browser/1.0 '.repeat(25).trim())
    const text = JSON.stringify(data)
    for (const { token_hash: hash } of [mine, theirs])
      for (const secret of [second.token, member.token, hash.toString('hex'), hash.toString('base64')])
        expect(text).not.toContain(secret)
  })

  test('of which the client told no name have none; those that are over are not listed', async () => {
    const member = await app.signUp()
    const nameless = await logIn(member, ' ')
    app.skip(29 * day)
    expect(await lives({ id: member.id, token: nameless.token })).toBe(true)
    app.skip(2 * day)
    const left = await list(nameless)
    expect(left.map(({ userAgent, current }) => [userAgent, current])).toEqual([[null, true]])
  })

  test('can be ended one by one; the socket is cut, the others stay', async () => {
    const member = await app.signUp()
    const [lost, kept] = [await logIn(member), await logIn(member)]
    const [cut, open] = [await connect(lost.token), await connect(kept.token)]
    const { id } = await sessionOf(lost.token)
    expect((await end(member, id)).data).toEqual({ ok: true })
    await expect.poll(() => cut.connected, { timeout: 5000 }).toBe(false)
    expect(await lives({ id: member.id, token: lost.token })).toBe(false)
    await expect(connect(lost.token)).rejects.toThrow('auth.required')
    expect(open.connected).toBe(true)
    expect((await list(kept)).map((one) => one._id).sort()).toEqual(
      [(await sessionOf(member.token)).id, (await sessionOf(kept.token)).id].sort(),
    )
    const again = await end(member, id)
    expect([again.status, again.error.code]).toEqual([404, 'auth.session_not_found'])
  })

  test('of others are as good as none, and guests have none', async () => {
    const [owner, stranger] = [await app.signUp(), await app.signUp()]
    const { id } = await sessionOf(owner.token)
    const unknown = '018f0000-0000-7000-8000-000000000000'
    const answers = [await end(stranger, id), await end(stranger, unknown)]
    for (const { status, error } of answers)
      expect([status, error.code, error.error]).toEqual([
        404,
        'auth.session_not_found',
        'This session could not be found.',
      ])
    expect((await end(stranger, 'all')).status).toBe(400)
    for (const { status } of [
      await end(undefined, id),
      await app.call(endAllSessions),
      await app.call(listSessions),
    ])
      expect(status).toBe(401)
    expect((await app.call(endAllSessions, { as: stranger })).status).toBe(200)
    expect(await lives(owner)).toBe(true)
  })

  test('can be ended all at once, this one too, with their sockets', async () => {
    const member = await app.signUp()
    const second = await logIn(member)
    const sockets = [await connect(member.token), await connect(second.token)]
    expect((await app.call(endAllSessions, { as: second })).data).toEqual({ ok: true })
    await expect.poll(() => sockets.some((socket) => socket.connected), { timeout: 5000 }).toBe(false)
    for (const token of [member.token, second.token])
      expect(await lives({ id: member.id, token })).toBe(false)
    expect((await app.call(endAllSessions, { as: second })).status).toBe(401)
    expect(await lives({ id: member.id, token: (await logIn(member)).token })).toBe(true)
  })

  test('can be ended by a member whose address is not verified, where that is required', async () => {
    const strict = await startAccountsApp({ REQUIRE_VERIFIED_EMAIL: '1' })
    onTestFinished(() => strict.close())
    const member = await strict.signUp()
    expect((await strict.call(getMember, { params: { userId: member.id }, as: member })).status).toBe(403)
    expect((await strict.call(listSessions, { as: member })).data).toHaveLength(1)
    expect((await strict.call(endAllSessions, { as: member })).status).toBe(200)
  })
})

test('what has expired is pruned, what lives stays', async () => {
  const member = await app.signUp()
  await app.jobsDone()
  app.skip(31 * day)
  const fresh = await app.signUp()
  await deleteExpired(app.db, app.ctx.now())
  const left = await app.db.selectFrom('sessions').select('member_id').execute()
  expect(left.map((row) => row.member_id)).toContain(fresh.id)
  expect(left.map((row) => row.member_id)).not.toContain(member.id)
  const codes = await app.db.selectFrom('codes').select('member_id').execute()
  expect(codes.map((row) => row.member_id)).not.toContain(member.id)
  expect(codes.map((row) => row.member_id)).toContain(fresh.id)
})
