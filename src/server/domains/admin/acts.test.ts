import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  getBackups,
  getFigures,
  getMail,
  getStorage,
  listAccounts,
  listSettings,
  makeBackup,
  resetAccountSecondStep,
  restoreAccount,
  sendTestMail,
  signOutAccount,
  suspendAccount,
} from '#shared/api/admin.ts'
import { getSecurity } from '#shared/api/security.ts'
import { getMember } from '#shared/api/members.ts'
import { buildPasskey } from '#test/account-factories.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { turnOn } from '#test/fakes/second-step.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { createOwnSampler, sampleCommunity, slowest } from './figures.service.ts'

let app: TestApp
let folder: string
let operator: TestMember
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-admin-'))
  app = await startTestApp({
    jobs: true,
    env: {
      BACKUP_DIR: join(folder, 'backups of films'),
      BACKUP_KEEP: '2',
      S3_REGION: 'eu-1',
      ASSISTANT_BASE_URL: 'http://who:secret-word@127.0.0.1:1/v1',
      ASSISTANT_MODEL: 'a-model',
      ASSISTANT_API_KEY: 'secret-key',
    },
  })
  operator = await buildMember(app, { role: 'operator' })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const noted = async (act: string) =>
  app.db
    .selectFrom('audit_log')
    .select(['operator_id', 'member_id', 'about'])
    .where('act', '=', act)
    .execute()

test('accounts are found by name, handle and whole address, role and state, page after page', async () => {
  const layla = await buildMember(app, { username: 'layla_admin', name: 'Layla Nasser' })
  const other = await buildMember(app, { verified: false, role: 'moderator' })
  const find = async (query: Parameters<typeof app.call<typeof listAccounts>>[1] = {}) =>
    (await app.call(listAccounts, { as: operator, ...query })).data.map(({ username }) => username)
  for (const q of ['layla', '@LAYLA_adm', 'nass', 'nasser lay', layla.email.toUpperCase()])
    expect(await find({ query: { q } }), q).toEqual(['layla_admin'])
  expect(await find({ query: { q: 'layla_admin@example' } })).toEqual([])
  expect(await find({ query: { q: '%' } })).toEqual(await find())
  expect(await find({ query: { state: 'unverified' } })).toEqual([other.username])
  expect(await find({ query: { role: 'operator' } })).toEqual([operator.username])
  const { data, headers } = await app.call(listAccounts, { as: operator, query: { limit: 1 } })
  expect(data).toMatchObject([
    {
      username: other.username,
      email: other.email,
      verified: false,
      suspended: false,
      seenOn: new Date().toISOString().slice(0, 10),
    },
  ])
  const cursor = headers.get('x-next-cursor') ?? ''
  expect([other.username, ...(await find({ query: { cursor } }))]).toEqual(await find())
})

test('a member is suspended, let in again and signed out; each is written down once', async () => {
  const member = await buildMember(app)
  const params = { memberId: member.id }
  const reads = async () => (await app.call(getMember, { as: member, params: { userId: member.id } })).status
  expect(await reads()).toBe(200)
  for (let twice = 0; twice < 2; twice++)
    expect((await app.call(suspendAccount, { as: operator, params })).status).toBe(200)
  expect(await reads()).toBe(401)
  const { data } = await app.call(listAccounts, { as: operator, query: { state: 'suspended' } })
  expect(data).toMatchObject([{ _id: member.id, suspended: true, seenOn: null }])
  expect((await app.call(restoreAccount, { as: operator, params })).status).toBe(200)
  const entry = { operator_id: operator.id, member_id: member.id, about: {} }
  expect([await noted('user.suspend'), await noted('user.restore')]).toEqual([[entry], [entry]])
  const again = await buildMember(app)
  const out = await app.call(signOutAccount, { as: operator, params: { memberId: again.id } })
  expect(out.data).toEqual({ ended: 1 })
  expect((await app.call(getMember, { as: again, params: { userId: again.id } })).status).toBe(401)
  expect(await noted('user.sign-out')).toEqual([{ ...entry, member_id: again.id }])
  const self = await app.call(suspendAccount, { as: operator, params: { memberId: operator.id } })
  expect(self.error.code).toBe('admin.yourself')
  const nobody = { memberId: '018f0000-0000-7000-8000-000000000000' }
  for (const endpoint of [suspendAccount, restoreAccount, signOutAccount])
    expect((await app.call(endpoint, { as: operator, params: nobody })).error.code).toBe('member.not_found')
})

test('two-step codes are taken from who lost them, not from oneself, and passkeys stay', async () => {
  const member = await buildMember(app)
  await turnOn(app, member)
  await buildPasskey(app, member.id)
  const params = { memberId: member.id }
  expect((await app.call(resetAccountSecondStep, { as: operator, params })).data).toEqual({ wasOn: true })
  expect((await app.call(resetAccountSecondStep, { as: operator, params })).data).toEqual({ wasOn: false })
  const { data } = await app.call(getSecurity, { as: member })
  expect([data.secondStep, data.passkeys.length]).toEqual([null, 1])
  const entry = { operator_id: operator.id, member_id: member.id, about: { passkeys: 0 } }
  expect(await noted('user.reset-2fa')).toEqual([entry, entry])
  const own = { memberId: operator.id }
  const self = await app.call(resetAccountSecondStep, { as: operator, params: own })
  expect(self.error.code).toBe('admin.yourself')
  expect((await app.call(resetAccountSecondStep, { as: member, params: own })).status).toBe(404)
})

test('a backup that is asked for is made by a job, told of while it is made, and noted', async () => {
  const view = async () => (await app.call(getBackups, { as: operator })).data
  expect(await view()).toMatchObject({ schedule: 'off', kept: 2, files: [], madeAt: null, running: null })
  const asked = await Promise.all([1, 2].map(() => app.call(makeBackup, { as: operator })))
  expect(asked.map(({ status }) => status)).toEqual([200, 200])
  await vi.waitUntil(async () => (await view()).files?.length, { timeout: 20_000 })
  // Noted after the file is there.
  await vi.waitUntil(
    async () => {
      const { running, madeAt } = await view()
      return running === null && madeAt !== null
    },
    { timeout: 20_000 },
  )
  const { files, failure } = await view()
  expect(failure).toBeNull()
  expect(files?.[0]?.bytes).toBeGreaterThan(0)
  expect(files?.[0]?.restore).toBe(`npx scene backup restore '${files?.[0]?.file}' --replace`)
  expect(await noted('backup.create')).toMatchObject([{ operator_id: operator.id }])
})

test('a backup that fails says why, and leaves nothing', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const ill = await startTestApp({ jobs: true, env: { BACKUP_DIR: join(file, 'no-folder') } })
  try {
    const as = await buildMember(ill, { role: 'operator' })
    await ill.call(makeBackup, { as })
    const view = async () => (await ill.call(getBackups, { as })).data
    await vi.waitUntil(async () => (await view()).failure, { timeout: 20_000 })
    expect(await view()).toMatchObject({
      failure: expect.stringContaining('cannot be written'),
      madeAt: null,
      files: null,
    })
    expect(await readdir(folder)).not.toContain('no-folder')
  } finally {
    await ill.close()
  }
})

test('a test mail goes to the operator alone', async () => {
  const { data } = await app.call(sendTestMail, { as: operator })
  expect(data).toEqual({ to: operator.email, sent: true, reason: null })
  const mails = await app.db.selectFrom('dev_mails').select(['recipient', 'subject']).execute()
  expect(mails).toContainEqual({ recipient: operator.email, subject: 'A test of Scene’s mail' })
  expect(await noted('mail.test')).toHaveLength(1)
  expect((await app.call(getMail, { as: operator })).data).toMatchObject({
    delivery: 'mailbox',
    server: null,
  })
})

test('where mail does not go, the reason is told without the password', async () => {
  const own = await startTestApp({ env: { SMTP_URL: 'smtp://scene:hidden@127.0.0.1:9' } })
  try {
    const as = await buildMember(own, { role: 'operator' })
    const { data } = await own.call(sendTestMail, { as })
    expect([data.sent, data.reason]).toEqual([false, expect.stringContaining('ECONNREFUSED')])
    const mail = (await own.call(getMail, { as })).data
    expect(mail).toMatchObject({ delivery: 'smtp', server: '127.0.0.1:9', sentAt: null })
    expect(mail.failure).toContain('ECONNREFUSED')
    expect(JSON.stringify(mail)).not.toContain('hidden')
  } finally {
    await own.close()
  }
})

test('settings are shown with their sources, and no secret', async () => {
  const { data } = await app.call(listSettings, { as: operator })
  const of = (name: string) => data.find((one) => one.name === name)
  expect(of('S3_REGION')).toEqual({ name: 'S3_REGION', value: 'eu-1', from: 'environment' })
  expect(of('ASSISTANT_API_KEY')?.value).toBe('••••')
  expect(of('ASSISTANT_BASE_URL')?.value).toBe('http://••••@127.0.0.1:1/v1')
  expect(of('TMDB_API_KEY')).toEqual({ name: 'TMDB_API_KEY', value: null, from: 'default' })
  expect(JSON.stringify(data)).not.toContain('secret-')
})

test('figures are of the community once, of instances together, and gone after eight days', async () => {
  const clock = { at: Date.UTC(2026, 5, 1, 12, 7) }
  const own = await startTestApp({ overrides: { now: () => new Date(clock.at) } })
  try {
    const as = await buildMember(own, { role: 'operator' })
    const film = await buildFilm(own)
    await buildLog(own, { author: as, film })
    await own.db
      .updateTable('logs')
      .set({ created_at: new Date(clock.at), watched_at: '2026-06-01' })
      .execute()
    await own.db
      .updateTable('members')
      .set({ created_at: new Date(clock.at) })
      .execute()
    await own.db
      .updateTable('sessions')
      .set({ expires_at: new Date(clock.at + 20 * 86_400_000), used_at: new Date(clock.at) })
      .execute()
    const figures = async () => {
      const { data } = await own.call(getFigures, { as })
      return Object.fromEntries(data.map(({ figure, ...rest }) => [figure, rest]))
    }
    expect((await figures())['members']).toEqual({ value: null, at: null, points: [] })
    const samplers = [createOwnSampler(own.ctx), createOwnSampler(own.ctx)]
    await samplers[0]?.()
    for (let count = 0; count < 30; count++) await fetch(`${own.url}/livez`)
    clock.at += 10_000
    await sampleCommunity(own.ctx)
    for (const sample of samplers) await sample()
    const seen = await figures()
    expect(seen['members']).toMatchObject({ value: 1, points: [{ at: '2026-06-01T12:00:00.000Z' }] })
    expect([seen['sign-ups']?.value, seen['logs']?.value]).toEqual([1, 1])
    // Both see what this process answered: the first since its last sample, the second since its start.
    expect(seen['answers']?.value).toBeGreaterThanOrEqual(6)
    expect(seen['slowest']?.value).toBeGreaterThan(0)
    expect(seen['disk']?.value).toBeGreaterThan(0)
    const storage = (await own.call(getStorage, { as })).data
    expect(storage).toMatchObject({ kind: 'folder', pictures: { files: 0, bytes: 0 } })
    expect(storage.databaseBytes).toBeGreaterThan(1_000_000)
    expect(storage.disk?.all).toBeGreaterThan(storage.disk?.free ?? Number.POSITIVE_INFINITY)
    clock.at += 9 * 86_400_000
    await sampleCommunity(own.ctx)
    const left = await own.db.selectFrom('operating_samples').select('at').execute()
    expect(left.every(({ at }) => at.getTime() > clock.at - 86_400_000)).toBe(true)
  } finally {
    await own.close()
  }
})

test('the slowest of a hundred lies between the bounds that it was counted in', () => {
  expect(slowest(new Map())).toBeNull()
  expect(
    slowest(
      new Map([
        [0.1, 0],
        [1, 0],
        [Number.POSITIVE_INFINITY, 0],
      ]),
    ),
  ).toBeNull()
  expect(
    slowest(
      new Map([
        [0.1, 100],
        [1, 100],
        [Number.POSITIVE_INFINITY, 100],
      ]),
    ),
  ).toBeCloseTo(0.099)
  expect(
    slowest(
      new Map([
        [0.1, 98],
        [1, 100],
        [Number.POSITIVE_INFINITY, 100],
      ]),
    ),
  ).toBeCloseTo(0.55)
  expect(
    slowest(
      new Map([
        [0.1, 90],
        [1, 90],
        [Number.POSITIVE_INFINITY, 100],
      ]),
    ),
  ).toBe(1)
})
