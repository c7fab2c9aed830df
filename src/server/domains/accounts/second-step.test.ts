import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { googleLogin, login, requestResetCode, resetPassword, verifyEmailCode } from '#shared/api/accounts.ts'
import {
  completeLogin,
  confirmIdentity,
  getSecurity,
  renewRecoveryCodes,
  setUpSecondStep,
  turnOffSecondStep,
  turnOnSecondStep,
} from '#shared/api/security.ts'
import { buildPasskey } from '#test/account-factories.ts'
import { password, startAccountsApp } from '#test/fakes/accounts-app.ts'
import { startIdentityServer } from '#test/fakes/identity-server.ts'
import { challengeOf, passwordStep, turnOn } from '#test/fakes/second-step.ts'
import { suspendAccount } from './operator.service.ts'

const minute = 60_000
const step = 30_000

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

/** A member with a second step; the code that turned it on is a step ago. */
async function guarded() {
  const member = await app.signUp()
  const second = await turnOn(app, member)
  app.skip(step)
  return { ...member, ...second }
}

const complete = (challenge: string, code: string, headers = {}) =>
  app.call(completeLogin, { body: { challenge, code }, headers })

const lives = async (token: string) => (await app.call(getSecurity, { as: { token } })).status === 200

const sessionsOf = async (memberId: string) =>
  (await app.db.selectFrom('sessions').select('id').where('member_id', '=', memberId).execute()).length

describe('setting up', () => {
  test('the key is sealed in the database, and asks for nothing before a code of it came back', async () => {
    const member = await app.signUp()
    const { data } = await app.call(setUpSecondStep, { as: member })
    expect(data.key).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(data.address).searchParams.get('secret')).toBe(data.key)
    const row = await app.db
      .selectFrom('second_steps')
      .selectAll()
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(row.secret.includes(Buffer.from(data.key))).toBe(false)
    expect(row.secret.length).toBe(4 + 12 + 16 + 20)
    expect((await app.call(login, { body: member })).status).toBe(200)
    const wrong = await app.call(turnOnSecondStep, { as: member, body: { code: '000000' } })
    expect([wrong.status, wrong.error.code]).toEqual([400, 'auth.code_invalid'])
    expect((await app.call(getSecurity, { as: member })).data.secondStep).toBeNull()
  })

  test('a second key takes the place of one that was not confirmed, and none of one that was', async () => {
    const member = await app.signUp()
    const first = await app.call(setUpSecondStep, { as: member })
    const { key } = await turnOn(app, member)
    expect(key).not.toBe(first.data.key)
    for (const again of [
      await app.call(setUpSecondStep, { as: member }),
      await app.call(turnOnSecondStep, { as: member, body: { code: '123456' } }),
    ])
      expect([again.status, again.error.code]).toEqual([409, 'auth.second_step_on'])
  })

  test('confirmed twice at once it makes one set of recovery codes', async () => {
    const member = await app.signUp()
    await app.call(setUpSecondStep, { as: member })
    const { secret } = await app.db
      .selectFrom('second_steps')
      .select('secret')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    const { codeOfStep, stepAt } = await import('./totp.ts')
    const code = codeOfStep(
      (await app.ctx.secrets.open(secret, member.id)) ?? Buffer.alloc(0),
      stepAt(app.ctx.now()),
    )
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.call(turnOnSecondStep, { as: member, body: { code } })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ])
    const { data } = await app.call(getSecurity, { as: member })
    expect(data.secondStep?.recoveryCodesLeft).toBe(10)
  })
})

describe('a login', () => {
  test('with the password is promised a session, and gets it with a code, once', async () => {
    const member = await guarded()
    const before = await sessionsOf(member.id)
    const refused = await app.call(login, { body: member })
    const challenge = challengeOf(refused)
    expect(refused.headers.get('set-cookie')).toBeNull()
    expect(await sessionsOf(member.id)).toBe(before)
    const done = await complete(challenge, member.codeOf(), { 'user-agent': 'Browser/1.0' })
    expect(done.status).toBe(200)
    expect(done.data.user.id).toBe(member.id)
    expect(done.headers.get('set-cookie')).toContain('HttpOnly')
    expect(await lives(done.data.token)).toBe(true)
    app.skip(step)
    const again = await complete(challenge, member.codeOf())
    expect([again.status, again.error.code]).toEqual([401, 'auth.second_step_over'])
  })

  test('a wrong password answers as everywhere', async () => {
    const member = await guarded()
    const { status, error } = await app.call(login, { body: { email: member.email, password: 'wrong' } })
    expect([status, error.code]).toEqual([401, 'auth.login_failed'])
  })

  test('by Google is asked too', async () => {
    const person = { sub: randomUUID(), email: `${randomUUID().slice(0, 13)}@example.org` }
    const google = async () => app.call(googleLogin, { body: { credential: await issuer.sign(person) } })
    const { data } = await google()
    const { codeOf } = await turnOn(app, data)
    app.skip(step)
    const challenge = challengeOf(await google())
    const done = await complete(challenge, codeOf())
    expect([done.status, done.data.user.id]).toEqual([200, data.user.id])
  })

  test('a code works once: not for a second challenge, not for many at once, not for an earlier step', async () => {
    const member = await guarded()
    const challenges = await Promise.all(Array.from({ length: 4 }, () => passwordStep(app, member)))
    const code = member.codeOf()
    const answers = await Promise.all(challenges.map((challenge) => complete(challenge, code)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
    const next = await passwordStep(app, member)
    expect((await complete(next, code)).error.code).toBe('auth.code_invalid')
    expect((await complete(next, member.codeOf(-1))).error.code).toBe('auth.code_invalid')
  })

  test('one challenge answered many times at once with other codes begins one session', async () => {
    const member = await guarded()
    const challenge = await passwordStep(app, member)
    const before = await sessionsOf(member.id)
    const codes = [member.codeOf(), ...member.recoveryCodes.slice(0, 3)]
    const answers = await Promise.all(codes.map((code) => complete(challenge, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ error }) => error.code === 'auth.second_step_over')).toHaveLength(3)
    expect(await sessionsOf(member.id)).toBe(before + 1)
  })

  test('a challenge is over after ten minutes, and a guessed one is none', async () => {
    const member = await guarded()
    const challenge = await passwordStep(app, member)
    app.skip(10 * minute)
    for (const given of [challenge, 'x'.repeat(43), '']) {
      const { status, error } = await complete(given, member.codeOf())
      expect([status, error.code]).toEqual([401, 'auth.second_step_over'])
    }
  })

  test('codes with blanks work, of clocks half a minute apart too; what is no code is wrong', async () => {
    const member = await guarded()
    app.skip(step)
    const code = member.codeOf(-1)
    const challenge = await passwordStep(app, member)
    for (const given of ['12345678', 'abcdefghij', '123-45'])
      expect((await complete(challenge, given)).error.code).toBe('auth.code_invalid')
    expect((await complete(challenge, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
    const ahead = await passwordStep(app, member)
    expect((await complete(ahead, member.codeOf(1))).status).toBe(200)
  })
})

describe('recovery codes', () => {
  test('are ten of ten letters and digits, kept as hashes, and each works once, also at once', async () => {
    const member = await guarded()
    expect(member.recoveryCodes).toHaveLength(10)
    for (const code of member.recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{10}$/)
    const rows = await app.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('member_id', '=', member.id)
      .execute()
    expect(rows.every(({ code_hash }) => code_hash.length === 32)).toBe(true)
    const [code = '', other = ''] = member.recoveryCodes
    const challenges = await Promise.all(Array.from({ length: 4 }, () => passwordStep(app, member)))
    const answers = await Promise.all(challenges.map((challenge) => complete(challenge, code)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
    const again = await passwordStep(app, member)
    expect((await complete(again, `${other.slice(0, 5)}-${other.slice(5).toLowerCase()}`)).status).toBe(200)
    expect((await app.call(getSecurity, { as: member })).data.secondStep?.recoveryCodesLeft).toBe(8)
  })

  test('made anew void the old ones', async () => {
    const member = await guarded()
    const { data } = await app.call(renewRecoveryCodes, { as: member })
    const challenge = await passwordStep(app, member)
    expect((await complete(challenge, member.recoveryCodes[0] ?? '')).error.code).toBe('auth.code_invalid')
    expect((await complete(challenge, data.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('there are none where the second step is off', async () => {
    const member = await app.signUp()
    const { status, error } = await app.call(renewRecoveryCodes, { as: member })
    expect([status, error.code]).toEqual([409, 'auth.second_step_off'])
    const without = await app.call(turnOnSecondStep, { as: member, body: { code: '123456' } })
    expect(without.error.code).toBe('auth.second_step_off')
  })
})

describe('guessing', () => {
  test('after five wrong codes, also at once, none is taken for a quarter of an hour, not even the right one', async () => {
    const member = await guarded()
    const challenge = await passwordStep(app, member)
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => complete(challenge, String(index).padStart(6, '0'))),
    )
    expect(guesses.filter(({ error }) => error.code === 'auth.code_invalid')).toHaveLength(5)
    expect(guesses.filter(({ error }) => error.code === 'auth.code_locked')).toHaveLength(7)
    const locked = await complete(challenge, member.codeOf())
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '900'])
    expect((await complete(challenge, member.recoveryCodes[0] ?? '')).status).toBe(429)
    app.skip(15 * minute)
    const next = await passwordStep(app, member)
    expect((await complete(next, member.codeOf())).status).toBe(200)
  })

  test('by strangers leaves a known device its own five, and is forgotten by no right code but theirs', async () => {
    const [member, other] = [await guarded(), await guarded()]
    const challenge = await passwordStep(app, member)
    for (let guess = 0; guess < 6; guess++) await complete(challenge, `00000${guess}`)
    expect((await complete(challenge, member.codeOf())).error.code).toBe('auth.code_locked')
    expect((await complete(await passwordStep(app, other), other.codeOf())).status).toBe(200)
    expect((await complete(challenge, member.codeOf(), { cookie: member.cookie })).status).toBe(200)
    const next = await passwordStep(app, member)
    expect((await complete(next, member.codeOf())).error.code).toBe('auth.code_locked')
  })

  test('a right code in time forgets the wrong ones', async () => {
    const member = await guarded()
    for (let round = 0; round < 3; round++) {
      const challenge = await passwordStep(app, member)
      for (let guess = 0; guess < 4; guess++)
        expect((await complete(challenge, `00000${guess}`)).error.code).toBe('auth.code_invalid')
      expect((await complete(challenge, member.codeOf())).status).toBe(200)
      app.skip(step)
    }
  })

  test('is told to the owner of the address, once a day', async () => {
    const member = await guarded()
    await app.db
      .updateTable('members')
      .set({ email_verified_at: new Date(), locale: 'fr' })
      .where('id', '=', member.id)
      .execute()
    for (let round = 0; round < 2; round++) {
      const challenge = await passwordStep(app, member)
      for (let guess = 0; guess < 5; guess++) await complete(challenge, `00000${guess}`)
      app.skip(16 * minute)
    }
    await app.jobsDone()
    const told = app.mails.filter((mail) => mail.to === member.email && mail.subject.includes('mot de passe'))
    expect(told.map((mail) => mail.subject)).toEqual(['Quelqu’un connaît votre mot de passe Scene'])
  })
})

describe('what ends it', () => {
  const prove = (member: { id: string }) =>
    app.db.updateTable('members').set({ email_verified_at: new Date() }).where('id', '=', member.id).execute()

  test('a reset of the password leaves the second step on, and voids what waits for a code', async () => {
    const member = await guarded()
    await prove(member)
    const challenge = await passwordStep(app, member)
    await app.call(requestResetCode, { body: { username: member.username, email: member.email } })
    const code = await app.codeFor(member.email, 2)
    const newPassword = 'another horse'
    expect((await app.call(resetPassword, { body: { email: member.email, code, newPassword } })).status).toBe(
      200,
    )
    expect((await complete(challenge, member.codeOf())).error.code).toBe('auth.second_step_over')
    const next = await passwordStep(app, { email: member.email, password: newPassword })
    expect((await complete(next, member.codeOf())).status).toBe(200)
  })

  test('whoever proves the address for the first time shuts out who set up a second step and a passkey before', async () => {
    const stranger = await guarded()
    await buildPasskey(app, stranger.id)
    await app.call(requestResetCode, { body: { username: stranger.username, email: stranger.email } })
    const code = await app.codeFor(stranger.email, 2)
    const owner = { email: stranger.email, password: 'of the owner' }
    await app.call(resetPassword, { body: { email: owner.email, code, newPassword: owner.password } })
    const { status, data } = await app.call(login, { body: owner })
    expect(status).toBe(200)
    expect((await app.call(getSecurity, { as: data })).data).toMatchObject({ secondStep: null, passkeys: [] })
  })

  test('so does Google', async () => {
    const stranger = await guarded()
    await buildPasskey(app, stranger.id)
    const exp = Math.floor(app.ctx.now().getTime() / 1000) + 3600
    const credential = await issuer.sign({ sub: randomUUID(), email: stranger.email, exp })
    const { status, data } = await app.call(googleLogin, { body: { credential } })
    expect([status, data.user.id]).toEqual([200, stranger.id])
    expect((await app.call(getSecurity, { as: data })).data).toMatchObject({ secondStep: null, passkeys: [] })
  })

  test('the code of a sign-up begins no session, answers no second step and leaves it on', async () => {
    const member = await guarded()
    const sessions = await sessionsOf(member.id)
    const body = { email: member.email, code: await app.codeFor(member.email) }
    const { status, data } = await app.call(verifyEmailCode, { body })
    expect([status, data, await sessionsOf(member.id)]).toEqual([200, { ok: true }, sessions])
    expect((await complete(await passwordStep(app, member), member.codeOf())).status).toBe(200)
  })

  test('a clock that ran ahead keeps nobody out', async () => {
    const member = await guarded()
    await app.db
      .updateTable('second_steps')
      .set({ last_step: Math.floor(app.ctx.now().getTime() / step) + 1_000_000 })
      .where('member_id', '=', member.id)
      .execute()
    const challenge = await passwordStep(app, member)
    expect((await complete(challenge, member.codeOf())).status).toBe(200)
    const again = await passwordStep(app, member)
    expect((await complete(again, member.codeOf())).error.code).toBe('auth.code_invalid')
  })

  test('turned off, nothing is asked any more, but of others as before', async () => {
    const [member, other] = [await guarded(), await guarded()]
    expect((await app.call(turnOffSecondStep, { as: member })).status).toBe(200)
    expect((await app.call(login, { body: member })).status).toBe(200)
    expect((await app.call(turnOffSecondStep, { as: member })).status).toBe(200)
    for (const table of ['second_steps', 'recovery_codes', 'second_step_tries'] as const)
      expect(
        await app.db.selectFrom(table).select('member_id').where('member_id', '=', member.id).execute(),
      ).toEqual([])
    const { data } = await app.call(getSecurity, { as: other })
    expect(data.secondStep?.recoveryCodesLeft).toBe(10)
  })

  test('a suspension: neither the password nor a code nor a recovery code begins a session', async () => {
    const member = await guarded()
    const challenge = await passwordStep(app, member)
    await app.db
      .updateTable('members')
      .set({ suspended_at: new Date() })
      .where('id', '=', member.id)
      .execute()
    expect((await complete(challenge, member.codeOf())).error.code).toBe('auth.suspended')
    expect((await complete(challenge, member.recoveryCodes[0] ?? '')).error.code).toBe('auth.suspended')
    expect((await app.call(login, { body: member })).error.code).toBe('auth.suspended')
    await app.db.updateTable('members').set({ suspended_at: null }).where('id', '=', member.id).execute()
    const open = await passwordStep(app, member)
    await suspendAccount(app.ctx, { shellUser: 'test' }, member.username)
    expect((await complete(open, member.recoveryCodes[1] ?? '')).error.code).toBe('auth.second_step_over')
    expect(await sessionsOf(member.id)).toBe(0)
  })
})

describe('what harms an account', () => {
  test('needs a proof of the last ten minutes, by a code where there is a second step', async () => {
    const member = await guarded()
    app.skip(10 * minute)
    for (const refused of [
      await app.call(turnOffSecondStep, { as: member }),
      await app.call(renewRecoveryCodes, { as: member }),
    ])
      expect([refused.status, refused.error.code]).toEqual([403, 'auth.step_up_required'])
    const { data } = await app.call(getSecurity, { as: member })
    expect([data.proofs, data.confirmedUntil]).toEqual([['code'], null])
    const byPassword = await app.call(confirmIdentity, { as: member, body: { password } })
    expect([byPassword.status, byPassword.error.code]).toEqual([400, 'auth.password_wrong'])
    const byCode = await app.call(confirmIdentity, { as: member, body: { code: member.codeOf() } })
    expect(byCode.status).toBe(200)
    expect((await app.call(turnOffSecondStep, { as: member })).status).toBe(200)
  })

  test('is proved by the password where there is none, for the session that asked only', async () => {
    const member = await app.signUp()
    const other = await app.call(login, { body: member })
    app.skip(11 * minute)
    expect((await app.call(getSecurity, { as: member })).data.proofs).toEqual(['password'])
    const wrong = await app.call(confirmIdentity, { as: member, body: { password: 'wrong' } })
    expect([wrong.status, wrong.error.code]).toEqual([400, 'auth.password_wrong'])
    expect((await app.call(confirmIdentity, { as: member, body: {} })).error.code).toBe('auth.password_wrong')
    expect((await app.call(setUpSecondStep, { as: member })).error.code).toBe('auth.step_up_required')
    expect((await app.call(confirmIdentity, { as: member, body: { password } })).status).toBe(200)
    expect((await app.call(setUpSecondStep, { as: member })).status).toBe(200)
    expect((await app.call(setUpSecondStep, { as: other.data })).error.code).toBe('auth.step_up_required')
  })

  test('is proved by Google, by the same person and a token of its own, for who has nothing else', async () => {
    // The server's clock is ahead of the issuer's by now.
    const exp = Math.floor(app.ctx.now().getTime() / 1000) + 3600
    const person = { sub: randomUUID(), email: `${randomUUID().slice(0, 13)}@example.org`, exp }
    const credential = await issuer.sign(person)
    const { data } = await app.call(googleLogin, { body: { credential } })
    app.skip(11 * minute)
    expect((await app.call(getSecurity, { as: data })).data.proofs).toEqual(['google'])
    const prove = (google: string) => app.call(confirmIdentity, { as: data, body: { google } })
    expect((await prove(credential)).error.code).toBe('auth.google_failed')
    expect((await prove(await issuer.sign({ exp }))).error.code).toBe('auth.google_failed')
    const fresh = await issuer.sign(person)
    expect((await prove(fresh)).status).toBe(200)
    expect((await prove(fresh)).error.code).toBe('auth.google_failed')
    expect((await app.call(setUpSecondStep, { as: data })).status).toBe(200)
  })
})

test('with a key that is not the one it was sealed with, codes are refused and recovery codes work', async () => {
  const member = await guarded()
  const { createSecretBox } = await import('#server/adapters/secret-box/secret-box.ts')
  const kept = app.ctx.secrets
  onTestFinished(() => void (app.ctx.secrets = kept))
  app.ctx.secrets = createSecretBox({ secretKey: 'another key of thirty-two letters', dataDir: '' })
  const challenge = await passwordStep(app, member)
  // What cannot be checked counts as no guess.
  for (let tries = 0; tries < 6; tries++) await complete(challenge, member.codeOf())
  const refused = await complete(challenge, member.codeOf())
  expect([refused.status, refused.error.code]).toEqual([503, 'auth.code_unreadable'])
  expect((await complete(challenge, member.recoveryCodes[0] ?? '')).status).toBe(200)
})
