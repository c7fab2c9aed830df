import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { becomeFirstOperator, checkOperatorLink, createFirstOperator, login } from '#shared/api/accounts.ts'
import { listAuditLog } from '#shared/api/audit.ts'
import { buildMember } from '#test/factories.ts'
import { password } from '#test/fakes/accounts-app.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { offerOperatorLink } from './first-operator.service.ts'
import { createAccount, updateRole } from './operator.service.ts'

const database = `t_first_operator_${process.pid}`
let app: TestApp
/** Another instance on the same database. */
let other: TestApp
const clock = { ahead: 0 }
beforeAll(async () => {
  await createDatabase(database)
  const overrides = { now: () => new Date(Date.now() + clock.ahead) }
  app = await startTestApp({ database, overrides, env: { REGISTRATION: 'closed' } })
  other = await startTestApp({ database, overrides })
})
afterAll(async () => {
  await app.close()
  await other.close()
  await dropDatabase(database)
})
beforeEach(async () => {
  clock.ahead = 0
  await app.db.deleteFrom('members').execute()
  await app.db.deleteFrom('operator_links').execute()
})

async function offer(of = app): Promise<string> {
  const token = await offerOperatorLink(of.ctx)
  if (token === null) throw new Error('there is an operator')
  return token
}
let made = 0
const create = (token: string, given: object = {}, at = app) => {
  const username = `first_${made++}`
  const body = { token, username, email: `${username}@example.org`, password, ...given }
  return at.call(createFirstOperator, { body })
}
const check = async (token: string) => (await app.call(checkOperatorLink, { body: { token } })).status
const operators = () =>
  app.db.selectFrom('members').select('username').where('role', '=', 'operator').execute()

test('the link makes one operator, whoever may sign up, with a proved address', async () => {
  const token = await offer()
  expect(await check(token)).toBe(200)
  const { status, data } = await create(token)
  expect(status).toBe(200)
  expect(data.user).toMatchObject({ role: 'operator', emailVerified: true })
  const audit = await app.call(listAuditLog, { query: {}, as: data })
  expect(audit.data[0]).toMatchObject({
    act: 'user.first-operator',
    operator: { _id: data.user._id },
    member: { _id: data.user._id },
  })
  const body = { email: data.user.email, password }
  expect((await app.call(login, { body })).data.user.role).toBe('operator')
  expect(await check(token)).toBe(403)
  expect(await create(token)).toMatchObject({ status: 403, error: { code: 'auth.operator_link' } })
  expect(await operators()).toHaveLength(1)
  expect(await offerOperatorLink(app.ctx)).toBeNull()
})

test('a member becomes the operator at once; others and guests do not', async () => {
  const [member, late] = [await buildMember(app), await buildMember(app)]
  const token = await offer()
  expect((await app.call(becomeFirstOperator, { body: { token } })).status).toBe(401)
  expect((await app.call(becomeFirstOperator, { body: { token }, as: member })).status).toBe(200)
  await app.ctx.changes.caughtUp()
  expect((await app.call(listAuditLog, { query: {}, as: member })).status).toBe(200)
  const again = await app.call(becomeFirstOperator, { body: { token }, as: late })
  expect([again.status, again.error.code]).toEqual([403, 'auth.operator_link'])
})

test('a demo member, whose password everybody knows, does not, and the link stays good', async () => {
  const member = await buildMember(app)
  await app.db.updateTable('members').set({ demo: true }).execute()
  const token = await offer()
  expect((await app.call(becomeFirstOperator, { body: { token }, as: member })).status).toBe(403)
  expect(await operators()).toEqual([])
  expect(await check(token)).toBe(200)
})

test('after a day it is void, and a later start gives another', async () => {
  const token = await offer()
  clock.ahead = 24 * 3_600_000 - 1000
  expect(await check(token)).toBe(200)
  clock.ahead += 2000
  expect(await check(token)).toBe(403)
  expect((await create(token)).status).toBe(403)
  const next = await offer()
  expect(await app.db.selectFrom('operator_links').select('token_hash').execute()).toHaveLength(1)
  expect((await create(next)).status).toBe(200)
})

test('of many at once, by the links of two instances, one becomes the operator', async () => {
  for (let round = 0; round < 5; round++) {
    await app.db.deleteFrom('members').execute()
    const [one, two] = [await offer(), await offer(other)]
    const member = await buildMember(app)
    const answers = await Promise.all([
      create(one),
      create(two, {}, other),
      create(one, {}, other),
      create(two),
      app.call(becomeFirstOperator, { body: { token: two }, as: member }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403])
    expect(await operators()).toHaveLength(1)
    expect(await app.db.selectFrom('operator_links').select('token_hash').execute()).toEqual([])
  }
})

test('an operator by the command line voids it for good', async () => {
  const by = { shellUser: 'root' }
  const member = await buildMember(app)
  const tokens = [await offer(), await offer()]
  await updateRole(app.ctx, by, member.username, 'operator')
  await updateRole(app.ctx, by, member.username, 'member')
  for (const token of tokens) expect(await check(token)).toBe(403)
  const token = await offer()
  const given = {
    email: 'root@example.org',
    username: 'root_of_all',
    password: null,
    role: 'operator',
  } as const
  await createAccount(app.ctx, by, given)
  expect((await create(token)).status).toBe(403)
})

test('what is wrong with an account does not use it up', async () => {
  const taken = await buildMember(app)
  const token = await offer()
  const refused = async (given: object) => (await create(token, given)).error.code
  expect(await refused({ username: 'a!' })).toBe('auth.username_invalid')
  expect(await refused({ username: taken.username })).toBe('auth.username_taken')
  expect(await refused({ email: taken.email })).toBe('auth.email_taken')
  expect(await refused({ password: 'abc' })).toBe('auth.password_short')
  expect((await create(token)).status).toBe(200)
})

test('nothing of the token is kept, and guesses end soon, also for whoever has the right one', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT: '1' } })
  onTestFinished(() => limited.close())
  const token = await offer(limited)
  const [row] = await limited.db.selectFrom('operator_links').selectAll().execute()
  expect(row?.token_hash.toString('latin1')).not.toContain(token)
  const guess = (body: { token: string }) => limited.call(checkOperatorLink, { body })
  for (let time = 0; time < 12; time++) expect((await guess({ token })).status).toBe(200)
  const wrong = await Promise.all(
    Array.from({ length: 15 }, (_, index) => guess({ token: `wrong-${index}` })),
  )
  expect(wrong.filter(({ status }) => status === 429)).toHaveLength(5)
  expect((await guess({ token })).error.code).toBe('request.rate_limited')
  expect((await create(token, {}, limited)).error.code).toBe('request.rate_limited')
})
