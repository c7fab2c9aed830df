import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSearchHints } from '#shared/api/search.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let member: TestMember
beforeAll(async () => {
  app = await startTestApp()
  member = await buildMember(app)
})
afterAll(() => app.close())

const hints = async (q: string) => (await app.call(getSearchHints, { query: { q }, as: member })).data

test('is not for guests', async () => {
  expect((await app.call(getSearchHints, { query: { q: 'nolan' } })).status).toBe(401)
})

describe('people', () => {
  test.each([
    ['leonardo dicaprio', 'actor', 'Leonardo DiCaprio'],
    ['dicaprio', 'actor', 'Leonardo DiCaprio'],
    ['bong joon ho', 'director', 'Bong Joon-ho'],
    ['martin scorcese', 'director', 'Martin Scorsese'],
    ['هيفاء المنصور', 'director', 'Haifaa Al-Mansour'],
    ['نولان', 'director', 'Christopher Nolan'],
  ])('%s means the %s %s', async (q, role, name) => {
    expect((await hints(q)).people).toContainEqual(expect.objectContaining({ role, name }))
  })

  test.each(['parasite', 'heat', 'the godfather', 'salt'])('%s is a film', async (q) => {
    expect((await hints(q)).people).toEqual([])
  })
})

describe('a member', () => {
  test('is meant by username or by the whole name', async () => {
    const layla = await buildMember(app, { username: 'layla_reads', name: 'Layla Haddad' })
    const found = { _id: layla.id, username: 'layla_reads' }
    expect((await hints('@Layla_Reads')).member).toEqual(found)
    expect((await hints('layla haddad')).member).toEqual(found)
    expect((await hints('layla')).member).toBeNull()
  })
})

describe('films of a kind', () => {
  test.each([
    ['2019', { year: 2019 }],
    ['رعب', { genre: [27] }],
    ['french films 90s', { lang: 'fr', decade: 1990 }],
    ["films d'horreur des années 80", { genre: [27], decade: 1980 }],
    ['korean thriller', { genre: [53], lang: 'ko' }],
    ['أفلام كوميدية مصرية', { genre: [35], country: 'EG' }],
    ['short films', { len: 'short' }],
  ])('%s', async (q, choices) => {
    expect((await hints(q)).choices).toEqual(choices)
  })

  test.each(['parasite', 'american beauty', 'nolan', 'french kiss', 'the', 'films', '!!!', 'free porn'])(
    '%s tells none',
    async (q) => {
      expect((await hints(q)).choices).toBeNull()
    },
  )
})
