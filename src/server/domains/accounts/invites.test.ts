import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { getAuthSettings, googleLogin, login, register } from '#shared/api/accounts.ts'
import { createInvite, listInvites, registrations, revokeInvite } from '#shared/api/joining.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { password, startAccountsApp } from '#test/fakes/accounts-app.ts'
import { startIdentityServer } from '#test/fakes/identity-server.ts'

let issuer: Awaited<ReturnType<typeof startIdentityServer>>
let app: Awaited<ReturnType<typeof startAccountsApp>>
let operator: TestMember
beforeAll(async () => {
  issuer = await startIdentityServer()
  app = await startAccountsApp({ ...issuer.env, REGISTRATION: 'invite' })
  operator = await buildMember(app, { role: 'operator' })
})
afterAll(async () => {
  await app.close()
  await issuer.close()
})

const invite = async (given: { uses?: number; days?: number; note?: string } = {}) =>
  (await app.call(createInvite, { body: given, as: operator })).data

const join = async (code: string | undefined) =>
  app.call(register, { body: await app.form(code === undefined ? {} : { invite: code }) })

const google = async (code?: string) => {
  const sub = randomUUID()
  const credential = await issuer.sign({ sub, email: `${sub.slice(0, 18)}@example.org`, name: 'Some Body' })
  return app.call(googleLogin, { body: { credential, ...(code !== undefined && { invite: code }) } })
}

const usesOf = async (id: string) =>
  (await app.db.selectFrom('invites').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses

const expire = (id: string) =>
  app.db.updateTable('invites').set({ expires_at: new Date() }).where('id', '=', id).execute()

const refusal = { status: 403, error: { code: 'auth.invite_invalid' } }

describe('joining by invite', () => {
  test('a code lets in as often as it says, however it is typed', async () => {
    const { code, invite: made } = await invite({ uses: 2 })
    expect((await join(` ${code.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200)
    expect((await join(code.replaceAll('-', ''))).status).toBe(200)
    expect(await join(code)).toMatchObject(refusal)
    expect(await usesOf(made._id)).toBe(2)
  })

  test('without a code, with a wrong, a revoked and an expired one the answer is the same', async () => {
    const [revoked, expired] = [await invite(), await invite({ days: 1 })]
    await app.call(revokeInvite, { params: { inviteId: revoked.invite._id }, as: operator })
    const before = await app.db.selectFrom('members').select('id').execute()
    const answers = [await join(undefined), await join('abcd-efgh-jkmn-pqrs'), await join(revoked.code)]
    await expire(expired.invite._id)
    answers.push(await join(expired.code), await join(''))
    for (const { status, error } of answers)
      expect([status, error.error, error.code]).toEqual([
        403,
        'You need a valid invite to sign up.',
        'auth.invite_invalid',
      ])
    expect(await app.db.selectFrom('members').select('id').execute()).toHaveLength(before.length)
  })

  test('other faults come first and use no code up', async () => {
    const { code, invite: made } = await invite()
    const body = await app.form({ invite: code, password: 'abc' })
    expect((await app.call(register, { body })).error.code).toBe('auth.password_short')
    const stranger = await app.form({ invite: code, avatar: '/media/avatars/of-nobody.webp' })
    expect((await app.call(register, { body: stranger })).error.code).toBe('request.invalid')
    expect(await usesOf(made._id)).toBe(0)
  })

  test('of many at once exactly as many come in as it has uses, by both ways', async () => {
    const { code, invite: made } = await invite({ uses: 3 })
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => join(code)),
      ...Array.from({ length: 5 }, () => google(code)),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(3).fill(200),
      ...Array<number>(7).fill(403),
    ])
    expect(await usesOf(made._id)).toBe(3)
  })

  test('Google is no way around it, and whoever is in needs no code again', async () => {
    expect(await google()).toMatchObject(refusal)
    const { code } = await invite()
    const sub = randomUUID()
    const person = { sub, email: `${sub.slice(0, 18)}@example.org`, name: 'Some Body' }
    const enter = async (given?: string) =>
      app.call(googleLogin, {
        body: { credential: await issuer.sign(person), ...(given !== undefined && { invite: given }) },
      })
    expect((await enter(code)).status).toBe(200)
    expect((await enter()).status).toBe(200)
    const { code: other } = await invite()
    const body = await app.form({ invite: other })
    await app.call(register, { body })
    expect((await app.call(login, { body: { email: body.email, password } })).status).toBe(200)
  })

  test('codes cannot be guessed: wrong ones count by address, right ones do not', async () => {
    const limited = await startAccountsApp({ REGISTRATION: 'invite', RATE_LIMIT: '1' })
    onTestFinished(() => limited.close())
    const by = await buildMember(limited, { role: 'operator' })
    const { data } = await limited.call(createInvite, { body: { uses: 5 }, as: by })
    const tryOne = async (code: string) => {
      const { status, error } = await limited.call(register, { body: await limited.form({ invite: code }) })
      return status === 200 ? 'in' : error.code
    }
    for (let round = 0; round < 3; round++) expect(await tryOne(data.code)).toBe('in')
    for (let round = 0; round < 10; round++)
      expect(await tryOne(`wrong-${round}`)).toBe('auth.invite_invalid')
    expect(await tryOne('wrong')).toBe('request.rate_limited')
    expect(await tryOne(data.code)).toBe('request.rate_limited')
  })
})

describe('what operators see of invites', () => {
  test('all but the code, which is kept nowhere', async () => {
    const { code, invite: made, link } = await invite({ uses: 4, days: 3, note: ' for the club ' })
    expect(link.endsWith(`/signup?invite=${code}`)).toBe(true)
    expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    await join(code)
    const listed = (await app.call(listInvites, { query: {}, as: operator })).data
    expect(listed[0]).toEqual({ ...made, uses: 1, maxUses: 4, note: 'for the club', ended: null })
    const kept = JSON.stringify([
      await app.db.selectFrom('invites').selectAll().execute(),
      await app.db.selectFrom('audit_log').selectAll().execute(),
    ])
    expect(kept).not.toContain(code)
    expect(kept).not.toContain(code.replaceAll('-', ''))
  })

  test('why each ended', async () => {
    const [used, revoked] = [await invite(), await invite()]
    await join(used.code)
    for (let time = 0; time < 2; time++)
      expect(
        (await app.call(revokeInvite, { params: { inviteId: revoked.invite._id }, as: operator })).status,
      ).toBe(200)
    const old = await invite({ days: 1 })
    await expire(old.invite._id)
    const { data } = await app.call(listInvites, { query: { limit: 3 }, as: operator })
    expect(data.map(({ _id, ended }) => [_id, ended])).toEqual([
      [old.invite._id, 'expired'],
      [revoked.invite._id, 'revoked'],
      [used.invite._id, 'used-up'],
    ])
    const missing = { params: { inviteId: randomUUID() }, as: operator }
    expect((await app.call(revokeInvite, missing)).error.code).toBe('invite.not_found')
  })

  test('nobody else does', async () => {
    const member = await buildMember(app)
    expect((await app.call(listInvites, { query: {}, as: member })).status).toBe(404)
    expect((await app.call(createInvite, { body: {}, as: member })).status).toBe(404)
    expect((await app.call(createInvite, { body: {} })).status).toBe(401)
  })
})

test.each(registrations)('guests are told that joining is %s', async (registration) => {
  const other = await startAccountsApp({ REGISTRATION: registration })
  onTestFinished(() => other.close())
  expect((await other.call(getAuthSettings)).data).toEqual({ googleClientId: null, registration })
})
