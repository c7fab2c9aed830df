import { writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { translateReply } from '#shared/api/assistant.ts'
import { getLog, updateLog } from '#shared/api/logs.ts'
import { uploadSignupAvatar } from '#shared/api/media.ts'
import { updateMember } from '#shared/api/members.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type Got, type TestApp } from '#test/harness.ts'
import type { AnyEndpoint } from '#shared/api/endpoint.ts'

interface Line {
  level: number
  msg: string
  reason?: string
  err?: unknown
}

const lines: Line[] = []
const log = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(JSON.parse(chunk.toString()) as Line)
    done()
  },
})
/** Warnings and errors. */
const loud = () => lines.filter((line) => line.level >= 40)

let app: TestApp
let member: TestMember
const put: { instead: (bytes: Buffer) => Promise<void> } = { instead: async () => {} }
beforeAll(async () => {
  const storage = {
    get: async () => null,
    remove: async () => {},
    async *list() {},
    check: async () => {},
  }
  app = await startTestApp({
    overrides: {
      logger: pino({ level: 'info' }, log),
      storage: { ...storage, put: (_path, bytes) => put.instead(bytes) },
    },
  })
  member = await buildMember(app)
})
afterAll(() => app.close())
beforeEach(() => void lines.splice(0))

const outcome = ({ status, error, headers }: Got<AnyEndpoint>) => [
  status,
  error.code,
  Number(headers.get('retry-after')) > 0,
]

test('a language model that is not there is no error of the server', async () => {
  const answer = await app.call(translateReply, { body: { text: 'Salut', target: 'en' }, as: member })
  expect(answer.error).toMatchObject({
    code: 'assistant.unavailable',
    error: 'SceneBot is currently unavailable. Please try again later.',
  })
  expect(answer.status).toBe(503)
  expect(loud()).toMatchObject([{ level: 40, msg: 'assistant.unavailable' }])
  expect(JSON.stringify(loud())).not.toContain('stack')
})

test('a fault of the program is an error with its stack', async () => {
  const { id: logId } = await buildLog(app, { author: member, film: await buildFilm(app) })
  await sql`alter table log_likes rename to log_likes_away`.execute(app.db)
  const answer = await app.call(getLog, { params: { logId }, as: member })
  await sql`alter table log_likes_away rename to log_likes`.execute(app.db)
  expect([answer.status, answer.error.code]).toEqual([500, 'server.failed'])
  expect(loud()).toMatchObject([{ level: 50, err: { stack: expect.any(String) } }])
})

const system = (code: string) => Object.assign(new Error(code), { code, syscall: 'open', errno: -1 })

test.each([
  ['EDQUOT', 507, 'server.storage_full'],
  ['EROFS', 503, 'server.read_only'],
  ['EACCES', 503, 'server.read_only'],
  ['EIO', 503, 'server.unavailable'],
])('a folder that fails with %s answers %i %s', async (code, status, expected) => {
  put.instead = () => Promise.reject(system(code))
  expect(outcome(await upload())).toEqual([status, expected, true])
  expect(loud()).toMatchObject([{ level: 40, msg: expected, reason: code }])
})

test.skipIf(platform() !== 'linux')('a disk that is full answers 507', async () => {
  put.instead = (bytes) => writeFile('/dev/full', bytes)
  expect(outcome(await upload())).toEqual([507, 'server.storage_full', true])
  expect(loud()).toMatchObject([{ level: 40, reason: 'ENOSPC' }])
})

async function upload() {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a0f' } })
    .png()
    .toBuffer()
  return app.call(uploadSignupAvatar, { files: { avatar: { bytes } } })
}

/** What a change of a profile answers when the database refuses it so. */
async function refusedWith(state: string) {
  await sql`
    create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'secret' using errcode = ${sql.lit(state)}; end $$`.execute(app.db)
  await sql`create or replace trigger refuse before update on members execute function refuse()`.execute(
    app.db,
  )
  const answer = await app.call(updateMember, {
    params: { userId: member.id },
    body: { bio: 'b' },
    as: member,
  })
  await sql`drop trigger refuse on members`.execute(app.db)
  return answer
}

test.each([
  ['53100', 507, 'server.storage_full'],
  ['25006', 503, 'server.read_only'],
  ['53200', 503, 'server.unavailable'],
  ['53400', 503, 'server.unavailable'],
  ['57P03', 503, 'server.unavailable'],
  ['58030', 503, 'server.unavailable'],
  ['08006', 503, 'server.unavailable'],
])('a database that refuses with %s answers %i %s', async (state, status, code) => {
  const answer = await refusedWith(state)
  expect(outcome(answer)).toEqual([status, code, true])
  expect(loud()).toMatchObject([{ level: 40, msg: code, reason: state }])
  expect(JSON.stringify(lines) + JSON.stringify(answer.error)).not.toContain('secret')
})

test('a refusal that no outage explains stays a fault of the server', async () => {
  expect((await refusedWith('XX000')).error.code).toBe('server.failed')
})

test('a connection that breaks in the middle of a statement answers 503', async () => {
  const { id: logId } = await buildLog(app, { author: member, film: await buildFilm(app) })
  const answer = await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('logs').select('id').where('id', '=', logId).forUpdate().execute()
    const waiting = app.call(updateLog, { params: { logId }, body: { review: 'b' }, as: member })
    const cut = async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
      return rows.length
    }
    await expect.poll(cut, { timeout: 5000 }).toBe(1)
    return { waiting }
  })
  expect(outcome(await answer.waiting)).toEqual([503, 'server.unavailable', true])
  expect(loud()).toMatchObject([{ level: 40, msg: 'server.unavailable' }])
})
