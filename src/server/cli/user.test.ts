import { randomUUID } from 'node:crypto'
import { existsSync, WriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { login } from '#shared/api/accounts.ts'
import type { NewInvite } from '#shared/api/joining.ts'
import { completeLogin, getSecurity } from '#shared/api/security.ts'
import { getFeed, listPopularReviews } from '#shared/api/logs.ts'
import { givePassword, restoreAccount, suspendAccount } from '#server/domains/accounts/operator.service.ts'
import { listJobs } from '#server/core/jobs.ts'
import { passwordStep, turnOn } from '#test/fakes/second-step.ts'
import { databaseUrl, runCommand } from '#test/command-line.ts'
import { buildPasskey } from '#test/account-factories.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'

const database = `t_user_${process.pid}`
let app: TestApp
let env: Record<string, string>
beforeAll(async () => {
  await createDatabase(database)
  app = await startTestApp({ database })
  env = {
    DATABASE_URL: databaseUrl(database),
    SCENE_DATA_DIR: app.ctx.config.dataDir,
    HOST: '127.0.0.1',
  }
})
afterAll(async () => {
  await app.close()
  await dropDatabase(database)
})

const scene = (line: string, input = '') => runCommand(line.split(' '), env, { input })

const acts = async () =>
  (await app.db.selectFrom('audit_log').select(['act', 'member_id']).orderBy('id').execute()).map(
    ({ act, member_id: id }) => [act, id],
  )
const feedOf = async (member: TestMember) =>
  (await app.call(getFeed, { as: member, params: { userId: member.id } })).status

async function connect({ token }: TestMember): Promise<Socket> {
  const socket = io(app.url, { auth: { token }, transports: ['websocket'], reconnection: false })
  onTestFinished(() => void socket.close())
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

test.each(['user verify', 'user reset-password a b', 'user delete', 'user export somebody'])(
  '"scene %s" is called wrongly',
  async (line) => expect((await scene(line)).code).toBe(64),
)

test.each(['verify', 'reset-password --yes', 'delete --yes', 'export --to /tmp/none'])(
  '"scene user %s" finds nobody who is not there',
  async (line) => {
    const { code, error } = await scene(`user ${line} nobody_at_all`)
    expect([code, error]).toEqual([1, 'User not found.'])
  },
)

test('a member is made who can log in at once, with a password that is piped in or made up', async () => {
  const made = await scene('user create Noor@Example.org --username noor --role operator --json')
  const { password, ...rest } = JSON.parse(made.out) as { password: string }
  expect([made.code, rest]).toEqual([0, { username: 'noor', email: 'Noor@Example.org', role: 'operator' }])
  const { data, status } = await app.call(login, { body: { email: 'noor@example.org', password } })
  expect([status, data.user.emailVerified, data.user.role]).toEqual([200, true, 'operator'])
  expect((await fetch(app.url + (data.user.avatar ?? ''))).status).toBe(200)
  expect((await acts()).at(-1)).toEqual(['user.create', data.user._id])
  const piped = await scene('user create omar@example.org --username omar --password-stdin', 'pass word\n')
  expect([piped.code, piped.out]).toEqual([0, '@omar is member'])
  expect((await app.call(login, { body: { email: 'omar@example.org', password: 'pass word' } })).status).toBe(
    200,
  )
})

test.each([
  ['noor2@example.org --username NOOR', 'Username already taken.'],
  ['NOOR@example.org --username noor2', 'Email already in use.'],
  ['nonsense --username noor2', 'Invalid email.'],
  ['noor2@example.org --username n', 'Invalid username format.'],
  ['noor2@example.org --username noor2 --password-stdin', 'Password too short.'],
])('"scene user create %s" says why not', async (line, text) => {
  const { code, error } = await scene(`user create ${line}`, 'abc')
  expect([code, error]).toEqual([1, text])
})

test('invites are made, listed and revoked, and their codes told once', async () => {
  const made = await scene('invite create --uses 3 --days 2 --json')
  const { invite, code, link } = JSON.parse(made.out) as NewInvite
  expect(link).toBe(`http://127.0.0.1:3000/signup?invite=${code}`)
  expect((await scene('invite create')).out).toContain('REGISTRATION is open')
  const listed = (await scene('invite list')).out
  expect(listed).toContain(`${invite._id}  used 0 of 3`)
  expect(listed).not.toContain(code)
  expect(await scene(`invite revoke ${invite._id}`)).toMatchObject({ code: 0, out: 'revoked' })
  expect((await scene(`invite revoke ${invite._id}`)).out).toBe('revoked already')
  expect((await scene('invite list')).out).toContain('revoked')
  expect((await scene(`invite revoke ${randomUUID()}`)).error).toBe('This invite could not be found.')
  expect((await acts()).slice(-3).map(([act]) => act)).toEqual([
    'invite.create',
    'invite.create',
    'invite.revoke',
  ])
  expect(JSON.stringify(await app.db.selectFrom('audit_log').selectAll().execute())).not.toContain(code)
})

test.each([
  'invite create --uses 0',
  'invite create --days 400',
  'invite create for omar',
  'invite revoke 7',
  'user create noor@example.org',
  'refuse add domain https://example.org/',
  'user create --username noor',
])('"scene %s" is called wrongly too', async (line) => expect((await scene(line)).code).toBe(64))

test('people who wait are listed with their reasons, let in or refused', async () => {
  const people = await Promise.all([1, 2, 3].map(() => buildMember(app, { verified: false })))
  const waiting = { pending_since: new Date(), join_reason: 'I like films.\nMany.' }
  for (const { id } of people) await app.db.updateTable('members').set(waiting).where('id', '=', id).execute()
  const [first, second, third] = people.map(({ username }) => username)
  const listed = (await scene('user list --pending')).out
  for (const { username, email } of people)
    expect(listed).toMatch(new RegExp(`@${username} +since [\\d-]+ +${email} \\(not verified\\)`))
  expect(listed).toContain('    I like films.\n    Many.')
  expect((await scene('user list')).out).toContain('(not verified) (not let in yet)')
  expect((await scene(`user approve ${first} nobody_at_all`)).error).toBe('nobody_at_all: User not found.')
  expect((await scene(`user approve ${first} ${people[1]?.email}`)).out).toBe(
    `@${first} is in\n@${second} is in`,
  )
  expect((await scene(`user approve ${first}`)).out).toBe(`@${first} is in already`)
  expect((await scene(`user refuse ${third}`)).code).toBe(64)
  expect((await scene(`user refuse ${first} --yes`)).error).toBe('This member was let in already.')
  expect((await scene(`user refuse ${third} --yes`)).out).toBe(`@${third} is refused`)
  expect((await scene('user list --pending --json')).out).toBe('[]')
  expect((await acts()).slice(-3)).toEqual([
    ['user.approve', people[0]?.id],
    ['user.approve', people[1]?.id],
    ['user.refuse', null],
  ])
})

test('an address is taken for proved', async () => {
  const member = await buildMember(app, { verified: false })
  expect(await scene(`user verify @${member.username.toUpperCase()}`)).toMatchObject({ code: 0 })
  const row = await app.db
    .selectFrom('members')
    .select('email_verified_at')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  expect(row.email_verified_at).toBeInstanceOf(Date)
  expect((await acts()).at(-1)).toEqual(['user.verify', member.id])
})

test('a new password opens the account, and all that was open is shut at once, sockets too', async () => {
  const member = await buildMember(app)
  const socket = await connect(member)
  expect(await feedOf(member)).toBe(200)
  expect((await scene(`user reset-password ${member.email}`)).code).toBe(64)
  const { code, out } = await scene(`user reset-password ${member.email} --yes --json`)
  const { password, ...rest } = JSON.parse(out) as { password: string }
  expect([code, rest]).toEqual([0, { username: member.username, sessionsEnded: 1 }])
  await expect.poll(() => socket.connected, { timeout: 5000 }).toBe(false)
  await app.ctx.changes.caughtUp()
  expect(await feedOf(member)).toBe(401)
  expect((await app.call(login, { body: { email: member.email, password } })).status).toBe(200)
  expect(JSON.stringify(await app.db.selectFrom('audit_log').selectAll().execute())).not.toContain(password)
})

test('two-step codes are taken from who lost them, passkeys where that is asked; the member is told', async () => {
  const member = await buildMember(app)
  const { password } = await givePassword(app.ctx, { shellUser: 'operator' }, member.email)
  const { token } = (await app.call(login, { body: { email: member.email, password } })).data
  const { recoveryCodes } = await turnOn(app, { token })
  await buildPasskey(app, member.id)
  const challenge = await passwordStep(app, { email: member.email, password })
  expect((await scene(`user reset-2fa ${member.email}`)).code).toBe(64)
  const { code, out } = await scene(`user reset-2fa ${member.email} --yes --json`)
  expect([code, JSON.parse(out)]).toEqual([0, { username: member.username, wasOn: true, passkeysRemoved: 0 }])
  const late = await app.call(completeLogin, { body: { challenge, code: recoveryCodes[0] ?? '' } })
  expect(late.error.code).toBe('auth.code_invalid')
  expect((await app.call(login, { body: { email: member.email, password } })).status).toBe(200)
  const again = await scene(`user reset-2fa @${member.username} --passkeys --yes`)
  expect(again.out).toBe(`@${member.username} had no two-step codes; 1 passkey removed`)
  expect((await app.call(getSecurity, { as: { token } })).data).toMatchObject({
    secondStep: null,
    passkeys: [],
  })
  const mails = await app.db
    .selectFrom('dev_mails')
    .select('subject')
    .where('recipient', '=', member.email)
    .execute()
  const queued = await listJobs(app.db, { limit: 100 })
  expect(mails.length + queued.filter(({ name }) => name === 'mail.send').length).toBeGreaterThan(0)
  expect((await acts()).filter(([, id]) => id === member.id).map(([act]) => act)).toEqual([
    'user.reset-password',
    'user.reset-2fa',
    'user.reset-2fa',
  ])
})

test('a suspended member is out at once and stays out until restored, and what they wrote stays', async () => {
  const member = await buildMember(app)
  const film = await buildFilm(app)
  await buildLog(app, { author: member, film, review: 'Still here.' })
  const { password } = JSON.parse((await scene(`user reset-password ${member.email} --yes --json`)).out) as {
    password: string
  }
  const enter = (as = password) => app.call(login, { body: { email: member.email, password: as } })
  const { token } = (await enter()).data
  const socket = await connect({ ...member, token })
  expect((await scene(`user suspend ${member.username}`)).code).toBe(64)
  expect(JSON.parse((await scene(`user suspend ${member.username} --yes --json`)).out)).toEqual({
    username: member.username,
    changed: true,
    sessionsEnded: 1,
  })
  await expect.poll(() => socket.connected, { timeout: 5000 }).toBe(false)
  await app.ctx.changes.caughtUp()
  expect(await feedOf({ ...member, token })).toBe(401)
  expect(await enter()).toMatchObject({ status: 403, data: { code: 'auth.suspended' } })
  expect(await enter('wrong')).toMatchObject({ status: 401, data: { code: 'auth.login_failed' } })
  expect((await scene('user list')).out).toContain(`${member.email} (suspended)`)
  const reader = await buildMember(app)
  const read = await app.call(listPopularReviews, { as: reader, params: { movieId: film.id }, query: {} })
  expect(JSON.stringify(read.data)).toContain('Still here.')
  expect((await scene(`user suspend ${member.username} --yes`)).out).toContain('suspended already')
  expect((await scene(`user restore ${member.username}`)).code).toBe(0)
  expect((await enter()).status).toBe(200)
  expect((await scene(`user restore ${member.username}`)).out).toContain('is not suspended')
  expect((await acts()).filter(([, id]) => id === member.id).map(([act]) => act)).toEqual([
    'user.reset-password',
    'user.suspend',
    'user.restore',
  ])
})

test('of log-ins at the moment of a suspension none leaves a session', async () => {
  const member = await buildMember(app)
  const { password } = await givePassword(app.ctx, { shellUser: 'operator' }, member.email)
  for (let round = 0; round < 5; round++) {
    await restoreAccount(app.ctx, { shellUser: 'operator' }, member.email)
    const entering = Array.from({ length: 4 }, () =>
      app.call(login, { body: { email: member.email, password } }),
    )
    await Promise.all([...entering, suspendAccount(app.ctx, { shellUser: 'operator' }, member.email)])
    const open = await app.db.selectFrom('sessions').select('id').where('member_id', '=', member.id).execute()
    expect(open).toEqual([])
  }
})

test('an account goes with all that is its member’s', async () => {
  const member = await buildMember(app)
  await buildLog(app, { author: member, film: await buildFilm(app) })
  expect((await scene(`user delete ${member.username}`)).code).toBe(64)
  expect(await scene(`user delete ${member.username} --yes`)).toMatchObject({ code: 0 })
  expect(await app.db.selectFrom('logs').select('id').where('member_id', '=', member.id).execute()).toEqual(
    [],
  )
  expect((await acts()).at(-1)).toEqual(['user.delete', null])
})

test('an export is the member’s own, for its owner’s eyes, and never written over a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const member = await buildMember(app)
  await buildLog(app, { author: member, film: await buildFilm(app), review: 'Mine.' })
  const file = join(folder, 'export.zip')
  expect(await scene(`user export ${member.username} --to ${file}`)).toMatchObject({ code: 0 })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const files = unzipSync(await readFile(file))
  expect(Buffer.from(files['logs.json'] ?? []).toString()).toContain('Mine.')
  // The other name of the same.
  expect((await scene(`export-user ${member.username} --to ${file}`)).code).toBe(1)
  const before = await readFile(file)
  for (const [to, reason] of [
    [file, 'it is there already'],
    [join(folder, 'none', 'export.zip'), 'ENOENT'],
  ] as const)
    expect(await scene(`user export ${member.username} --to ${to}`)).toMatchObject({
      code: 1,
      error: expect.stringMatching(new RegExp(`^${to} cannot be written: ${reason}.*\\.$`)),
    })
  expect(await readFile(file)).toEqual(before)
})

test('an export for which the disk has no room says so and leaves no half of a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const member = await buildMember(app)
  const reason = 'ENOSPC: no space left on device, write'
  const full = vi
    .spyOn(WriteStream.prototype, '_write')
    .mockImplementation((_, __, done) =>
      done(Object.assign(new Error(reason), { code: 'ENOSPC', syscall: 'write' })),
    )
  onTestFinished(() => full.mockRestore())
  const file = join(folder, 'export.zip')
  expect(await scene(`user export ${member.username} --to ${file}`)).toMatchObject({
    code: 1,
    error: `${file} cannot be written: ${reason}.`,
  })
  expect(existsSync(file)).toBe(false)
})
