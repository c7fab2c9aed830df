import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFilm } from '#shared/api/films.ts'
import { createLog, deleteLog, updateLog } from '#shared/api/logs.ts'
import { markSeen, unmarkSeen } from '#shared/api/seen.ts'
import { listImports, removeImport } from '#shared/api/transfer.ts'
import { commonAudiences, type CommonAudience } from '#shared/audience.ts'
import { createRandom } from '#built-in/seeded-random.ts'
import { deleteAccount } from '#server/domains/account-deletion/account-deletion.service.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { wrongCounters } from '#test/deletion.ts'
import { diaryHeader, logsOf, ratingsHeader, startImportApp, type ImportApp } from '#test/fakes/imports.ts'
import { selectMostLogged } from '#server/domains/films/films.queries.ts'
import { countAddition } from './film-stats.queries.ts'
import { countEarlierLogs } from './film-stats.service.ts'

let app: ImportApp
const titles = ['Alpha', 'Beta', 'Gamma', 'Delta']
const films: { id: number; title: string }[] = []
beforeAll(async () => {
  app = await startImportApp()
  for (const title of titles) films.push(await buildFilm(app, { title }))
})
afterAll(() => app.close())

const statsOf = (filmId: number) =>
  app.db.selectFrom('film_stats').selectAll().where('film_id', '=', filmId).executeTakeFirst()
const write = (
  as: TestMember,
  movieId: number,
  rating: number,
  more: { watchedAt?: string; audience?: CommonAudience } = {},
) => app.call(createLog, { as, body: { movieId, rating, ...more } })
const log = async (...given: Parameters<typeof write>) => (await write(...given)).data._id

const seenBy = (as: TestMember, film: { id: number }) => ({ as, params: { userId: as.id, movieId: film.id } })

test('a member counts once, by the newest log with stars, however many logs there are', async () => {
  const film = await buildFilm(app)
  const [one, other] = [await app.member(), await app.member()]
  const first = await log(one, film.id, 2)
  await log(one, film.id, 4.5)
  await log(one, film.id, 0)
  await log(other, film.id, 5)
  const by = (counts: Record<number, number>) =>
    Array.from({ length: 10 }, (_, index) => counts[index + 1] ?? 0)
  expect(await statsOf(film.id)).toMatchObject({
    logs: 4,
    ratings: 2,
    rating_sum: 19,
    by_rating: by({ 9: 1, 10: 1 }),
  })
  await app.call(updateLog, { as: one, params: { logId: first }, body: { rating: 1 } })
  expect(await statsOf(film.id)).toMatchObject({ ratings: 2, rating_sum: 19 })
  for (const { id } of (await logsOf(app, one.id)).filter((row) => row.rating === 9))
    await app.call(deleteLog, { as: one, params: { logId: id } })
  expect(await statsOf(film.id)).toMatchObject({
    logs: 3,
    ratings: 2,
    rating_sum: 12,
    by_rating: by({ 2: 1, 10: 1 }),
  })
})

test('a log that is added counts by whom it is for, and what was said of the film after it stays', async () => {
  const film = await buildFilm(app)
  const as = await app.member()
  const later = await app.member()
  await log(later, film.id, 1)
  for (const audience of ['me', 'mutuals', 'followers', 'members', 'mutuals', 'me', 'public'] as const)
    for (const rating of [3, 0, 4]) {
      await write(as, film.id, rating, { audience })
      expect(await wrongCounters(app), `${audience} ${rating}`).toEqual([])
    }
  // A clock that went ahead when another log was written, and stars by hand.
  await sql`update logs set created_at = created_at + interval '1 day' where member_id = ${later.id}`.execute(
    app.db,
  )
  await sql`update diaries set last_log_at = last_log_at + interval '1 day' where member_id = ${later.id}`.execute(
    app.db,
  )
  await log(later, film.id, 5)
  expect(await statsOf(film.id)).toMatchObject({ ratings: 2, rating_sum: 2 + 8 })
  await app.call(markSeen, { ...seenBy(as, film), body: { rating: 0.5 } })
  expect(await statsOf(film.id)).toMatchObject({ ratings: 2, rating_sum: 2 + 1 })
  await log(as, film.id, 5)
  expect(await statsOf(film.id)).toMatchObject({ ratings: 2, rating_sum: 2 + 10 })
  // Stars by hand are told as widely as the logs of the film.
  const quiet = await app.member()
  await write(quiet, film.id, 0, { audience: 'me' })
  await app.call(markSeen, { ...seenBy(quiet, film), body: { rating: 2 } })
  expect(await statsOf(film.id)).toMatchObject({ ratings: 2 })
  await log(quiet, film.id, 0)
  expect(await statsOf(film.id)).toMatchObject({ ratings: 3, rating_sum: 2 + 10 + 4 })
  expect(await wrongCounters(app)).toEqual([])
})

test('a log writes an index of its film’s figures for every eighth alone, and most logged come first all the same', async () => {
  const [author, film, other] = [await app.member(), await buildFilm(app), await buildFilm(app)]
  for (const { id } of [film, other]) await log(author, id, 4)
  // None of it is true of the logs, so nothing of it stays.
  const db = await app.db.startTransaction().execute()
  const setLogs = (filmId: number, logs: number) =>
    db.updateTable('film_stats').set({ logs }).where('film_id', '=', filmId).execute()
  const writtenWithoutIndex = async () => {
    const { rows } = await sql<{ rows: number }>`
      select pg_stat_get_xact_tuples_hot_updated('film_stats'::regclass)::int as rows`.execute(db)
    return rows[0]?.rows ?? 0
  }
  const withoutIndexAt = async (logs: number) => {
    await setLogs(film.id, logs)
    const earlier = await writtenWithoutIndex()
    const added = { audience: 'members', created_at: new Date(), rating: null, seen_only: false } as const
    const before = { film_id: film.id, logs: 1, marks: 0, rating: null, is_plain: true }
    await countAddition(author.id, { log: added, before }).execute(db)
    return (await writtenWithoutIndex()) - earlier
  }
  expect([await withoutIndexAt(1006), await withoutIndexAt(1007), await withoutIndexAt(1008)]).toEqual([
    1, 0, 1,
  ])
  const first = async (logs: number) => {
    await setLogs(other.id, logs)
    return (await selectMostLogged(db, 1))[0]?.film_id
  }
  expect([await first(1008), await first(1010), await first(1024)]).toEqual([film.id, other.id, other.id])
  await db.rollback().execute()
})

test('stars that a file brings to a log without any count, and no longer when the import goes', async () => {
  const [member, film] = [await app.member(), films[0]]
  const row = '2023-01-05,Alpha,2000,https://boxd.it/a'
  const others = { ...(await statsOf(film?.id ?? 0)) }
  await app.bring(member, 'any', [diaryHeader, `${row},,,,2023-01-05`])
  const stars = await app.bring(member, 'any', [ratingsHeader, `${row},4`], 'ratings.csv')
  expect((await logsOf(app, member.id)).map((one) => one.rating)).toEqual([8])
  expect(await wrongCounters(app)).toEqual([])
  await app.call(removeImport, { as: member, params: { importId: stars._id } })
  expect((await logsOf(app, member.id)).map((one) => one.rating)).toEqual([null])
  expect(await wrongCounters(app)).toEqual([])
  expect(await statsOf(film?.id ?? 0)).toMatchObject({
    logs: (others.logs ?? 0) + 1,
    ratings: others.ratings ?? 0,
  })
})

test('stars that a member changes in two logs of a film at once are counted once', async () => {
  const film = await buildFilm(app)
  const as = await app.member()
  const logs = [await log(as, film.id, 1), await log(as, film.id, 5)]
  for (let round = 1; round <= 10; round++)
    await Promise.all(
      logs.map((logId, index) =>
        app.call(updateLog, { as, params: { logId }, body: { rating: ((round + index) % 10) / 2 } }),
      ),
    )
  expect(await wrongCounters(app)).toEqual([])
})

test('whatever members write, one after another and at once, the counters say what the logs say', async () => {
  const random = createRandom(11)
  const members = await Promise.all(titles.map(() => app.member()))
  const oneOf = <T>(choices: readonly T[]): T => {
    const [first, ...rest] = choices
    if (first === undefined) throw new Error('nothing to choose from')
    return random.pick([first, ...rest])
  }
  const stars = () => random.int(0, 10) / 2
  const day = () => `2023-01-0${random.int(1, 9)}`
  const file = () =>
    titles
      .filter(() => random.next() < 0.7)
      .map((title, index) => `${day()},${title},2000,https://boxd.it/${title}${index}`)
  const bring = async (as: TestMember, lines: string[], name: string) => {
    const { imported, skipped } = await app.bring(as, 'any', lines, name)
    return { status: imported + skipped > 0 ? 200 : 0 }
  }
  const own = async (as: TestMember) => ({ logId: oneOf(await logsOf(app, as.id)).id })
  const writes: Record<string, (as: TestMember) => Promise<{ status: number }>> = {
    dated: (as) => write(as, oneOf(films).id, stars(), { watchedAt: day() }),
    undated: (as) => write(as, oneOf(films).id, stars()),
    narrow: (as) => write(as, oneOf(films).id, stars(), { audience: oneOf(commonAudiences) }),
    again: async (as) => app.call(updateLog, { as, params: await own(as), body: { rating: stars() } }),
    seen: (as) => app.call(markSeen, { ...seenBy(as, oneOf(films)), body: { rating: stars() } }),
    unseen: (as) => app.call(unmarkSeen, seenBy(as, oneOf(films))),
    gone: async (as) => app.call(deleteLog, { as, params: await own(as) }),
    diary: (as) =>
      bring(as, [diaryHeader, ...file().map((row) => `${row},${stars() || ''},,,${day()}`)], 'diary.csv'),
    ratings: (as) =>
      bring(as, [ratingsHeader, ...file().map((row) => `${row},${stars() || 1}`)], 'ratings.csv'),
    removal: async (as) => {
      const { data } = await app.call(listImports, { as, query: {} })
      return app.call(removeImport, { as, params: { importId: oneOf(data)._id } })
    },
  }
  const succeeded = new Set<string>()
  for (let round = 0; round < 15; round++) {
    // Each member does something, and one of them two things at once.
    const acts = [...members, oneOf(members)].map(async (as) => {
      const name = oneOf(Object.keys(writes))
      // Nothing to change yet, or gone meanwhile.
      const { status } = (await writes[name]?.(as).catch(() => null)) ?? { status: 0 }
      if (status === 200) succeeded.add(name)
    })
    await Promise.all(acts)
    expect(await wrongCounters(app), `round ${round}`).toEqual([])
  }
  expect(succeeded).toEqual(new Set(Object.keys(writes)))
  const leaving = oneOf(members)
  await deleteAccount(app.ctx, leaving)
  expect(await wrongCounters(app)).toEqual([])
})

test('the film page counts entries; a mark that gets a text is one from then on', async () => {
  const film = await buildFilm(app)
  const [member, other] = [await app.member(), await app.member()]
  const logs = async () => {
    await app.ctx.changes.caughtUp()
    return (await app.call(getFilm, { as: member, params: { id: film.id } })).data.stats.logs
  }
  for (const as of [member, other]) await app.call(markSeen, { ...seenBy(as, film), body: {} })
  expect(await statsOf(film.id)).toMatchObject({ logs: 2, marks: 2 })
  expect(await logs()).toBe(0)
  const [mark] = await logsOf(app, other.id)
  await app.call(updateLog, { as: other, params: { logId: mark?.id ?? '' }, body: { review: 'Seen twice.' } })
  expect(await statsOf(film.id)).toMatchObject({ logs: 2, marks: 1 })
  expect(await logs()).toBe(1)
  await app.call(unmarkSeen, seenBy(member, film))
  expect(await statsOf(film.id)).toMatchObject({ logs: 1, marks: 0 })
})

test('logs of before are counted by the job, also when it was stopped on the way and members go on logging', async () => {
  const author = await buildMember(app)
  const early = []
  for (const rating of [1, 3, 4.5, 5]) {
    const film = await buildFilm(app)
    await buildLog(app, { author, film, rating })
    early.push(film)
  }
  await sql`delete from film_stats`.execute(app.db)
  const [first, second] = early
  const sorted = early.map((film) => film.id).toSorted((a, b) => a - b)
  await app.db.insertInto('backfills').values({ name: 'film_stats', done_to: 0 }).execute()
  // One that was not counted yet is counted whole by whoever logs it.
  await log(await app.member(), second?.id ?? 0, 2)
  expect(await statsOf(first?.id ?? 0)).toBeUndefined()
  expect(await statsOf(second?.id ?? 0)).toMatchObject({ logs: 2, ratings: 2, rating_sum: 10 })
  await countEarlierLogs(app.ctx)
  expect(await wrongCounters(app)).toEqual([])
  expect(await app.db.selectFrom('backfills').selectAll().execute()).toEqual([])
  await sql`delete from film_stats`.execute(app.db)
  await app.db
    .insertInto('backfills')
    .values({ name: 'film_stats', done_to: (sorted.at(-1) ?? 0) - 1 })
    .execute()
  await countEarlierLogs(app.ctx)
  expect(await statsOf(sorted[0] ?? 0)).toBeUndefined()
  expect(await statsOf(sorted.at(-1) ?? 0)).toBeDefined()
})
