import { randomBytes } from 'node:crypto'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import S3rver from 's3rver'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { createS3Client } from '#server/adapters/storage/s3-client.ts'
import { openDatabase } from '#server/db/database.ts'
import { lastBackup, makeScheduledBackup } from '#server/domains/backup/scheduled-backup.service.ts'
import { databaseUrl, runCommand } from '#test/command-line.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'

const database = `t_bucket_${process.pid}`
const mb = 1024 * 1024

let folder: string
let service: S3rver
let app: TestApp
let member: TestMember
let env: Record<string, string>
/** Between Scene and the service: calls that it does not pass on, and those that it saw. */
const gate: { refuses: ((call: IncomingMessage) => number | null) | null; seen: string[] } = {
  refuses: null,
  seen: [],
}
let proxy: ReturnType<typeof createServer>
let client: ReturnType<typeof createS3Client>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-bucket-'))
  service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 'service'),
    configureBuckets: [{ name: 'backups' }],
  })
  const { port } = await service.run()
  proxy = createServer((call, answer) => passOn(call, answer, port))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const settings = {
    ...keys,
    S3_ENDPOINT: endpoint,
    BACKUP_DIR: 's3://backups/of/scene',
    BACKUP_SCHEDULE: 'daily',
    BACKUP_KEEP: '2',
  }
  client = createS3Client({
    endpoint,
    region: 'us-east-1',
    bucket: 'backups',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  })
  await createDatabase(database)
  app = await startTestApp({ database, env: settings })
  env = { ...settings, DATABASE_URL: databaseUrl(database), SCENE_DATA_DIR: app.ctx.config.dataDir }
  member = await buildMember(app)
  await buildLog(app, { author: member, film: await buildFilm(app), review: 'Kept.' })
})
afterAll(async () => {
  await app.close()
  await dropDatabase(database)
  proxy.closeAllConnections()
  await new Promise<void>((resolve) => proxy.close(() => resolve()))
  await service.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => {
  gate.refuses = null
  gate.seen = []
})

function passOn(call: IncomingMessage, answer: ServerResponse, port: number) {
  gate.seen.push(`${call.method} ${call.url}`)
  const status = gate.refuses?.(call)
  if (status) {
    call.resume()
    call.on('end', () => answer.writeHead(status).end())
    return
  }
  const { method, url: path, headers } = call
  const inner = forward({ host: '127.0.0.1', port, method, path, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 500, response.headers)
    response.pipe(answer)
  })
  inner.on('error', () => answer.destroy())
  call.pipe(inner)
}

async function keepPicture(path: string, bytes: Buffer | null) {
  if (bytes) await app.ctx.storage.put(path, bytes)
  await app.db
    .insertInto('media')
    .values({
      path: `/media/${path}`,
      member_id: member.id,
      kind: 'cover',
      bytes: bytes?.length ?? 9,
      claimed: true,
    })
    .execute()
}

const scene = (line: string, settings: Record<string, string> = env) => runCommand(line.split(' '), settings)

async function keysBelow(prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const page of client.list(prefix)) keys.push(...page.map(({ key }) => key))
  return keys.toSorted()
}

test('pictures stay in the folder where only backups have a bucket', () => {
  expect(app.ctx.config.s3).toBeNull()
  expect(gate.seen).toEqual([])
})

test('all of Scene goes to a bucket in parts, is listed and verified there, and comes back from it', async () => {
  // More than two parts of an upload.
  for (let at = 0; at < 3; at++) await keepPicture(`covers/large-${at}.webp`, randomBytes(7 * mb))
  const made = await scene('backup create --to s3://backups/by/hand --json')
  expect([made.code, made.error]).toEqual([0, ''])
  const { file, bytes, media, missing } = JSON.parse(made.out)
  expect(file).toMatch(/^s3:\/\/backups\/by\/hand\/scene-[\dTZ-]+\.tar\.gz$/)
  expect([media, missing]).toEqual([3, []])
  expect(bytes).toBeGreaterThan(21 * mb)
  expect(gate.seen.filter((call) => /^PUT .*partNumber=/.test(call))).toHaveLength(3)
  expect((await scene(`backup verify ${file}`)).out).toContain('is whole')
  const listed = JSON.parse((await scene('backup list s3://backups/by/hand --json')).out)
  expect(listed.backups).toMatchObject([{ file, bytes }])

  const other = `${database}_back`
  const admin = openDatabase(inject('server'), () => {})
  await sql.raw(`create database ${other}`).execute(admin.db)
  await admin.close()
  const dataDir = join(folder, 'back')
  const restored = await scene(`backup restore ${file}`, {
    ...env,
    DATABASE_URL: databaseUrl(other),
    SCENE_DATA_DIR: dataDir,
  })
  expect([restored.code, restored.error]).toEqual([0, ''])
  const again = await startTestApp({ database: other, env: { SCENE_DATA_DIR: dataDir } })
  try {
    expect(await again.db.selectFrom('logs').select('review').execute()).toEqual([{ review: 'Kept.' }])
    for (let at = 0; at < 3; at++) {
      const path = `covers/large-${at}.webp`
      expect(
        (await again.ctx.storage.get(path))?.equals((await app.ctx.storage.get(path)) ?? Buffer.of()),
      ).toBe(true)
    }
  } finally {
    await again.close()
    await dropDatabase(other)
    await app.db.deleteFrom('media').execute()
  }
})

test('by the clock the newest are kept there, and what lies beside them is not touched', async () => {
  await client.call({ method: 'PUT', key: 'of/scene/notes.txt', body: Buffer.from('mine') })
  const clock = { at: Date.UTC(2026, 0, 1) }
  const ctx = { ...app.ctx, now: () => new Date(clock.at) }
  for (let day = 0; day < 3; day++) {
    clock.at += 86_400_000
    await makeScheduledBackup(ctx)
    expect((await lastBackup(ctx))?.failure).toBeNull()
  }
  expect(await keysBelow('of/')).toEqual([
    'of/scene/notes.txt',
    'of/scene/scene-2026-01-03T000000Z.tar.gz',
    'of/scene/scene-2026-01-04T000000Z.tar.gz',
  ])
  expect(JSON.parse((await scene('backup list --json')).out).backups).toHaveLength(2)
})

test('an upload that fails is given up and leaves nothing', async () => {
  gate.refuses = ({ method, url }) => (method === 'PUT' && url?.includes('partNumber') ? 403 : null)
  const failed = await scene('backup create --to s3://backups/failed/one.tar.gz')
  expect([failed.code, failed.error]).toEqual([
    1,
    'The backup s3://backups/failed/one.tar.gz cannot be written (object storage: PUT answered 403).',
  ])
  expect(gate.seen.filter((call) => /^DELETE .*uploadId=/.test(call))).toHaveLength(1)
  gate.refuses = null
  expect(await keysBelow('failed/')).toEqual([])
  const nowhere = await scene('backup create --to s3://not-there/one.tar.gz')
  expect([nowhere.code, nowhere.error]).toEqual([1, expect.stringContaining('POST answered 404')])
})

test('what cannot be read, is damaged or is not there is told in a sentence', async () => {
  const file = 's3://backups/told/one.tar.gz'
  expect((await scene(`backup create --to ${file}`)).code).toBe(0)
  const bytes = (await client.call({ method: 'GET', key: 'told/one.tar.gz' })).bytes
  await client.call({ method: 'PUT', key: 'told/cut.tar.gz', body: bytes.subarray(0, bytes.length - 9000) })
  const cut = await scene('backup verify s3://backups/told/cut.tar.gz')
  expect([cut.code, cut.error]).toEqual([
    1,
    'The backup s3://backups/told/cut.tar.gz is damaged: its end is missing.',
  ])
  const none = await scene('backup verify s3://backups/told/none.tar.gz')
  expect([none.code, none.error]).toEqual([1, 'There is no file s3://backups/told/none.tar.gz.'])
  gate.refuses = () => 403
  const closed = await scene(`backup verify ${file}`)
  expect([closed.code, closed.error]).toEqual([
    1,
    `${file} cannot be read (object storage: GET answered 403).`,
  ])
  gate.refuses = null
  const {
    S3_ENDPOINT: _,
    S3_ACCESS_KEY_ID: __,
    S3_SECRET_ACCESS_KEY: ___,
    BACKUP_DIR: ____,
    ...without
  } = env
  const unset = await scene(`backup verify ${file}`, without)
  expect([unset.code, unset.error]).toEqual([1, expect.stringContaining('S3_ENDPOINT')])
  expect((await scene('backup create --to s3://UPPER/x')).code).toBe(1)
})

test('pictures that rows show and the store lacks are reported, and fail no backup', async () => {
  await keepPicture('covers/gone.webp', null)
  // Nobody shows it: it may never have come.
  await app.db
    .insertInto('media')
    .values({ path: '/media/covers/never.webp', kind: 'cover', bytes: 9 })
    .execute()
  const { code, out } = await scene(`backup create --to ${join(folder, 'lacks.tar.gz')}`)
  expect([code, out.split('\n').slice(1)]).toEqual([
    0,
    ['1 pictures are missing in the store (scene media check):', '  /media/covers/gone.webp'],
  ])
  const asJson = JSON.parse((await scene(`backup create --to ${join(folder, 'lacks.tar.gz')} --json`)).out)
  expect(asJson).toMatchObject({ media: 0, missing: ['/media/covers/gone.webp'] })
})
