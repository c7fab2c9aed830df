import { sql } from 'kysely'
import { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { openDatabase, type Database, type Db } from './database.ts'
import type { LastStatement } from './transaction.ts'

let database: Database
beforeAll(async () => {
  // One connection: what a transaction leaves behind, the next one finds.
  database = openDatabase({ ...inject('server'), max: 1 }, () => {})
  await sql`create temporary table kept (place serial, word text unique)`.execute(database.db)
})
beforeEach(() => sql`truncate kept`.execute(database.db))
afterAll(() => database.close())

const put = (db: Db, word: string) =>
  sql<{ before: string[] }>`
  insert into kept (word) select ${word} returning (select array_agg(k.word order by place) from kept k) as before`.execute(
    db,
  )
const words = async () =>
  (await sql<{ word: string }>`select word from kept order by place`.execute(database.db)).rows.map(
    (row) => row.word,
  )

test('what is asked in one turn is done in its order, each seeing what was done before, and the last with the commit', async () => {
  const seen = await database.transactions(
    async (db) => {
      const answers = await Promise.all(['a', 'b', 'c'].map((word) => put(db, word)))
      return answers.map(({ rows }) => rows[0]?.before)
    },
    () => [{ statement: word('last') }],
  )
  expect(seen).toEqual([null, ['a'], ['a', 'b']])
  expect(await words()).toEqual(['a', 'b', 'c', 'last'])
})

const word = (text: string) => sql`insert into kept (word) values (${text})`
const failing: Record<string, { work: (db: Db) => Promise<unknown>; last?: LastStatement[] }> = {
  'a statement': { work: (db) => Promise.all([put(db, 'a'), put(db, 'a'), put(db, 'b')]) },
  'the work': { work: (db) => put(db, 'a').then(() => Promise.reject(new Error('enough'))) },
  'the last statement': { work: (db) => put(db, 'a'), last: [{ statement: word('a') }] },
  'a statement that nobody hears of': {
    work: (db) =>
      put(db, 'a')
        .then(() => put(db, 'a'))
        .catch(() => {}),
  },
}

test.each(Object.entries(failing))(
  'when %s fails nothing is written, and the connection serves the next',
  async (_, { work, last = [] }) => {
    await expect(database.transactions(work, () => last)).rejects.toThrow()
    expect(await words()).toEqual([])
    await database.transactions(
      (db) => put(db, 'next'),
      () => [],
    )
    expect(await words()).toEqual(['next'])
  },
)

test('a transaction leaves in two system calls: what is asked at first, and what is written last', async () => {
  const written = vi.spyOn(Socket.prototype, '_writev' as 'write')
  try {
    await database.transactions(
      async (db) => void (await Promise.all([put(db, 'a'), put(db, 'b')])),
      () => [{ statement: word('c') }],
    )
    expect(written).toHaveBeenCalledTimes(2)
  } finally {
    written.mockRestore()
  }
})

test('what waits for nothing is one system call, and its rows are heard once it is committed', async () => {
  const written = vi.spyOn(Socket.prototype, '_writev' as 'write')
  const heard: unknown[] = []
  try {
    await database.transactions(
      async () => {},
      () => [
        {
          statement: sql`insert into kept (word) values ('a') returning word`,
          hear: (rows) => heard.push(rows),
        },
        { statement: sql`select count(*)::int as words from kept`, hear: (rows) => heard.push(rows) },
      ],
    )
    expect(written).toHaveBeenCalledTimes(1)
  } finally {
    written.mockRestore()
  }
  expect(heard).toEqual([[{ word: 'a' }], [{ words: 1 }]])
  const undone: unknown[] = []
  const failing = database.transactions(
    async () => {},
    () => [{ statement: sql`select 1 as one`, hear: (rows) => undone.push(rows) }, { statement: word('a') }],
  )
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(undone).toEqual([])
})
