import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { expect, inject, onTestFinished, test } from 'vitest'
import { getLog } from '#shared/api/logs.ts'
import { DatabaseFault } from '#server/db/database-fault.ts'
import { openDatabase, type Db } from '#server/db/database.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { createEvents, createTransact } from './transact.ts'

test('what follows a commit is done before the database is closed', async () => {
  const app = await startTestApp()
  const done: unknown[] = []
  await app.ctx.transact(async (tx) =>
    tx.afterCommit(async () => {
      await sleep(50)
      done.push((await sql`select 1 as one`.execute(app.db)).rows)
    }),
  )
  expect(done).toEqual([])
  await app.close()
  expect(done).toEqual([[{ one: 1 }]])
})

/** The database of an app away and back, as in a restart: it takes no connection and has none. */
async function withAdmin<T>(work: (admin: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(inject('server'), () => {})
  return work(db).finally(close)
}
const nameOf = async (db: Db) =>
  (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name ?? ''
const setAway = (name: string, away: boolean) =>
  withAdmin(async (admin) => {
    await sql`alter database ${sql.id(name)} with allow_connections ${sql.lit(!away)}`.execute(admin)
    if (away)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(admin)
  })

async function listen(app: TestApp, member: TestMember, event: 'notification' | 'feed') {
  const socket = io(app.url, { auth: { token: member.token }, transports: ['websocket'] })
  const heard: unknown[] = []
  socket.on(event, (payload) => heard.push(payload))
  await new Promise<void>((resolve) => socket.on('connect', resolve))
  await socket.emitWithAck('join', member.id)
  return { heard, close: () => void socket.close() }
}

test('those who listen hear of a write that is committed when the database dies right behind it', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const [author, fan] = [await buildMember(app), await buildMember(app)]
  const film = await buildFilm(app)
  const { id: logId } = await buildLog(app, { author, film, review: 'r' })
  await follow(app, author, fan)
  const [notified, fed] = [await listen(app, author, 'notification'), await listen(app, author, 'feed')]
  onTestFinished(notified.close)
  onTestFinished(fed.close)
  const name = await nameOf(app.db)
  // Announced before all others, so the database is away when their turn comes.
  let dies: Promise<void> | undefined
  app.ctx.events.on('log.created', async (tx) => tx.announce(() => dies))
  await app.ctx.transact(async (tx) => {
    tx.announce(() => (dies = setAway(name, true)))
    await tx.db.insertInto('log_likes').values({ log_id: logId, member_id: fan.id }).execute()
    await tx.emit('log.like_toggled', { logId, memberIds: [fan.id] })
    await tx.emit('log.created', { logId, authorId: fan.id, filmId: film.id, createdAt: new Date() })
  })
  await expect.poll(() => dies !== undefined).toBe(true)
  await dies
  const refused = await app.call(getLog, { params: { logId }, as: fan })
  expect([refused.status, refused.error.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'server.unavailable',
    '2',
  ])
  expect([notified.heard, fed.heard]).toEqual([[], []])
  await setAway(name, false)
  await expect.poll(() => notified.heard, { timeout: 10_000 }).toHaveLength(1)
  await expect.poll(() => fed.heard, { timeout: 10_000 }).toEqual([{ logId, authorId: fan.id }])
})

/** Stands between the app and its database. Once it is `armed`, it loses what the database answers to a commit. */
async function startLosingProxy() {
  const { host = '', port = 5432 } = inject('server')
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const state = { armed: false, lost: 0 }
  const server = createServer((client) => {
    const database = connect(target)
    let isLosing = false
    client.on('data', (chunk) => {
      if (state.armed && chunk.includes('commit\0')) isLosing = true
      database.write(chunk)
    })
    database.on('data', (chunk) => {
      if (!isLosing) return void client.write(chunk)
      state.armed = false
      state.lost += 1
      client.destroy()
      return database.destroy()
    })
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = server.address() as AddressInfo
  return { state, port: ownPort, close: () => new Promise((resolve) => server.close(resolve)) }
}

test('a commit whose answer is lost is announced, and what is certain only of a commit is left', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const proxy = await startLosingProxy()
  const name = await nameOf(app.db)
  const through = openDatabase(
    { ...inject('server'), host: '127.0.0.1', port: proxy.port, database: name },
    () => {},
  )
  const reports: unknown[] = []
  const { transact, settled } = createTransact<object, object>(
    through.transactions,
    createEvents(),
    (error) => reports.push(error),
  )
  const member = await buildMember(app)
  const done: string[] = []
  proxy.state.armed = true
  const written = transact(async (tx) => {
    await tx.db.updateTable('members').set({ bio: 'kept' }).where('id', '=', member.id).execute()
    tx.afterCommit(() => void done.push('after'))
    tx.announce(async () => {
      const { bio } = await through.db
        .selectFrom('members')
        .select('bio')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
      done.push(bio)
    })
  })
  await expect(written).rejects.toBeInstanceOf(DatabaseFault)
  await settled()
  expect([proxy.state.lost, done, reports]).toEqual([1, ['kept'], []])
  await through.close()
  await proxy.close()
})

test('work that fails announces nothing', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const done: string[] = []
  const name = await nameOf(app.db)
  const work = app.ctx.transact(async (tx) => {
    tx.announce(() => void done.push('announced'))
    tx.afterCommit(() => void done.push('after'))
    await setAway(name, true)
    await sql`select 1`.execute(tx.db)
  })
  await expect(work).rejects.toBeInstanceOf(DatabaseFault)
  await setAway(name, false)
  await app.ctx.settled()
  expect(done).toEqual([])
})
