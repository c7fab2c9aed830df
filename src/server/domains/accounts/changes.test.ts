import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listSessions, login, register, requestResetCode, resetPassword } from '#shared/api/accounts.ts'
import { deleteMember, getMember } from '#shared/api/members.ts'
import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  confirmEmailChange,
  confirmIdentity,
  getSecurity,
  resendEmailChangeCodes,
} from '#shared/api/security.ts'
import { buildPasskey } from '#test/account-factories.ts'
import { cookieOf, password, startAccountsApp } from '#test/fakes/accounts-app.ts'
import { passwordStep, turnOn } from '#test/fakes/second-step.ts'

const minute = 60_000

let app: Awaited<ReturnType<typeof startAccountsApp>>
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

type App = typeof app

/** Somebody whose address is proved, so that mails go there. */
async function proven(of: App = app, overrides = {}) {
  const member = await of.signUp(overrides)
  await of.codeFor(member.email)
  await of.db
    .updateTable('members')
    .set({ email_verified_at: new Date() })
    .where('id', '=', member.id)
    .execute()
  return member
}

const lives = async (token: string) => (await app.call(listSessions, { as: { token } })).status === 200
const subjectsTo = (address: string) =>
  app.mails.filter((mail) => mail.to === address).map((mail) => mail.subject)
const lastTo = async (address: string, count: number) => {
  await app.codeFor(address, count)
  return app.mails.findLast((mail) => mail.to === address)
}

const newPassword = 'another horse'

describe('a change of password', () => {
  const change = (
    member: { token: string },
    currentPassword: string | undefined,
    next = newPassword,
    headers = {},
  ) => app.call(changePassword, { as: member, body: { currentPassword, newPassword: next }, headers })

  test('needs the one that was, ends all other sessions and keeps this one and this device', async () => {
    const member = await proven()
    const other = await app.call(login, { body: member })
    app.skip(20 * minute)
    const { cookie } = member
    const changed = await change(member, password, newPassword, { cookie })
    expect(changed.status).toBe(200)
    expect(cookieOf(changed.headers)).not.toBe(cookie)
    expect([await lives(member.token), await lives(other.data.token)]).toEqual([true, false])
    expect((await app.call(login, { body: member })).status).toBe(401)
    const known = { cookie: cookieOf(changed.headers) }
    expect(
      (await app.call(login, { body: { ...member, password: newPassword }, headers: known })).status,
    ).toBe(200)
    await app.jobsDone()
    expect(subjectsTo(member.email)).toContain('Your Scene password was changed')
    // A stolen session and a password are no proof of what a second step may ask for.
    expect((await app.call(getSecurity, { as: member })).data.confirmedUntil).toBeNull()
  })

  test('where there is a second step, the password alone is not enough', async () => {
    const member = await app.signUp()
    const { codeOf } = await turnOn(app, member)
    app.skip(10 * minute)
    const refused = await change(member, password)
    expect([refused.status, refused.error.code]).toEqual([403, 'auth.step_up_required'])
    expect((await app.call(confirmIdentity, { as: member, body: { code: codeOf() } })).status).toBe(200)
    expect((await change(member, password)).status).toBe(200)
  })

  test('is refused for a wrong or missing one and for one that is too short, and changes nothing', async () => {
    const member = await app.signUp()
    for (const given of ['wrong', '', undefined]) {
      const { status, error } = await change(member, given)
      expect([status, error.code]).toEqual([400, 'auth.password_wrong'])
    }
    const short = await change(member, password, 'five5')
    expect([short.error.code, short.error.issues?.[0]?.params]).toEqual([
      'auth.reset_password_short',
      { min: 6 },
    ])
    expect((await app.call(login, { body: member })).status).toBe(200)
  })

  test('at once by two sessions sets one', async () => {
    const member = await app.signUp()
    const other = await app.call(login, { body: member })
    const answers = await Promise.all([
      change(member, password, 'first horse'),
      change({ token: other.data.token }, password, 'second horse'),
    ])
    const works = await Promise.all(
      ['first horse', 'second horse'].map(async (given) => {
        const { status } = await app.call(login, { body: { email: member.email, password: given } })
        return status === 200
      }),
    )
    expect(works.filter(Boolean)).toHaveLength(1)
    expect(answers[works.indexOf(true)]?.status).toBe(200)
    expect(answers[works.indexOf(false)]?.status).not.toBe(200)
  })

  test('voids logins that wait for a code', async () => {
    const member = await app.signUp()
    await turnOn(app, member)
    await passwordStep(app, member)
    expect((await change(member, password)).status).toBe(200)
    const waiting = await app.db
      .selectFrom('challenges')
      .select('hash')
      .where('member_id', '=', member.id)
      .execute()
    expect(waiting).toEqual([])
  })

  test('sets the first one for who has none, after a proof of who it is', async () => {
    const member = await app.signUp()
    await app.db.updateTable('members').set({ password_hash: null }).where('id', '=', member.id).execute()
    expect((await app.call(getSecurity, { as: member })).data.hasPassword).toBe(false)
    app.skip(11 * minute)
    expect((await change(member, undefined)).error.code).toBe('auth.step_up_required')
    await app.db
      .updateTable('sessions')
      .set({ confirmed_at: app.ctx.now() })
      .where('member_id', '=', member.id)
      .execute()
    expect((await change(member, undefined)).status).toBe(200)
    expect((await app.call(login, { body: { ...member, password: newPassword } })).status).toBe(200)
  })
})

describe('a change of address', () => {
  const fresh = () => `new_${Math.random().toString(36).slice(2)}@example.org`
  const begin = (member: { token: string }, email: string) =>
    app.call(changeEmail, { as: member, body: { email } })
  const give = (member: { token: string }, address: 'old' | 'new', code: string) =>
    app.call(confirmEmailChange, { as: member, body: { address, code } })
  const open = async (member: { token: string }) =>
    (await app.call(getSecurity, { as: member })).data.emailChange

  test('needs a code from each of the two; until then the old one logs in, afterwards the new one', async () => {
    const member = await proven()
    const email = fresh()
    expect((await begin(member, ` ${email} `)).status).toBe(200)
    const toOld = await lastTo(member.email, 2)
    const toNew = await app.codeFor(email)
    expect(toOld?.text).toContain(email)
    expect(await open(member)).toMatchObject({ email, waitsForOld: true, waitsForNew: true })
    expect((await give(member, 'new', toNew)).data).toEqual({ changed: false })
    expect(await open(member)).toMatchObject({ waitsForOld: true, waitsForNew: false })
    expect((await app.call(login, { body: member })).status).toBe(200)
    const oldCode = /\b\d{6}\b/.exec(toOld?.text ?? '')?.[0] ?? ''
    expect((await give(member, 'old', oldCode)).data).toEqual({ changed: true })
    const { data } = await app.call(getSecurity, { as: member })
    expect([data.email, data.emailChange]).toEqual([email, null])
    expect((await app.call(login, { body: member })).status).toBe(401)
    const again = await app.call(login, { body: { email: email.toUpperCase(), password } })
    expect(again.data.user).toMatchObject({ id: member.id, email, emailVerified: true })
    await app.jobsDone()
    const told = app.mails.findLast((mail) => mail.to === member.email)
    expect([told?.subject, told?.text.includes(email)]).toEqual([
      'The address of your Scene account was changed',
      true,
    ])
  })

  test('takes the code of one address for no other, and none of a change that another took the place of', async () => {
    const member = await proven()
    const [first, second] = [fresh(), fresh()]
    await begin(member, first)
    const code = await app.codeFor(first)
    expect((await give(member, 'old', code)).error.code).toBe('auth.code_invalid')
    expect((await begin(member, second)).error.code).toBe('auth.code_wait')
    // The same once more, as after a lost answer, is done already and mails nothing.
    expect((await begin(member, first)).status).toBe(200)
    await app.jobsDone()
    expect(app.mails.filter(({ to }) => to === first)).toHaveLength(1)
    app.skip(minute)
    expect((await begin(member, second)).status).toBe(200)
    expect((await give(member, 'new', code)).error.code).toBe('auth.code_invalid')
    expect((await open(member))?.email).toBe(second)
    expect((await give(member, 'new', 'abc')).error.code).toBe('auth.code_format')
  })

  test('ends after an hour, by being called off, by a reset of the password and by five wrong codes', async () => {
    const member = await proven()
    const email = fresh()
    await begin(member, email)
    const code = await app.codeFor(email)
    for (let guess = 0; guess < 5; guess++)
      expect((await give(member, 'new', String(guess).padStart(6, '0'))).error.code).toBe('auth.code_invalid')
    expect((await give(member, 'new', code)).error.code).toBe('auth.code_invalid')
    app.skip(minute)
    expect((await app.call(resendEmailChangeCodes, { as: member })).status).toBe(200)
    expect((await app.call(resendEmailChangeCodes, { as: member })).error.code).toBe('auth.code_wait')
    expect((await give(member, 'new', await app.codeFor(email, 2))).status).toBe(200)
    expect((await app.call(cancelEmailChange, { as: member })).status).toBe(200)
    expect(await open(member)).toBeNull()
    expect((await give(member, 'old', '123456')).error.code).toBe('auth.email_change_over')
    expect((await app.call(resendEmailChangeCodes, { as: member })).error.code).toBe('auth.email_change_over')
    app.skip(minute)
    await app.call(confirmIdentity, { as: member, body: { password } })
    await begin(member, fresh())
    app.skip(60 * minute)
    expect(await open(member)).toBeNull()
    await app.call(confirmIdentity, { as: member, body: { password } })
    await begin(member, fresh())
    await app.jobsDone()
    const before = app.mails.filter((mail) => mail.to === member.email).length
    await app.call(requestResetCode, { body: { username: member.username, email: member.email } })
    const reset = await app.codeFor(member.email, before + 1)
    await app.call(resetPassword, { body: { email: member.email, code: reset, newPassword } })
    const left = await app.db
      .selectFrom('email_changes')
      .select('email')
      .where('member_id', '=', member.id)
      .execute()
    expect(left).toEqual([])
  })

  test('to an address that is none, or somebody’s by then, is refused', async () => {
    const member = await proven()
    const other = await app.signUp()
    expect((await begin(member, 'nowhere')).error.code).toBe('auth.email_invalid')
    expect((await begin(member, other.email.toUpperCase())).error.code).toBe('auth.email_taken')
    expect((await begin(member, member.email)).error.code).toBe('auth.email_taken')
    const email = fresh()
    await begin(member, email)
    const codes = [await app.codeFor(member.email, 2), await app.codeFor(email)]
    await app.signUp({ email })
    expect((await give(member, 'old', codes[0] ?? '')).data).toEqual({ changed: false })
    const late = await give(member, 'new', codes[1] ?? '')
    expect([late.status, late.error.code]).toEqual([409, 'auth.email_taken'])
    expect((await app.call(getSecurity, { as: member })).data.email).toBe(member.email)
  })

  test('asks an address that was never proved for nothing', async () => {
    const member = await app.signUp()
    const email = fresh()
    await begin(member, email)
    expect(await open(member)).toMatchObject({ waitsForOld: false, waitsForNew: true })
    expect((await give(member, 'new', await app.codeFor(email))).data).toEqual({ changed: true })
    await app.jobsDone()
    expect(subjectsTo(member.email)).toHaveLength(1)
    const { data } = await app.call(getMember, { as: member, params: { userId: member.id } })
    expect(data).toMatchObject({ emailVerified: true, email })
  })

  test('needs a proof of the last ten minutes', async () => {
    const member = await proven()
    app.skip(10 * minute)
    const refused = await begin(member, fresh())
    expect([refused.status, refused.error.code]).toEqual([403, 'auth.step_up_required'])
    await app.call(confirmIdentity, { as: member, body: { password } })
    expect((await begin(member, fresh())).status).toBe(200)
  })

  test('voids what was mailed to the address that was', async () => {
    const member = await proven()
    await app.call(requestResetCode, { body: { username: member.username, email: member.email } })
    const reset = await app.codeFor(member.email, 2)
    const email = fresh()
    await begin(member, email)
    const old = await app.codeFor(member.email, 3)
    await give(member, 'old', old)
    expect((await give(member, 'new', await app.codeFor(email))).data).toEqual({ changed: true })
    const late = await app.call(resetPassword, { body: { email, code: reset, newPassword } })
    expect(late.error.code).toBe('auth.code_invalid')
  })
})

describe('the deletion of an account', () => {
  const remove = (member: { id: string; token: string }) =>
    app.call(deleteMember, { as: member, params: { userId: member.id } })
  const leftOf = async (memberId: string) => {
    const tables = [
      'email_changes',
      'codes',
      'challenges',
      'second_steps',
      'recovery_codes',
      'passkeys',
    ] as const
    const rows = tables.map((table) =>
      app.db.selectFrom(table).select('member_id').where('member_id', '=', memberId).execute(),
    )
    return (await Promise.all(rows)).flat()
  }

  test('asks nothing but the session of who has neither a second step nor a passkey, however old it is', async () => {
    const member = await proven()
    await app.db
      .updateTable('sessions')
      .set({ confirmed_at: null })
      .where('member_id', '=', member.id)
      .execute()
    app.skip(20 * 24 * 60 * minute)
    // A key that nobody confirmed is no second step.
    await app.db
      .insertInto('second_steps')
      .values({ member_id: member.id, secret: Buffer.from('sealed') })
      .execute()
    expect((await remove(member)).data).toEqual({ ok: true })
    expect(await leftOf(member.id)).toEqual([])
  })

  test('asks who has a second step for a proof of the last ten minutes, and leaves nothing of it', async () => {
    const member = await proven()
    const { codeOf } = await turnOn(app, member)
    await passwordStep(app, member)
    app.skip(10 * minute)
    const refused = await remove(member)
    expect([refused.status, refused.error.code]).toEqual([403, 'auth.step_up_required'])
    const byPassword = await app.call(confirmIdentity, { as: member, body: { password } })
    expect(byPassword.error.code).toBe('auth.password_wrong')
    await app.call(confirmIdentity, { as: member, body: { code: codeOf() } })
    expect((await remove(member)).status).toBe(200)
    expect(await leftOf(member.id)).toEqual([])
  })

  test('asks who has a passkey as well', async () => {
    const member = await proven()
    await buildPasskey(app, member.id)
    app.skip(10 * minute)
    expect((await remove(member)).error.code).toBe('auth.step_up_required')
    await app.call(confirmIdentity, { as: member, body: { password } })
    expect((await remove(member)).status).toBe(200)
    expect(await leftOf(member.id)).toEqual([])
  })
})

describe('a mail of a new sign-in', () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
  const count = async (member: { email: string }) => {
    await app.jobsDone()
    return app.mails.filter((mail) => mail.to === member.email && mail.subject.startsWith('New login')).length
  }

  test('comes of a device that was not known, names it, and holds nothing that logs in', async () => {
    const member = await proven()
    expect(await count(member)).toBe(0)
    await app.call(login, { body: member, headers: { cookie: member.cookie } })
    expect(await count(member)).toBe(0)
    await app.call(login, { body: member, headers: { 'user-agent': agent } })
    expect(await count(member)).toBe(1)
    const mail = app.mails.findLast((one) => one.to === member.email)
    expect(mail?.text).toContain('Firefox, Linux')
    expect(mail?.text).not.toMatch(/https?:|\d{6}/)
  })

  test('comes to nobody whose address is not proved', async () => {
    const member = await app.signUp()
    await app.call(login, { body: member })
    expect(await count(member)).toBe(0)
  })

  test('is written in the member’s language', async () => {
    const member = await proven(app, { locale: 'ar' })
    await app.call(login, { body: member })
    await app.jobsDone()
    expect(subjectsTo(member.email).at(-1)).toBe('تسجيل دخول جديد إلى حسابك في Scene')
  })
})

describe('PASSWORD_RULES=advised', () => {
  test('asks for eight characters that are none of the best known passwords, wherever one is set', async () => {
    const strict = await startAccountsApp({ PASSWORD_RULES: 'advised' })
    onTestFinished(() => strict.close())
    const answer = async (given: string) => {
      const { status, error } = await strict.call(register, { body: await strict.form({ password: given }) })
      return status === 200 ? 200 : error.code
    }
    expect(await answer('seven77')).toBe('auth.password_short')
    for (const known of ['password', 'PassWord', 'sunshine', '1qaz2wsx'])
      expect(await answer(known)).toBe('auth.password_known')
    expect(await answer('an own one')).toBe(200)
    const member = await strict.signUp()
    const code = async () => {
      await strict.call(requestResetCode, { body: { username: member.username, email: member.email } })
      return strict.codeFor(member.email, 2)
    }
    const reset = { email: member.email, code: await code() }
    const known = await strict.call(resetPassword, { body: { ...reset, newPassword: 'football' } })
    expect([known.status, known.error.code]).toEqual([400, 'auth.password_known'])
    const body = { currentPassword: password, newPassword: 'trustno1' }
    expect((await strict.call(changePassword, { as: member, body })).error.code).toBe('auth.password_known')
    expect((await strict.call(getSecurity, { as: member })).data.passwordMinLength).toBe(8)
  })

  test('is off by default: four characters at sign-up, six at a change, and any of them', async () => {
    const member = await app.signUp({ password: '1234' })
    const body = { currentPassword: '1234', newPassword: '123456' }
    expect((await app.call(changePassword, { as: member, body })).status).toBe(200)
  })
})
