import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startSession } from '#server/domains/accounts/sessions.service.ts'
import { createLog, getLog } from '#shared/api/logs.ts'
import { getMember, updateMember } from '#shared/api/members.ts'
import { buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { startReplicated, type ReplicatedDatabase } from '#test/replica.ts'

const parasite = 496243
const database = 'scene'

let servers: ReplicatedDatabase
let app: TestApp
/** Leaves a replica soon that lags. */
let strict: TestApp
let author: TestMember
let reader: TestMember

beforeAll(async () => {
  servers = await startReplicated()
  app = await startTestApp({ servers: { ...servers, maxLagMs: 600_000 }, database })
  strict = await startTestApp({ servers: { ...servers, maxLagMs: 500 }, database })
})
afterAll(async () => {
  await app.close()
  await strict.close()
  await servers.close()
})
beforeEach(async () => {
  author = await buildMember(app)
  reader = await buildMember(app)
  await follow(app, reader, author)
  await vi.waitUntil(() => app.ctx.replica?.isUsed(), { timeout: 10_000 })
  await app.ctx.replica?.caughtUp()
})

async function pause() {
  await servers.pause()
  onTestFinished(() => servers.resume())
}

const bioOfAuthor = async (as: TestMember, at = app) =>
  (await at.call(getMember, { as, params: { userId: author.id } })).data.bio

const setBio = (bio: string) =>
  app.call(updateMember, { as: author, params: { userId: author.id }, body: { bio } })

test('who changed something sees it at once, others when the replica has it', async () => {
  await setBio('before')
  await app.ctx.replica?.caughtUp()
  await pause()
  await setBio('after')
  expect(await bioOfAuthor(author)).toBe('after')
  expect(await bioOfAuthor(reader)).toBe('before')
  await servers.resume()
  await expect.poll(() => bioOfAuthor(reader)).toBe('after')
})

test('a replica that is too far behind is not read', async () => {
  await pause()
  await setBio('long ago')
  await expect.poll(() => bioOfAuthor(reader, strict), { timeout: 10_000 }).toBe('long ago')
  const ready = (await (await fetch(`${strict.url}/readyz`)).json()) as { warnings: string[] }
  expect(ready.warnings).toContain('replica: away or too far behind, all is read from the primary')
  await servers.resume()
  await expect.poll(() => strict.ctx.replica?.isUsed(), { timeout: 10_000 }).toBe(true)
})

test('what turns out to write is done by the primary, and so is all after it', async () => {
  await pause()
  const seen = await app.ctx.replica?.read(async () => {
    await sql`update members set bio = 'written by a read' where id = ${author.id}`.execute(app.db)
    const select = 'select bio from members where id = $1'
    const { rows } = await app.ctx.pool.query<{ bio: string }>(select, [author.id])
    return rows[0]?.bio
  })
  expect(seen).toBe('written by a read')
  expect(await bioOfAuthor(reader)).toBe('')
})

test('who is told of something finds it', async () => {
  const socket = io(app.url, { auth: { token: reader.token }, transports: ['websocket'] })
  onTestFinished(() => void socket.disconnect())
  expect(await socket.emitWithAck('join', reader.id)).toEqual({ ok: true })
  const heard: string[] = []
  socket.on('feed', ({ logId }: { logId: string }) => heard.push(logId))
  await pause()
  const { data: log } = await app.call(createLog, { as: author, body: { movieId: parasite } })
  const get = async () => (await app.call(getLog, { as: reader, params: { logId: log._id } })).status
  expect([await get(), heard]).toEqual([404, []])
  await servers.resume()
  await expect.poll(() => heard).toEqual([log._id])
  expect(await get()).toBe(200)
})

test('who signs in finds what they did before', async () => {
  await pause()
  const caller = {
    address: '127.0.0.1',
    isLocal: true,
    cookies: '',
    setCookie: () => {},
    userAgent: null,
    origin: null,
  }
  const { token } = await app.ctx.transact(async (tx) => {
    await tx.db.updateTable('members').set({ bio: 'newly here' }).where('id', '=', author.id).execute()
    return startSession(app.ctx, tx, author.id, caller)
  })
  expect(await bioOfAuthor({ ...author, token })).toBe('newly here')
})

test('without its replica Scene goes on reading', async () => {
  await servers.stopReplica()
  const answers = await Promise.all(Array.from({ length: 20 }, () => bioOfAuthor(reader)))
  expect(new Set(answers)).toEqual(new Set(['']))
  await expect.poll(() => strict.ctx.replica?.isUsed(), { timeout: 10_000 }).toBe(false)
})
