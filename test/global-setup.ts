import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { migrateJobs } from '#server/core/jobs.ts'
import { openDatabase } from '#server/db/database.ts'
import { SUPERUSER } from '#built-in/postgres/cluster.ts'
import { startEmbeddedDatabase } from '#built-in/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server; every test file makes databases of its own on it. */
    server: pg.PoolConfig
  }
}

export const templateName = 'scene_template'

/** One PostgreSQL for the run: embedded, or any other by TEST_DATABASE_URL. Its template is migrated once. */
export default async function setup(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL']
  const folder = await mkdtemp(join(tmpdir(), 'scene-test-'))
  // Run as root, the server has another account, which must be able to enter.
  await chmod(folder, 0o755)
  const embedded = given ? null : await startForTests(folder)
  const server: pg.PoolConfig = embedded
    ? { ...embedded.connection }
    : Object.fromEntries(Object.entries(connectionOf(given ?? '')))
  const admin = openDatabase(server, () => {})
  await sql.raw(`drop database if exists ${templateName}`).execute(admin.db)
  await sql.raw(`create database ${templateName}`).execute(admin.db)
  await admin.close()
  const template = openDatabase({ ...server, database: templateName }, () => {})
  await migrate(template.db)
  await migrateJobs(template.pool)
  await template.close()
  project.provide('server', server)
  return async () => {
    await embedded?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** What only a crash, a long life or large tables need; these databases end with the run, and have few rows. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  jit: 'off',
  // All of it is searched for the pages of each database that is made or dropped.
  shared_buffers: '128MB',
}

async function startForTests(dataDir: string) {
  const first = await startEmbeddedDatabase({ dataDir, log: () => {} })
  const client = new pg.Client({ ...first.connection, user: SUPERUSER, database: 'postgres' })
  await client.connect()
  for (const [name, value] of Object.entries(settings))
    await client.query(`alter system set ${name} = '${value}'`)
  await client.end()
  await first.stop()
  return startEmbeddedDatabase({ dataDir, log: () => {} })
}

function connectionOf(text: string): pg.PoolConfig {
  const url = new URL(text)
  return {
    host: url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  }
}
