import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '#shared/errors.ts'
import { checkEmail, checkUsername } from '#shared/api/accounts.ts'
import { buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import {
  addRefusal,
  isEmailRefused,
  isNameRefused,
  removeRefusal,
  type SignUpRefusal,
} from './refusals.service.ts'

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
