import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import type { Import } from '#shared/api/transfer.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { dropDatabase, type TestApp } from '#test/harness.ts'
import { startScene, type SceneProcess } from '#test/scene-process.ts'

let dataDir = ''
let scene: SceneProcess | null = null
let database: Database
let name = ''
let url = ''

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'scene-import-'))
  chmodSync(dataDir, 0o755)
  const server = inject('server')
  name = `import_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(server, () => {})
  await sql.raw(`create database ${name}`).execute(admin.db)
  await admin.close()
  database = openDatabase({ ...server, database: name, max: 2 }, () => {})
  const password = encodeURIComponent(String(server.password ?? ''))
  url = `postgres://${server.user}:${password}@${encodeURIComponent(String(server.host))}:${server.port ?? 5432}/${name}`
})
afterEach(async () => {
  await scene?.end('SIGTERM')
  scene = null
  await database.close()
  await dropDatabase(name)
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async () =>
  (scene = await startScene({ SCENE_DATA_DIR: dataDir, SCENE_DEMO: '0', RATE_LIMIT: '0', DATABASE_URL: url }))

async function ask<T>(
  path: string,
  as: TestMember,
  init: RequestInit,
  read: (data: unknown) => T,
): Promise<T> {
  const headers = { authorization: `Bearer ${as.token}` }
  const response = await fetch(`${scene?.url}${path}`, { ...init, headers })
  expect(response.status).toBe(200)
  return read(await response.json())
}

test('a server that is killed in the middle of an import goes on with it, and nothing is lost or double', async () => {
  await start()
  const app = { db: database.db } as TestApp
  const member = await buildMember(app)
  const header = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date'
  const count = 6000
  // Films of the catalogue, and one of nobody.
  const films = [
    'Parasite,2019',
    'Whiplash,2014',
    'Arrival,2016',
    'Moonlight,2016',
    'Her,2013',
    'No such film at all,1999',
  ]
  const rows = Array.from(
    { length: count },
    (_, n) => `2020-01-01,${films[n % films.length]},https://boxd.it/k${n},4,,,2020-01-01`,
  )
  const form = new FormData()
  form.set('file', new Blob([[header, ...rows].join('\r\n')], { type: 'text/csv' }), 'diary.csv')
  const importId = await ask(
    '/api/letterboxd/logs',
    member,
    { method: 'POST', body: form },
    (data) => (data as { importId: string }).importId,
  )
  const read = () => ask(`/api/imports/${importId}`, member, {}, (data) => data as Import)
  for (const share of [0.1, 0.4]) {
    await expect
      .poll(async () => (await read()).done, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(count * share)
    await scene?.end('SIGKILL')
    const stopped = await database.db.selectFrom('imports').selectAll().executeTakeFirstOrThrow()
    expect(stopped).toMatchObject({ id: importId, state: 'running' })
    // What is counted is there, whenever the end came.
    const logs = await database.db.selectFrom('logs').select('id').execute()
    expect(logs).toHaveLength(stopped.imported)
    await start()
  }
  await expect.poll(async () => (await read()).state, { timeout: 60_000, interval: 50 }).toBe('done')
  const done = await read()
  expect(done).toMatchObject({
    total: count,
    done: count,
    imported: 5000,
    notFound: 1000,
    skipped: 0,
    failed: 0,
  })
  const keys = await database.db.selectFrom('logs').select('import_key').execute()
  expect(new Set(keys.map((row) => row.import_key)).size).toBe(5000)
  expect(keys).toHaveLength(5000)
  expect(await wrongCounters(app)).toEqual([])
})
