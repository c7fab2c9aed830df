import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDiary, getDiaryCalendar, listDiary } from '#shared/api/diary.ts'
import { listRecentGifs } from '#shared/api/gifs.ts'
import * as lists from '#shared/api/lists.ts'
import * as logs from '#shared/api/logs.ts'
import * as tags from '#shared/api/tags.ts'
import { getFilmMarks } from '#shared/api/seen.ts'
import { listFollowers, listMembers, listSuggestions } from '#shared/api/members.ts'
import { countUnread, listNotifications } from '#shared/api/notifications.ts'
import { listMemberPosters } from '#shared/api/posters.ts'
import { listReplies } from '#shared/api/replies.ts'
import { listFavourites, listWatchlist } from '#shared/api/shelves.ts'
import { listImportRows, listImports } from '#shared/api/transfer.ts'
import { areApart } from '#server/core/audience.ts'
import { startTestApp, type Statement, type TestApp } from '#test/harness.ts'

const members = 2000
const logsEach = 20
const readerId = '018f0000-0000-7000-8000-000000000001'
const hotLog = '018f0000-0000-7000-8000-00000000ffff'
const longList = '018f0000-0000-7000-9000-00000000ffff'
const thisMonth = new Date().toISOString().slice(0, 7)
const token = 'plans-test-token-000000000000000'

let app: TestApp
/** Rows of each table that grows with members and what they do. */
const sizes = new Map<string, number>()

const growing = [
  'members',
  'diaries',
  'sessions',
  'follows',
  'films',
  'logs',
  'log_likes',
  'replies',
  'reply_likes',
  'watchlist_items',
  'favourites',
  'poster_overrides',
  'lists',
  'list_films',
  'list_likes',
  'list_saves',
  'notifications',
  'gifs',
  'recent_gifs',
  'imports',
  'import_rows',
  'blocks',
  'mutes',
  'muted_words',
  'muted_films',
]

beforeAll(async () => {
  app = await startTestApp()
  await generate()
  for (const table of growing) {
    const { rows } = await sql<{
      size: number
    }>`select count(*)::int as size from ${sql.table(table)}`.execute(app.db)
    sizes.set(table, rows[0]?.size ?? 0)
  }
  // Who blocks somebody is listed once a process, and bounded.
  await areApart(app.ctx, readerId, readerId)
}, 180_000)
afterAll(() => app.close())

/** Member 1 is the reader; each member follows, logs, lists and is told of things. */
async function generate() {
  const id = (n: string) => sql.raw(`('018f0000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`)
  const listId = (n: string) => sql.raw(`('018f0000-0000-7000-9000-' || lpad(to_hex(${n}), 12, '0'))::uuid`)
  const replyId = (n: string) => sql.raw(`('018f0000-0000-7000-a000-' || lpad(to_hex(${n}), 12, '0'))::uuid`)
  const ago = (n: string) => sql.raw(`now() - (${n}) * interval '7 minutes'`)
  const tokenHash = createHash('sha256').update(token).digest()
  const statements = [
    sql`insert into members (id, username, email, email_verified_at, search_text, created_at)
      select ${id('n')}, 'm_' || n, 'm_' || n || '@example.org', now(), ' m ' || n, ${ago('n')}
      from generate_series(1, ${members}) n`,
    sql`update diaries set last_log_at = ${ago('n')} from generate_series(1, ${members}) n
      where member_id = ${id('n')}`,
    // Many more never did a thing.
    sql`insert into members (id, username, email, search_text)
      select ${id('n')}, 'q_' || n, 'q_' || n || '@example.org', ' q ' || n from generate_series(100001, 118000) n`,
    sql`insert into sessions (id, member_id, token_hash, expires_at)
      select gen_random_uuid(), ${id('n')},
        case n when 1 then ${tokenHash} else sha256(n::text::bytea) end, now() + interval '1 day'
      from generate_series(1, ${members}) n`,
    sql`insert into films (id, title, search_text, release_date, runtime, vote_average, genre_ids, poster_path)
      select n, 'Film ' || n, ' film ' || n, (date '1950-01-01' + n * 5)::text, 60 + n % 90, (n % 100) / 10.0,
        array[(array[18, 27, 28])[1 + n % 3]], '/poster' || n || '.jpg'
      from generate_series(1, 5000) n`,
    sql`insert into blocks (member_id, blocked_id)
      select ${id('n')}, ${id('100000 + n')} from generate_series(1, ${members}) n`,
    sql`insert into mutes (member_id, muted_id, notifications)
      select ${id('n')}, ${id('102000 + n')}, true from generate_series(1, ${members}) n`,
    sql`insert into muted_words (member_id, word, pattern)
      select ${id('n')}, 'word ' || k, 'word ' || k from generate_series(1, ${members}) n, generate_series(1, 2) k`,
    sql`insert into muted_films (member_id, film_id, until_seen)
      select ${id('n')}, k, true from generate_series(1, ${members}) n, generate_series(1, 2) k`,
    sql`insert into follows (follower_id, followee_id, created_at)
      select ${id('a')}, ${id('(a + k * 7) % 2000 + 1')}, ${ago('k')}
      from generate_series(1, ${members}) a, generate_series(1, 12) k where (a + k * 7) % 2000 + 1 <> a`,
    sql`insert into logs (id, member_id, film_id, rating, review, watched_at, like_count, tags, created_at)
      select gen_random_uuid(), ${id('m')}, (m * 31 + k * 17) % 5000 + 1, 1 + (m + k) % 10,
        case when k % 3 = 0 then 'text' else '' end,
        case when k % 4 > 0 then current_date - (k * 3) end, (m + k) % 5,
        case when k % 2 = 0 then array['cinema', 'tag ' || k] else '{}' end, ${ago('m + k * 11')}
      from generate_series(1, ${members}) m, generate_series(1, ${logsEach}) k`,
    sql`update logs set id = ${hotLog} where id = (select id from logs where film_id = 49 and review <> '' limit 1)`,
    sql`insert into log_likes (log_id, member_id)
      select id, ${id('1')} from logs where like_count = 4`,
    // One log is discussed by everybody, each comment answered twice, some hidden by moderators; every eighth log a little.
    sql`insert into replies (id, log_id, member_id, text, like_count, answer_count, created_at, hidden_at)
      select ${replyId('n')}, ${hotLog}, ${id('n')}, 'text', n % 7, 2, ${ago('n / 5')},
        case when n % 10 = 6 then now() end
      from generate_series(1, ${members}) n`,
    sql`insert into replies (id, log_id, member_id, parent_id, root_id, text, created_at)
      select ${replyId('10000 + n * 2 + k')}, ${hotLog}, ${id('n')}, ${replyId('n')}, ${replyId('n')}, 'text', now()
      from generate_series(1, ${members}) n, generate_series(0, 1) k`,
    sql`insert into replies (id, log_id, member_id, text, created_at)
      select gen_random_uuid(), id, member_id, 'text', now() from logs, generate_series(1, 2)
      where abs(hashtext(id::text)) % 8 = 0 and id <> ${hotLog}`,
    sql`insert into reply_likes (reply_id, member_id)
      select ${replyId('n')}, ${id('1 + (n + k) % 2000')}
      from generate_series(1, ${members}) n, generate_series(1, 6) k where k <= n % 7`,
    sql`insert into watchlist_items (member_id, film_id, audience, created_at)
      select ${id('m')}, (m * 13 + k * 29) % 5000 + 1, (case when k % 5 = 0 then 'me' else 'members' end)::seen_by, ${ago('m + k')}
      from generate_series(1, ${members}) m, generate_series(1, 20) k`,
    sql`insert into favourites (member_id, film_id, created_at)
      select ${id('m')}, (m * 31 + k * 34) % 5000 + 1, ${ago('m + k')}
      from generate_series(1, ${members}) m, generate_series(1, 10) k`,
    sql`insert into poster_overrides (member_id, film_id, poster_path)
      select member_id, film_id, '/own.jpg' from favourites`,
    sql`insert into lists (id, member_id, title, search_text, audience, like_count, films_count, created_at)
      select ${listId('m * 100 + k')}, ${id('m')}, 'List', ' ' || (array['noir', 'rain', 'slow', 'night',
        'summer', 'heist', 'quiet', 'loud', 'desert', 'snow'])[1 + (m * 7 + k) % 10] || ' ' || md5(m || '-' || k),
        (case when k % 4 = 0 then 'me' else 'members' end)::seen_by, 1, 2, ${ago('m + k * 5')}
      from generate_series(1, ${members}) m, generate_series(1, 10) k`,
    sql`insert into list_films (list_id, film_id, position)
      select l.id, 1 + (abs(hashtext(l.id::text)) + k * 97) % 5000, k from lists l, generate_series(1, 2) k`,
    // One list is long, and everybody likes and saves it.
    sql`insert into lists (id, member_id, title, like_count, save_count, films_count)
      values (${longList}, ${readerId}, 'Long', ${members}, ${members}, 1000)`,
    sql`insert into list_films (list_id, film_id, position)
      select ${longList}, 1 + n * 3, n from generate_series(1, 1000) n`,
    sql`insert into list_likes (list_id, member_id)
      select ${longList}, ${id('n')} from generate_series(1, ${members}) n`,
    sql`insert into list_saves (list_id, member_id)
      select ${longList}, ${id('n')} from generate_series(1, ${members}) n`,
    sql`insert into list_likes (list_id, member_id)
      select ${listId('m * 100 + k')}, ${id('1 + (m + k) % 2000')}
      from generate_series(1, ${members}) m, generate_series(1, 10) k`,
    sql`insert into list_saves (list_id, member_id)
      select ${listId('m * 100 + k')}, ${id('1 + (m + k) % 2000')}
      from generate_series(1, ${members}) m, generate_series(1, 10) k`,
    sql`insert into notifications (id, member_id, from_id, type, log_id, created_at, read_at)
      select gen_random_uuid(), ${id('m')}, ${id('1 + (m + k) % 2000')}, 'follow', null, ${ago('m + k')},
        case when k % 9 > 0 then now() end
      from generate_series(1, ${members}) m, generate_series(1, 20) k`,
    sql`insert into imports (id, member_id, source, files, state, file_hash, created_at, finished_at)
      select ${id('m * 10 + k')}, ${id('m')}, 'letterboxd', '{diary.csv}', 'done', '', ${ago('m + k')}, now()
      from generate_series(1, ${members}) m, generate_series(1, 4) k`,
    sql`insert into import_rows (import_id, row, kind, file, line, entry, state, film_id, candidates)
      select i.id, k, 'log', 'diary.csv', k, '{"kind": "log", "title": "Film", "year": null, "watchedAt": null,
        "rating": null, "review": "", "list": null}', case when k % 5 = 0 then 'doubtful' else 'imported' end, k, array[k]
      from imports i, generate_series(1, 5) k`,
    sql`insert into gifs (address, provider, width, height)
      select '/gifs/giphy/g' || k || '.webp', 'giphy', 200, 200 from generate_series(1, 20000) k`,
    sql`insert into recent_gifs (member_id, addresses)
      select ${id('n')}, array(select '/gifs/giphy/g' || k * 900 || '.webp' from generate_series(1, 20) k)
      from generate_series(1, ${members}) n`,
    sql`analyze`,
  ]
  await app.db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    for (const statement of statements) await statement.execute(transaction)
  })
}

const as = { token }
const mine = { userId: readerId }
const page = { limit: 20 }

const thread = (query: object) => app.call(listReplies, { as, params: { logId: hotLog }, query })

const reads: Record<string, () => Promise<{ status: number; headers: Headers }>> = {
  feed: () => app.call(logs.getFeed, { as, params: mine, query: {} }),
  'friends of the week': () => app.call(logs.listWeekLogs, { as, query: {} }),
  'friends’ reviews': () => app.call(logs.listFriendsReviews, { as, query: {} }),
  'new reviews': () => app.call(logs.listNewReviews, { as }),
  logs: () => app.call(logs.listMemberLogs, { as, params: mine, query: page }),
  diary: () => app.call(logs.listMemberLogs, { as, params: mine, query: { ...page, sort: 'watched' } }),
  'months of a diary': () =>
    app.call(getDiary, { as, params: mine, query: { today: new Date().toISOString().slice(0, 10) } }),
  'a year of a diary': () =>
    app.call(listDiary, { as, params: { ...mine, period: thisMonth.slice(0, 4) }, query: { limit: 5 } }),
  'a month of a diary': () => app.call(getDiaryCalendar, { as, params: { ...mine, month: thisMonth } }),
  reviews: () =>
    app.call(logs.listMemberLogs, {
      as,
      params: mine,
      query: { limit: 5, sort: 'watched', reviews: 'true' },
    }),
  'most liked reviews': () =>
    app.call(logs.listMemberLogs, { as, params: mine, query: { limit: 5, sort: 'likes', reviews: 'true' } }),
  'logs of a tag': () =>
    app.call(logs.listMemberLogs, { as, params: mine, query: { limit: 5, tag: 'cinema' } }),
  'films of a tag': () =>
    app.call(logs.listMemberFilms, { as, params: mine, query: { limit: 5, tag: 'cinema' } }),
  'marks of all films': () => app.call(getFilmMarks, { as, params: mine }),
  'logs that hold what was typed': () =>
    app.call(logs.listMemberLogs, { as, params: mine, query: { limit: 5, q: 'cine' } }),
  'films that hold what was typed': () =>
    app.call(logs.listMemberFilms, { as, params: mine, query: { limit: 5, sort: 'rating', q: 'film 1' } }),
  'ratings of a member': () => app.call(logs.getMemberRatings, { as, params: mine }),
  tags: () => app.call(tags.listMemberTags, { as, params: mine }),
  'a tag': () => app.call(tags.getMemberTag, { as, params: mine, query: { tag: 'rare' } }),
  'popular reviews': () =>
    app.call(logs.listPopularReviews, { as, params: { movieId: 49 }, query: { all: true } }),
  'a log': () => app.call(logs.getLog, { as, params: { logId: hotLog } }),
  thread: () => thread({}),
  'thread, comments only': () => thread({ answers: 0 }),
  'thread, further on': async () => {
    let at = await thread({ limit: 99 })
    for (let turn = 0; turn < 9; turn++)
      at = await thread({ limit: 99, cursor: at.headers.get('x-next-cursor') ?? 'none' })
    return at
  },
  'answers of a comment': () => thread({ root: '018f0000-0000-7000-a000-000000000007' }),
  ...Object.fromEntries(
    logs.filmSorts.map((sort) => [
      `films by ${sort}`,
      () => app.call(logs.listMemberFilms, { as, params: mine, query: { limit: 2, sort } }),
    ]),
  ),
  ...Object.fromEntries(
    (['added', 'release', 'rating', 'runtime'] as const).map((sort) => [
      `watchlist by ${sort}`,
      () => app.call(listWatchlist, { as, params: mine, query: { limit: 5, sort } }),
    ]),
  ),
  'watchlist of a genre': () =>
    app.call(listWatchlist, { as, params: mine, query: { limit: 5, genre: 18, sort: 'rating' } }),
  favourites: () => app.call(listFavourites, { as, params: mine }),
  'friends’ logs of a film': () =>
    app.call(logs.listFriendsLogs, { as, params: { movieId: 49 }, query: page }),
  posters: () => app.call(listMemberPosters, { as, params: mine }),
  'lists of a member': () => app.call(lists.listMemberLists, { as, params: mine, query: { limit: 5 } }),
  'lists of a tag': () =>
    app.call(lists.listMemberLists, { as, params: mine, query: { limit: 5, tag: 'rare' } }),
  'a long list': () => app.call(lists.getList, { as, params: { listId: longList } }),
  'a window of a long list': () =>
    app.call(lists.getList, { as, params: { listId: longList }, query: { limit: 5 } }),
  'a window in the midst of a long list': () =>
    app.call(lists.getList, {
      as,
      params: { listId: longList },
      // Behind the film at place 500, which has this id.
      query: { limit: 5, cursor: Buffer.from('["500","1501"]').toString('base64url') },
    }),
  'saved lists': () => app.call(lists.listSavedLists, { as, query: { limit: 5 } }),
  'popular lists': () => app.call(lists.listPopularLists, { as, query: page }),
  'friends’ lists': () => app.call(lists.listFriendsLists, { as, query: page }),
  'search for lists': () => app.call(lists.searchLists, { as, query: { query: 'noir' } }),
  'search for lists, misspelt': () => app.call(lists.searchLists, { as, query: { query: 'sumer' } }),
  'search for members': () => app.call(listMembers, { as, query: { query: 'm_17' } }),
  followers: () => app.call(listFollowers, { as, params: mine, query: {} }),
  suggestions: () => app.call(listSuggestions, { as, params: mine, query: { limit: 3 } }),
  notifications: () => app.call(listNotifications, { as, query: {} }),
  'unread notifications': () => app.call(countUnread, { as, params: mine }),
  imports: () => app.call(listImports, { as, query: page }),
  'rows of an import': () =>
    app.call(listImportRows, {
      as,
      params: { importId: '018f0000-0000-7000-8000-00000000000b' },
      query: { limit: 2 },
    }),
  'GIFs used last': () => app.call(listRecentGifs, { as }),
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Run for real, with scans of whole tables priced out: one that is left has no index. */
async function planOf({ text, values }: Statement): Promise<PlanNode> {
  const client = await app.ctx.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    )
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    if (!plan) throw new Error('no plan')
    return plan
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Rows that a scan looked at, whether it kept them or not. */
const touched = (node: PlanNode) =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

/** A search may look at what its words fit: a tenth of all lists here. */
const mostOf = 1 / 4

/** What reads a table that grows from end to end, by itself or along an index that narrows nothing. */
async function faults(statements: Statement[]): Promise<string[]> {
  const found: string[] = []
  for (const statement of statements.filter(({ text }) => /^\s*(select|with)/i.test(text)))
    for (const node of nodesOf(await planOf(statement))) {
      const size = sizes.get(node['Relation Name'] ?? '')
      if (size === undefined) continue
      const whole = node['Node Type'].includes('Seq Scan')
      if (whole || touched(node) > size * mostOf)
        found.push(
          `${node['Node Type']} of ${touched(node)} of ${size} ${node['Relation Name']}: ${statement.text}`,
        )
    }
  return found
}

test.each(Object.entries(reads))('%s', async (_, read) => {
  let answer: Awaited<ReturnType<typeof read>> | undefined
  const statements = await app.recordStatements(async () => {
    answer = await read()
  })
  expect(answer?.status).toBe(200)
  expect(statements.length).toBeGreaterThan(0)
  expect(await faults(statements)).toEqual([])
})

test('a scan of a whole table is found out', async () => {
  const whole = await faults([
    { text: `select id from logs where review = 'none'`, values: [] },
    { text: 'select member_id, count(*) from logs group by member_id order by member_id', values: [] },
  ])
  expect(whole.length).toBeGreaterThanOrEqual(2)
})

test('the set is large enough to tell', () => {
  expect(sizes.get('logs')).toBe(members * logsEach)
  for (const [table, size] of sizes) expect(size, table).toBeGreaterThanOrEqual(members)
})
