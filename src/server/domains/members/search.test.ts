import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMembers } from '#shared/api/members.ts'
import { buildMember, follow, type TestMember } from '#test/factories.ts'
import { soundNames } from '#server/domains/members/members.service.ts'
import { startTestApp, type Statement, type TestApp } from '#test/harness.ts'

let app: TestApp
let viewer: TestMember
beforeAll(async () => {
  app = await startTestApp()
  viewer = await buildMember(app, { username: 'the_viewer' })
  // So many that the planner itself would rather not read them all; every second one begins with an a.
  await sql`
    insert into members (id, username, email, search_text, search_sounds, followers_count)
    select gen_random_uuid(), stem || i, 'm' || i || '@example.org', ' ' || stem || i || ' some name', '{}', i % 50
    from (select i, case i % 2 when 0 then 'anna' else substr(md5(i::text), 1, 8) end as stem
      from generate_series(1, 10000) i) m`.execute(app.db)
  await buildMember(app, { username: 'q_amelie', name: 'Amélie Poulaïn' })
  await buildMember(app, { username: 'q_ahmad', name: 'أَحمد الشّافعى' })
  await buildMember(app, { username: 'q_many', name: 'One Two Three Quatre' })
  await buildMember(app, { username: 'XquokkaX', name: 'Ünal Ægir' })
  await sql`vacuum analyze members`.execute(app.db)
})
afterAll(() => app.close())

const ask = (query: string, limit?: number) =>
  app.call(listMembers, { query: { query, ...(limit && { limit }) }, as: viewer })
const names = async (query: string) => (await ask(query)).data.map((row) => row.username)

/** The plans that PostgreSQL makes for a statement: for these values, and for any (what a prepared one ends with). */
async function plans({ text, values }: Statement): Promise<string[]> {
  const literal = (value: unknown) => {
    if (value instanceof Date) return sql.lit(value.toISOString())
    if (Buffer.isBuffer(value)) return sql.lit(`\\x${value.toString('hex')}`)
    return sql.lit(Array.isArray(value) ? `{${value.join(',')}}` : String(value))
  }
  const given = values.length > 0 ? sql`(${sql.join(values.map(literal))})` : sql``
  return app.db.connection().execute(async (db) => {
    const made: string[] = []
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await sql`select set_config('plan_cache_mode', ${mode}, false)`.execute(db)
      await sql`prepare looked_at as ${sql.raw(text)}`.execute(db)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain execute looked_at ${given}`.execute(db)
      made.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      await sql`deallocate looked_at`.execute(db)
    }
    await sql`reset plan_cache_mode`.execute(db)
    return made
  })
}

const reads = (statements: Statement[]) =>
  statements.filter(({ text }) => /^\s*(select|with)/i.test(text) && text.includes('members'))

describe('no search reads the whole table', () => {
  test.each([
    ['one letter, of half of all', 'a', 'a'],
    ['two letters', 'an', 'anna'],
    ['three letters', 'ann', 'anna'],
    ['capitals', 'ANNA1', 'anna1'],
    ['a handle', '@the_v', 'the_viewer'],
    ['a word of a username', 'viewer', 'the_viewer'],
    ['one letter of a rare kind', 'q', 'q_'],
    ['a part of a word', 'uokka', 'XquokkaX'],
    ['a frequent part of a word', 'nna', 'anna'],
    ['a name without its accents', 'amelie p', 'q_amelie'],
    ['a name with other accents', 'POULÀIN', 'q_amelie'],
    ['a letter that is two', 'aegir', 'XquokkaX'],
    ['the last of many words', 'quat', 'q_many'],
    ['Arabic, one letter', 'ا', 'q_ahmad'],
    ['Arabic, two letters', 'أح', 'q_ahmad'],
    ['Arabic without its marks', 'احمد', 'q_ahmad'],
    ['Arabic with marks and other letters', 'إحمَد الشافعي', 'q_ahmad'],
    ['a slip', 'poullain', 'q_amelie'],
    ['nothing there', 'zzqqzz', ''],
  ])('%s', async (_kind, query, found) => {
    const statements = await app.recordStatements(async () => {
      const got = await names(query)
      expect(got.some((name) => found !== '' && name.startsWith(found))).toBe(found !== '')
    })
    expect(reads(statements).length).toBeGreaterThan(1)
    for (const statement of reads(statements))
      for (const plan of await plans(statement))
        expect(plan, plan).not.toMatch(/Seq Scan on (members|follows)/)
  })

  test('nor do the newest', async () => {
    const statements = await app.recordStatements(() => app.call(listMembers, { as: viewer }))
    for (const statement of reads(statements))
      for (const plan of await plans(statement))
        expect(plan, plan).not.toMatch(/Seq Scan on (members|follows)/)
  })
})

describe('names are found by their sound', () => {
  test.each([
    ['محمد', ['s_one', 's_three', 's_two']],
    ['mohammed', ['s_two', 's_three', 's_one']],
    ['muhammad', ['s_one', 's_two', 's_three']],
    ['محمد الحربي', ['s_three']],
    ['mohamed harbi', ['s_three']],
  ])('%s', async (query, found) => {
    await buildMember(app, { username: 's_one', name: 'محمد' }).catch(() => null)
    await buildMember(app, { username: 's_two', name: 'Mohammed' }).catch(() => null)
    await buildMember(app, { username: 's_three', name: 'Mohamed Al-Harbi' }).catch(() => null)
    expect((await names(query)).filter((name) => name.startsWith('s_')).toSorted()).toEqual(found.toSorted())
  })

  test('in another script as by their letters, in the same one after them', async () => {
    await buildMember(app, { username: 'kamel_1', name: 'Khaldoun' })
    await buildMember(app, { username: 'in_arabic', name: 'خلدون' })
    await buildMember(app, { username: 'otherwise', name: 'Khaldun' })
    await follow(app, viewer, await buildMember(app, { username: 'known', name: 'خلدون المعروف' }))
    expect(await names('khaldoun')).toEqual(['known', 'kamel_1', 'in_arabic', 'otherwise'])
    expect((await names('khaldun'))[1]).toBe('otherwise')
  })

  test('but not where figures say who is meant', async () => {
    const soundsOf = (query: string) =>
      app.recordStatements(async () => {
        await ask(query)
      })
    const isHeard = ({ text }: Statement) => text.includes('search_sounds &&')
    expect((await soundsOf('mohamed')).some(isHeard)).toBe(true)
    expect((await soundsOf('mohamed 7')).some(isHeard)).toBe(false)
    expect((await soundsOf('mohamed_7')).some(isHeard)).toBe(false)
  })

  test('also those of members from before there were sounds', async () => {
    const { id } = await buildMember(app, { username: 'from_before', name: 'Wissam' })
    await app.db.updateTable('members').set({ search_sounds: null }).where('id', '=', id).execute()
    expect(await names('وسام')).toEqual([])
    await soundNames(app.ctx)
    expect(await names('وسام')).toEqual(['from_before'])
  })
})

describe('whom a search finds first', () => {
  test('the exact username, whom the viewer follows, the most followed, who else begins so', async () => {
    const [a, b, c, d, e] = await Promise.all(
      ['zebra', 'zebra_a', 'b_zebra', 'zebra_c', 'zebrazebra'].map((username) =>
        buildMember(app, { username }),
      ),
    )
    await follow(app, viewer, d as TestMember)
    for (const [member, followers] of [
      [a, 0],
      [b, 3],
      [c, 900],
      [e, 40],
    ] as const)
      await app.db
        .updateTable('members')
        .set({ followers_count: followers })
        .where('id', '=', member?.id ?? '')
        .execute()
    expect(await names('zebra')).toEqual(['zebra', 'zebra_c', 'b_zebra', 'zebrazebra', 'zebra_a'])
  })

  test('the most followed of so many that not all are looked at', async () => {
    await app.db
      .updateTable('members')
      .set({ followers_count: 5000 })
      .where('username', 'in', ['anna7778', 'anna9998'])
      .execute()
    expect((await names('ann')).slice(0, 2).toSorted()).toEqual(['anna7778', 'anna9998'])
  })
})

test('a search reads a bounded number of rows, however many fit', async () => {
  const statements = await app.recordStatements(() => ask('a'))
  const search = statements.find(({ text }) => text.includes('starts'))
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off, summary off) ${sql.raw(
      (search?.text ?? '').replaceAll(
        /\$(\d+)/g,
        (_, place: string) => `'${String(search?.values[Number(place) - 1])}'`,
      ),
    )}`.execute(app.db)
  const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes(' on members'))
  expect(scans.length).toBeGreaterThan(6)
  for (const line of scans)
    expect(Number(/rows=([\d.]+)/.exec(line)?.[1] ?? 0), line).toBeLessThanOrEqual(1000)
})

test('rows hold whom a member follows, at most the newest 500, in one statement', async () => {
  const crowd = await app.db
    .selectFrom('members')
    .select('id')
    .where('username', 'like', 'anna%')
    .limit(520)
    .execute()
  const fan = await buildMember(app, { username: 'qfan_of_many' })
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1000)
  await app.db
    .insertInto('follows')
    .values(crowd.map(({ id }, index) => ({ follower_id: fan.id, followee_id: id, created_at: at(index) })))
    .execute()
  await follow(app, viewer, fan)
  const { data } = await ask('qfan_of_many')
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ isFollowing: true, followersCount: 1 })
  expect(data[0]?.following).toEqual(
    crowd
      .map(({ id }) => id)
      .toReversed()
      .slice(0, 500),
  )
  const statements = reads(await app.recordStatements(() => ask('qfan_of_many')))
  expect(statements.filter(({ text }) => text.includes('following_ids'))).toHaveLength(1)
})
