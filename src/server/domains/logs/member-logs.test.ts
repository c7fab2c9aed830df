import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMemberLogs } from '#shared/api/logs.ts'
import type { QueryOf } from '#shared/api/endpoint.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages, forgedCursor } from '#test/paging.ts'

let app: TestApp
let author: TestMember
let other: TestMember
/** Names of the logs by id. */
const names = new Map<string, string>()

beforeAll(async () => {
  app = await startTestApp()
  author = await buildMember(app)
  other = await buildMember(app)
  const film = await buildFilm(app)
  const log = async (name: string, given: Partial<Parameters<typeof buildLog>[1]>) => {
    names.set((await buildLog(app, { author, film, ...given })).id, name)
  }
  const at = (day: string) => new Date(`${day}T21:30:00Z`)
  await log('undated', { createdAt: at('2026-03-10'), likeCount: 1, tags: ['Été', 'home'] })
  await log('late diary', {
    createdAt: at('2026-04-01'),
    watchedAt: '2026-01-05',
    review: 'a',
    likeCount: 7,
    tags: ['été'],
  })
  await log('gif', { createdAt: at('2026-03-01'), watchedAt: '2026-03-10', gif: '/gifs/pack/wow.webp' })
  await log('image', { createdAt: at('2026-02-01'), image: '/media/log/a.webp', likeCount: 7 })
  await log('mark', { createdAt: at('2026-02-02'), watchedAt: '2026-02-02', likeCount: 3 })
  await buildLog(app, { author: other, film, review: 'of somebody else' })
})
afterAll(() => app.close())

const read = (query: QueryOf<typeof listMemberLogs>, as = author) =>
  app.call(listMemberLogs, { as, params: { userId: author.id }, query })
const named = (logs: { _id: string }[]) => logs.map((log) => names.get(log._id))

const orders: [QueryOf<typeof listMemberLogs>, string[]][] = [
  [{}, ['late diary', 'undated', 'gif', 'mark', 'image']],
  [{ sort: 'created' }, ['late diary', 'undated', 'gif', 'mark', 'image']],
  // The undated one stands under the day it was made; of one day the one written last comes first.
  [{ sort: 'watched' }, ['undated', 'gif', 'mark', 'image', 'late diary']],
  [{ sort: 'likes' }, ['late diary', 'image', 'mark', 'undated', 'gif']],
  [{ reviews: 'true' }, ['late diary', 'gif', 'image']],
  [{ sort: 'watched', reviews: 'true' }, ['gif', 'image', 'late diary']],
  [{ sort: 'likes', reviews: 'true' }, ['late diary', 'image', 'gif']],
  [{ tag: 'ÉTÉ' }, ['late diary', 'undated']],
  [{ tag: 'été', sort: 'watched' }, ['undated', 'late diary']],
  [{ tag: 'été', reviews: 'true' }, ['late diary']],
  [{ tag: 'ét' }, []],
  // Typed without accents, and in the middle of a tag.
  [{ q: 'ETE' }, ['late diary', 'undated']],
  [{ q: 'om', sort: 'watched' }, ['undated']],
  [{ q: 'ete', reviews: 'true' }, ['late diary']],
  [{ q: 'ete', tag: 'home' }, ['undated']],
  // The title of the film that all are about.
  [{ q: 'fílm', sort: 'likes' }, ['late diary', 'image', 'mark', 'undated', 'gif']],
  [{ q: 'nowhere' }, []],
  // Nothing to look for is no wish.
  [{ q: ' #! ' }, ['late diary', 'undated', 'gif', 'mark', 'image']],
]

test.each(orders)('%o', async (query, expected) => {
  expect(named((await read(query)).data)).toEqual(expected)
  expect(named((await read(query, other)).data)).toEqual(expected)
  expect(named(await allPages((page) => read({ ...query, ...page })))).toEqual(expected)
})

test.each(['created', 'watched', 'likes'] as const)(
  'by %s: pages go on behind moments that differ by microseconds',
  async (sort) => {
    const member = await buildMember(app)
    const film = await buildFilm(app)
    const ids: string[] = []
    for (const digits of ['123', '123001', '123002', '124']) {
      const { id } = await buildLog(app, { author: member, film, watchedAt: '2026-03-01', review: 'a' })
      await app.db
        .updateTable('logs')
        .set({ created_at: `2026-03-01T10:00:00.${digits}Z` })
        .where('id', '=', id)
        .execute()
      ids.unshift(id)
    }
    const pages = (query: object) =>
      app.call(listMemberLogs, { as: member, params: { userId: member.id }, query: { sort, ...query } })
    const all = await allPages((page) => pages({ ...page, limit: 1 }))
    expect(all.map((log) => log._id)).toEqual(ids)
  },
)

test('guests read nothing', async () => {
  expect((await app.call(listMemberLogs, { params: { userId: author.id } })).status).toBe(401)
})

const sorts = ['created', 'watched', 'likes'] as const

test.each(sorts)('by %s: a cursor of another order, or none at all, is refused', async (sort) => {
  const cursors = ['nonsense', forgedCursor('1', '2', 'x')]
  for (const another of sorts.filter((one) => one !== sort))
    cursors.push((await read({ sort: another, limit: 1 })).headers.get('x-next-cursor') ?? '')
  for (const cursor of cursors)
    expect((await read({ sort, cursor })).error.code, cursor).toBe('request.invalid')
})
