import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFilm } from '#shared/api/films.ts'
import { listFilmLists, maxFilmLists } from '#shared/api/lists.ts'
import { buildFilm, buildList, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages } from '#test/paging.ts'

let app: TestApp
let viewer: TestMember
let other: TestMember

beforeAll(async () => {
  app = await startTestApp()
  viewer = await buildMember(app)
  other = await buildMember(app)
})
afterAll(() => app.close())

const holding = (id: number, query: { limit?: number; cursor?: string } = {}, as = viewer) =>
  app.call(listFilmLists, { as, params: { id }, query })
const titles = async (...args: Parameters<typeof holding>) =>
  (await holding(...args)).data.map((list) => list.title)
const counted = async (id: number, as = viewer) =>
  (await app.call(getFilm, { as, params: { id } })).data.lists

test('lists that hold a film, the most liked first; another member’s private one is neither shown nor counted', async () => {
  const film = await buildFilm(app, { id: 496243 })
  await buildList(app, { author: other, title: 'Older', films: [film] })
  await buildList(app, { author: other, title: 'Newer', films: [film] })
  const liked = await buildList(app, { author: other, title: 'Liked', films: [film] })
  await app.db.updateTable('lists').set({ like_count: 3 }).where('id', '=', liked.id).execute()
  await buildList(app, { author: other, title: 'Theirs alone', isPrivate: true, films: [film] })
  await buildList(app, { author: viewer, title: 'Mine alone', isPrivate: true, films: [film] })
  await buildList(app, { author: other, title: 'Without it', films: [await buildFilm(app, { id: 7 })] })

  expect(await titles(film.id)).toEqual(['Liked', 'Mine alone', 'Newer', 'Older'])
  expect(await counted(film.id)).toEqual({ count: 4, hasMore: false })
  expect(await counted(film.id, other)).toEqual({ count: 4, hasMore: false })
  expect(await titles(film.id, {}, other)).not.toContain('Mine alone')

  const paged = await allPages((page) => holding(film.id, page))
  expect(paged.map((list) => list.title)).toEqual(['Liked', 'Mine alone', 'Newer', 'Older'])
  expect(await titles(603)).toEqual([])
})

test('of very many lists the newest are looked at, and it is said that there are more', async () => {
  await buildFilm(app, { id: 680 })
  await sql`
    with made as (
      insert into lists (id, member_id, title, search_text, films_count)
      select gen_random_uuid(), ${other.id}, 'List ' || n, ' list ' || n, 1 from generate_series(1, 600) n
      returning id
    )
    insert into list_films (list_id, film_id, position) select id, 680, 0 from made`.execute(app.db)
  expect(await counted(680)).toEqual({ count: maxFilmLists, hasMore: true })
  expect(await titles(680)).toHaveLength(100)
})
