import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/harness.ts'

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
