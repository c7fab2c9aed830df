import { chmodSync, existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, inject, test, onTestFinished } from 'vitest'
import { startEmbeddedDatabase, type EmbeddedDatabase } from '#built-in/postgres/embedded.ts'
import { addJob, createJobs, migrateJobs } from '#server/core/jobs.ts'
import type { RefreshResult } from '#server/domains/films/refresh.service.ts'
import { createEvents } from '#server/core/transact.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { connectDomains } from '#server/domain-list.ts'
import type { JobPayloads } from '#server/events.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wirePage,
} from '#test/fakes/film-source-server.ts'
import { databaseUrl, runCommand } from '#test/command-line.ts'
import { buildFilm } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { textForOperator } from './operator-errors.ts'

const database = `t_operating_${process.pid}`
let app: TestApp
let base: Record<string, string>
beforeAll(async () => {
  await createDatabase(database)
  app = await startTestApp({ database })
  await migrateJobs(app.ctx.pool)
  base = {
    DATABASE_URL: databaseUrl(database),
    SCENE_DATA_DIR: app.ctx.config.dataDir,
  }
})
afterAll(async () => {
  await app.close()
  await dropDatabase(database)
})

const scene = (line: string, env: Record<string, string> = {}) =>
  runCommand(line.split(' '), { ...base, ...env })

async function diagnose(env: Record<string, string> = {}, more = '') {
  const { code, out } = await scene(`doctor --json${more}`, env)
  const { findings } = JSON.parse(out) as {
    findings: { about: string; state: string; seen: string; todo: string | null }[]
  }
  const of = (about: string) =>
    findings.filter((one) => one.about === about).map(({ state, seen }) => `${state}: ${seen}`)
  return { code, findings, of }
}

async function startMailServer() {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'scene' && password === 'right'
        ? done(null, { user: 'scene' })
        : done(new Error('wrong credentials')),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

test('the doctor finds nothing wrong where nothing is, and each answer that is no ok says what to do', async () => {
  const { code, findings, of } = await diagnose()
  expect(code).toBe(0)
  expect(findings.filter(({ state }) => state === 'fault')).toEqual([])
  for (const { state, todo } of findings) expect(todo === null).toBe(state === 'ok')
  expect(of('database')[0]).toMatch(/^ok: PostgreSQL \d/)
  expect(of('tables')).toEqual(['ok: are of this version'])
  expect(of('storage')[0]).toMatch(/^ok: /)
  const { out } = await scene('doctor')
  expect(out).toMatch(/^ok {7}data folder /)
  expect(out).not.toContain('{{')
})

test('the doctor finds a mail server, a film source and a Redis that do not let Scene in', async () => {
  const source = await startFilmSourceServer()
  const mail = await startMailServer()
  const key = { TMDB_API_KEY: 'key', TMDB_BASE_URL: source.url }
  const smtp = (password: string) => ({ SMTP_URL: `smtp://scene:${password}@127.0.0.1:${mail.port}` })
  try {
    source.otherwise(() => ({ status: 401, json: { status_code: 7 } }))
    const ill = await diagnose({ ...key, ...smtp('wrong'), REDIS_URL: 'redis://127.0.0.1:1' })
    expect(ill.code).toBe(1)
    expect(ill.of('film-source')[0]).toMatch(/^fault: .*the key is refused/)
    expect(ill.of('mail')[0]).toMatch(/^fault: .*wrong credentials/)
    expect(ill.of('redis')[0]).toMatch(/^fault: .*ECONNREFUSED/)
    expect(JSON.stringify(ill.findings)).not.toContain('wrong@')
    source.otherwise((path) =>
      path.startsWith('/trending') ? { json: wirePage([wireFilm(1)]) } : wireErrors.notFound,
    )
    const well = await diagnose({ ...key, ...smtp('right') })
    expect([well.code, well.of('mail'), well.of('film-source')[0]?.slice(0, 3)]).toEqual([
      0,
      ['ok: the mail server lets Scene in'],
      'ok:',
    ])
  } finally {
    await source.close()
    await mail.close()
  }
})

test('the doctor reports a database that is away and tables that are not of this version', async () => {
  const away = await diagnose({ DATABASE_URL: 'postgres://scene@127.0.0.1:1/scene' })
  expect([away.code, away.of('database')[0]?.slice(0, 18)]).toEqual([1, 'fault: not reached'])
  // What hangs on it is not known, and all else is looked at.
  for (const about of ['tables', 'jobs', 'backups'])
    expect(away.of(about)).toEqual(['unreadable: could not be looked at'])
  expect(away.of('storage')[0]).toMatch(/^ok: /)
  // Nothing is made that the account of the first start could not write then.
  const folder = join(app.ctx.config.dataDir, 'none yet')
  const first = await diagnose({ SCENE_DATA_DIR: folder, DATABASE_URL: '' })
  expect([first.code, first.of('data-folder'), existsSync(folder)]).toEqual([
    0,
    [`ok: ${folder} is not there yet: the first start makes it`],
    false,
  ])
  const { rows } = await sql<{ name: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning name`.execute(
    app.db,
  )
  const [last] = rows
  try {
    expect((await diagnose()).of('tables')).toEqual(['warning: 1 migrations wait'])
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(app.db)
    expect((await diagnose()).of('tables')).toEqual(['fault: are of a newer Scene'])
  } finally {
    await sql`delete from kysely_migration where name = '9999_later'`.execute(app.db)
    await sql`insert into kysely_migration (name, timestamp) values (${last?.name}, '')`.execute(app.db)
  }
})

test('the doctor tells of a database for other letters, as the start does', async () => {
  const name = `${database}_ascii`
  await sql
    .raw(`create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`)
    .execute(app.db)
  onTestFinished(() => dropDatabase(name))
  const { code, of } = await diagnose({ DATABASE_URL: databaseUrl(name) })
  expect([code, of('database')]).toEqual([1, [expect.stringMatching(/^fault: .+encoding SQL_ASCII/)]])
})

test('the doctor, and commands that meet them, tell of files of the database that are damaged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scene-damaged-'))
  chmodSync(folder, 0o755)
  const options = { dataDir: join(folder, 'postgres'), log: () => undefined }
  async function query({ connection }: Pick<EmbeddedDatabase, 'connection'>, text: string) {
    const client = new pg.Client(connection)
    await client.connect()
    return client.query<{ path: string }>(text).finally(() => client.end())
  }
  const sound = await startEmbeddedDatabase(options)
  await query(sound, 'create table film as select 1 as id')
  const { rows } = await query(sound, `select pg_relation_filepath('film') as path`)
  await sound.stop()
  writeFileSync(join(options.dataDir, 'cluster', rows[0]?.path ?? ''), Buffer.alloc(8192, 'damage'))
  const damaged = await startEmbeddedDatabase(options)
  try {
    const said = await query(damaged, 'table film').then(String, textForOperator)
    expect(said).toMatch(/^The database is damaged: invalid page .+ restore the last good backup/)
    const { code, of } = await diagnose({ SCENE_DATA_DIR: folder, DATABASE_URL: '' })
    expect([code, of('database')]).toEqual([
      1,
      [expect.stringMatching(/^fault: .+ damaged \(blocks found so: 1,/)],
    ])
  } finally {
    await damaged.stop()
    rmSync(folder, { recursive: true })
  }
})

test('neither a backup nor the doctor takes a table whose file was cut for a shorter one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scene-cut-'))
  chmodSync(folder, 0o755)
  const options = { dataDir: join(folder, 'postgres'), log: () => undefined }
  const env = { SCENE_DATA_DIR: folder, DATABASE_URL: '' }
  const paths: string[] = []
  const sound = await startEmbeddedDatabase(options)
  const { db, close } = openDatabase(sound.connection, () => {})
  await migrate(db)
  // One that PostgreSQL counted, one that it did not, and texts that are stored beside their table.
  for (const table of ['counted', 'grown', 'texts'])
    await sql`create table ${sql.table(table)} (id int primary key, text text)`.execute(db)
  for (const table of ['counted', 'grown'])
    await sql`insert into ${sql.table(table)} select generate_series(1, 5000), 'text'`.execute(db)
  await sql`vacuum counted`.execute(db)
  await sql`alter table texts alter text set storage external`.execute(db)
  await sql`insert into texts select generate_series(1, 20), repeat('text', 5000)`.execute(db)
  for (const table of [
    sql`'counted'`,
    sql`'grown'`,
    sql`(select reltoastrelid from pg_class where relname = 'texts')`,
  ]) {
    const { rows } = await sql<{ path: string }>`select pg_relation_filepath(${table}) as path`.execute(db)
    paths.push(join(options.dataDir, 'cluster', rows[0]?.path ?? ''))
  }
  await close()
  await sound.stop()
  expect((await diagnose(env, ' --rows')).of('rows')).toEqual([expect.stringMatching(/^ok: all \d{5} /)])

  for (const path of paths) truncateSync(path, 8192)
  const { code, of } = await diagnose(env, ' --rows')
  expect([code, of('database'), of('rows')]).toEqual([
    1,
    [expect.stringMatching(/^warning: .+ may have lost rows: counted$/)],
    [
      expect.stringMatching(
        /^fault: counted has \d{3} rows, and its index names 5000; grown: could not read .+; texts: could not read /,
      ),
    ],
  ])
  const { code: backup, error } = await scene(`backup create --to ${join(folder, 'scene.tar.gz')}`, env)
  expect([backup, error]).toEqual([
    1,
    expect.stringMatching(
      /^The database is damaged: the table counted has \d{3} rows, and its index names 5000\. /,
    ),
  ])
  expect(existsSync(join(folder, 'scene.tar.gz'))).toBe(false)
  rmSync(folder, { recursive: true })
})

test('the doctor advises on settings that do not go together', async () => {
  const { of } = await diagnose({ NODE_ENV: 'production' })
  expect(of('network')).toEqual([expect.stringContaining('PUBLIC_URL is not set')])
  expect(of('mail')).toEqual([expect.stringContaining('warning: no mail is sent')])
  const open = await diagnose({ PUBLIC_URL: 'http://films.example' })
  expect(open.of('network')).toEqual([
    expect.stringContaining('not encrypted'),
    expect.stringContaining('TRUST_PROXY'),
    expect.stringContaining('not production'),
  ])
  const done = { NODE_ENV: 'production', PUBLIC_URL: 'https://films.example', TRUST_PROXY: 'loopback' }
  expect((await diagnose(done)).of('network')).toEqual(['ok: the settings fit together'])
  const host = await diagnose({ NODE_ENV: 'production', HOST: '0.0.0.0' })
  expect(host.of('network')).toContainEqual(expect.stringContaining('HOST=0.0.0.0 lets in everybody'))
})

test('the doctor advises on passwords and on the key of two-step codes', async () => {
  const { findings } = await diagnose({ REDIS_URL: 'redis://127.0.0.1:1' })
  const found = findings.filter(({ about }) => about === 'sign-in')
  expect(found.map(({ state }) => state)).toEqual(['warning', 'warning'])
  expect(found.map(({ todo }) => todo)).toEqual([
    expect.stringContaining('PASSWORD_RULES=advised: 8 characters'),
    expect.stringContaining('the same SECRET_KEY'),
  ])
  const { of } = await diagnose({
    PASSWORD_RULES: 'advised',
    SECRET_KEY: 'a key of thirty-two letters or more',
  })
  expect(of('sign-in')).toEqual([expect.stringMatching(/^ok: /)])
})

test('settings are printed with where they come from, and no secret', async () => {
  const { out } = await scene('config print --json', {
    SMTP_URL: 'smtp://a:hidden@mail.example',
    PORT: '4000',
  })
  expect(out).not.toContain('hidden')
  expect(out).not.toContain(String(inject('server').password || 'no password'))
  expect(JSON.parse(out)).toEqual(
    expect.arrayContaining([
      { name: 'PORT', value: '4000', from: 'environment' },
      { name: 'HOST', value: 'localhost', from: 'default' },
      { name: 'SMTP_URL', value: '••••', from: 'environment' },
      { name: 'TMDB_API_KEY', value: null, from: 'default' },
    ]),
  )
})

test('jobs that failed for good are listed and run again', async () => {
  await addJob(app.db, 'mail.send', { to: 'somebody' }, { key: 'operating-test' })
  const [id] = (
    await sql<{ id: string }>`
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no route'
      where key = 'operating-test' returning id::text`.execute(app.db)
  ).rows.map((row) => row.id)
  expect((await diagnose()).of('jobs')).toEqual(['warning: 1 failed for good'])
  expect(JSON.parse((await scene('jobs list --failed --json')).out)).toMatchObject([
    { id, name: 'mail.send', state: 'spent', error: 'no route' },
  ])
  expect((await scene('jobs retry')).code).toBe(64)
  expect((await scene('jobs retry all')).code).toBe(64)
  expect(await scene(`jobs retry ${id} 999999`)).toMatchObject({ code: 1 })
  expect(await scene('jobs list --failed')).toMatchObject({ code: 0, out: 'none' })
  expect((await scene('jobs list')).out).toMatch(new RegExp(`^${id} +waiting +mail\\.send +0 tries`))
  const acts = await app.db.selectFrom('audit_log').select(['act', 'about']).execute()
  expect(acts).toContainEqual({ act: 'jobs.retry', about: { jobs: 1 } })
})

test('a test mail goes the way of all mails, or says why it does not', async () => {
  expect((await scene('mail test nobody')).code).toBe(64)
  expect(await scene('mail test a@films.example')).toMatchObject({
    code: 0,
    out: 'sent to a@films.example: it waits at /dev/mail',
  })
  const mails = await app.db.selectFrom('dev_mails').select(['recipient', 'subject']).execute()
  expect(mails).toContainEqual({ recipient: 'a@films.example', subject: 'A test of Scene’s mail' })
  expect((await scene('mail test a@films.example', { NODE_ENV: 'production' })).code).toBe(1)
  const away = await scene('mail test a@films.example', { SMTP_URL: 'smtp://127.0.0.1:1' })
  expect([away.code, away.out]).toEqual([1, expect.stringContaining('not sent: ')])
})

test('jobs by the clock are listed and run here and now, over what a server runs', async () => {
  const listed = JSON.parse((await scene('jobs run --json')).out) as { name: string; cron: string }[]
  const defined = createJobs<JobPayloads>(app.ctx.pool, app.ctx.logger)
  connectDomains({ ...app.ctx, jobs: defined, events: createEvents() })
  expect(listed).toEqual(defined.scheduled())
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['backup.make', 'media.prune']))
  const unknown = await scene('jobs run media.burn')
  expect([unknown.code, unknown.out]).toEqual([64, ''])
  expect(unknown.error).toContain('media.prune')
  expect((await scene('jobs run media.prune backup.make')).code).toBe(64)

  await app.db
    .insertInto('media')
    .values({
      path: '/media/logs/left.webp',
      kind: 'log',
      bytes: 1,
      created_at: new Date(Date.now() - 2 * 86_400_000),
    })
    .execute()
  const { code, out } = await scene('jobs run media.prune')
  expect([code, out]).toEqual([0, expect.stringMatching(/^media\.prune ended after \d/)])
  expect(await app.db.selectFrom('media').select('path').execute()).toEqual([])
  const acts = await app.db.selectFrom('audit_log').select(['act', 'about']).orderBy('id').execute()
  expect(acts.at(-1)).toEqual({ act: 'jobs.run', about: { job: 'media.prune' } })
})

test('a job that does not do its work, or throws, is told', async () => {
  const nowhere = { BACKUP_SCHEDULE: 'daily', BACKUP_DIR: '/dev/null/nowhere' }
  const backup = await scene('jobs run backup.make', nowhere)
  expect([backup.code, backup.out]).toEqual([1, expect.stringContaining('cannot be written')])
  await app.db.deleteFrom('backup_state').execute()
  await sql`alter table code_requests rename to hidden`.execute(app.db)
  try {
    const { code, out } = await scene('jobs run accounts.prune --json')
    expect([code, JSON.parse(out)]).toEqual([
      1,
      expect.objectContaining({ job: 'accounts.prune', failure: expect.stringContaining('code_requests') }),
    ])
  } finally {
    await sql`alter table hidden rename to code_requests`.execute(app.db)
  }
})

test('films are asked for again, at once, and what changed is told', async () => {
  const source = await startFilmSourceServer()
  const settings = { TMDB_BASE_URL: source.url, TMDB_API_KEY: 'key' }
  const title = { of: 'First title' }
  source.otherwise((path) => {
    const id = Number(path.split('/').at(-1))
    return id === 7002
      ? wireErrors.notFound
      : { json: wireDetails(id, { title: id === 7001 ? title.of : 'Same' }) }
  })
  const asked = () => source.requests.filter(({ url }) => url.includes('/movie/')).length
  const refresh = async (line: string) => {
    const { code, out } = await scene(`films refresh ${line} --json`, settings)
    return { code, ...(JSON.parse(out) as RefreshResult) }
  }
  try {
    for (const id of [7001, 7002, 7003]) await buildFilm(app, { id })
    expect((await refresh('7001 7003')).changed).toEqual([7001, 7003])
    expect(await refresh('7001 7003')).toMatchObject({ code: 0, asked: 2, changed: [] })
    // A visit would be answered from what is at hand.
    expect(asked()).toBe(4)
    title.of = 'Second title'
    expect(await refresh('7001 7002 7003 7999')).toEqual({
      code: 1,
      asked: 3,
      changed: [7001],
      dropped: [7002],
      unknown: [7999],
      sourceDown: false,
    })
    const rows = await app.db
      .selectFrom('films')
      .select(['id', 'title'])
      .where('id', 'in', [7001, 7002])
      .execute()
    expect(rows.map((row) => row.title).toSorted()).toEqual(['Film 7002', 'Second title'])
    await app.db
      .updateTable('films')
      .set({ updated_at: new Date(0) })
      .where('id', '=', 7003)
      .execute()
    expect(await refresh('--older-than 30')).toMatchObject({ code: 0, asked: 1, changed: [] })
    expect(await refresh('--older-than 30')).toMatchObject({ asked: 0 })
    source.otherwise(() => ({ status: 401, json: {} }))
    expect(await refresh('7001')).toMatchObject({ code: 1, asked: 0, sourceDown: true })
    for (const wrong of ['', '7001 --older-than 3', 'seven', '--older-than many'])
      expect((await scene(`films refresh ${wrong}`.trim(), settings)).code).toBe(64)
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['act', 'about'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(acts).toEqual([{ act: 'films.refresh', about: { asked: 1, changed: 0 } }])
  } finally {
    await source.close()
  }
})
