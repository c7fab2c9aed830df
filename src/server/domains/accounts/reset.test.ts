import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { login, requestResetCode, resetPassword, verifyResetCode } from '#shared/api/accounts.ts'
import { getMember } from '#shared/api/members.ts'
import { password, startAccountsApp } from '#test/fakes/accounts-app.ts'

const minute = 60_000
const newPassword = 'battery staple'

let app: Awaited<ReturnType<typeof startAccountsApp>>
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const logIn = (email: string, given: string) => app.call(login, { body: { email, password: given } })

/** A member who asked for a reset; the first mail to everybody is the one of the sign-up. */
async function asked() {
  const member = await app.signUp()
  await app.codeFor(member.email)
  const { username, email } = member
  const { status } = await app.call(requestResetCode, { body: { username, email } })
  expect(status).toBe(200)
  return { ...member, code: await app.codeFor(email, 2) }
}

test('the whole way: a new password, every session and socket ended, the address proven', async () => {
  const member = await app.signUp()
  const second = (await logIn(member.email, password)).data
  const socket = io(app.url, {
    auth: { token: second.token },
    transports: ['websocket'],
    reconnection: false,
  })
  onTestFinished(() => void socket.close())
  await expect.poll(() => socket.connected, { timeout: 5000 }).toBe(true)
  const stranger = await app.signUp()

  await app.codeFor(member.email)
  const pair = { username: member.username.toUpperCase(), email: ` ${member.email.toUpperCase()}` }
  expect((await app.call(requestResetCode, { body: pair })).data).toEqual({ ok: true })
  const code = await app.codeFor(member.email, 2)
  const { email } = member
  for (let look = 0; look < 7; look++)
    expect((await app.call(verifyResetCode, { body: { email, code } })).data).toEqual({ ok: true })
  expect((await logIn(email, password)).status).toBe(200)
  expect((await app.call(resetPassword, { body: { email, code, newPassword } })).data).toEqual({ ok: true })

  for (const token of [member.token, second.token]) {
    const { status } = await app.call(getMember, { params: { userId: member.id }, as: { token } })
    expect(status).toBe(401)
  }
  await expect.poll(() => socket.connected, { timeout: 5000 }).toBe(false)
  expect((await logIn(email, password)).status).toBe(401)
  const fresh = await logIn(email, newPassword)
  expect([fresh.status, fresh.data.user.emailVerified]).toEqual([200, true])
  const others = await app.call(getMember, { params: { userId: stranger.id }, as: stranger })
  expect(others.status).toBe(200)
  expect((await app.call(resetPassword, { body: { email, code, newPassword } })).error.error).toBe(
    'Invalid or expired code.',
  )
})

test('asking answers alike whether or not the pair exists, and mails only when it does', async () => {
  const [member, other] = [await app.signUp(), await app.signUp()]
  await app.jobsDone()
  const mails = app.mails.length
  const pairs = [
    { username: member.username, email: other.email },
    { username: 'nobody_here', email: member.email },
    { username: 'nobody_here', email: 'nobody.here@example.org' },
    { username: "x' or '1'='1", email: 'x' },
  ]
  for (const body of pairs) {
    const first = await app.call(requestResetCode, { body })
    const second = await app.call(requestResetCode, { body })
    expect([first.status, first.data, second.status, second.error.code]).toEqual([
      200,
      { ok: true },
      429,
      'auth.code_wait',
    ])
  }
  await app.jobsDone()
  expect(app.mails).toHaveLength(mails)
  const body = { username: member.username, email: member.email }
  const known = await app.call(requestResetCode, { body })
  const again = await app.call(requestResetCode, { body })
  expect([known.status, known.data, again.status, again.error.code]).toEqual([
    200,
    { ok: true },
    429,
    'auth.code_wait',
  ])
  await app.codeFor(member.email, 2)
})

test('as many statements for a pair that exists as for one that does not', async () => {
  const quiet = await startAccountsApp({}, { jobs: false })
  onTestFinished(() => quiet.close())
  const one = await quiet.signUp()
  const count = (username: string, email: string) =>
    quiet.countStatements(() => quiet.call(requestResetCode, { body: { username, email } }))
  expect(await count(one.username, one.email)).toBe(await count('nobody_here', one.email))
})

test('both fields are needed', async () => {
  for (const body of [
    { username: '', email: 'a@example.org' },
    { username: 'somebody', email: '   ' },
  ]) {
    const { status, error } = await app.call(requestResetCode, { body })
    expect([status, error.error]).toEqual([400, 'Please enter both username and email.'])
  }
})

test('a short password is told before the code is looked at and costs no try', async () => {
  const member = await asked()
  for (let index = 0; index < 8; index++) {
    const body = { email: member.email, code: wrong(member.code), newPassword: '12345' }
    const { status, error } = await app.call(resetPassword, { body })
    expect([status, error.error]).toEqual([400, 'Password must be at least 6 characters.'])
  }
  const body = { email: member.email, code: member.code, newPassword: '123456' }
  expect((await app.call(resetPassword, { body })).status).toBe(200)
})

test('guesses count over both calls; after five the code is void', async () => {
  const { email, code, id } = await asked()
  const guesses = Array.from({ length: 50 }, (_, index) =>
    index % 2 === 0
      ? app.call(verifyResetCode, { body: { email, code: wrong(code) } })
      : app.call(resetPassword, { body: { email, code: wrong(code), newPassword } }),
  )
  for (const { status, error } of await Promise.all(guesses))
    expect([status, error.error]).toEqual([400, 'Invalid or expired code.'])
  const row = await app.db
    .selectFrom('codes')
    .select('tries')
    .where('member_id', '=', id)
    .where('purpose', '=', 'reset-password')
    .executeTakeFirst()
  expect(row?.tries).toBe(5)
  expect((await app.call(resetPassword, { body: { email, code, newPassword } })).status).toBe(400)
  expect((await logIn(email, password)).status).toBe(200)
})

test('a code for verification does not reset, and an old code does not either', async () => {
  const member = await app.signUp()
  const code = await app.codeFor(member.email)
  expect((await app.call(resetPassword, { body: { email: member.email, code, newPassword } })).status).toBe(
    400,
  )
  const late = await asked()
  app.skip(15 * minute)
  const body = { email: late.email, code: late.code, newPassword }
  expect((await app.call(resetPassword, { body })).status).toBe(400)
})

test('one code used many times at once sets one password, and no session outlives it', async () => {
  const { email, code, id } = await asked()
  const logins = Array.from({ length: 6 }, () => logIn(email, password))
  const resets = Array.from({ length: 6 }, (_, index) =>
    app.call(resetPassword, { body: { email, code, newPassword: `${newPassword} ${index}` } }),
  )
  const answers = await Promise.all(resets)
  const raced = await Promise.all(logins)
  const winner = answers.findIndex((answer) => answer.status === 200)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect((await logIn(email, `${newPassword} ${winner}`)).status).toBe(200)
  for (const { status, data } of raced) {
    if (status !== 200) continue
    const { status: after } = await app.call(getMember, { params: { userId: id }, as: data })
    expect(after).toBe(401)
  }
})

test('a login that checked the old password before a reset gets no session after it', async () => {
  const member = await app.signUp()
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%members%'
    `.execute(app.db)
    return rows[0]?.n ?? 0
  }
  let login: ReturnType<typeof logIn> | undefined
  await app.db.transaction().execute(async (reset) => {
    await reset.updateTable('members').set({ password_hash: 'new' }).where('id', '=', member.id).execute()
    let settled = false
    login = logIn(member.email, password).finally(() => void (settled = true))
    await expect.poll(async () => settled || (await waiting()) > 0, { timeout: 10_000 }).toBe(true)
    await reset.deleteFrom('sessions').where('member_id', '=', member.id).execute()
  })
  expect((await login)?.status).toBe(401)
  expect(
    await app.db.selectFrom('sessions').select('id').where('member_id', '=', member.id).execute(),
  ).toEqual([])
})

test('a longer minimum of the operator holds here too', async () => {
  const strict = await startAccountsApp({ PASSWORD_MIN_LENGTH: '9' })
  onTestFinished(() => strict.close())
  const body = { email: 'a@example.org', code: '000000', newPassword: '12345678' }
  const { error } = await strict.call(resetPassword, { body })
  expect([error.code, error.issues]).toEqual([
    'auth.reset_password_short',
    [{ path: 'newPassword', message: 'at least 9 characters', params: { min: 9 } }],
  ])
})
