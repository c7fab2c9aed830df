import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { resendCode, verifyEmailCode, verifyResetCode } from '#shared/api/accounts.ts'
import { getMember } from '#shared/api/members.ts'
import { startAccountsApp } from '#test/fakes/accounts-app.ts'

const minute = 60_000

let app: Awaited<ReturnType<typeof startAccountsApp>>
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const verify = async (email: string, code: string) => {
  const { status, error } = await app.call(verifyEmailCode, { body: { email, code } })
  return status === 200 ? 'ok' : error.error
}
const invalid = 'Invalid or expired code.'

async function isVerified(member: { id: string; token: string }) {
  return (await app.call(getMember, { params: { userId: member.id }, as: member })).data.emailVerified
}

describe('verifying an address', () => {
  test('the mailed code verifies once, whatever the case of the address', async () => {
    const member = await app.signUp()
    const other = await app.signUp()
    const code = await app.codeFor(member.email)
    expect(await isVerified(member)).toBe(false)
    expect(await verify(` ${member.email.toUpperCase()} `, ` ${code} `)).toBe('ok')
    expect([await isVerified(member), await isVerified(other)]).toEqual([true, false])
    expect(await verify(member.email, code)).toBe(invalid)
  })

  test('a wrong code, another’s code, one of another purpose and an unknown address answer alike', async () => {
    const [member, other] = [await app.signUp(), await app.signUp()]
    const code = await app.codeFor(member.email)
    const answers = [
      await app.call(verifyEmailCode, { body: { email: member.email, code: wrong(code) } }),
      await app.call(verifyEmailCode, { body: { email: other.email, code } }),
      await app.call(verifyEmailCode, { body: { email: 'nobody@example.org', code } }),
      await app.call(verifyEmailCode, { body: { email: member.email, code: 'abcdef' } }),
      await app.call(verifyResetCode, { body: { email: member.email, code } }),
    ]
    for (const { status, error } of answers)
      expect([status, error.code, error.error]).toEqual([400, 'auth.code_invalid', invalid])
    expect(await isVerified(other)).toBe(false)
  })

  test('after 15 minutes a code is void', async () => {
    const member = await app.signUp()
    const code = await app.codeFor(member.email)
    app.skip(15 * minute)
    expect(await verify(member.email, code)).toBe(invalid)
    expect(await isVerified(member)).toBe(false)
  })

  test('four wrong guesses are forgiven, five are not', async () => {
    const forgiven = await app.signUp()
    const code = await app.codeFor(forgiven.email)
    for (let guess = 0; guess < 4; guess++) expect(await verify(forgiven.email, wrong(code))).toBe(invalid)
    expect(await verify(forgiven.email, code)).toBe('ok')
    const locked = await app.signUp()
    const other = await app.codeFor(locked.email)
    for (let guess = 0; guess < 5; guess++) expect(await verify(locked.email, wrong(other))).toBe(invalid)
    expect(await verify(locked.email, other)).toBe(invalid)
  })

  test('fifty guesses at once are five tries', async () => {
    const member = await app.signUp()
    const code = await app.codeFor(member.email)
    const guesses = Array.from({ length: 50 }, () => verify(member.email, wrong(code)))
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([invalid]))
    const row = await app.db
      .selectFrom('codes')
      .select('tries')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(row.tries).toBe(5)
    expect(await verify(member.email, code)).toBe(invalid)
  })

  test('the right code sent ten times at once works once', async () => {
    const member = await app.signUp()
    const code = await app.codeFor(member.email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(member.email, code)))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(await isVerified(member)).toBe(true)
  })
})

test('a guess costs as many statements for an unknown address as for a known one', async () => {
  const quiet = await startAccountsApp({}, { jobs: false })
  onTestFinished(() => quiet.close())
  const { email } = await quiet.signUp()
  const count = (given: string) =>
    quiet.countStatements(() => quiet.call(verifyEmailCode, { body: { email: given, code: 'abcdef' } }))
  expect(await count(email)).toBe(await count('nobody@example.org'))
})

describe('sending the code again', () => {
  const resend = async (email: string) => {
    const { status, error, data, headers } = await app.call(resendCode, { body: { email } })
    return status === 200 ? data : [status, error.code, error.error, headers.get('retry-after')]
  }
  const wait = [429, 'auth.code_wait', 'A code was just sent. Please wait a minute.', '60']

  test('once a minute; what was mailed before stays good, and one that is used takes the others along', async () => {
    const member = await app.signUp()
    const old = await app.codeFor(member.email)
    expect(await resend(member.email)).toEqual(wait)
    app.skip(minute)
    expect(await resend(member.email)).toEqual({ ok: true })
    const fresh = await app.codeFor(member.email, 2)
    expect(await verify(member.email, old)).toBe('ok')
    expect(await verify(member.email, fresh)).toBe(invalid)
  })

  test('a new code works after the tries of the old one are used up', async () => {
    const member = await app.signUp()
    const old = await app.codeFor(member.email)
    for (let guess = 0; guess < 5; guess++) await verify(member.email, wrong(old))
    app.skip(minute)
    expect(await resend(member.email)).toEqual({ ok: true })
    const fresh = await app.codeFor(member.email, 2)
    expect(fresh === old ? invalid : await verify(member.email, old)).toBe(invalid)
    expect(await verify(member.email, fresh)).toBe('ok')
  })

  test('a stranger who asks every minute neither voids the owner’s code nor fills the mailbox', async () => {
    const member = await app.signUp()
    const code = await app.codeFor(member.email)
    for (let asked = 0; asked < 10; asked++) {
      app.skip(minute)
      expect(await resend(member.email)).toEqual({ ok: true })
      await app.jobsDone()
    }
    expect(app.mails.filter((mail) => mail.to === member.email)).toHaveLength(3)
    expect(await verify(member.email, code)).toBe('ok')
  })

  test('the three that live are three times five guesses at most, each counted against all of them', async () => {
    const member = await app.signUp()
    for (let count = 2; count <= 3; count++) {
      app.skip(minute)
      await resend(member.email)
      await app.codeFor(member.email, count)
    }
    await Promise.all(Array.from({ length: 30 }, () => verify(member.email, 'abcdef')))
    const rows = await app.db.selectFrom('codes').select('tries').where('member_id', '=', member.id).execute()
    expect(rows.map((row) => row.tries)).toEqual([5, 5, 5])
  })

  test('a clock that ran a year ahead keeps nobody waiting, and its codes are void', async () => {
    const ahead = await startAccountsApp()
    onTestFinished(() => ahead.close())
    const year = 365 * 24 * 60 * minute
    ahead.skip(year)
    const member = await ahead.signUp()
    const early = await ahead.codeFor(member.email)
    ahead.skip(-year)
    const answer = (code: string) => ahead.call(verifyEmailCode, { body: { email: member.email, code } })
    expect((await answer(early)).status).toBe(400)
    expect((await ahead.call(resendCode, { body: { email: member.email } })).status).toBe(200)
    expect((await answer(await ahead.codeFor(member.email, 2))).status).toBe(200)
  })

  test('answers alike for strangers and for the verified, who get no mail', async () => {
    const member = await app.signUp()
    expect(await verify(member.email, await app.codeFor(member.email))).toBe('ok')
    app.skip(minute)
    const stranger = `stranger${Date.now()}@example.org`
    for (const email of [member.email, stranger]) {
      expect(await resend(email)).toEqual({ ok: true })
      expect(await resend(email.toUpperCase())).toEqual(wait)
    }
    await app.jobsDone()
    expect(app.mails.filter((mail) => mail.to === stranger)).toHaveLength(0)
    expect(app.mails.filter((mail) => mail.to === member.email)).toHaveLength(1)
  })

  test('twenty requests at once send one mail', async () => {
    const member = await app.signUp()
    await app.codeFor(member.email)
    app.skip(minute)
    const answers = await Promise.all(Array.from({ length: 20 }, () => resend(member.email)))
    expect(answers.filter((answer) => !Array.isArray(answer))).toHaveLength(1)
    await app.codeFor(member.email, 2)
    await app.jobsDone()
    expect(app.mails.filter((mail) => mail.to === member.email)).toHaveLength(2)
  })
})

describe('limits', () => {
  let limited: Awaited<ReturnType<typeof startAccountsApp>>
  beforeAll(async () => {
    limited = await startAccountsApp({ RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1' })
  })
  afterAll(() => limited.close())
  const guess = (address: string, email: string, code = 'abcdef', cookie = '') =>
    limited.call(verifyEmailCode, {
      body: { email, code },
      headers: { 'x-forwarded-for': address, cookie },
    })

  test('slow down guessing from many addresses, for known and unknown accounts alike', async () => {
    for (const email of [(await limited.signUp()).email, 'nobody@example.org']) {
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => guess(`192.0.2.${index}`, email)),
      )
      const passed = answers.filter((answer) => answer.status === 400).length
      expect(passed).toBeGreaterThanOrEqual(20)
      expect(passed).toBeLessThan(30)
    }
  })

  test('one address cannot spend all tries of a code: the owner’s still works', async () => {
    const member = await limited.signUp()
    const code = await limited.codeFor(member.email)
    const answers = await Promise.all(Array.from({ length: 8 }, () => guess('198.51.100.1', member.email)))
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(4)
    expect((await guess('203.0.113.1', member.email, code)).status).toBe(200)
  })

  test('strangers who void a code for each other do not void it for the member’s own device', async () => {
    const member = await limited.signUp()
    const code = await limited.codeFor(member.email)
    for (let index = 0; index < 9; index++) await guess(`192.0.2.${index}`, member.email)
    expect((await guess('203.0.113.2', member.email, code)).status).toBe(400)
    for (let index = 0; index < 40; index++) await guess(`198.51.100.${index}`, member.email)
    expect((await guess('203.0.113.2', member.email, code)).status).toBe(429)
    expect((await guess('203.0.113.2', member.email, code, member.cookie)).status).toBe(200)
  })
})
