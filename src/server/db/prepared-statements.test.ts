import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '#test/harness.ts'
import { openDatabase, type Database } from './database.ts'
import { keepsStatements } from './prepared-statements.ts'

const name = 't_prepared'
let database: Database

beforeAll(async () => {
  await createDatabase(name)
  database = openDatabase({ ...inject('server'), database: name, max: 1 }, () => {})
  await sql`create table things (id int, word text)`.execute(database.db)
})
afterAll(async () => {
  await database.close()
  await dropDatabase(name)
})

const prepared = async () => {
  const { rows } = await sql<{ statement: string; uses: string }>`
    select statement, generic_plans + custom_plans as uses from pg_prepared_statements
    where statement like '%things%'`.execute(database.db)
  return rows.map((row) => [row.statement, Number(row.uses)])
}
const all = (id: number) => sql<{ id: number }>`select * from things where id = ${id}`.execute(database.db)

test('a statement with parameters is prepared once and used again', async () => {
  await sql`insert into things values (${1}, ${'one'}), (${2}, ${'two'})`.execute(database.db)
  expect((await all(1)).rows).toEqual([{ id: 1, word: 'one' }])
  expect((await all(2)).rows).toEqual([{ id: 2, word: 'two' }])
  expect(await prepared()).toContainEqual(['select * from things where id = $1', 2])
})

test('a long statement is prepared, and one of many rows is not', async () => {
  const long = `select * from things where id = ANY ${' '.repeat(20_000)}`
  await sql`${sql.raw(long)} (array[${1}::int])`.execute(database.db)
  const rows = Array.from({ length: 120 }, (_, at) => sql`(${at + 10}, 'many')`)
  await sql`insert into things values ${sql.join(rows)}`.execute(database.db)
  const texts = (await prepared()).map(([text]) => String(text))
  expect(texts.filter((text) => text.startsWith(long))).toHaveLength(1)
  expect(texts.filter((text) => text.includes("'many'"))).toEqual([])
})

test('a change of the table does not break a prepared statement', async () => {
  await all(1)
  await sql`alter table things add column more int`.execute(database.db)
  expect((await all(1)).rows).toEqual([{ id: 1, word: 'one', more: null }])
})

test('faults of a prepared statement are told as they are', async () => {
  await expect(sql`select 1 / ${0}::int`.execute(database.db)).rejects.toMatchObject({ code: '22012' })
  await expect(all(1)).resolves.toBeDefined()
})

test('a pooler is found out that gives the connection of a client to another one, without its statements', async () => {
  const apart = openDatabase({ ...inject('server'), database: name, max: 2 }, () => {})
  expect(await keepsStatements(apart.db)).toBe(true)
  await apart.close()
  const shared = openDatabase({ ...inject('server'), database: name, max: 2 }, () => {})
  const clients: pg.PoolClient[] = []
  shared.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const asked = async (text: unknown, values?: unknown) => {
      const others = text === 'begin' ? clients.filter((one) => one !== client) : []
      for (const other of others) await other.query('deallocate all')
      return query(text, values)
    }
    Object.assign(client, { query: asked })
    clients.push(client)
  })
  expect(await keepsStatements(shared.db)).toBe(false)
  await shared.close()
})
