import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchLists } from '#shared/api/lists.ts'
import type { QueryOf } from '#shared/api/endpoint.ts'
import { buildList, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages, forgedCursor } from '#test/paging.ts'

let app: TestApp
let owner: TestMember
let other: TestMember

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  other = await buildMember(app)
  const list = (title: string, likes = 0, isPrivate = false) =>
    buildList(app, { author: owner, title, isPrivate, likedBy: [owner, other].slice(0, likes) })
  await list('Noir')
  await list('Noir and rain')
  await list('Pure noir', 1)
  await list('Best of noir', 2)
  await list('Renoir and sons', 2)
  await list('Noir in secret', 2, true)
  await list('Cinéma d’été, 50% soleil')
  await list('أفلام عن القاهرة')
})
afterAll(() => app.close())

const search = (query: QueryOf<typeof searchLists>, as = other) => app.call(searchLists, { as, query })
const titles = async (query: QueryOf<typeof searchLists>, as = other) =>
  (await search(query, as)).data.map((list) => list.title)

const found = ['Noir', 'Noir and rain', 'Best of noir', 'Pure noir', 'Renoir and sons']

test('the title itself, then its beginning, then the beginning of a word, then anywhere', async () => {
  expect(await titles({ query: 'noir' })).toEqual(found)
  expect(await titles({ q: ' NOIR ' })).toEqual(found)
  const paged = await allPages((page) => search({ query: 'noir', ...page }))
  expect(paged.map((list) => list.title)).toEqual(found)
})

test('private lists are found by their owner only, also by a slip of the finger', async () => {
  expect(await titles({ query: 'noir in secret' })).toEqual([])
  expect(await titles({ query: 'noir in secert' })).not.toContain('Noir in secret')
  expect(await titles({ query: 'noir in secret' }, owner)).toEqual(['Noir in secret'])
  expect(await titles({ query: 'noir in secert' }, owner)).toContain('Noir in secret')
})

test('accents, case, harakat and a slip of the finger do not matter', async () => {
  const [french, arabic] = ['Cinéma d’été, 50% soleil', 'أفلام عن القاهرة']
  expect(await titles({ query: 'cinema d ete' })).toEqual([french])
  expect(await titles({ query: "CINEMA D'ETE" })).toEqual([french])
  expect(await titles({ query: 'cinnema' })).toEqual([french])
  expect(await titles({ query: 'القاهره' })).toEqual([arabic])
  expect(await titles({ query: 'افلام' })).toEqual([arabic])
})

test('a slip is looked for where nothing is found, not beside what is', async () => {
  await buildList(app, { author: owner, title: 'Kurosawa in colour' })
  await buildList(app, { author: owner, title: 'Kurosowa for a rainy day' })
  expect(await titles({ query: 'kurosawa' })).toEqual(['Kurosawa in colour'])
  expect(await titles({ query: 'kurossawa' })).toContain('Kurosawa in colour')
})

test('long titles are found by all of them', async () => {
  const title = `Long ${'and longer still '.repeat(11)}`.trim()
  await buildList(app, { author: owner, title })
  await buildList(app, { author: owner, title: 'ﷺ'.repeat(200) })
  expect(await titles({ query: title.slice(0, 100) })).toEqual([title])
})

test('what PostgreSQL reads as a pattern is text', async () => {
  expect(await titles({ query: '50%' })).toEqual(['Cinéma d’été, 50% soleil'])
  expect(await titles({ query: String.raw`%_\ ' --` })).toEqual([])
})

test('a query with a blocked word finds nothing, not even what is alike', async () => {
  await buildList(app, { author: owner, title: 'Portraits of women' })
  await buildList(app, { author: owner, title: 'Porn chic' })
  expect(await titles({ query: 'portr' })).toEqual(['Portraits of women'])
  for (const query of ['porn', 'Porn chic']) expect(await titles({ query })).toEqual([])
})

test('a blank query finds nothing', async () => {
  for (const query of [{}, { query: '' }, { q: '   ' }, { query: '!!!' }])
    expect((await search(query)).data).toEqual([])
})

test('what is no cursor or too long is refused', async () => {
  for (const cursor of ['nonsense', forgedCursor('-1'), forgedCursor('101'), forgedCursor('x')])
    expect((await search({ query: 'noir', cursor })).error.code, cursor).toBe('request.invalid')
  expect((await search({ query: 'a'.repeat(101) })).error.code).toBe('request.invalid')
})

test('is limited, together with the other searches', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT: '1' } })
  try {
    const as = await buildMember(limited)
    const statuses: number[] = []
    for (let tries = 0; tries < 121; tries += 1)
      statuses.push((await limited.call(searchLists, { as, query: { query: 'x' } })).status)
    expect(new Set(statuses.slice(0, 120))).toEqual(new Set([200]))
    expect(statuses[120]).toBe(429)
  } finally {
    await limited.close()
  }
})

test('of more than are ranked the most liked come first, and the beginnings of words are found anywhere', async () => {
  await sql`
    insert into lists (id, member_id, title, search_text, audience, like_count)
    select gen_random_uuid(), ${owner.id}, title, ' ' || lower(title),
      (case when n % 2 = 0 then 'me' else 'members' end)::seen_by, case n when 1999 then 3 else 0 end
    from (select n, 'Zebra crossing ' || n || ' of eight words or even more zoo' || n % 3 as title
      from generate_series(1000, 3999) n) made`.execute(app.db)
  for (const query of ['z', 'zeb', 'cross', 'crossing 1'])
    expect((await titles({ query, limit: 5 }))[0], query).toContain('Zebra crossing 1999 ')
  expect((await titles({ query: 'crossing 1997' }))[0]).toContain('Zebra crossing 1997 ')
  expect((await titles({ query: 'crossing 1998' })).join(';')).not.toContain('crossing 1998 ')
  expect(await titles({ query: 'zoo1', limit: 5 })).toHaveLength(5)
})

test('a search reads a bounded number of rows, however many fit', async () => {
  await sql`analyze lists`.execute(app.db)
  const statements = await app.recordStatements(() => titles({ query: 'z' }))
  const search = statements.find(({ text }) => text.includes('starts'))
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off, summary off) ${sql.raw(
      (search?.text ?? '').replaceAll(
        /\$(\d+)/g,
        (_, place: string) => `'${String(search?.values[Number(place) - 1]).replaceAll("'", "''")}'`,
      ),
    )}`.execute(app.db)
  const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => / on lists/.test(line))
  expect(scans.length).toBeGreaterThan(6)
  for (const line of scans)
    expect(Number(/rows=([\d.]+)/.exec(line)?.[1] ?? 0), line).toBeLessThanOrEqual(200)
})
