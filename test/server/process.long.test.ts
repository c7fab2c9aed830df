import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { dropDatabase } from '#test/harness.ts'
import {
  createLog,
  isAlive,
  newDataDir,
  postmasterPid,
  reviewsOf,
  signalled,
  signUp,
  startScene,
  type SceneProcess,
} from '#test/scene-process.ts'

// How Scene ends, and what is there afterwards.

let dataDir = ''
const running: SceneProcess[] = []

beforeEach(() => {
  dataDir = newDataDir()
})
afterEach(async () => {
  for (const scene of running.splice(0)) await scene.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}) {
  const scene = await startScene({ SCENE_DATA_DIR: dataDir, SCENE_DEMO: '0', RATE_LIMIT: '0', ...env })
  running.push(scene)
  return scene
}

test('SIGTERM ends both processes cleanly while a member is connected; what was written is there at the next start', async () => {
  const first = await start()
  const member = await signUp(first.url)
  expect((await createLog(first.url, member.token, 'kept')).status).toBe(200)
  const socket = io(first.url, { auth: { token: member.token }, transports: ['websocket'] })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const postgres = postmasterPid(dataDir)
  const write = async () => {
    for (;;) await createLog(first.url, member.token, 'to the end')
  }
  const writing = Array.from({ length: 4 }, () => write().catch(() => undefined))
  await expect.poll(async () => (await reviewsOf(first.url, member)).length).toBeGreaterThan(9)
  expect(await first.end('SIGTERM')).toBe(0)
  expect(isAlive(postgres)).toBe(false)
  await Promise.all(writing)
  // What was asked before is answered before the database goes.
  expect(first.output()).not.toContain('"level":50')
  // Nothing was lost that was not closed.
  expect(first.output()).not.toContain('connection was lost')
  socket.close()
  running.length = 0
  const second = await start()
  expect(await reviewsOf(second.url, member)).toContain('kept')
})

test('a killed server loses no acknowledged write, and its database is taken over', async () => {
  const first = await start()
  const member = await signUp(first.url)
  const acknowledged: string[] = []
  const writing = (async () => {
    for (let index = 0; index < 200; index++) {
      const review = `r${String(index).padStart(3, '0')}`
      if ((await createLog(first.url, member.token, review)).status === 200) acknowledged.push(review)
    }
  })().catch(() => {})
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(15)
  await first.end('SIGKILL')
  await writing
  running.length = 0
  const second = await start()
  expect(await reviewsOf(second.url, member)).toEqual(expect.arrayContaining(acknowledged))
})

test('a signal in the middle of the start leaves no database behind', async () => {
  const creating = () => existsSync(join(dataDir, 'postgres', 'password'))
  const { code } = await signalled('SIGTERM', creating, { SCENE_DATA_DIR: dataDir, SCENE_DEMO: '0' })
  expect(code).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'))).toBe(true)
  expect(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
})

test('ending npm ends Scene and its database', async () => {
  const scene = await startScene({ SCENE_DATA_DIR: dataDir, SCENE_DEMO: '0' }, 'npm')
  const postgres = postmasterPid(dataDir)
  await scene.end('SIGTERM')
  await expect.poll(() => isAlive(postgres), { timeout: 15_000 }).toBe(false)
})

test('two instances start together on one empty database of another server', async () => {
  const server = inject('server')
  const name = `both_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(server, () => {})
  await sql.raw(`create database ${name}`).execute(admin.db)
  await admin.close()
  const password = encodeURIComponent(String(server.password ?? ''))
  const url = `postgres://${server.user}:${password}@${encodeURIComponent(String(server.host))}:${server.port ?? 5432}/${name}`
  const [one, two] = await Promise.all([start({ DATABASE_URL: url }), start({ DATABASE_URL: url })])
  const member = await signUp(one.url)
  await createLog(one.url, member.token, 'seen from both')
  expect(await reviewsOf(two.url, member)).toEqual(['seen from both'])
  await one.end('SIGTERM')
  await two.end('SIGTERM')
  running.length = 0
  await dropDatabase(name)
})
