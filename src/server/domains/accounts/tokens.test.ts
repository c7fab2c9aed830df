import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { endAllSessions, login, logout, requestResetCode, resetPassword } from '#shared/api/accounts.ts'
import { updateAudience } from '#shared/api/audiences.ts'
import { listAuditLog } from '#shared/api/audit.ts'
import { createEvening } from '#shared/api/evenings.ts'
import { acceptFollowRequest, lockAccount } from '#shared/api/follow-requests.ts'
import { createLog, getLog } from '#shared/api/logs.ts'
import { countUnread } from '#shared/api/notifications.ts'
import { getMember, updateMember } from '#shared/api/members.ts'
import { changePassword } from '#shared/api/security.ts'
import { createToken, getCaller, listTokens, renameToken, revokeToken } from '#shared/api/tokens.ts'
import { downloadExport } from '#shared/api/transfer.ts'
import { registry } from '#shared/api/registry.ts'
import { tokenScopes, type TokenScope } from '#shared/token-scopes.ts'
import { apiExamples } from '#server/api-examples.ts'
import { hasRightChecksum, makePersonalToken } from '#server/core/personal-token.ts'
import { signOutAccount, suspendAccount } from './operator.service.ts'
import { buildFilm, buildLog, buildMember } from '#test/factories.ts'
import { password, startAccountsApp } from '#test/fakes/accounts-app.ts'
import { startTestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'

const day = 86_400_000
const parasite = 496243

let app: Awaited<ReturnType<typeof startAccountsApp>>
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

async function proven() {
  const member = await app.signUp()
  await app.codeFor(member.email)
  await app.db
    .updateTable('members')
    .set({ email_verified_at: new Date() })
    .where('id', '=', member.id)
    .execute()
  return member
}

async function make(
  as: { token: string },
  scopes: TokenScope[] = ['logs:read'],
  more: { expiresInDays?: 7 | 30 | 90 | 365; name?: string } = {},
) {
  const { status, data } = await app.call(createToken, { as, body: { name: 'Script', scopes, ...more } })
  expect(status).toBe(200)
  return data
}

const codeOf = async (token: string) => {
  const { status, error } = await app.call(getCaller, { as: { token } })
  return status === 200 ? 'in' : error.code
}

describe('a token', () => {
  test('is answered once, kept as a hash, and says who calls and what it may', async () => {
    const member = await proven()
    const { token, item } = await make(member, ['logs:read', 'lists:read'], { name: ' Backups ' })
    expect(hasRightChecksum(token)).toBe(true)
    expect(item).toMatchObject({
      name: 'Backups',
      start: token.slice(0, 16),
      scopes: ['logs:read', 'lists:read'],
      usedAt: null,
    })
    expect(Date.parse(item.expiresAt) - Date.parse(item.createdAt)).toBe(90 * day)
    expect((await app.call(getCaller, { as: { token } })).data).toEqual({
      _id: member.id,
      username: member.username,
      scopes: ['logs:read', 'lists:read'],
    })
    expect((await app.call(getCaller, { as: member })).data.scopes).toBeNull()
    const { data } = await app.call(listTokens, { as: member })
    expect(data).toMatchObject([{ id: item.id, usedAt: expect.stringMatching(/:00:00\.000Z$/) }])
    const rows = await app.db.selectFrom('personal_tokens').selectAll().execute()
    expect(JSON.stringify([data, rows])).not.toContain(token.slice(16))
    await app.jobsDone()
    expect(app.mails.findLast(({ to }) => to === member.email)).toMatchObject({
      subject: 'A token was made for your Scene account',
      text: expect.stringContaining('Backups'),
    })
  })

  test('is made only by a session that proved who it is, and no more than twenty at once', async () => {
    const member = await app.signUp()
    const body = { name: 'Script', scopes: ['logs:read'] as TokenScope[] }
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => app.call(createToken, { as: member, body })),
    )
    const codes = answers.map(({ status, error }) => (status === 200 ? 'in' : error.code))
    expect(codes.filter((code) => code === 'in')).toHaveLength(20)
    expect(codes.filter((code) => code === 'token.full')).toHaveLength(4)
    app.skip(11 * 60_000)
    expect((await app.call(createToken, { as: member, body })).error.code).toBe('auth.step_up_required')
  })

  test.each([
    ['no name', { name: ' ', scopes: ['logs:read'] }],
    ['no scope', { name: 'a', scopes: [] }],
    ['a scope twice', { name: 'a', scopes: ['logs:read', 'logs:read'] }],
    ['an unknown scope', { name: 'a', scopes: ['session'] }],
    ['another lifetime', { name: 'a', scopes: ['logs:read'], expiresInDays: 100_000 }],
    ['a long name', { name: 'a'.repeat(61), scopes: ['logs:read'] }],
  ])('is not made with %s', async (_, body) => {
    const member = await app.signUp()
    const { status } = await app.call(createToken, { as: member, body: body as never })
    expect(status).toBe(400)
    expect((await app.call(listTokens, { as: member })).data).toEqual([])
  })

  test('is renamed and revoked by its member alone', async () => {
    const [member, other] = [await app.signUp(), await app.signUp()]
    const { token, item } = await make(member)
    const params = { tokenId: item.id }
    for (const call of [
      await app.call(renameToken, { as: other, params, body: { name: 'Mine' } }),
      await app.call(revokeToken, { as: other, params }),
    ])
      expect(call.error.code).toBe('token.not_found')
    const renamed = await app.call(renameToken, { as: member, params, body: { name: 'Other' } })
    expect(renamed.data.name).toBe('Other')
    expect(await codeOf(token)).toBe('in')
    expect((await app.call(revokeToken, { as: member, params })).status).toBe(200)
    expect(await codeOf(token)).toBe('auth.token_invalid')
    expect((await app.call(revokeToken, { as: member, params })).error.code).toBe('token.not_found')
  })

  test('may do what its scopes say and nothing else', async () => {
    const author = await app.signUp()
    const film = await buildFilm(app, { id: parasite, title: 'Parasite' })
    const log = await buildLog(app, { author: { ...author, id: author.id }, film })
    const as = { token: (await make(author, ['logs:read'])).token }
    expect((await app.call(getLog, { as, params: { logId: log.id } })).status).toBe(200)
    const refused = await app.call(createLog, { as, body: { movieId: parasite } })
    expect([refused.status, refused.error.code]).toEqual([403, 'auth.token_scope'])
    expect(refused.error.issues).toEqual([
      { path: 'Authorization', message: 'logs:write', params: { scope: 'logs:write' } },
    ])
    const profile = await app.call(getMember, { as, params: { userId: author.id } })
    expect(profile.error.code).toBe('auth.token_scope')
    expect((await app.call(logout, { as })).error.code).toBe('auth.token_barred')
    const changing = { token: (await make(author, ['profile:write', 'social:write'])).token }
    const params = { userId: author.id }
    for (const barred of [
      app.call(updateAudience, { as: changing, params, body: { kind: 'logs', audience: 'public' } }),
      app.call(createEvening, { as: changing, body: {} }),
      app.call(lockAccount, { as: changing, params, body: { locked: false, requests: 'accept' } }),
      app.call(acceptFollowRequest, { as: changing, params: { ...params, targetId: author.id } }),
    ])
      expect((await barred).error.code).toBe('auth.token_barred')
    const exporting = { token: (await make(author, ['export:read'])).token }
    expect((await app.call(downloadExport, { as: exporting })).status).toBe(200)
  })

  test('that is mistyped is refused without a look at the database', async () => {
    const quiet = await startTestApp()
    onTestFinished(() => quiet.close())
    const wellFormed = makePersonalToken()
    const mistyped = wellFormed.slice(0, -1) + (wellFormed.endsWith('a') ? 'b' : 'a')
    const statementsOf = (token: string) =>
      quiet.recordStatements(async () => {
        const { error } = await quiet.call(getCaller, { as: { token } })
        expect(error.code).toBe('auth.token_invalid')
      })
    expect(await statementsOf(mistyped)).toEqual([])
    expect(await statementsOf(wellFormed)).toEqual([
      expect.objectContaining({ text: expect.stringContaining('"token_hash" = $1') }),
    ])
  })

  test.each(['a', 'token', 'cursor', 'access_token'])(
    'in the parameter %s of an address is refused',
    async (name) => {
      const member = await app.signUp()
      const { token } = await make(member)
      for (const path of ['/api/me', '/api/auth/settings', '/livez', '/login'])
        for (const written of [token, encodeURIComponent(`Bearer ${token}`), token.replace('_', '%5F')]) {
          const { status, data } = await rawCall(app, {
            method: 'GET',
            path: `${path}?b=1&${name}=${written}`,
          })
          expect([status, data]).toEqual([400, expect.objectContaining({ code: 'request.token_in_address' })])
        }
    },
  )

  test('is over after its days, and listed for thirty more', async () => {
    const own = await startAccountsApp()
    onTestFinished(() => own.close())
    const member = await own.signUp()
    const { data } = await own.call(createToken, {
      as: member,
      body: { name: 'Week', scopes: ['logs:read'], expiresInDays: 7 },
    })
    const call = () => own.call(getCaller, { as: { token: data.token } })
    own.skip(7 * day - 60_000)
    expect((await call()).status).toBe(200)
    own.skip(60_000)
    expect((await call()).error.code).toBe('auth.token_invalid')
    const listed = async () => {
      await own.ctx.transact((tx) => tx.addJob('accounts.prune', {}))
      await own.jobsDone()
      return own.db.selectFrom('personal_tokens').select('id').execute()
    }
    own.skip(29 * day)
    expect(await listed()).toHaveLength(1)
    own.skip(2 * day)
    expect(await listed()).toHaveLength(0)
  })

  test('takes half of what its member may, and its calls count for the member', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT: '1' } })
    onTestFinished(() => limited.close())
    const member = await buildMember(limited)
    const { data } = await limited.call(createToken, {
      as: member,
      body: { name: 'Fast', scopes: ['profile:write'] },
    })
    const as = { token: data.token }
    const write = (by: { token: string }) =>
      limited.call(updateMember, { as: by, params: { userId: member.id }, body: { bio: 'b' } })
    for (let at = 0; at < 120; at++) expect((await write(as)).status).toBe(200)
    const refused = await write(as)
    expect([refused.status, refused.error.code]).toEqual([429, 'request.rate_limited'])
    // One made the token, 120 came by it: 119 are left.
    for (let at = 0; at < 119; at++) expect((await write(member)).status).toBe(200)
    expect((await write(member)).error.code).toBe('request.rate_limited')
  })
})

describe('tokens end with', () => {
  test('logging out everywhere, not with logging out', async () => {
    const member = await app.signUp()
    const { token } = await make(member)
    const { data } = await app.call(login, { body: member })
    await app.call(logout, { as: data })
    expect(await codeOf(token)).toBe('in')
    await app.call(endAllSessions, { as: member })
    expect(await codeOf(token)).toBe('auth.token_invalid')
  })

  test('a reset and a change of the password', async () => {
    const member = await proven()
    const { token } = await make(member)
    await app.call(changePassword, {
      as: member,
      body: { currentPassword: password, newPassword: 'another horse' },
    })
    expect(await codeOf(token)).toBe('auth.token_invalid')
    const second = await make(member)
    app.skip(61_000)
    const { length } = app.mails.filter(({ to }) => to === member.email)
    await app.call(requestResetCode, { body: member })
    await expect
      .poll(() => app.mails.filter(({ to }) => to === member.email).length, { timeout: 10_000 })
      .toBeGreaterThan(length)
    await app.jobsDone()
    const mail = app.mails.findLast(({ to, text }) => to === member.email && /\b\d{6}\b/.test(text))
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    const body = { email: member.email, code, newPassword: 'third horse' }
    expect((await app.call(resetPassword, { body })).status).toBe(200)
    expect(await codeOf(second.token)).toBe('auth.token_invalid')
  })

  test('what operators do to an account', async () => {
    const by = { shellUser: 'tests' }
    const member = await app.signUp()
    const { token } = await make(member)
    await signOutAccount(app.ctx, by, member.username)
    expect(await codeOf(token)).toBe('auth.token_invalid')
    const other = await app.signUp()
    const { token: next } = await make(other)
    await suspendAccount(app.ctx, by, other.username)
    expect(await codeOf(next)).toBe('auth.token_invalid')
  })
})

describe('a socket', () => {
  const connect = async (token: string) => {
    const socket = io(app.url, { auth: { token }, transports: ['websocket'], reconnection: false })
    onTestFinished(() => void socket.disconnect())
    const outcome = await new Promise<string>((resolve) => {
      socket.once('connect', () => resolve('in'))
      socket.once('connect_error', (error) => resolve(error.message))
    })
    return { socket, outcome }
  }
  const cut = async (socket: Awaited<ReturnType<typeof connect>>['socket']) => {
    await expect.poll(() => socket.connected, { timeout: 10_000 }).toBe(false)
  }

  test('hears what the token may read, and is refused to one that may hear nothing', async () => {
    const member = await app.signUp()
    expect((await connect((await make(member, ['lists:read'])).token)).outcome).toBe('auth.required')
    const { socket, outcome } = await connect((await make(member, ['logs:read'])).token)
    expect(outcome).toBe('in')
    expect(await socket.emitWithAck('join', member.id)).toEqual({ ok: true })
    const heard: string[] = []
    socket.onAny((event: string) => heard.push(event))
    app.ctx.realtime.toMembers([member.id], 'notification', { _id: 'x' } as never)
    app.ctx.realtime.toMembers([member.id], 'import', { _id: 'x' } as never)
    app.ctx.realtime.toMembers([member.id], 'feed', { logId: 'x', authorId: 'x' })
    await expect.poll(() => heard).toEqual(['feed'])
  })

  test('is cut when the token is revoked, when all sessions end and when it is over', async () => {
    const member = await app.signUp()
    const scopes: TokenScope[] = ['notifications:read']
    const first = await make(member, scopes)
    const { socket } = await connect(first.token)
    expect(socket.connected).toBe(true)
    await app.call(revokeToken, { as: member, params: { tokenId: first.item.id } })
    await cut(socket)

    const second = await connect((await make(member, scopes)).token)
    await app.call(endAllSessions, { as: member })
    await cut(second.socket)

    const other = await app.signUp()
    const third = await connect((await make(other, scopes, { expiresInDays: 7 })).token)
    expect(third.socket.connected).toBe(true)
    app.skip(8 * day)
    await cut(third.socket)
  })
})

test('tokens of an operator are written down, and reach nothing of an operator’s', async () => {
  const own = await startTestApp()
  onTestFinished(() => own.close())
  const operator = await buildMember(own, { role: 'operator' })
  const body = { name: 'All', scopes: [...tokenScopes] }
  const made = await own.call(createToken, { as: operator, body })
  const { token, item } = made.data
  for (const { endpoint } of registry.filter((one) => one.endpoint.access === 'operator')) {
    const path = endpoint.path.replaceAll(/:\w+/g, '018f0000-0000-7000-8000-000000000000')
    const { status, data } = await rawCall(own, { method: endpoint.method, path, as: { token } })
    expect([status, data]).toEqual([403, expect.objectContaining({ code: 'auth.token_barred' })])
  }
  await own.call(revokeToken, { as: operator, params: { tokenId: item.id } })
  const { data } = await own.call(listAuditLog, { as: operator, query: { by: operator.id } })
  expect(data.map(({ act, about }) => [act, about])).toEqual([
    ['token.revoke', { token: item.id }],
    ['token.create', { token: item.id, days: 90 }],
  ])
})

const run = promisify(execFile)

describe('the examples of the document', () => {
  test.each(apiExamples)('$title', async ({ language, code }) => {
    const member = await app.signUp()
    const film = await buildFilm(app, { id: parasite, title: 'Parasite' })
    await buildLog(app, { author: member, film })
    await app.db.insertInto('watchlist_items').values({ member_id: member.id, film_id: parasite }).execute()
    const { token } = await make(member, [...tokenScopes])
    const [program, ...args] =
      language === 'sh' ? ['sh', '-c', code] : [process.execPath, '--input-type=module', '--eval', code]
    const env = { PATH: process.env['PATH'], SCENE_URL: app.url, SCENE_TOKEN: token }
    const { stdout, stderr } = await run(program, args, { env })
    expect(stdout).toMatch(/Parasite/)
    expect(stderr).toBe('')
    const page = await (await fetch(`${app.url}/api/docs`)).text()
    const shown = code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    expect(page.replaceAll('&quot;', '"').replaceAll('&#39;', "'")).toContain(shown)
  })
})

test('unread notifications are for tokens that may read them', async () => {
  const member = await app.signUp()
  const as = { token: (await make(member, ['notifications:read'])).token }
  expect((await app.call(countUnread, { as, params: { userId: member.id } })).status).toBe(200)
})
