import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToList, toggleListLike, toggleListSave } from '#shared/api/lists.ts'
import { createLog, deleteLog, toggleLogLike } from '#shared/api/logs.ts'
import { toggleFollow } from '#shared/api/members.ts'
import { createReply, deleteReplyById, toggleReplyLike } from '#shared/api/replies.ts'
import { markSeen, unmarkSeen } from '#shared/api/seen.ts'
import { createRandom } from '#built-in/seeded-random.ts'
import type { Db } from '#server/db/database.ts'
import { databaseUrl, runCommand } from '#test/command-line.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildFilm, buildImport, buildList, buildMember, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { everyCounted } from './recount.queries.ts'
import { recount } from './recount.service.ts'

const database = `t_recount_${process.pid}`
let app: TestApp
let env: Record<string, string>
let members: TestMember[]
let films: { id: number }[]
let lists: { id: string }[]

const random = createRandom(7)
function oneOf<T>(choices: readonly T[]): T {
  const [first, ...rest] = choices
  if (first === undefined) throw new Error('nothing to choose from')
  return random.pick([first, ...rest])
}

beforeAll(async () => {
  await createDatabase(database)
  app = await startTestApp({ database })
  env = {
    DATABASE_URL: databaseUrl(database),
    SCENE_DATA_DIR: app.ctx.config.dataDir,
  }
  members = await Promise.all(Array.from({ length: 8 }, () => buildMember(app)))
  films = await Promise.all(Array.from({ length: 4 }, () => buildFilm(app)))
  lists = await Promise.all(
    members.map((author, at) =>
      buildList(app, { author, films: films.slice(0, at % 4), likedBy: members.slice(0, at) }),
    ),
  )
  for (const member of members) await buildImport(app, { member, films })
  for (let round = 0; round < 150; round++) await write()
})
afterAll(async () => {
  await app.close()
  await dropDatabase(database)
})

/** Ids of rows that members act on. */
async function ids(table: 'logs' | 'replies') {
  const { rows } = await sql<{ id: string; log_id: string; by: string }>`
    select id::text, ${sql.raw(table === 'logs' ? 'id' : 'log_id')}::text as log_id, member_id::text as by
    from ${sql.table(table)} where member_id is not null`.execute(app.db)
  return rows
}

const acts: Record<string, (as: TestMember) => Promise<{ status: number }>> = {
  log: (as) => app.call(createLog, { as, body: { movieId: oneOf(films).id, rating: random.int(0, 10) / 2 } }),
  seen: (as) =>
    app.call(markSeen, {
      as,
      params: { userId: as.id, movieId: oneOf(films).id },
      body: { rating: random.int(1, 10) / 2 },
    }),
  unseen: (as) => app.call(unmarkSeen, { as, params: { userId: as.id, movieId: oneOf(films).id } }),
  unlog: async (as) => {
    const mine = (await ids('logs')).filter(({ by }) => by === as.id)
    return mine.length < 4 ? { status: 200 } : app.call(deleteLog, { as, params: { logId: oneOf(mine).id } })
  },
  like: async (as) => app.call(toggleLogLike, { as, params: { logId: oneOf(await ids('logs')).id } }),
  reply: async (as) =>
    app.call(createReply, {
      as,
      params: { logId: oneOf(await ids('logs')).id },
      body: { text: 'So it is.' },
    }),
  answer: async (as) => {
    const parent = oneOf(await ids('replies'))
    const body = { text: 'Is it?', parentReplyId: parent.id }
    return app.call(createReply, { as, params: { logId: parent.log_id }, body })
  },
  likeReply: async (as) => {
    const { id, log_id: logId } = oneOf(await ids('replies'))
    return app.call(toggleReplyLike, { as, params: { logId, replyId: id } })
  },
  unreply: async (as) => {
    const mine = (await ids('replies')).filter(({ by }) => by === as.id)
    return mine.length < 3
      ? { status: 200 }
      : app.call(deleteReplyById, { as, params: { replyId: oneOf(mine).id } })
  },
  follow: (as) => {
    const target = oneOf(members.filter((member) => member !== as))
    return app.call(toggleFollow, { as, params: { userId: as.id, targetId: target.id } })
  },
  likeList: (as) => app.call(toggleListLike, { as, params: { listId: oneOf(lists).id } }),
  saveList: (as) => app.call(toggleListSave, { as, params: { listId: oneOf(lists).id } }),
  fillList: (as) =>
    app.call(addToList, {
      as,
      params: { listId: lists[members.indexOf(as)]?.id ?? '' },
      body: { id: oneOf(films).id },
    }),
}

/** Somebody does something; what is gone by then, or there already, is refused. */
async function write(): Promise<void> {
  const [name, act] = oneOf(Object.entries(acts))
  const hasRows = await sql<{ replies: boolean; logs: boolean }>`
    select exists (select from replies) as replies, exists (select from logs) as logs`.execute(app.db)
  const { replies, logs } = hasRows.rows[0] ?? { replies: false, logs: false }
  if (!logs && ['like', 'reply'].includes(name)) return
  if (!replies && ['answer', 'likeReply'].includes(name)) return
  const { status } = await act(oneOf(members))
  if (status >= 500) throw new Error(`${name} answered ${status}`)
}

/** Makes every column wrong that counts, in every second row. */
async function breakAll(to: 'more' | 'nothing'): Promise<void> {
  for (const { table, key, columns } of everyCounted) {
    const wrong = (column: string) => {
      if (column.endsWith('log_at')) return to === 'more' ? sql`now() + interval '1 day'` : sql`null`
      if (column === 'by_rating')
        return to === 'more' ? sql`array[9,9,9,9,9,9,9,9,9,9]` : sql`array[0,0,0,0,0,0,0,0,0,0]`
      return to === 'more' ? sql`${sql.ref(column)} + 5` : sql`0`
    }
    const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${wrong(column)}`))
    await app.ctx.transact(({ db }) =>
      sql`
        update ${sql.table(table)} set ${set} where ${sql.ref(key.name)} in (
          select ${sql.ref(key.name)} from (
            select ${sql.ref(key.name)}, row_number() over (order by ${sql.ref(key.name)}) as place from ${sql.table(table)}
          ) numbered where place % 2 = 1 order by 1
        )`.execute(db),
    )
  }
}

const scene = (line: string) => runCommand(line.split(' '), env)

interface Answer {
  wrong: number
  mended: number
  tables: { table: string; rows: number; wrong: Record<string, number> }[]
}

test('it knows every number of the database that counts others', async () => {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = current_schema() and is_generated = 'NEVER'
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')
      and (udt_name in ('int2', 'int4', 'int8', '_int4') or column_name like '%count%')
      and column_name !~ '(^|_)ids?$'`.execute(app.db)
  const known = new Set(
    everyCounted.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
  )
  // All other numbers say something themselves: how long, which place, which year, what somebody gave.
  expect(
    rows
      .map(({ column }) => column)
      .filter((column) => !known.has(column))
      .toSorted(),
  ).toEqual(
    [
      'assistant_questions.not_understood',
      'assistant_questions.understood',
      'assistant_usage.tokens',
      'backfills.done_to',
      'backup_run.percent',
      'codes.device_tries',
      'codes.tries',
      'film_credits.actors',
      'film_credits.directors',
      'film_doubts.candidates',
      'film_doubts.confidence',
      // What a merge did, once.
      'film_merges.counts',
      'film_ratings.rating',
      'film_reconciliation.done_to',
      'film_stats.logs_step',
      'films.runtime',
      // Of the film source.
      'films.origin_countries',
      'films.vote_count',
      'gifs.height',
      'gifs.width',
      'import_rows.candidates',
      'import_rows.confidence',
      'import_rows.line',
      'import_rows.previous_rating',
      'import_rows.row',
      'import_pictures.row',
      // Whether tags were cut is forgotten with what was read.
      'imports.cut_tags',
      // How often a code was used, also by who has gone since.
      'invites.max_uses',
      'invites.uses',
      'kysely_migration_lock.is_locked',
      'list_films.position',
      // Follows from the likes in each write of a log.
      'logs.popularity',
      'logs.rating',
      'logs.review_emphasis',
      // What the member says.
      'logs.rewatch_count',
      'media.bytes',
      'diaries.logs_version',
      // Of second factors: how often a key was used, how often was tried, the last code's half minute.
      'passkeys.counter',
      // Calls and messages in a row that failed, what a player says, and how a message went.
      'players.failures',
      'plays.year',
      'plays.told_rating',
      'letterboxd_feeds.failures',
      'letterboxd_items.rating',
      'letterboxd_items.row',
      'letterboxd_items.year',
      'webhooks.failures',
      // What was asked for, in what order, on how many watchlists then, and answers.
      'evenings.max_minutes',
      'evenings.size',
      'notifications.year',
      'evening_cards.position',
      'evening_cards.wanted',
      'evening_votes.vote',
      // What the member says, and messages of an hour.
      'notification_settings.digest_day',
      'notification_settings.mail_after_minutes',
      'push_subscriptions.hour_count',
      'webhook_deliveries.attempts',
      'webhook_deliveries.status',
      'second_step_tries.tries',
      'second_steps.last_step',
      'seen_people.place',
      // How often it was reported, also by who has gone since.
      'report_cases.report_count',
      'statistics.version',
      'statistics.year',
      // Of which version of the logs they were counted.
      'taste_runs.version',
      'year_shares.year',
    ].toSorted(),
  )
})

test('what is right stays as it is, and nothing is written down', async () => {
  expect(await wrongCounters(app)).toEqual([])
  const { code, out } = await scene('recount')
  expect([code, out.split('\n').at(-1)]).toEqual([0, 'every number is right'])
  expect(await app.db.selectFrom('audit_log').select('act').execute()).toEqual([])
})

test.each([
  ['more', everyCounted.flatMap(({ columns }) => columns).length],
  ['nothing', 15],
] as const)('numbers that say %s are told apart and mended', async (to, least) => {
  await breakAll(to)
  const before = await wrongCounters(app)
  expect(before.length).toBeGreaterThan(20)
  const looked = await scene('recount --dry-run --json')
  const answer = JSON.parse(looked.out) as Answer
  expect(looked.code).toBe(1)
  expect(answer.wrong).toBeGreaterThan(before.length)
  expect(answer.mended).toBe(0)
  // Some numbers are nothing where they are right.
  expect(answer.tables.flatMap(({ wrong }) => Object.keys(wrong)).length).toBeGreaterThanOrEqual(least)
  expect(await wrongCounters(app)).toEqual(before)
  const mended = await scene('recount --json')
  expect([mended.code, (JSON.parse(mended.out) as Answer).mended]).toEqual([0, answer.wrong])
  expect(await wrongCounters(app)).toEqual([])
  expect((await scene('recount --dry-run')).code).toBe(0)
  const acts = await app.db.selectFrom('audit_log').select(['act', 'about']).orderBy('id').execute()
  expect(acts.at(-1)).toEqual({ act: 'recount', about: { wrong: answer.wrong } })
})

test('films that were never counted are', async () => {
  await sql`delete from film_stats`.execute(app.db)
  const { code, out } = await scene('recount --dry-run')
  expect([code, out]).toEqual([1, expect.stringContaining('not counted of 4')])
  expect((await scene('recount')).code).toBe(0)
  expect(await wrongCounters(app)).toEqual([])
})

test('while members write, nothing is counted twice or left out', async () => {
  const state = { isOver: false, writes: 0 }
  const writers = Array.from({ length: 6 }, async () => {
    while (!state.isOver) {
      await write()
      state.writes++
    }
  })
  for (let round = 0; round < 5; round++) {
    await breakAll('more')
    await recount(app.ctx, { mends: true })
  }
  const meanwhile = state.writes
  state.isOver = true
  await Promise.all(writers)
  expect(meanwhile).toBeGreaterThan(20)
  expect(await wrongCounters(app)).toEqual([])
}, 120_000)

/** A new like of the first list by nobody who liked it yet; its number is wrong by three. */
async function aboutToLike() {
  const [list] = lists
  const member = await buildMember(app)
  if (!list) throw new Error('there is no list')
  await sql`update lists set like_count = like_count + 3 where id = ${list.id}`.execute(app.db)
  return {
    like: (db: Db) =>
      db.insertInto('list_likes').values({ list_id: list.id, member_id: member.id }).execute(),
    count: (db: Db) => sql`update lists set like_count = like_count + 1 where id = ${list.id}`.execute(db),
  }
}

test('a writer who has counted is waited for', async () => {
  const { like, count } = await aboutToLike()
  let mended: Promise<unknown> = Promise.resolve()
  await app.ctx.transact(async ({ db }) => {
    await like(db)
    await count(db)
    mended = recount(app.ctx, { mends: true })
    await waitUntilBlocked()
  })
  await mended
  expect(await wrongCounters(app)).toEqual([])
})

test('a writer who has written and will count later is not counted before', async () => {
  const { like, count } = await aboutToLike()
  await app.ctx.transact(async ({ db }) => {
    await like(db)
    await recount(app.ctx, { mends: true })
    await count(db)
  })
  expect(await wrongCounters(app)).toEqual([])
})

async function waitUntilBlocked(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
        return rows[0]?.waiting
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBeGreaterThan(0)
}
