import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { requestResetCode, resendCode } from '#shared/api/accounts.ts'
import { deleteMember } from '#shared/api/members.ts'
import { listImports } from '#shared/api/transfer.ts'
import { codeRequestKey, issueCode } from '#server/domains/accounts/codes.service.ts'
import { tablesWith } from '#test/deletion.ts'
import { startAccountsApp } from '#test/fakes/accounts-app.ts'
import { createDatabase, dropDatabase, startTestApp } from '#test/harness.ts'
import { buildMember } from '#test/factories.ts'
import { openDatabase } from '#server/db/database.ts'
import { addJob, createJobs, deleteJobs, migrateJobs } from './jobs.ts'
import { createLogger } from './logger.ts'

let app: Awaited<ReturnType<typeof startAccountsApp>>
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

const payloads = async (name: string) => {
  const { rows } = await sql<{ payload: Record<string, string>; attempts: number }>`
    select payload, attempts from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id
    where identifier = ${name} order by jobs.id`.execute(app.db)
  return rows
}

/** `json` takes what `jsonb` cannot hold: such rows are there where an older version queued them. */
const queueUnreadable = (name: string, key: string | null = null) =>
  sql`
    select graphile_worker.add_job(${name}, '{"email":"a\\u0000b@example.org","to":"\\ud800"}'::json,
      job_key => ${key}, run_at => now() + interval '1 day')`.execute(app.db)

test('a payload that nobody can read stops no deletion, no import and no other job', async () => {
  for (const name of ['accounts.send-code', 'mail.send', 'imports.run']) await queueUnreadable(name)
  const member = await app.signUp()
  expect(await app.codeFor(member.email)).toMatch(/^\d{6}$/)
  expect((await app.call(listImports, { as: member })).status).toBe(200)
  const { status } = await app.call(deleteMember, { params: { userId: member.id }, as: member })
  expect(status).toBe(200)
  expect(await tablesWith(app, member.email)).toEqual({})
  await deleteJobs(app.db, ['none'])
  expect((await payloads('accounts.send-code')).length).toBe(1)
})

test('what could not be read back is not queued', async () => {
  await expect(addJob(app.db, 'mail.send', { to: 'a\0b' })).rejects.toThrow(/unicode/i)
  await expect(addJob(app.db, 'mail.send', { to: '\ud800' })).rejects.toThrow()
  for (const email of ['a\0b@example.org', 'a\ud800b@example.org']) {
    const { status, error } = await app.call(resendCode, { body: { email } })
    expect([status, error.code, error.issues?.[0]?.path]).toEqual([400, 'request.invalid', 'email'])
  }
})

test('a newer code replaces the mail of an older one; a code for something else goes out as well', async () => {
  const idle = await startTestApp()
  const member = { ...(await buildMember(idle)), locale: 'en' }
  for (const purpose of ['verify-email', 'verify-email', 'reset-password'] as const)
    await idle.ctx.transact((tx) => issueCode(idle.ctx, tx, member, purpose))
  await idle.call(requestResetCode, { body: member })
  const { rows } = await sql<{ key: string; template: string | null }>`
    select key, payload->>'template' as template from graphile_worker._private_jobs order by id`.execute(
    idle.db,
  )
  expect(rows.map((row) => row.template)).toEqual(['verify-email', 'reset-password', null])
  const hash = codeRequestKey('verify-email', member.email).toString('hex')
  expect(rows[0]?.key).toBe(`mail:${hash}`)
  for (const { key } of rows) expect(key).not.toContain(member.username)
  await idle.close()
})

test('jobs that failed for good go after a week, and no others', async () => {
  const age = (key: string, days: number, attempts: number) =>
    sql`
      update graphile_worker._private_jobs
      set updated_at = now() - make_interval(days => ${days}), attempts = ${attempts}
      where key = ${key}`.execute(app.db)
  for (const [key, days, attempts] of [
    ['old and spent', 8, 25],
    ['young and spent', 6, 25],
    ['old and waiting', 8, 24],
  ] as const) {
    await queueUnreadable('mail.send', key)
    await age(key, days, attempts)
  }
  await sql`select graphile_worker.add_job('jobs.prune')`.execute(app.db)
  const left = async () => {
    const { rows } = await sql<{ key: string }>`
      select key from graphile_worker._private_jobs where key like '%spent' or key like '%waiting' order by id`.execute(
      app.db,
    )
    return rows.map((row) => row.key)
  }
  await expect.poll(left, { timeout: 10_000 }).toEqual(['young and spent', 'old and waiting'])
})

/** Of a database; a second try makes another. */
const newName = () => `t_${randomBytes(8).toString('hex')}`

test('a job that is queued before the worker listens, and after it looked, runs as soon as it listens', async () => {
  const name = newName()
  await createDatabase(name)
  const database = openDatabase({ ...inject('server'), database: name, max: 4 }, () => {})
  const { pool } = database
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown
  let looked = false
  const late = async (listen: unknown) => {
    await expect.poll(() => looked).toBe(true)
    await addJob(database.db, 'second', {})
    connect(listen)
  }
  vi.spyOn(pool, 'connect').mockImplementation((...given: unknown[]) =>
    (given[0] as { name?: string } | undefined)?.name === 'listenForChanges'
      ? void late(given[0])
      : connect(...given),
  )
  const jobs = createJobs<{ first: object; second: object }>(pool, createLogger('silent'))
  const ran: string[] = []
  jobs.define('first', async () => void ran.push('first'))
  jobs.define('second', async () => void ran.push('second'))
  await addJob(database.db, 'first', {})
  await jobs.start()
  await expect.poll(() => ran).toEqual(['first'])
  // Its workers looked once more, and found nothing.
  await setTimeout(1000)
  looked = true
  await expect.poll(() => ran, { timeout: 10_000 }).toEqual(['first', 'second'])
  await jobs.stop()
  await database.close()
  await dropDatabase(name)
})

test('a job that ends while the database cannot be reached is done once, and the process goes on', async () => {
  const name = newName()
  await createDatabase(name)
  const admin = openDatabase(inject('server'), () => {})
  const database = openDatabase({ ...inject('server'), database: name, max: 4 }, () => {})
  const jobs = createJobs<{ outage: object }>(database.pool, createLogger('silent'))
  const allowConnections = (allowed: boolean) =>
    sql.raw(`alter database ${name} with allow_connections ${allowed}`).execute(admin.db)
  let runs = 0
  jobs.define('outage', async () => {
    runs += 1
    await allowConnections(false)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(
      admin.db,
    )
  })
  await jobs.start()
  await addJob(database.db, 'outage', {})
  await expect.poll(() => runs, { timeout: 10_000 }).toBe(1)
  await setTimeout(500)
  await allowConnections(true)
  const left = () => sql`select 1 from graphile_worker._private_jobs`.execute(database.db)
  await expect.poll(async () => (await left()).rows, { timeout: 30_000 }).toEqual([])
  expect(runs).toBe(1)
  await jobs.stop()
  await database.close()
  await admin.close()
  await dropDatabase(name)
})

test('a start whose first job cannot be queued leaves nothing that keeps the database open', async () => {
  const name = newName()
  await createDatabase(name)
  const database = openDatabase({ ...inject('server'), database: name, max: 4 }, () => {})
  await migrateJobs(database.pool)
  await sql`alter function graphile_worker.add_job rename to no_longer`.execute(database.db)
  const jobs = createJobs<{ first: object }>(database.pool, createLogger('silent'))
  jobs.define('first', () => Promise.resolve())
  jobs.schedule('0 0 1 1 *', 'first', { atStart: true })
  await expect(jobs.start()).rejects.toThrow('add_job')
  await jobs.stop()
  await database.close()
  await dropDatabase(name)
})

test('jobs by the clock go on from where the clock is, when it jumps and when it was wrong before', async () => {
  const name = newName()
  await createDatabase(name)
  const database = openDatabase({ ...inject('server'), database: name, max: 4 }, () => {})
  await migrateJobs(database.pool)
  // Its seconds are the last of a minute; timers are real.
  const at = (days: number, ms = 0) => Date.UTC(2020, 0, 1, 0, 0, 59, 950) + days * dayMs + ms
  vi.useFakeTimers({ toFake: ['Date'], now: at(0) })
  const startJobs = async () => {
    const jobs = createJobs<{ tick: object }>(database.pool, createLogger('silent'))
    jobs.define('tick', async () => undefined)
    jobs.schedule('* * * * *', 'tick')
    await jobs.start()
    return jobs
  }
  const lastRun = async () => {
    const { rows } = await sql<{ at: Date | null }>`
      select last_execution as at from graphile_worker._private_known_crontabs where identifier = 'tick'`.execute(
      database.db,
    )
    return rows[0]?.at?.getTime() ?? null
  }
  /** The clock goes on to the next minute once the jobs had time to see where it is. */
  const nextMinute = async (days: number) => {
    await setTimeout(500)
    vi.setSystemTime(at(days, 60))
    await expect.poll(lastRun, { timeout: 5000 }).toBe(at(days, 50))
  }
  try {
    const first = await startJobs()
    vi.setSystemTime(at(300))
    await nextMinute(300)
    await first.stop()
    // The clock was set back while nothing ran, and then while something did.
    vi.setSystemTime(at(200))
    const second = await startJobs()
    vi.setSystemTime(at(100))
    await nextMinute(100)
    await second.stop()
    vi.setSystemTime(at(1))
    const third = await startJobs()
    await nextMinute(1)
    await third.stop()
  } finally {
    vi.useRealTimers()
    await database.close()
    await dropDatabase(name)
  }
})
