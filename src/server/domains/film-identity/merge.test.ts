import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSeen, markSeen } from '#shared/api/seen.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildFilm, buildLog } from '#test/factories.ts'
import {
  diaryHeader,
  filmsHeader,
  logsOf,
  ratingsHeader,
  startImportApp,
  type ImportApp,
} from '#test/fakes/imports.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { filmColumns } from './film-columns.ts'
import { undoMerge } from './decisions.service.ts'
import { mergeFilms } from './merge.service.ts'

const by = { shellUser: 'tester' }

let app: ImportApp
beforeAll(async () => {
  app = await startImportApp({ jobs: false })
})
afterAll(() => app.close())

let last = 0
/** A film with a made-up number and the one that it is. */
async function twoOfOne(title: string) {
  last += 1
  const from = 800_100_000 + last
  const into = 700_000 + last
  await buildFilm(app, { id: from, title })
  return { from, into, switchSource: () => become(title, into, from) }
}

/** From here on the title means the film of the other source. */
async function become(title: string, into: number, from: number) {
  await app.db
    .updateTable('films')
    .set({ title: `${title} before` })
    .where('id', '=', from)
    .execute()
  await buildFilm(app, { id: into, title })
}

async function bring(member: Awaited<ReturnType<typeof app.member>>, title: string) {
  const of = (cells: string) => `2024-02-01,${title},2000,${cells}`
  const files = {
    'diary.csv': [diaryHeader, of(`https://boxd.it/${title}1,,,,2024-01-31`)],
    'ratings.csv': [ratingsHeader, of(`https://boxd.it/${title},4`)],
    'watched.csv': [filmsHeader, of(`https://boxd.it/${title}`)],
  }
  for (const [name, lines] of Object.entries(files)) {
    expect((await app.send(member, 'logs', lines, name)).status).toBe(200)
    await app.run(member.id)
  }
  await app.send(member, 'watchlist', [filmsHeader, of(`https://boxd.it/${title}`)], 'watchlist.csv')
  await app.run(member.id)
}

const plain = async (memberId: string) =>
  (await logsOf(app, memberId)).map((log) => [log.film_id, log.rating, log.watched_at, log.seen_only])

test('every column with film numbers is known to the merge', async () => {
  const { rows } = await sql<{ place: string }>`
    select c.table_name || '.' || c.column_name as place
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('integer', 'ARRAY')
      and (c.column_name ~ 'film_ids?$' or c.column_name in ('candidates', 'from_id', 'other_id', 'tmdb_id'))
    union
    select (k.conrelid::regclass)::text || '.' || a.attname
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'films'::regclass`.execute(app.db)
  const known = Object.keys(filmColumns).filter((place) => place !== 'films.id')
  expect(rows.map((row) => row.place).toSorted()).toEqual(known.toSorted())
})

test.each(['before', 'after'])('a history brought in again %s a switch is one', async (way) => {
  const title = `Salt${way}`
  const { from, into, switchSource } = await twoOfOne(title)
  const member = await app.member()
  await bring(member, title)
  const once = await plain(member.id)
  expect(once).toHaveLength(1)
  await switchSource()
  await bring(member, title)
  expect(await plain(member.id)).toHaveLength(2)
  const [source, target] = way === 'before' ? [from, into] : [into, from]
  const first = await mergeFilms(app.ctx, source, target)
  expect(first?.counts).toMatchObject({ 'logs dropped': 1, 'watchlist_items dropped': 1 })
  expect(await plain(member.id)).toEqual(once.map(([, ...rest]) => [target, ...rest]))
  expect(await wrongCounters(app)).toEqual([])
  expect(await mergeFilms(app.ctx, source, target)).toEqual(first)
  expect((await requireFilm(app.ctx, source)).id).toBe(target)

  expect(await undoMerge(app.ctx, by, source)).toMatchObject({ kept: 0 })
  expect(new Set((await plain(member.id)).map(([film]) => film))).toEqual(new Set([from, into]))
  expect(await wrongCounters(app)).toEqual([])
  await expect(undoMerge(app.ctx, by, source)).rejects.toMatchObject({ code: 'film.not_found' })
  await mergeFilms(app.ctx, source, target)
  expect(await plain(member.id)).toHaveLength(1)
})

test('lists keep the earlier place, the four favourites their order, what members typed stays two', async () => {
  const { from, into, switchSource } = await twoOfOne('Harbour')
  await switchSource()
  const { db } = app
  const [other, another] = [await buildFilm(app, {}), await buildFilm(app, {})]
  const member = await app.member()
  const listId = crypto.randomUUID()
  await db
    .insertInto('lists')
    .values({ id: listId, member_id: member.id, title: 'Sea', films_count: 4 })
    .execute()
  const order = [other.id, from, another.id, into]
  await db
    .insertInto('list_films')
    .values(
      order.map((film_id, position) => ({
        list_id: listId,
        film_id,
        position,
        note: film_id === from ? 'Note.' : '',
      })),
    )
    .execute()
  await db
    .updateTable('members')
    .set({ favorite_film_ids: [into, other.id, from] })
    .where('id', '=', member.id)
    .execute()
  await db.updateTable('diaries').set({ films_count: 2 }).where('member_id', '=', member.id).execute()
  for (const film_id of [from, into])
    await db
      .insertInto('logs')
      .values({ id: crypto.randomUUID(), member_id: member.id, film_id, watched_at: '2024-05-01', rating: 8 })
      .execute()
  await mergeFilms(app.ctx, from, into)
  const films = () =>
    db
      .selectFrom('list_films')
      .select(['film_id', 'position', 'note'])
      .where('list_id', '=', listId)
      .orderBy('position')
      .execute()
  const four = async () =>
    (
      await db
        .selectFrom('members')
        .select('favorite_film_ids')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).favorite_film_ids
  expect((await films()).map((row) => row.film_id)).toEqual([other.id, into, another.id])
  expect((await films()).map((row) => row.position)).toEqual([0, 1, 2])
  // The note of the one that goes stays with the other, which has none.
  expect((await films()).map((row) => row.note)).toEqual(['', 'Note.', ''])
  expect(await four()).toEqual([into, other.id])
  expect(await plain(member.id)).toHaveLength(2)
  expect(
    await db
      .selectFrom('diaries')
      .select('films_count')
      .where('member_id', '=', member.id)
      .executeTakeFirst(),
  ).toEqual({
    films_count: 1,
  })
  expect(await undoMerge(app.ctx, by, from)).toMatchObject({ kept: 0 })
  expect((await films()).map((row) => row.film_id)).toEqual(order)
  expect((await films()).map((row) => row.note)).toEqual(['', 'Note.', '', ''])
  expect(await four()).toEqual([into, other.id, from])
})

test('of what a member gave both films the newest counts, and each has its own again', async () => {
  const [from, into] = [await buildFilm(app, {}), await buildFilm(app, {})]
  const member = await app.member()
  const given = async () =>
    Promise.all(
      [from, into].map(async ({ id: movieId }) => {
        const { data } = await app.call(getSeen, { as: member, params: { userId: member.id, movieId } })
        return data.rating
      }),
    )
  const give = (film: { id: number }, rating: number) =>
    app.call(markSeen, { as: member, params: { userId: member.id, movieId: film.id }, body: { rating } })
  await buildLog(app, { author: member, film: into, rating: 1 })
  await give(into, 2)
  await give(from, 5)
  expect(await given()).toEqual([5, 2])
  await mergeFilms(app.ctx, from.id, into.id)
  expect(await given()).toEqual([5, 5])
  expect(await wrongCounters(app)).toEqual([])
  expect(await undoMerge(app.ctx, by, from.id)).toMatchObject({ kept: 0 })
  expect(await given()).toEqual([5, 2])
  expect(await wrongCounters(app)).toEqual([])
  // What is given to both as one stays where it was given.
  await mergeFilms(app.ctx, from.id, into.id)
  await give(into, 3)
  await undoMerge(app.ctx, by, from.id)
  expect((await given())[1]).toBe(3)
  expect(await wrongCounters(app)).toEqual([])
})

test('what is not for all members stays out of what all are told', async () => {
  const { from, into, switchSource } = await twoOfOne('Cove')
  await switchSource()
  const author = await app.member()
  await buildLog(app, { author, film: { id: from }, audience: 'me' })
  await buildLog(app, { author, film: { id: into }, audience: 'mutuals' })
  expect(await wrongCounters(app)).toEqual([])
  await mergeFilms(app.ctx, from, into)
  expect(await wrongCounters(app)).toEqual([])
  await undoMerge(app.ctx, by, from)
  expect(await wrongCounters(app)).toEqual([])
})

test('a chain leads to its end at once, and no number leads to itself', async () => {
  const [a, b, c] = [await buildFilm(app, {}), await buildFilm(app, {}), await buildFilm(app, {})]
  await mergeFilms(app.ctx, a.id, b.id)
  await mergeFilms(app.ctx, b.id, c.id)
  expect(await mergeFilms(app.ctx, c.id, a.id)).toBeNull()
  const { rows } = await sql<{ film_id: number }>`
    select film_id from film_redirects where from_id in (${a.id}, ${b.id})`.execute(app.db)
  expect(rows).toEqual([{ film_id: c.id }, { film_id: c.id }])
  await expect(mergeFilms(app.ctx, 699_999, c.id)).rejects.toMatchObject({ code: 'film.not_found' })
  await expect(undoMerge(app.ctx, by, a.id)).rejects.toMatchObject({ code: 'film.not_found' })
})
