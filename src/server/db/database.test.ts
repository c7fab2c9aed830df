import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { momentText } from './database.ts'

test('ids in an array come whole, none, one and many, and with a gap', async () => {
  const app = await startTestApp()
  const [one, other] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002']
  const { rows } = await sql`
    select '{}'::uuid[] as none, array[${one}]::uuid[] as single, array[${one}, ${other}]::uuid[] as both,
      array[${one}, null, ${other}]::uuid[] as gap, null::uuid[] as missing`.execute(app.db)
  expect(rows).toEqual([
    { none: [], single: [one], both: [one, other], gap: [one, null, other], missing: null },
  ])
  await app.close()
})

test('a statement by itself that lost a deadlock is done again', async () => {
  const app = await startTestApp()
  await sql`create table locked (id int primary key, changes int default 0)`.execute(app.db)
  await sql`insert into locked values (1), (2)`.execute(app.db)
  const change = (id: number) => sql`update locked set changes = changes + 1 where id = ${id}`
  // Waits for the second row while it holds the first, so that it is the one to find the deadlock.
  const both = sql`
    with first as (update locked set changes = changes + 1 where id = 1 returning 1)
    update locked set changes = changes + 1 from first where id = 2`
  let alone: Promise<unknown> | undefined
  await app.ctx.transact(async ({ db }) => {
    await change(2).execute(db)
    // Where the transaction is the one that finds it, it is done again and the statement is not.
    if (!alone) {
      alone = both.execute(app.db)
      await vi.waitUntil(async () => {
        const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database()`.execute(app.db)
        return rows.length > 0
      })
    }
    await change(1).execute(db)
  })
  await alone
  const { rows } = await sql`select changes from locked`.execute(app.db)
  expect(rows).toEqual([{ changes: 2 }, { changes: 2 }])
  const deadlocks = async () =>
    (
      await sql<{ count: number }>`
        select deadlocks::int as count from pg_stat_database where datname = current_database()`.execute(
        app.db,
      )
    ).rows[0]?.count
  // Told at the latest a second afterwards. Done again at once, it may meet the other one a second time.
  await expect.poll(deadlocks).toBeGreaterThan(0)
  await app.close()
})

const moments = [
  ['2026-01-02 03:04:05.678+00', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02 03:04:05.6+00', '2026-01-02T03:04:05.600Z'],
  ['2026-01-02 03:04:05+00', '2026-01-02T03:04:05.000Z'],
  ['0044-03-15 00:00:00+00', '0044-03-15T00:00:00.000Z'],
  ['0044-03-15 00:00:00+00 BC', '-000043-03-15T00:00:00.000Z'],
  ['12026-01-02 03:04:05+00', '+012026-01-02T03:04:05.000Z'],
] as const

test('moments are read in any time zone, the finest whole', async () => {
  const app = await startTestApp()
  for (const zone of ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata'])
    await app.db.transaction().execute(async (tx) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(tx)
      for (const [written, iso] of moments) {
        const { rows } = await sql<{ at: Date }>`select ${written}::text::timestamptz as at`.execute(tx)
        expect([zone, rows[0]?.at.toISOString()]).toEqual([zone, iso])
      }
      const fine = '2026-01-02 03:04:05.678901+00'
      const { rows } = await sql<{ at: Date; none: number }>`
        select ${fine}::text::timestamptz as at, 'infinity'::timestamptz as none`.execute(tx)
      expect(rows[0]?.at.toISOString()).toBe('2026-01-02T03:04:05.678Z')
      const again = await sql`
        select ${rows[0] && momentText(rows[0].at)}::text::timestamptz = ${fine}::text::timestamptz as same`.execute(
        tx,
      )
      expect(again.rows).toEqual([{ same: true }])
      expect(rows[0]?.none).toBe(Infinity)
    })
  await app.close()
})
