import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  endAllSessions,
  login,
  requestResetCode,
  resetPassword,
  verifyEmailCode,
} from '#shared/api/accounts.ts'
import { deleteMember } from '#shared/api/members.ts'
import { tablesWith } from '#test/deletion.ts'
import { cookieOf, password, startAccountsApp } from '#test/fakes/accounts-app.ts'

const day = 86_400_000

let app: Awaited<ReturnType<typeof startAccountsApp>>
beforeAll(async () => {
  app = await startAccountsApp({ RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => app.close())

let addresses = 0
/** An address that no other try came from. */
const elsewhere = () => `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses++ & 255}`

const logIn = (email: string, given: string, cookie = '', address = elsewhere()) =>
  app.call(login, { body: { email, password: given }, headers: { 'x-forwarded-for': address, cookie } })

const attack = (email: string, tries = 25) =>
  Promise.all(Array.from({ length: tries }, () => logIn(email, 'wrong')))

const warnings = (email: string) =>
  app.mails.filter((mail) => mail.to === email && /log in/.test(mail.subject))

async function verified() {
  const member = await app.signUp()
  const code = await app.codeFor(member.email)
  const headers = { cookie: member.cookie, 'x-forwarded-for': elsewhere() }
  expect((await app.call(verifyEmailCode, { body: { email: member.email, code }, headers })).status).toBe(200)
  return member
}

describe('an account that strangers guess the password of', () => {
  test('lets a known device in and makes others wait, however many addresses they have', async () => {
    const member = await app.signUp()
    const answers = await attack(member.email, 60)
    const passed = answers.filter((answer) => answer.status === 401).length
    expect(passed).toBeGreaterThanOrEqual(20)
    expect(passed).toBeLessThan(30)
    const stranger = await logIn(member.email, password)
    expect([stranger.status, stranger.error.code]).toEqual([429, 'request.rate_limited'])
    expect(Number(stranger.headers.get('retry-after'))).toBeGreaterThan(0)
    const owner = await logIn(member.email, password, member.cookie)
    expect(owner.status).toBe(200)
    const forged = 'scene_devices=' + 'A'.repeat(43)
    for (const cookie of [
      forged,
      (await app.signUp()).cookie,
      'scene_devices=',
      `x${cookieOf(owner.headers)}`,
    ])
      expect((await logIn(member.email, password, cookie)).status).toBe(429)
  })

  test('and an account that is not there wait alike', async () => {
    const member = await app.signUp()
    const count = async (email: string) =>
      (await attack(email, 40)).map((answer) => `${answer.status} ${answer.error.code}`).toSorted()
    const [known, unknown] = [await count(member.email), await count('nobody.at.all@example.org')]
    expect(new Set(known)).toEqual(new Set(unknown))
    expect(
      Math.abs(
        known.filter((one) => one.startsWith('401')).length -
          unknown.filter((one) => one.startsWith('401')).length,
      ),
    ).toBeLessThan(5)
  })

  test('still limits guessing by a known device', async () => {
    const member = await app.signUp()
    const answers = []
    for (let tries = 0; tries < 12; tries++)
      answers.push((await logIn(member.email, 'wrong', member.cookie)).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  })

  test('has its owner told once a day, in the owner’s language, and nobody else', async () => {
    const member = await verified()
    const unverified = await app.signUp()
    await attack(member.email)
    await attack(unverified.email)
    await attack('not.there@example.org')
    await expect.poll(() => warnings(member.email).length, { timeout: 10_000 }).toBe(1)
    await attack(member.email)
    await app.jobsDone()
    expect(warnings(member.email)).toHaveLength(1)
    expect(warnings(unverified.email)).toHaveLength(0)
    expect(app.mails.filter((mail) => mail.to.startsWith('not.there'))).toHaveLength(0)
    app.skip(day)
    await app.ctx.transact((tx) => tx.addJob('accounts.warn-owner', { email: member.email }))
    await expect.poll(() => warnings(member.email).length, { timeout: 10_000 }).toBe(2)
    app.skip(-400 * day)
    await app.ctx.transact((tx) => tx.addJob('accounts.warn-owner', { email: member.email }))
    await expect.poll(() => warnings(member.email).length, { timeout: 10_000 }).toBe(3)
    app.skip(399 * day)
  })
})

describe('a device', () => {
  test('is known by a cookie that scripts and other paths do not see, new at each sign-in', async () => {
    const member = await app.signUp()
    const { headers } = await logIn(member.email, password)
    const cookie = headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(
      /^scene_devices=[\w-]{43}; Path=\/api\/auth; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    )
    const again = await logIn(member.email, password, cookieOf(headers))
    expect(cookieOf(again.headers)).not.toBe(cookieOf(headers))
    const rows = await app.db.selectFrom('devices').selectAll().where('member_id', '=', member.id).execute()
    expect(rows).toHaveLength(2)
    const token = cookieOf(headers).split('=')[1] ?? ''
    expect(await tablesWith(app, token)).toEqual({})
    expect((await logIn(member.email, 'wrong')).headers.get('set-cookie')).toBeNull()
  })

  test('is Secure behind https', async () => {
    const behind = await startAccountsApp({ PUBLIC_URL: 'https://scene.example.org' })
    onTestFinished(() => behind.close())
    const member = await behind.signUp()
    const { headers } = await behind.call(login, { body: { email: member.email, password } })
    expect(headers.get('set-cookie')).toMatch(/; Secure$/)
  })

  test('that members share is known to each of them; each keeps at most twenty', async () => {
    const [one, other] = [await app.signUp(), await app.signUp()]
    const first = await logIn(one.email, password, one.cookie)
    const second = await logIn(other.email, password, cookieOf(first.headers))
    const shared = cookieOf(second.headers)
    for (const { email } of [one, other]) {
      await attack(email)
      expect((await logIn(email, password, shared)).status).toBe(200)
    }
    for (let more = 0; more < 22; more++) await logIn(one.email, password, shared)
    const rows = await app.db.selectFrom('devices').selectAll().where('member_id', '=', one.id).execute()
    expect(rows.length).toBeLessThanOrEqual(20)
  })

  test('is forgotten by a reset, but for the one that resets, by signing out everywhere and by deletion', async () => {
    const member = await verified()
    const { username, email } = member
    app.skip(61_000)
    const headers = { 'x-forwarded-for': elsewhere() }
    expect((await app.call(requestResetCode, { body: { username, email }, headers })).status).toBe(200)
    const code = await app.codeFor(email, 2)
    const reset = await app.call(resetPassword, { body: { email, code, newPassword: password }, headers })
    expect(reset.status).toBe(200)
    await attack(email)
    expect((await logIn(email, password, member.cookie)).status).toBe(429)
    const signedIn = await logIn(email, password, cookieOf(reset.headers))
    expect(signedIn.status).toBe(200)
    const devices = () =>
      app.db.selectFrom('devices').selectAll().where('member_id', '=', member.id).execute()
    expect(await devices()).toHaveLength(1)
    await app.call(endAllSessions, { as: signedIn.data })
    expect(await devices()).toHaveLength(0)
    const other = await app.signUp()
    await app.call(deleteMember, { as: other, params: { userId: other.id } })
    expect(
      await app.db.selectFrom('devices').selectAll().where('member_id', '=', other.id).execute(),
    ).toEqual([])
  })
})

describe('a demo member', () => {
  const started = async (env: Record<string, string> = {}) => {
    const own = await startAccountsApp({ TRUST_PROXY: '127.0.0.1', ...env })
    onTestFinished(() => own.close())
    const member = await own.signUp()
    const code = await own.codeFor(member.email)
    await own.db.updateTable('members').set({ demo: true }).where('id', '=', member.id).execute()
    const { username, email } = member
    const enter = async (headers: Record<string, string> = {}) => {
      const { status, error } = await own.call(login, { body: { email, password }, headers })
      return status === 200 ? 'in' : error.code
    }
    return { own, username, email, code, enter }
  }
  const forwarded = { 'x-forwarded-for': '127.0.0.1' }

  test('signs in at this machine only, and elsewhere is refused like a wrong password', async () => {
    const { enter } = await started()
    expect(await enter()).toBe('in')
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect([name, await enter({ [name]: '127.0.0.1' })]).toEqual([name, 'auth.login_failed'])
  })

  test('signs in from everywhere where the operator wants it so', async () => {
    const { enter } = await started({ SCENE_DEMO: 'public' })
    expect(await enter(forwarded)).toBe('in')
  })

  test.each([{ NODE_ENV: 'production' }, { PUBLIC_URL: 'https://scene.example.org' }])(
    'signs in from nowhere with %o',
    async (env) => {
      const { own, email } = await started()
      Object.assign(own.ctx.config, env.NODE_ENV ? { production: true } : { hasPublicName: true })
      expect((await own.call(login, { body: { email, password } })).error.code).toBe('auth.login_failed')
    },
  )

  test('neither gets nor takes a code for others', async () => {
    const { own, username, email, code } = await started()
    const body = { email, code }
    expect((await own.call(verifyEmailCode, { body, headers: forwarded })).error.code).toBe(
      'auth.code_invalid',
    )
    expect((await own.call(requestResetCode, { body: { username, email }, headers: forwarded })).status).toBe(
      200,
    )
    await own.jobsDone()
    expect(own.mails.filter((mail) => mail.to === email)).toHaveLength(1)
    own.skip(61_000)
    expect((await own.call(requestResetCode, { body: { username, email } })).status).toBe(200)
    await own.codeFor(email, 2)
    expect((await own.call(verifyEmailCode, { body })).status).toBe(200)
  })
})
