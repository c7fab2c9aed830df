import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { version } from '#server/core/version.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { noteVersion } from '#server/domains/upgrade/versions.service.ts'
import { databaseUrl, runCommand } from '#test/command-line.ts'
import { buildMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'

const database = `t_upgrade_${process.pid}`
let app: TestApp
let env: Record<string, string>
beforeAll(async () => {
  await createDatabase(database)
  app = await startTestApp({ database })
  env = {
    DATABASE_URL: databaseUrl(database),
    SCENE_DATA_DIR: app.ctx.config.dataDir,
  }
  await buildMember(app)
})
afterAll(async () => {
  await app.close()
  await dropDatabase(database)
})

const scene = (line: string, settings = env) => runCommand(line.split(' '), settings)

async function check(settings = env) {
  const { code, out } = await scene('upgrade --check --json', settings)
  const { findings } = JSON.parse(out) as {
    findings: { about: string; state: string; seen: string; todo: string | null }[]
  }
  const of = (about: string) =>
    findings.filter((one) => one.about === about).map(({ state, seen }) => `${state}: ${seen}`)
  return { code, findings, of }
}

test('Scene upgrades itself: without --check it is called wrongly', async () => {
  expect((await scene('upgrade')).code).toBe(64)
  expect((await scene('upgrade now --check')).code).toBe(64)
})

test('a database with members and without a backup is backed up first, and then all is well', async () => {
  await noteVersion(app.db, version, new Date())
  const before = await check()
  expect([before.code, before.of('backup')]).toEqual([1, ['fault: there is none']])
  expect(before.of('version')[0]).toMatch(new RegExp(`^ok: this is Scene ${version}; ${version} ran last`))
  expect(before.of('migrations')).toEqual(['ok: none waits'])
  expect(before.of('room')[0]).toMatch(/^ok: [\d.]+ GB are free/)
  for (const { state, todo } of before.findings) expect(todo === null).toBe(state === 'ok')
  const folder = await mkdtemp(join(tmpdir(), 'scene-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  expect((await scene(`backup create --to ${join(folder, 'b.tar.gz')}`)).code).toBe(0)
  const after = await check()
  expect([after.code, after.of('backup')[0]]).toEqual([0, expect.stringMatching(/^ok: the newest is of /)])
  expect((await scene('upgrade --check')).out).toMatch(/^ok {7}PostgreSQL {2}/)
})

test('what the next start applies is named, and what this Scene does not know is a fault', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const last = (await migrationNames()).at(-1) ?? ''
  await sql`delete from kysely_migration where name = ${last}`.execute(app.db)
  try {
    expect((await check()).of('migrations')).toEqual([`ok: the next start applies 1: ${last}`])
    // What the check asks for can be done while the migrations wait.
    expect(await scene(`backup create --to ${join(folder, 'waiting.tar.gz')}`)).toMatchObject({ code: 0 })
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(app.db)
    const { code, of } = await check()
    expect([code, of('migrations')[0]]).toEqual([1, expect.stringContaining('9999_later of a newer Scene')])
    expect(await scene('recount')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^The database was changed by a newer Scene \(9999_later\)/),
    })
    const newer = join(folder, 'newer.tar.gz')
    expect(await scene(`backup create --to ${newer}`)).toMatchObject({ code: 0 })
  } finally {
    await sql`delete from kysely_migration where name = '9999_later'`.execute(app.db)
    await sql`insert into kysely_migration (name, timestamp) values (${last}, '')`.execute(app.db)
  }
})

test('a newer Scene that ran is a fault, an unknown one asks to read all of the changelog', async () => {
  await noteVersion(app.db, '99.0.0', new Date())
  expect((await check()).of('version')[0]).toMatch(/^fault: .*99\.0\.0 ran last/)
  await app.db.deleteFrom('scene_versions').execute()
  const { code, of } = await check()
  expect(of('version')).toEqual([`ok: this is Scene ${version}; which one ran last is not remembered`])
  expect([code, of('what to do')[0]]).toEqual([1, expect.stringMatching(/^fault: CHANGELOG\.md says/)])
})

test('a folder of another PostgreSQL comes with the steps, and nothing else is tried', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'scene-major-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  // As root the database runs as another user, who must be able to reach it.
  await chmod(dataDir, 0o755)
  const settings = { SCENE_DATA_DIR: dataDir }
  expect((await check(settings)).code).toBe(0)
  await mkdir(join(dataDir, 'postgres', 'cluster'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '12\n')
  const { code, findings, of } = await check(settings)
  expect(code).toBe(1)
  expect(of('PostgreSQL')).toEqual([
    expect.stringMatching(/^fault: the folder is of PostgreSQL 12, .* brings \d\d,/),
  ])
  expect(findings.find(({ about }) => about === 'PostgreSQL')?.todo).toContain('scene backup restore FILE')
  expect(of('migrations')).toEqual([expect.stringContaining('not looked at')])
})

test('on a machine without a data folder the room is that of its place', async () => {
  const folder = join(tmpdir(), 'none yet', 'nor this')
  expect((await check({ ...env, SCENE_DATA_DIR: folder })).of('room')).toEqual([
    expect.stringMatching(/^ok: [\d.]+ GB are free in /),
  ])
})

test('a database that is away is told', async () => {
  const { code, of } = await check({ ...env, DATABASE_URL: 'postgres://scene@127.0.0.1:1/scene' })
  expect([code, of('PostgreSQL')[0]]).toEqual([1, expect.stringContaining('not reached')])
})

test('the doctor tells of a role that may not change the database, in the words of the start', async () => {
  const name = `${database}_poor`
  await sql.raw(`create database ${name} template template0`).execute(app.db)
  onTestFinished(() => dropDatabase(name))
  const poor = openDatabase({ connectionString: databaseUrl(name) }, () => {})
  onTestFinished(() => poor.close())
  const may = (right: string) => sql.raw(`grant ${right}`).execute(poor.db)
  const mayNot = (right: string) => sql.raw(`revoke ${right}`).execute(poor.db)
  const found = async () => {
    const { out } = await scene('doctor --json', { ...env, DATABASE_URL: databaseUrl(name) })
    const { findings } = JSON.parse(out) as { findings: { about: string }[] }
    return findings.find(({ about }) => about === 'tables')
  }
  const refused = async () => {
    const message = await migrate(poor.db).catch((error: unknown) => (error as Error).message)
    expect(await found()).toMatchObject({
      state: 'fault',
      seen: `the database refuses what Scene needs: ${String(message)}`,
      todo: 'The role of DATABASE_URL has to own the database.',
    })
  }
  await mayNot('create on schema public from pg_database_owner')
  await refused()
  await may('create on schema public to pg_database_owner')
  await mayNot(`create on database ${name} from current_user`)
  expect(await found()).toMatchObject({
    state: 'fault',
    seen: `the database refuses what Scene needs: permission denied for database ${name}`,
  })
  await may(`create on database ${name} to current_user`)
  await migrate(poor.db)
  await mayNot('select on kysely_migration from current_user')
  await refused()
})
