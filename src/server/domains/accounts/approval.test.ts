import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  googleLogin,
  login,
  register,
  requestResetCode,
  resetPassword,
  verifyEmailCode,
} from '#shared/api/accounts.ts'
import { approveMember, listPendingMembers, refuseMember } from '#shared/api/joining.ts'
import { getMember, listFollowers, listMembers, listSuggestions, toggleFollow } from '#shared/api/members.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { password, startAccountsApp } from '#test/fakes/accounts-app.ts'
import { startIdentityServer } from '#test/fakes/identity-server.ts'
import { suspendAccount } from './operator.service.ts'

let issuer: Awaited<ReturnType<typeof startIdentityServer>>
let app: Awaited<ReturnType<typeof startAccountsApp>>
let operator: TestMember
let reader: TestMember
beforeAll(async () => {
  issuer = await startIdentityServer()
  app = await startAccountsApp({ ...issuer.env, REGISTRATION: 'approval' })
  operator = await buildMember(app, { role: 'operator' })
  reader = await buildMember(app)
})
afterAll(async () => {
  await app.close()
  await issuer.close()
})

const idOf = async (email: string) =>
  (await app.db.selectFrom('members').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** Somebody who signed up, and proved the address unless told otherwise. */
async function apply({
  verified = true,
  ...given
}: { verified?: boolean; reason?: string; locale?: 'fr' } = {}) {
  const body = await app.form(given)
  const { status, data } = await app.call(register, { body })
  expect([status, data]).toEqual([200, { pending: true }])
  const { email } = body
  const code = await app.codeFor(email)
  if (verified) await app.call(verifyEmailCode, { body: { email, code } })
  return { ...body, code, id: await idOf(email) }
}

const enter = ({ email }: { email: string }, as = password) =>
  app.call(login, { body: { email, password: as } })
const google = async ({ email, sub = randomUUID() }: { email: string; sub?: string }) =>
  app.call(googleLogin, {
    body: { credential: await issuer.sign({ sub, email, name: 'Some Body' }), locale: 'fr' },
  })
const sessionsOf = (id: string) =>
  app.db.selectFrom('sessions').select('id').where('member_id', '=', id).execute()
const waiting = async () => (await app.call(listPendingMembers, { query: {}, as: operator })).data
const decide = (endpoint: typeof approveMember | typeof refuseMember, id: string, as = operator) =>
  app.call(endpoint, { params: { memberId: id }, body: {}, as })
const approve = (id: string) => decide(approveMember, id)

describe('somebody who waits', () => {
  test('signs up as always, proves the address and is told to wait; a wrong password reads as always', async () => {
    const person = await apply({ verified: false })
    expect(await sessionsOf(person.id)).toEqual([])
    expect((await enter(person)).error).toMatchObject({
      code: 'auth.unverified',
      error: 'Please verify your email address first.',
    })
    await app.call(verifyEmailCode, { body: { email: person.email, code: person.code } })
    const refused = await enter(person)
    expect([refused.status, refused.error.code, refused.error.error]).toEqual([
      403,
      'auth.pending',
      'An operator has to let you in first. You will get an email.',
    ])
    expect((await enter(person, 'wrong')).error.code).toBe('auth.login_failed')
    expect(await sessionsOf(person.id)).toEqual([])
  })

  test('does not slip in by Google, as somebody new or known, nor by a new password', async () => {
    const email = `${randomUUID().slice(0, 18)}@example.org`
    const sub = randomUUID()
    for (let time = 0; time < 2; time++)
      expect(await google({ email, sub })).toMatchObject({ status: 403, error: { code: 'auth.pending' } })
    const stranger = await idOf(email)
    expect(await sessionsOf(stranger)).toEqual([])

    const person = await apply({ verified: false })
    expect((await google(person)).error.code).toBe('auth.pending')
    expect(await sessionsOf(person.id)).toEqual([])
    // Google proved the address, so the password of whoever typed it opens nothing any more.
    expect((await enter(person)).error.code).toBe('auth.login_failed')
    expect((await waiting()).find(({ _id }) => _id === person.id)?.emailVerified).toBe(true)

    const other = await apply()
    const { email: address, username } = other
    await app.call(requestResetCode, { body: { email: address, username } })
    const code = await app.codeFor(address, 2)
    const body = { email: address, code, newPassword: 'another one' }
    expect((await app.call(resetPassword, { body })).status).toBe(200)
    expect((await enter(other, 'another one')).error.code).toBe('auth.pending')

    await approve(stranger)
    expect((await google({ email, sub })).data.user._id).toBe(stranger)
  })

  test('stays suspended when suspended', async () => {
    const person = await apply()
    await suspendAccount(app.ctx, { shellUser: 'operator' }, person.username)
    expect((await enter(person)).error.code).toBe('auth.suspended')
    expect((await google(person)).error.code).toBe('auth.suspended')
  })

  test('is nowhere to be seen by others until let in', async () => {
    const person = await apply()
    const [start, end] = [person.username.slice(0, 8), person.username.slice(4)]
    const slip = `${person.username.slice(0, -1)}x`
    const seen = async () => {
      const found = async (query: string) =>
        (await app.call(listMembers, { query: { query }, as: reader })).data.map(({ _id }) => _id)
      const lists = [
        await found(person.username),
        await found(start),
        await found(end),
        await found(slip),
        (await app.call(listMembers, { query: {}, as: reader })).data.map(({ _id }) => _id),
        (
          await app.call(listSuggestions, { params: { userId: reader.id }, query: { limit: 24 }, as: reader })
        ).data.map(({ _id }) => _id),
      ]
      const of = { params: { userId: person.id }, as: reader }
      const page = await (
        await fetch(`${app.url}/oembed?url=${encodeURIComponent(`${app.url}/profile/${person.id}`)}`)
      ).text()
      return {
        lists: lists.map((ids) => ids.includes(person.id)),
        profile: (await app.call(getMember, of)).status,
        followers: (await app.call(listFollowers, { ...of, query: {} })).status,
        preview: page.includes(person.username),
      }
    }
    const nowhere = { lists: Array<boolean>(6).fill(false), profile: 404, followers: 404, preview: false }
    expect(await seen()).toEqual(nowhere)
    const follow = { params: { userId: reader.id, targetId: person.id }, as: reader }
    expect((await app.call(toggleFollow, follow)).status).toBe(404)
    await approve(person.id)
    expect(await seen()).toEqual({
      lists: Array<boolean>(6).fill(true),
      profile: 200,
      followers: 200,
      preview: true,
    })
    expect((await app.call(toggleFollow, follow)).status).toBe(200)
  })

  test('keeps the name and the address', async () => {
    const person = await apply()
    const again = async (given: object) =>
      (await app.call(register, { body: await app.form(given) })).error.code
    expect(await again({ username: person.username.toUpperCase(), email: 'other@example.org' })).toBe(
      'auth.username_taken',
    )
    expect(await again({ email: person.email })).toBe('auth.email_taken')
  })
})

describe('an operator', () => {
  test('reads who waits and why, lets in once, and the member gets one mail in their language', async () => {
    const person = await apply({ reason: '  I like films.\nMany. ', locale: 'fr' })
    expect((await waiting())[0]).toEqual({
      _id: person.id,
      username: person.username,
      avatar: person.avatar,
      email: person.email,
      emailVerified: true,
      reason: 'I like films.\nMany.',
      since: expect.any(String),
    })
    await Promise.all([approve(person.id), approve(person.id)])
    expect((await approve(person.id)).status).toBe(200)
    await app.jobsDone()
    const mails = app.mails.filter(({ to }) => to === person.email).slice(1)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Bienvenue sur Scene\u00a0: vous pouvez vous connecter',
    ])
    expect(mails[0]?.text).toMatch(/http:\/\/\S+\/login/)
    expect((await enter(person)).status).toBe(200)
    expect((await waiting()).some(({ _id }) => _id === person.id)).toBe(false)
    const row = await app.db
      .selectFrom('members')
      .select('join_reason')
      .where('id', '=', person.id)
      .executeTakeFirst()
    expect(row).toEqual({ join_reason: null })
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['act', 'operator_id'])
      .where('member_id', '=', person.id)
      .execute()
    expect(acts).toEqual([{ act: 'user.approve', operator_id: operator.id }])
  })

  test('refuses: nothing stays, and a mail goes out only where wanted', async () => {
    const [quiet, told] = [await apply(), await apply()]
    expect((await decide(refuseMember, quiet.id)).status).toBe(200)
    const body = { mail: true }
    expect((await app.call(refuseMember, { params: { memberId: told.id }, body, as: operator })).status).toBe(
      200,
    )
    await app.jobsDone()
    const subjects = ({ email }: { email: string }) =>
      app.mails
        .filter(({ to }) => to === email)
        .slice(1)
        .map(({ subject }) => subject)
    expect([subjects(quiet), subjects(told)]).toEqual([[], ['Your request to join Scene']])
    for (const { id, email, username, avatar } of [quiet, told]) {
      expect((await decide(refuseMember, id)).error.code).toBe('member.not_found')
      expect((await fetch(app.url + avatar)).status).toBe(404)
      // Whoever was refused may ask again.
      expect((await app.call(register, { body: await app.form({ email, username }) })).status).toBe(200)
    }
  })

  test('cannot refuse who is in, however close the two decisions are', async () => {
    expect((await decide(refuseMember, reader.id)).error.code).toBe('member.not_pending')
    for (let round = 0; round < 4; round++) {
      const person = await apply()
      const [yes, no] = await Promise.all([approve(person.id), decide(refuseMember, person.id)])
      const rows = await app.db.selectFrom('members').select('id').where('id', '=', person.id).execute()
      expect([yes.status, no.status, rows.length]).toEqual(rows.length === 1 ? [200, 409, 1] : [404, 200, 0])
    }
  })

  test('alone decides', async () => {
    const person = await apply()
    const list = { query: {}, as: reader }
    expect((await app.call(listPendingMembers, list)).status).toBe(404)
    expect((await decide(approveMember, person.id, reader)).status).toBe(404)
    expect((await decide(refuseMember, person.id, reader)).status).toBe(404)
    expect((await enter(person)).error.code).toBe('auth.pending')
  })
})

test('while twenty wait nobody else may ask, by either way; who has proved nothing does not count', async () => {
  const full = await startAccountsApp({ ...issuer.env, REGISTRATION: 'approval' })
  onTestFinished(() => full.close())
  const ask = async () => (await full.call(register, { body: await full.form() })).error.code
  const sign = () =>
    issuer.sign({ sub: randomUUID(), email: `${randomUUID()}@example.org`, name: 'Some Body' })
  for (let index = 0; index < 20; index++) await buildMember(full, { verified: false })
  await full.db.updateTable('members').set({ pending_since: new Date() }).execute()
  expect(await ask()).toBeUndefined()
  await full.db
    .updateTable('members')
    .set({ email_verified_at: new Date() })
    .where('username', 'like', 'm\\_%')
    .execute()
  expect(await ask()).toBe('auth.backlog_full')
  const credential = await sign()
  expect((await full.call(googleLogin, { body: { credential } })).error.code).toBe('auth.backlog_full')
  const by = await buildMember(full, { role: 'operator' })
  const [someone] = (await full.call(listPendingMembers, { query: { limit: 2 }, as: by })).data.toReversed()
  await full.call(approveMember, { params: { memberId: someone?._id ?? '' }, as: by })
  expect(await ask()).toBeUndefined()
})

test('a reason of more than 500 characters is refused, and where nobody decides none is kept', async () => {
  const long = await app.call(register, { body: await app.form({ reason: 'x'.repeat(501) }) })
  expect([long.status, long.error.issues?.[0]?.path]).toEqual([400, 'reason'])
  const open = await startAccountsApp()
  onTestFinished(() => open.close())
  await open.signUp({ reason: 'I like films.' })
  const rows = await open.db.selectFrom('members').select(['join_reason', 'pending_since']).execute()
  expect(rows).toEqual([{ join_reason: null, pending_since: null }])
})
