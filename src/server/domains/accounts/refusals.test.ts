import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '#shared/errors.ts'
import { checkEmail, checkUsername } from '#shared/api/accounts.ts'
import * as api from '#shared/api/joining.ts'
import { deleteMember } from '#shared/api/members.ts'
import type { SignUpRefusal } from '#shared/sign-up-refusals.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { addRefusal, isEmailRefused, isNameRefused, removeRefusal } from './refusals.service.ts'

let app: TestApp
const by = { shellUser: 'tests' }
const refused: SignUpRefusal[] = [
  { kind: 'name', pattern: 'watches*' },
  { kind: 'name', pattern: '*_Spam_*' },
  { kind: 'name', pattern: 'ringo' },
  { kind: 'email', pattern: 'ann+*@example.org' },
  { kind: 'domain', pattern: 'mailinator.example' },
  { kind: 'domain', pattern: '*.throwaway.example' },
]

beforeAll(async () => {
  app = await startTestApp()
  for (const refusal of refused) await addRefusal(app.ctx, by, refusal)
})
afterAll(() => app.close())

test.each([
  ['watches', true],
  ['WatchesForYou', true],
  ['my_watches', false],
  ['buy_spam_now', true],
  ['R1ng0', true],
  ['ringo_s', false],
  // Kept for operators, and first parts of addresses.
  ['admin', true],
  ['4dm1n', true],
  ['Supp0rt', true],
  ['settings', true],
  ['notifications', true],
  ['administrate', false],
  ['layla', false],
])('the name %s: %s', async (name, isRefused) => {
  expect(await isNameRefused(app.db, name)).toBe(isRefused)
  const { data } = await app.call(checkUsername, { query: { username: name } })
  expect(data.available).toBe(!isRefused)
})

test.each([
  ['ann+films@example.org', true],
  ['ann@example.org', false],
  ['rana@mailinator.example', true],
  ['rana@eu.mailinator.example', true],
  ['rana@notmailinator.example', false],
  ['rana@a.throwaway.example', true],
  ['mailinator.example@example.org', false],
])('the address %s: %s', async (email, isRefused) => {
  expect(await isEmailRefused(app.db, email)).toBe(isRefused)
  const { data } = await app.call(checkEmail, { query: { email } })
  expect(data.available).toBe(!isRefused)
})

describe('a refusal', () => {
  test('is answered as what is taken', async () => {
    const send = async (username: string, email: string) => {
      const response = await fetch(`${app.url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          username,
          email,
          password: 'quiet harbour 7',
          avatar: '/media/avatars/01900000-0000-7000-8000-000000000000.webp',
        }),
      })
      return ((await response.json()) as { error: string }).error
    }
    expect(await send('watches_now', 'a@example.org')).toBe(errors['auth.username_taken'].text)
    expect(await send('harmless', 'a@mailinator.example')).toBe(errors['auth.email_taken'].text)
  })

  test('leaves members who are in, is made once and taken back', async () => {
    const member = await buildMember(app, { username: 'early_bird' })
    const pattern = { kind: 'name', pattern: 'early*' } as const
    expect([await addRefusal(app.ctx, by, pattern), await addRefusal(app.ctx, by, pattern)]).toEqual([
      true,
      false,
    ])
    const { status } = await fetch(`${app.url}/api/users/${member.id}`, {
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect(status).toBe(200)
    expect([await removeRefusal(app.ctx, by, pattern), await removeRefusal(app.ctx, by, pattern)]).toEqual([
      true,
      false,
    ])
    expect(await isNameRefused(app.db, 'early_riser')).toBe(false)
    const rows = await app.db.selectFrom('audit_log').select('act').execute()
    expect(rows.filter(({ act }) => act === 'refusal.add')).toHaveLength(refused.length + 1)
  })
})

describe('operators in the browser', () => {
  let operator: TestMember
  beforeAll(async () => {
    operator = await buildMember(app, { role: 'operator' })
  })
  const add = (body: SignUpRefusal) => app.call(api.addRefusal, { as: operator, body })
  const remove = (body: SignUpRefusal) => app.call(api.removeRefusal, { as: operator, body })
  const list = async (query: { kind?: SignUpRefusal['kind']; limit?: number; cursor?: string } = {}) =>
    app.call(api.listRefusals, { as: operator, query })

  test('add and remove what the command line does, and both say who and when', async () => {
    const one = { kind: 'domain', pattern: ' Throw.Example ' } as const
    expect((await add(one)).data).toEqual({ changed: true })
    expect((await add(one)).data).toEqual({ changed: false })
    expect(await isEmailRefused(app.db, 'a@throw.example')).toBe(true)
    const { data } = await list()
    expect(data[0]).toMatchObject({
      kind: 'domain',
      pattern: 'throw.example',
      operator: { _id: operator.id, username: operator.username },
      shellUser: null,
    })
    expect(data.find(({ pattern }) => pattern === 'watches*')).toMatchObject({
      operator: null,
      shellUser: 'tests',
    })
    expect([(await remove(one)).data, (await remove(one)).data]).toEqual([
      { changed: true },
      { changed: false },
    ])
    expect(await isEmailRefused(app.db, 'a@throw.example')).toBe(false)
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['act', 'about'])
      .where('operator_id', '=', operator.id)
      .orderBy('id')
      .execute()
    expect(acts).toEqual([
      { act: 'refusal.add', about: { kind: 'domain' } },
      { act: 'refusal.remove', about: { kind: 'domain' } },
    ])
  })

  test('two at once add one', async () => {
    const one = { kind: 'name', pattern: 'twice*' } as const
    const answers = await Promise.all([add(one), add(one), add(one)])
    expect(answers.filter(({ data }) => data.changed)).toHaveLength(1)
    await remove(one)
  })

  test('see them page after page and by kind, however long', async () => {
    const long = { kind: 'domain', pattern: `*.${'a'.repeat(244)}.example` } as const
    await add(long)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { data, headers } = await list({ limit: 1, ...(cursor !== null && { cursor }) })
      seen.push(...data.map(({ pattern }) => pattern))
      cursor = headers.get('x-next-cursor')
    } while (cursor !== null)
    expect(seen).toEqual((await list()).data.map(({ pattern }) => pattern))
    expect(seen.toSorted()).toEqual(
      [...refused.map(({ pattern }) => pattern.toLowerCase()), long.pattern].toSorted(),
    )
    expect((await list({ kind: 'email' })).data.map(({ pattern }) => pattern)).toEqual(['ann+*@example.org'])
    await remove(long)
  })

  test.each([
    ['name', '*'],
    ['name', '__*'],
    ['name', 'a*'],
    ['email', 'example.org'],
    ['domain', 'a@example.org'],
    ['domain', ''],
  ] as const)('cannot refuse the %s %s', async (kind, pattern) => {
    expect((await add({ kind, pattern })).error.code).toBe('request.invalid')
  })

  test('leave what they refused when they go', async () => {
    const leaver = await buildMember(app, { role: 'operator' })
    const body = { kind: 'name', pattern: 'left_behind' } as const
    await app.call(api.addRefusal, { as: leaver, body })
    expect((await app.call(deleteMember, { as: leaver, params: { userId: leaver.id } })).status).toBe(200)
    expect((await list()).data[0]).toMatchObject({ pattern: 'left_behind', operator: null, shellUser: null })
    await remove(body)
  })
})
