import { sql } from 'kysely'
import { Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { sharedPoolOptions } from './shared-connections.ts'

let database: Database
beforeAll(() => {
  database = openDatabase({ ...inject('server'), max: 3 }, () => {})
})
afterAll(() => database.close())

const backend = async () => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, ${1}::int as one`.execute(
    database.shortReads,
  )
  return rows[0]?.pid ?? 0
}
const many = (count: number) => Promise.all(Array.from({ length: count }, backend))

test('a hundred reads at once go over four connections, each with its own answer', async () => {
  expect(new Set(await many(100)).size).toBe(4)
  const answers = Array.from({ length: 100 }, async (_, one) => {
    const { rows } = await sql<{ one: number }>`select ${one}::int as one`.execute(database.shortReads)
    return rows[0]?.one
  })
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 100 }, (_, one) => one))
})

test('eight of one turn of the event loop share a connection, and leave in one system call', async () => {
  await many(100)
  const written = vi.spyOn(Socket.prototype, '_writev' as 'write')
  try {
    expect(new Set(await many(8)).size).toBe(1)
    expect(written).toHaveBeenCalledTimes(1)
    await many(20)
    expect(written).toHaveBeenCalledTimes(4)
  } finally {
    written.mockRestore()
  }
})

test('a statement that fails harms none beside it', async () => {
  const fails = sql`select 1 / ${0}::int`.execute(database.shortReads)
  const [failed, ...others] = await Promise.allSettled([fails, many(20)])
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  expect(others).toMatchObject([{ status: 'fulfilled' }])
})

test('a statement that takes long ends on a connection of its own', async () => {
  const seconds = sharedPoolOptions.statement_timeout / 1000 + 0.2
  const { rows } = await sql<{ done: boolean }>`
    select pg_sleep(${seconds}) is not null as done`.execute(database.shortReads)
  expect(rows).toEqual([{ done: true }])
})

test('reads go on when their connections are lost, also those under way', async () => {
  const before = await many(4)
  const under = sql<{ done: boolean }>`select pg_sleep(${0.3}) is not null as done`.execute(
    database.shortReads,
  )
  await sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) pid`.execute(database.db)
  expect((await under).rows).toEqual([{ done: true }])
  const after = await many(20)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
})

test('searches are planned once as they are, each with a connection for itself', async () => {
  const search = async () => {
    const { rows } = await sql<{ pid: number; mode: string }>`
      select pg_backend_pid() as pid, current_setting('plan_cache_mode') as mode, pg_sleep(${0.05})::text`.execute(
      database.searches,
    )
    return rows[0]
  }
  const shared = new Set(await many(20))
  const [first, ...others] = await Promise.all([search(), search(), search(), search()])
  expect(new Set([first, ...others].map((one) => one?.pid)).size).toBe(4)
  for (const one of [first, ...others]) {
    expect(one?.mode).toBe('force_generic_plan')
    expect(shared).not.toContain(one?.pid)
  }
})
