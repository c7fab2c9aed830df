import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { registry } from '#shared/api/registry.ts'
import { isRightPassword } from '#server/domains/accounts/passwords.ts'
import { rows } from '#test/access.ts'
import { buildWorld, callRow, type World } from '#test/access-world.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

// Fields that no call knows, and known ones of every other type, make nobody more than they are and open nothing.

let app: TestApp
let world: World
beforeAll(async () => {
  app = await startTestApp()
  world = await buildWorld(app)
})
afterAll(() => app.close())

/** What a member may do, and by what they are told; a member's own words are none of it. */
async function standing() {
  const members = await app.db
    .selectFrom('members')
    .select([
      'id',
      'role',
      'username',
      'email',
      'email_verified_at',
      'suspended_at',
      'google_id',
      'password_hash',
      'demo',
    ])
    .orderBy('id')
    .execute()
  const lists = await app.db
    .selectFrom('lists')
    .select(['member_id', 'audience'])
    .where('audience', '<=', 'members')
    .execute()
  const follows = await app.db
    .selectFrom('follows')
    .select(['follower_id', 'followee_id'])
    .orderBy('follower_id')
    .execute()
  return { members, publicOf: lists.filter(({ member_id }) => member_id !== world.who.stranger.id), follows }
}

const wished = () => ({
  role: 'operator',
  isAdmin: true,
  is_admin: true,
  isOperator: 1,
  access: 'operator',
  emailVerified: true,
  email_verified_at: '2020-01-01',
  email: 'taken@example.org',
  username: 'taken',
  password: 'taken over',
  password_hash: 'x',
  google_id: 'x',
  suspended_at: null,
  demo: true,
  memberId: world.who.owner.id,
  member_id: world.who.owner.id,
  userId: world.who.owner.id,
  user: { _id: world.who.owner.id, role: 'operator' },
  viewer: { id: world.who.owner.id, role: 'operator' },
  isPrivate: false,
  audience: 'members',
  ['__proto__.role']: 'operator',
  'constructor.prototype.role': 'operator',
})

/** No fault of the server, but for what is not there to be reached. */
const isOrderly = (name: string, { status, data }: { status: number; data: unknown }) =>
  status < 500 || (data as { code: string }).code === rows[name]?.reached

const writes = registry.filter(
  // They end the account or the session that asks.
  ({ endpoint, name }) =>
    endpoint.method !== 'GET' && !['deleteMember', 'logout', 'endAllSessions'].includes(name),
)
/** By what the member asks: names and addresses that are asked for are their own. */
const own = new Set([
  'register',
  'login',
  'resendCode',
  'requestResetCode',
  'verifyEmailCode',
  'resetPassword',
])

/** Calls it with all forged fields that it does not know, as a stranger. */
async function callForged(called: (typeof writes)[number]): Promise<void> {
  const known =
    called.endpoint.body && 'shape' in called.endpoint.body
      ? Object.keys(called.endpoint.body.shape ?? {})
      : []
  const forged = Object.entries(wished()).filter(([name]) => !known.includes(name))
  const answer = await callRow(app, called, world, world.who.stranger, (fields) => ({
    ...Object.fromEntries(forged),
    ...fields,
  }))
  expect(isOrderly(called.name, answer)).toBe(true)
}

const changesPassword = ({ name }: { name: string }) => name === 'changePassword'

test.each(writes.filter((called) => !changesPassword(called)))(
  '$domain $name gives nothing for fields that it does not know',
  async (called) => {
    const before = await standing()
    await callForged(called)
    expect(await standing()).toEqual(before)
  },
)

test.each(writes.filter(changesPassword))(
  '$domain $name gives the new password, and nothing for fields that it does not know',
  async (called) => {
    const before = await standing()
    await callForged(called)
    const after = await standing()
    const isAsker = ({ id }: { id: string }) => id === world.who.stranger.id
    const hash = after.members.find(isAsker)?.password_hash ?? null
    const { newPassword } = z.parse(z.object({ newPassword: z.string() }), rows[called.name]?.body)
    expect(await isRightPassword(hash, newPassword)).toBe(true)
    const members = before.members.map((member) =>
      isAsker(member) ? { ...member, password_hash: hash } : member,
    )
    expect(after).toEqual({ ...before, members })
  },
)

const wrong: unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  '',
  'true',
  'false',
  'null',
  [],
  [true],
  ['operator'],
  {},
  { $ne: null },
  { length: 1 },
]

test.each(writes.filter(({ name, endpoint }) => endpoint.body && !own.has(name)))(
  '$domain $name gives nothing for fields of another type',
  async (called) => {
    const shape = (called.endpoint.body as unknown as { shape?: Record<string, unknown> }).shape ?? {}
    const before = await standing()
    for (const name of Object.keys(shape))
      for (const value of wrong) {
        const answer = await callRow(app, called, world, world.who.stranger, (fields) => ({
          ...fields,
          [name]: value,
        }))
        expect([name, value, isOrderly(called.name, answer)]).toEqual([name, value, true])
      }
    expect(await standing()).toEqual(before)
  },
)

/** Every field of a body that says yes or no, and nothing else. */
const flags = registry.flatMap(({ name, endpoint }) => {
  const { body } = endpoint
  if (!body || !('shape' in body)) return []
  return Object.entries(body.shape as Record<string, z.core.$ZodType>).flatMap(([field, schema]) =>
    [true, false].every((word) => z.safeParse(schema, word).success) && !z.safeParse(schema, 2).success
      ? [{ name, field, schema }]
      : [],
  )
})

test('there are flags', () => {
  expect(flags.map(({ name, field }) => `${name}.${field}`)).toContain('updateList.isPrivate')
})

test.each(flags)('$name: $field is opened by no value that only looks like a no', ({ schema }) => {
  for (const value of [0, -0, 1, ' ', 'no', 'OFF', 'FALSE', 'null', '00', [], [false], {}, { valueOf: 0 }])
    expect([value, z.safeParse(schema, value).success]).toEqual([value, false])
})

test('every call that writes was asked as it succeeds', () => {
  for (const { name } of writes) expect([name, name in rows]).toEqual([name, true])
})
