import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkEmail, checkUsername, login, register, resendCode } from '#shared/api/accounts.ts'
import { getMember } from '#shared/api/members.ts'
import { fullCost, password, sessionOf, startAccountsApp } from '#test/fakes/accounts-app.ts'

let app: Awaited<ReturnType<typeof startAccountsApp>>
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

describe('availability', () => {
  test('a name is free until somebody has it in any case; nonsense is not', async () => {
    const { username } = await app.signUp()
    const free = async (text: string) =>
      (await app.call(checkUsername, { query: { username: text } })).data.available
    expect(await free(`${username}x`)).toBe(true)
    expect(await free(username)).toBe(false)
    expect(await free(username.toUpperCase())).toBe(false)
    for (const text of ['', 'ab', 'a b c', 'é_é_é', 'x'.repeat(21), "a' or 1=1"])
      expect(await free(text)).toBe(false)
  })

  test('an address is free until somebody has it in any case or spacing', async () => {
    const { email } = await app.signUp()
    const free = async (text: string) =>
      (await app.call(checkEmail, { query: { email: text } })).data.available
    expect(await free(`x${email}`)).toBe(true)
    expect(await free(email)).toBe(false)
    expect(await free(`  ${email.toUpperCase()} `)).toBe(false)
    for (const text of ['', 'x', 'x@y', '@y.z', 'a b@y.z']) expect(await free(text)).toBe(false)
  })

  test('a NUL character is a fault of the request, not of the server', async () => {
    expect((await app.call(checkEmail, { query: { email: 'a\0b@example.org' } })).status).toBe(400)
  })
})

describe('sign-up', () => {
  test('makes a member with a session, an avatar and a mailed code', async () => {
    const body = await app.form({ email: `  Mixed.Case_${Date.now()}@Example.org `, locale: 'fr' })
    const answer = await app.call(register, { body })
    expect(answer.status).toBe(200)
    const data = sessionOf(answer.data)
    expect(data.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(data.user).toMatchObject({
      _id: data.user.id,
      username: body.username,
      email: body.email.trim(),
      emailVerified: false,
      avatar: body.avatar,
      followers: [],
      followersCount: 0,
      favoriteFilms: [],
    })
    const own = await app.call(getMember, { params: { userId: data.user.id }, as: data })
    expect(own.data).toEqual(data.user)
    expect(await app.codeFor(body.email.trim())).toMatch(/^\d{6}$/)
    expect(app.mails.find((mail) => mail.to === body.email.trim())?.subject).toContain('votre code Scene')
    const picture = await fetch(new URL(body.avatar ?? '', app.url))
    expect(picture.status).toBe(200)
    const again = await app.call(login, { body: { email: body.email, password } })
    expect(again.status).toBe(200)
  })

  test('keeps nothing of password, token or code in clear', async () => {
    const { id, email, token } = await app.signUp()
    const code = await app.codeFor(email)
    const member = await app.db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(member.password_hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect(fullCost).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    const sessions = await app.db.selectFrom('sessions').selectAll().where('member_id', '=', id).execute()
    const codes = await app.db.selectFrom('codes').selectAll().where('member_id', '=', id).execute()
    const rest = [sessions[0]?.token_hash.toString('latin1'), codes[0]?.code_hash.toString('latin1')]
    for (const secret of [password, token, code])
      expect(JSON.stringify([member.password_hash, rest])).not.toContain(secret)
  })

  test('checks in the fixed order, with the fixed texts', async () => {
    const taken = await app.signUp()
    const bad = { username: 'a!', email: 'nonsense', password: 'abc', avatar: '' }
    const good = await app.form()
    const refused = async (body: typeof bad | typeof good) => {
      const { status, error } = await app.call(register, { body })
      return [status, error.error]
    }
    expect(await refused(bad)).toEqual([400, 'Please upload an avatar.'])
    const { avatar } = good
    expect(await refused({ ...bad, avatar })).toEqual([400, 'Invalid username format.'])
    const username = taken.username.toUpperCase()
    expect(await refused({ ...bad, avatar, username })).toEqual([409, 'Username already taken.'])
    expect(await refused({ ...bad, avatar, username: good.username })).toEqual([400, 'Invalid email.'])
    const email = taken.email.toUpperCase()
    expect(await refused({ ...good, password: 'abc', email })).toEqual([409, 'Email already in use.'])
    expect(await refused({ ...good, password: 'abc' })).toEqual([400, 'Password too short.'])
    expect((await app.call(register, { body: { ...good, password: 'abcd' } })).status).toBe(200)
  })

  test('a password of more than 200 characters is refused before it is hashed', async () => {
    const { status, error } = await app.call(register, {
      body: await app.form({ password: 'x'.repeat(201) }),
    })
    expect([status, error.code]).toEqual([400, 'request.invalid'])
    expect(error.issues?.[0]?.path).toBe('password')
  })

  test('takes only an uploaded picture that nobody has', async () => {
    const other = await app.signUp()
    const pictures = [
      'https://example.org/x.png',
      'javascript:alert(1)',
      '/t/p/w500/poster.jpg',
      '/media/avatars/00000000-0000-4000-8000-000000000000.webp',
      '/media/../etc/passwd',
      other.avatar,
    ]
    for (const avatar of pictures) {
      const body = await app.form({ avatar })
      const { status, error } = await app.call(register, { body })
      expect([avatar, status, error.code]).toEqual([avatar, 400, 'request.invalid'])
      const { data } = await app.call(checkUsername, { query: { username: body.username } })
      expect(data.available).toBe(true)
    }
  })

  test('of many sign-ups at once for one name, one address or one picture exactly one succeeds', async () => {
    const outcome = async (shared: 'username' | 'email' | 'avatar') => {
      const one = await app.form()
      const bodies = await Promise.all(Array.from({ length: 8 }, () => app.form({ [shared]: one[shared] })))
      if (shared === 'username')
        for (const [index, body] of bodies.entries()) body.email = `${index}${body.email}`
      const answers = await Promise.all(bodies.map((body) => app.call(register, { body })))
      return answers.map(({ status, error }) => (status === 200 ? 'ok' : error.code)).sort()
    }
    expect(await outcome('username')).toEqual([...Array<string>(7).fill('auth.username_taken'), 'ok'])
    expect(await outcome('email')).toEqual([...Array<string>(7).fill('auth.email_taken'), 'ok'])
    expect(await outcome('avatar')).toEqual(['ok', ...Array<string>(7).fill('request.invalid')])
  })

  test('somebody who asks for codes to a strange address cannot keep its owner from signing up', async () => {
    const body = await app.form()
    expect((await app.call(resendCode, { body: { email: body.email } })).status).toBe(200)
    expect((await app.call(register, { body })).status).toBe(200)
  })

  test('unknown fields give nothing', async () => {
    const body = { ...(await app.form()), emailVerified: true, id: 'x', followersCount: 9, role: 'admin' }
    const { user } = sessionOf((await app.call(register, { body })).data)
    expect(user).toMatchObject({ emailVerified: false, followersCount: 0, role: 'member' })
  })
})

describe('as the operator set it', () => {
  test('a longer minimum is told, registration can be closed', async () => {
    const strict = await startAccountsApp({ PASSWORD_MIN_LENGTH: '12' })
    onTestFinished(() => strict.close())
    const { status, error } = await strict.call(register, {
      body: await strict.form({ password: 'x'.repeat(11) }),
    })
    expect([status, error.error, error.issues]).toEqual([
      400,
      'Password too short.',
      [{ path: 'password', message: 'at least 12 characters', params: { min: 12 } }],
    ])
    expect(
      (await strict.call(register, { body: await strict.form({ password: 'x'.repeat(12) }) })).status,
    ).toBe(200)
    const closed = await startAccountsApp({ REGISTRATION: 'closed' })
    onTestFinished(() => closed.close())
    const refused = await closed.call(register, { body: await closed.form() })
    expect([refused.status, refused.error.code]).toEqual([403, 'auth.registration_closed'])
    const free = [
      await closed.call(checkEmail, { query: { email: 'nobody@example.org' } }),
      await closed.call(checkUsername, { query: { username: 'nobody_yet' } }),
    ]
    expect(free.map(({ data }) => data.available)).toEqual([false, false])
  })

  test('limits hold by address', async () => {
    const limited = await startAccountsApp({ RATE_LIMIT: '1' })
    onTestFinished(() => limited.close())
    const check = (index: number) =>
      limited.call(checkUsername, {
        query: { username: `name_${index}` },
        headers: { 'x-forwarded-for': `192.0.2.${index}` },
      })
    const answers = await Promise.all(Array.from({ length: 70 }, (_, index) => check(index)))
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused).toHaveLength(10)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    const body = { username: 'x', email: 'x', password: 'x', avatar: '/media/avatars/x.webp' }
    const signUps = await Promise.all(Array.from({ length: 25 }, () => limited.call(register, { body })))
    expect(signUps.filter((answer) => answer.status === 429)).toHaveLength(5)
  })
})
