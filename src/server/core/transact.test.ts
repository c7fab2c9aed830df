import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/harness.ts'

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
