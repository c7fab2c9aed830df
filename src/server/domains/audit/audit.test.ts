import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteMember, getMember } from '#shared/api/members.ts'
import { listAuditLog } from '#shared/api/audit.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { updateRole } from '#server/domains/accounts/operator.service.ts'

let app: TestApp
let operator: TestMember
beforeAll(async () => {
  app = await startTestApp()
  operator = await buildMember(app, { role: 'operator' })
})
afterAll(() => app.close())

const read = async (query: Parameters<typeof app.call<typeof listAuditLog>>[1]) =>
  (await app.call(listAuditLog, { as: operator, ...query })).data

test('a role holds from the next request on, is told to oneself only, and is written down once', async () => {
  const member = await buildMember(app)
  const own = async () => (await app.call(getMember, { as: member, params: { userId: member.id } })).data.role
  expect(await own()).toBe('member')
  const by = { memberId: operator.id }
  const given = await updateRole(app.ctx, by, `@${member.username.toUpperCase()}`, 'operator')
  expect(given).toEqual({ username: member.username, role: 'operator', was: 'member' })
  await updateRole(app.ctx, by, member.email, 'operator')
  expect(await own()).toBe('operator')
  expect((await app.call(listAuditLog, { as: member })).status).toBe(200)
  const seen = await app.call(getMember, { as: operator, params: { userId: member.id } })
  expect(seen.data).not.toHaveProperty('role')
  const entries = (await read({})).filter((entry) => entry.member?._id === member.id)
  expect(entries).toMatchObject([
    {
      act: 'user.role',
      operator: { username: operator.username },
      shellUser: null,
      about: { role: 'operator', was: 'member' },
    },
  ])
  await updateRole(app.ctx, by, member.username, 'moderator')
  const { status, error } = await app.call(listAuditLog, { as: member })
  expect([status, error.code]).toEqual([404, 'request.not_found'])
  await expect(updateRole(app.ctx, by, 'nobody-at-all', 'operator')).rejects.toMatchObject({
    code: 'member.not_found',
  })
})

test('it goes by act and by who did it, page after page', async () => {
  const other = await buildMember(app, { role: 'operator' })
  const member = await buildMember(app)
  await updateRole(app.ctx, { shellUser: 'root' }, member.username, 'moderator')
  await updateRole(app.ctx, { memberId: other.id }, member.username, 'member')
  expect(await read({ query: { by: other.id } })).toMatchObject([{ about: { was: 'moderator' } }])
  expect(await read({ query: { by: 'command-line', limit: 1 } })).toMatchObject([
    { operator: null, shellUser: 'root' },
  ])
  expect(await read({ query: { by: other.id, act: 'films.undo' } })).toEqual([])
  const all = await read({})
  const first = await app.call(listAuditLog, { as: operator, query: { limit: 1 } })
  const cursor = first.headers.get('x-next-cursor') ?? ''
  expect([...first.data, ...(await read({ query: { cursor } }))]).toEqual(all)
})

test('nothing of it is changed or taken away, but members who go are forgotten', async () => {
  const leaver = await buildMember(app, { role: 'operator' })
  const subject = await buildMember(app)
  await updateRole(app.ctx, { memberId: leaver.id }, subject.username, 'moderator')
  const wrong = [
    `update audit_log set act = 'user.list'`,
    `update audit_log set operator_id = null`,
    'delete from audit_log',
    'truncate audit_log',
  ]
  for (const statement of wrong)
    await expect(sql.raw(statement).execute(app.db)).rejects.toThrow('the audit log is only added to')
  const before = await app.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  for (const one of [leaver, subject])
    expect((await app.call(deleteMember, { as: one, params: { userId: one.id } })).status).toBe(200)
  const gone = new Set([leaver.id, subject.id])
  const without = (id: string | null) => (id !== null && gone.has(id) ? null : id)
  expect(await app.db.selectFrom('audit_log').selectAll().orderBy('id').execute()).toEqual(
    before.map((row) => ({
      ...row,
      operator_id: without(row.operator_id),
      member_id: without(row.member_id),
    })),
  )
})
