import { createHash, randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  getAuthSettings,
  googleLogin,
  login,
  requestResetCode,
  resetPassword,
  verifyEmailCode,
} from '#shared/api/accounts.ts'
import { getMember } from '#shared/api/members.ts'
import { password, startAccountsApp } from '#test/fakes/accounts-app.ts'
import { buildMember } from '#test/factories.ts'
import { clientId, startIdentityServer, type Claims } from '#test/fakes/identity-server.ts'
import { restoreAccount, suspendAccount } from './operator.service.ts'

const minute = 60_000

let issuer: Awaited<ReturnType<typeof startIdentityServer>>
let app: Awaited<ReturnType<typeof startAccountsApp>>
beforeAll(async () => {
  issuer = await startIdentityServer()
  app = await startAccountsApp(issuer.env)
})
afterAll(async () => {
  await app.close()
  await issuer.close()
})
afterEach(() => {
  issuer.answers('keys')
})

const send = (credential: string) => app.call(googleLogin, { body: { credential } })
const signIn = async (claims: Claims = {}) => send(await issuer.sign(claims))

/** A person with a Google account, not known to Scene. */
const somebody = (claims: Claims = {}) => {
  const sub = randomUUID()
  return { sub, email: `${sub.slice(0, 18)}@example.org`, name: 'Some Body', ...claims }
}

async function expectRefused(answer: Awaited<ReturnType<typeof send>>) {
  const { requestId, ...rest } = answer.error
  expect(requestId).toBeTruthy()
  expect([answer.status, rest]).toEqual([
    401,
    { error: 'Google login failed. Please try again.', code: 'auth.google_failed' },
  ])
}

const countMembers = async () =>
  Number(
    (await app.db.selectFrom('members').select(app.db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n,
  )

const lives = async (member: { id: string; token: string }) =>
  (await app.call(getMember, { params: { userId: member.id }, as: member })).status === 200

describe('a person whom nobody knows', () => {
  test('gets an account with a name, a username, a drawn avatar and a proven address', async () => {
    const person = somebody({ name: 'Amélie  Poulain', email: `Amelie.${Date.now()}@Example.org` })
    const { status, data } = await app.call(googleLogin, {
      body: { credential: await issuer.sign(person), locale: 'fr' },
      headers: { 'user-agent': 'Browser/1.0' },
    })
    expect(status).toBe(200)
    expect(data.user).toMatchObject({
      username: 'amelie_poulain',
      name: 'Amélie Poulain',
      email: person.email,
      emailVerified: true,
      avatar: '/art/avatar-amelie_poulain.webp',
      followersCount: 0,
    })
    expect(data.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await lives({ id: data.user.id, token: data.token })).toBe(true)
    const picture = await fetch(app.url + (data.user.avatar ?? ''))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const row = await app.db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', data.user.id)
      .executeTakeFirstOrThrow()
    expect([row.google_id, row.password_hash, row.locale]).toEqual([person.sub, null, 'fr'])
    expect(row.search_text).toContain('poulain')
    await app.jobsDone()
    expect(app.mails.filter((mail) => mail.to === person.email)).toEqual([])
  })

  test('is the same member the next time, with a session of its own', async () => {
    const person = somebody()
    const [first, second] = [await signIn(person), await signIn(person)]
    expect(second.data.user).toEqual(first.data.user)
    expect(second.data.token).not.toBe(first.data.token)
  })

  test('finds a free name beside those who have it', async () => {
    const people = [somebody(), somebody(), somebody()].map((one) => ({ ...one, name: 'Twin Peaks' }))
    const names = []
    for (const person of people) names.push((await signIn(person)).data.user.username)
    expect(names).toEqual(['twin_peaks', 'twin_peaks2', 'twin_peaks3'])
    const arabic = somebody({ name: 'نور الهدى', email: `nour${Date.now()}@example.org` })
    const { user } = (await signIn(arabic)).data
    expect([user.username, user.name]).toEqual([arabic.email.split('@')[0], 'نور الهدى'])
  })

  test('has no password, but can set one by a reset', async () => {
    const person = somebody()
    const { user } = (await signIn(person)).data
    const { email } = person
    for (const given of ['', password])
      expect((await app.call(login, { body: { email, password: given } })).status).toBe(401)
    await app.call(requestResetCode, { body: { username: user.username, email } })
    const code = await app.codeFor(email)
    const { status } = await app.call(resetPassword, { body: { email, code, newPassword: password } })
    expect(status).toBe(200)
    expect((await app.call(login, { body: { email, password } })).data.user.id).toBe(user.id)
    expect((await signIn(person)).data.user.id).toBe(user.id)
  })

  test('gets one account however many first sign-ins come at once', async () => {
    const before = await countMembers()
    const person = somebody()
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(person)))
    expect(answers.map((answer) => answer.status)).toEqual(Array<number>(8).fill(200))
    expect(new Set(answers.map((answer) => answer.data.user.id)).size).toBe(1)
    expect(await countMembers()).toBe(before + 1)
  })

  test('shares a name with many others at once, and all come in', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => signIn({ ...somebody(), name: 'Crowded House' })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array<number>(12).fill(200))
    const names = answers.map((answer) => answer.data.user.username)
    expect(new Set(names).size).toBe(12)
    expect(names).toContain('crowded_house')
    for (const name of names) expect(name).toMatch(/^crowded_house\d{0,8}$/)
  })
})

describe('a member of Scene', () => {
  test('is found by the verified address, in any case, and keeps everything', async () => {
    const member = await app.signUp()
    const code = await app.codeFor(member.email)
    expect((await app.call(verifyEmailCode, { body: { email: member.email, code } })).status).toBe(200)
    const person = somebody({ email: member.email.toUpperCase(), name: 'Other Name' })
    const { status, data } = await signIn(person)
    expect(status).toBe(200)
    expect(data.user).toMatchObject({
      id: member.id,
      username: member.username,
      email: member.email,
      name: null,
      avatar: member.avatar,
    })
    expect(await lives(member)).toBe(true)
    expect((await app.call(login, { body: { email: member.email, password } })).status).toBe(200)
  })

  test('is the same behind another address of the Google account', async () => {
    const person = somebody()
    const first = (await signIn(person)).data.user
    const moved = (await signIn({ ...person, email: `moved-${person.email}` })).data.user
    expect(moved).toEqual(first)
  })

  test('stays with the Google account, even where the new address is another member’s', async () => {
    const other = await app.signUp()
    const person = somebody()
    const first = (await signIn(person)).data.user
    const again = (await signIn({ ...person, email: other.email })).data.user
    expect(again.id).toBe(first.id)
    expect(await lives(other)).toBe(true)
  })

  test('is not given to a second Google account with the same address', async () => {
    const person = somebody()
    const { data } = await signIn(person)
    await expectRefused(await signIn({ ...person, sub: randomUUID() }))
    const row = await app.db
      .selectFrom('members')
      .select('google_id')
      .where('id', '=', data.user.id)
      .executeTakeFirstOrThrow()
    expect(row.google_id).toBe(person.sub)
  })

  test('is linked once by many first sign-ins at once', async () => {
    const member = await app.signUp()
    const person = somebody({ email: member.email })
    const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(person)))
    expect(answers.map(({ status, data }) => [status, data.user.id])).toEqual(
      Array.from({ length: 6 }, () => [200, member.id]),
    )
    const tokens = answers.map((answer) => answer.data.token)
    for (const token of tokens) expect(await lives({ ...member, token })).toBe(true)
  })

  test('who signed up with an address that was never proven is shut out by its owner', async () => {
    const intruder = await app.signUp()
    const second = (await app.call(login, { body: { email: intruder.email, password } })).data
    const socket = io(app.url, {
      auth: { token: second.token },
      transports: ['websocket'],
      reconnection: false,
    })
    onTestFinished(() => void socket.close())
    await expect.poll(() => socket.connected, { timeout: 5000 }).toBe(true)

    const owner = await signIn(somebody({ email: intruder.email }))
    expect([owner.status, owner.data.user.id, owner.data.user.emailVerified]).toEqual([
      200,
      intruder.id,
      true,
    ])
    for (const token of [intruder.token, second.token])
      expect(await lives({ ...intruder, token })).toBe(false)
    await expect.poll(() => socket.connected, { timeout: 5000 }).toBe(false)
    expect((await app.call(login, { body: { email: intruder.email, password } })).status).toBe(401)
    expect(await lives({ id: intruder.id, token: owner.data.token })).toBe(true)
  })

  test('has no session by the old password that was begun while the owner came', async () => {
    const intruder = await app.signUp()
    const body = { email: intruder.email, password }
    const logins = Array.from({ length: 6 }, () => app.call(login, { body }))
    const owner = await signIn(somebody({ email: intruder.email }))
    for (const { data } of await Promise.all(logins))
      expect(await lives({ ...intruder, token: data.token })).toBe(false)
    expect(await lives({ ...intruder, token: owner.data.token })).toBe(true)
  })
})

describe('a token that proves nothing', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const cases: [string, () => string | Promise<string>][] = [
    ['for another application', () => issuer.sign({ aud: 'other.apps.googleusercontent.com' })],
    ['for no application', () => issuer.sign({ aud: undefined })],
    ['of another issuer', () => issuer.sign({ iss: 'https://accounts.example.org' })],
    ['of an issuer with a slash more', () => issuer.sign({ iss: `${issuer.url}/` })],
    ['of Google, where another issuer is set', () => issuer.sign({ iss: 'accounts.google.com' })],
    ['that has expired', () => issuer.sign({ iat: now() - 7200, exp: now() - 120 })],
    ['that never expires', () => issuer.sign({ exp: undefined })],
    ['with an expiry beyond all time', () => issuer.sign({ exp: 1e300 })],
    ['that is not yet valid', () => issuer.sign({ nbf: now() + 3600 })],
    ['of an address that is not verified', () => issuer.sign({ email_verified: false })],
    ['of an address that is verified in words only', () => issuer.sign({ email_verified: 'true' })],
    ['that does not say whether the address is verified', () => issuer.sign({ email_verified: undefined })],
    ['without an address', () => issuer.sign({ email: undefined })],
    ['with a list of addresses', () => issuer.sign({ email: ['a@example.org'] })],
    ['with an address that is none', () => issuer.sign({ email: 'nobody' })],
    ['without a subject', () => issuer.sign({ sub: undefined })],
    ['with an empty subject', () => issuer.sign({ sub: '' })],
    ['without a signature', () => issuer.unsigned()],
    ['signed with the public key as a secret', () => issuer.signByPublicKey()],
    ['signed by a foreign key', () => issuer.signForeign()],
    ['of which a claim was changed', async () => swapPayload(await issuer.sign(), await issuer.sign())],
    ['that is none', () => 'nonsense'],
    ['of empty parts', () => '..'],
    ['that is empty', () => ''],
  ]
  const swapPayload = (one: string, other: string) =>
    [one.split('.')[0], other.split('.')[1], one.split('.')[2]].join('.')

  test.each(cases)('%s is refused', async (_, make) => {
    const before = await countMembers()
    await expectRefused(await send(await make()))
    expect(await countMembers()).toBe(before)
  })

  test('a clock that is a little ahead is forgiven', async () => {
    expect((await signIn({ iat: now() + 20, nbf: now() + 20 })).status).toBe(200)
    expect((await signIn({ exp: now() - 10 })).status).toBe(200)
  })

  test('an elliptic signature is as good', async () => {
    expect((await send(await issuer.sign({}, 'ES256'))).status).toBe(200)
  })
})

describe('a token serves once', () => {
  test('the second use is refused, also in another spelling of the signature', async () => {
    const credential = await issuer.sign()
    const first = await send(credential)
    expect(first.status).toBe(200)
    await expectRefused(await send(credential))
    // The last letter of a 256-byte signature holds four bits that mean nothing.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = letters.indexOf(credential.at(-1) ?? '')
    await expectRefused(await send(credential.slice(0, -1) + letters[last ^ 1]))
    expect(await lives({ id: first.data.user.id, token: first.data.token })).toBe(true)
  })

  test('twenty uses at once start one session', async () => {
    const person = somebody()
    const credential = await issuer.sign(person)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(credential)))
    const won = answers.filter((answer) => answer.status === 200)
    expect(won).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) await expectRefused(answer)
    const sessions = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', won[0]?.data.user.id ?? '')
      .execute()
    expect(sessions).toHaveLength(1)
  })

  test('it is kept as a hash, until it has expired for good', async () => {
    const credential = await issuer.sign()
    await send(credential)
    const signed = credential.slice(0, credential.lastIndexOf('.'))
    const mine = () =>
      app.db
        .selectFrom('google_tokens')
        .select('expires_at')
        .where('token_hash', '=', createHash('sha256').update(signed).digest())
        .execute()
    const prune = async () => {
      await app.ctx.transact((tx) => tx.addJob('accounts.prune', {}))
      await app.jobsDone()
    }
    await prune()
    expect(await mine()).toHaveLength(1)
    app.skip(61 * minute)
    await expectRefused(await send(credential))
    await prune()
    expect(await mine()).toHaveLength(1)
    app.skip(61 * minute)
    await prune()
    expect(await mine()).toEqual([])
    await expectRefused(await send(credential))
    app.skip(-122 * minute)
  })
})

test('keys that cannot be had fail like a bad token', async () => {
  const down = await startAccountsApp({ ...issuer.env, GOOGLE_JWKS_URL: 'http://127.0.0.1:9/certs' })
  onTestFinished(() => down.close())
  const answer = await down.call(googleLogin, { body: { credential: await issuer.sign() } })
  expect([answer.status, answer.error.code]).toEqual([401, 'auth.google_failed'])
})
describe('as the operator set it', () => {
  test('without a client id nothing is offered and everything refused', async () => {
    const off = await startAccountsApp()
    onTestFinished(() => off.close())
    expect((await off.call(getAuthSettings)).data).toEqual({ googleClientId: null, registration: 'open' })
    await expectRefused(await off.call(googleLogin, { body: { credential: await issuer.sign() } }))
    expect((await app.call(getAuthSettings)).data).toEqual({ googleClientId: clientId, registration: 'open' })
  })

  test('closed registration lets the known in and nobody else', async () => {
    const closed = await startAccountsApp({ ...issuer.env, REGISTRATION: 'closed' })
    onTestFinished(() => closed.close())
    const enter = async (claims: Claims) =>
      closed.call(googleLogin, { body: { credential: await issuer.sign(claims) } })
    const person = somebody()
    const refused = await enter(person)
    expect([refused.status, refused.error.error]).toEqual([403, 'Registration is closed.'])
    const member = await buildMember(closed)
    const linked = await enter({ ...person, email: member.email })
    expect([linked.status, linked.data.user.id]).toEqual([200, member.id])
    expect((await enter(person)).data.user.id).toBe(member.id)
  })

  test('a suspended member does not come in this way either, and nothing of the try stays', async () => {
    const person = somebody()
    const member = await buildMember(app)
    const suspended = await suspendAccount(app.ctx, { shellUser: 'operator' }, member.username)
    expect(suspended).toMatchObject({ changed: true, sessionsEnded: 1 })
    const credential = await issuer.sign({ ...person, email: member.email })
    const refused = await send(credential)
    expect([refused.status, refused.error.code]).toEqual([403, 'auth.suspended'])
    const rows = await app.db.selectFrom('sessions').select('id').where('member_id', '=', member.id).execute()
    expect(rows).toEqual([])
    await restoreAccount(app.ctx, { shellUser: 'operator' }, member.username)
    expect((await send(credential)).data.user.id).toBe(member.id)
  })

  test('limits hold by address before a token is looked at, and for new accounts', async () => {
    const limited = await startAccountsApp({ ...issuer.env, RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1' })
    onTestFinished(() => limited.close())
    const verify = vi.spyOn(limited.ctx.identity, 'verify')
    const from = (address: string, credential: string) =>
      limited.call(googleLogin, { body: { credential }, headers: { 'x-forwarded-for': address } })
    const spray = await Promise.all(Array.from({ length: 40 }, () => from('192.0.2.1', 'nonsense')))
    expect(spray.filter((answer) => answer.status === 429)).toHaveLength(10)
    expect(Number(spray.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(verify).toHaveBeenCalledTimes(30)
    const made = []
    for (let index = 0; index < 25; index++)
      made.push((await from('192.0.2.2', await issuer.sign({ name: `Maker ${index}` }))).status)
    expect(made).toEqual([...Array<number>(20).fill(200), ...Array<number>(5).fill(429)])
  })
})
