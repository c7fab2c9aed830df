import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getHealth, listJobs, retryJobs } from '#shared/api/admin.ts'
import { setUpSecondStep } from '#shared/api/security.ts'
import { turnOn } from '#test/fakes/second-step.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { addJob } from '#server/core/jobs.ts'
import { createSecretBox } from '#server/adapters/secret-box/secret-box.ts'
import { createStorage } from '#server/adapters/storage/create-storage.ts'
import { fail } from '#server/core/errors.ts'
import { inspect } from './health.service.ts'

let app: TestApp
let operator: TestMember
beforeAll(async () => {
  app = await startTestApp()
  operator = await buildMember(app, { role: 'operator' })
})
afterAll(() => app.close())

const acts = async (act: string) =>
  app.db.selectFrom('audit_log').select(['operator_id', 'about']).where('act', '=', act).execute()

test('tells how all stands, the worst first, and what is still to be set up', async () => {
  const { data } = await app.call(getHealth, { as: operator })
  const of = (about: string) => data.findings.filter((one) => one.about === about)
  expect(of('database')).toMatchObject([{ code: 'database.works', state: 'ok' }])
  expect(of('mail')).toMatchObject([{ code: 'mail.mailbox', facts: {} }])
  expect(of('sign-in')).toMatchObject([{ code: 'sign-in.passwords', state: 'warning' }])
  expect(of('backups')).toMatchObject([{ code: 'backups.off', state: 'warning' }])
  const states = data.findings.map(({ state }) => state)
  expect(states.lastIndexOf('warning')).toBeLessThan(states.indexOf('ok'))
  const steps = Object.fromEntries(data.steps.map(({ step, done }) => [step, done]))
  expect(steps).toMatchObject({
    mail: false,
    backups: false,
    registration: false,
    passwords: false,
    storage: true,
    address: false,
  })
})

test('keys of two-step codes that cannot be opened are a fault, and counted', async () => {
  const other = await startTestApp({
    env: { PASSWORD_RULES: 'advised', SECRET_KEY: 'one key of thirty-two letters and more' },
  })
  try {
    const as = await buildMember(other, { role: 'operator' })
    const look = async () => {
      const { data } = await other.call(getHealth, { as })
      return data.findings.filter(({ about }) => about === 'sign-in')
    }
    const [one, two, three] = [await buildMember(other), await buildMember(other), await buildMember(other)]
    await turnOn(other, one)
    await turnOn(other, two)
    await other.call(setUpSecondStep, { as: three })
    expect(await look()).toMatchObject([{ code: 'sign-in.fits', state: 'ok' }])
    other.ctx.secrets = createSecretBox({ secretKey: 'another key of thirty-two letters', dataDir: '' })
    await turnOn(other, three)
    expect(await look()).toMatchObject([{ code: 'sign-in.keys-lost', state: 'fault', facts: { keys: 2 } }])
    const { data } = await other.call(getHealth, { as })
    expect(data.steps.find(({ step }) => step === 'passwords')?.done).toBe(true)
  } finally {
    await other.close()
  }
})

test.each([
  ['ENOSPC', 'storage.full'],
  ['EROFS', 'storage.read-only'],
  ['EACCES', 'storage.refused'],
])('pictures that are refused with %s are told with their cause', async (code, told) => {
  const refused = Object.assign(new Error(code), { code })
  const storage = { ...app.ctx.storage, check: () => Promise.reject(refused) }
  const found = await inspect({ ...app.ctx, storage, askFilmSource: async () => ({ state: 'answers' }) })
  expect(found.filter(({ about }) => about === 'storage')).toMatchObject([{ code: told, state: 'fault' }])
})

test('a part that fails is a fault or not readable, and the others are told of all the same', async () => {
  const ill = await startTestApp({
    overrides: {
      storage: {
        ...createStorage(app.ctx.config),
        check: () => Promise.reject(fail('server.unavailable', { reason: 'no such folder' })),
      },
    },
    env: { REGISTRATION: 'closed', PUBLIC_URL: 'https://films.example', NODE_ENV: 'production' },
  })
  try {
    await sql`alter schema graphile_worker rename to away`.execute(ill.db)
    const as = await buildMember(ill, { role: 'operator' })
    const { data } = await ill.call(getHealth, { as })
    expect(data.findings.slice(0, 2)).toMatchObject([
      { about: 'storage', state: 'fault' },
      { about: 'jobs', state: 'unreadable', code: 'unreadable' },
    ])
    expect(data.findings.find(({ about }) => about === 'tables')?.state).toBe('ok')
    const done = data.steps.filter((one) => one.done).map(({ step }) => step)
    expect(done).toEqual(expect.arrayContaining(['address', 'registration', 'demo']))
    expect(done).not.toContain('storage')
  } finally {
    await ill.close()
  }
})

test('jobs that failed are first, with their last words, and run again when they are told to', async () => {
  await addJob(app.db, 'waiting.test', {}, { key: 'waiting' })
  await addJob(app.db, 'failed.test', {}, { key: 'failed' })
  await addJob(app.db, 'failed.test', {}, { key: 'failed-too' })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no route'
    where key like 'failed%'`.execute(app.db)
  const { data } = await app.call(listJobs, { as: operator })
  expect([data.waiting, data.failed]).toEqual([1, 2])
  expect(data.jobs).toMatchObject([
    { name: 'failed.test', state: 'spent', tries: 12, nextRun: null, error: 'no route' },
    { name: 'failed.test', state: 'spent' },
    { name: 'waiting.test', state: 'waiting', tries: 0, error: null },
  ])
  const [first] = data.jobs
  const one = await app.call(retryJobs, { as: operator, body: { ids: [first?.id ?? '', '999999999'] } })
  expect(one.data).toEqual({ retried: 1 })
  expect((await app.call(listJobs, { as: operator, query: { failed: '1' } })).data.jobs).toHaveLength(1)
  expect((await app.call(retryJobs, { as: operator, body: {} })).data).toEqual({ retried: 1 })
  expect((await app.call(retryJobs, { as: operator, body: {} })).data).toEqual({ retried: 0 })
  expect(await acts('jobs.retry')).toEqual([
    { operator_id: operator.id, about: { jobs: 1 } },
    { operator_id: operator.id, about: { jobs: 1 } },
  ])
  const wrong = await app.call(retryJobs, { as: operator, body: { ids: ['all'] } })
  expect([wrong.status, wrong.error.code]).toEqual([400, 'request.invalid'])
})
