import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { login } from '#shared/api/accounts.ts'
import { getList, listMyLists } from '#shared/api/lists.ts'
import { createLog, listMemberLogs } from '#shared/api/logs.ts'
import { getMember, listFollowers, listFollowing } from '#shared/api/members.ts'
import { countUnread, listNotifications } from '#shared/api/notifications.ts'
import { listReplies } from '#shared/api/replies.ts'
import { listFavourites, listWatchlist } from '#shared/api/shelves.ts'
import { migrationNames } from '#server/db/migrate.ts'
import { dropDatabase, send } from '#test/harness.ts'
import { startScene, type SceneProcess } from '#test/scene-process.ts'

// What Scene 0.1.0 left (commit a9021463): six invented members and what they did, written through that version's own
// calls; what 0.1.0 had tables but no calls for, comments, lists and posters of one's own, as its demo community was.
// Dumped by pg_dump 15 --inserts --no-owner --no-privileges. The oldest that upgrades in one step, kept as it was.
const dump = new URL('../upgrades/0.1.0.sql.gz', import.meta.url)

const name = `upgrade_${randomBytes(6).toString('hex')}`
let database: pg.Client
let dataDir = ''
let scene: SceneProcess

interface Member {
  id: string
  username: string
  name: string | null
  bio: string
  followers_count: number
  following_count: number
  films_count: number
  favorite_film_ids: number[]
}
/** As they were before. */
let members: Member[]
let before: Awaited<ReturnType<typeof remembered>>

const rowsOf = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await database.query<Row>(text, values)).rows

/** What 0.1.0 knew, in the words of the calls of today. */
async function remembered() {
  const logs = await rowsOf<{ member_id: string; _id: string }>(
    `select member_id, id as "_id", film_id as "tmdbId", rating / 2.0::float as rating, review,
       rewatch_count as "rewatchCount", to_char(watched_at, 'YYYY-MM-DD') as day, like_count as "likeCount",
       reply_count as "replyCount", created_at as at
     from logs`,
  )
  const lists = await rowsOf<{ member_id: string; _id: string }>(
    `select member_id, id as "_id", title, description, is_private as "isPrivate", is_ranked as "isRanked",
       like_count as "likeCount",
       (select array_agg(film_id order by position) from list_films where list_id = id) as films
     from lists`,
  )
  const pairs = (table: string, of: string, one: string) =>
    rowsOf<{ of: string; one: string }>(`select ${of} as of, ${one}::text as one from ${table}`)
  return {
    logs,
    lists,
    followers: await pairs('follows', 'followee_id', 'follower_id'),
    following: await pairs('follows', 'follower_id', 'followee_id'),
    watchlist: await pairs('watchlist_items', 'member_id', 'film_id'),
    favourites: await pairs('favourites', 'member_id', 'film_id'),
    notifications: await pairs('notifications', 'member_id', 'id'),
    unread: await pairs('notifications where read_at is null', 'member_id', 'id'),
    replies: await rowsOf<{ log_id: string; id: string; text: string; like_count: number }>(
      'select log_id, id, text, like_count from replies',
    ),
  }
}

function start() {
  const server = inject('server')
  const password = encodeURIComponent(String(server.password ?? ''))
  const host = encodeURIComponent(String(server.host))
  return startScene({
    DATABASE_URL: `postgres://${server.user}:${password}@${host}:${server.port ?? 5432}/${name}`,
    SCENE_DATA_DIR: dataDir,
    RATE_LIMIT: '0',
  })
}

beforeAll(async () => {
  const server = inject('server')
  const admin = new pg.Client({ ...server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const loading = new pg.Client({ ...server, database: name })
  await loading.connect()
  await loading.query(gunzipSync(readFileSync(dump)).toString())
  await loading.end()
  database = new pg.Client({ ...server, database: name })
  await database.connect()
  members = await rowsOf<Member>('select * from members order by username')
  before = await remembered()
  dataDir = mkdtempSync(join(tmpdir(), 'scene-upgrade-'))
  chmodSync(dataDir, 0o755)
  scene = await start()
})
afterAll(async () => {
  await scene?.end('SIGTERM')
  await database?.end()
  await dropDatabase(name)
  rmSync(dataDir, { recursive: true, force: true })
})

const sessions = new Map<string, { id: string; token: string; username: string }>()

async function logIn({ username, id }: { username: string; id: string }) {
  const known = sessions.get(id)
  if (known) return known
  const body = { email: `${username}@example.org`, password: `kept-by-${username}` }
  const { status, data } = await send(scene.url, login, { body })
  expect([username, status, data.user?._id]).toEqual([username, 200, id])
  const session = { id, token: data.token, username }
  sessions.set(id, session)
  return session
}

const of = (rows: { of: string; one: string }[], id: string) =>
  rows.flatMap((row) => (row.of === id ? [row.one] : [])).toSorted()

function memberNamed(username: string): Member {
  const found = members.find((member) => member.username === username)
  if (!found) throw new Error(`0.1.0 had no ${username}`)
  return found
}

test('0.1.0 upgrades in one step, and its database was saved before', async () => {
  const applied = await rowsOf<{ name: string }>('select name from kysely_migration order by name')
  expect(applied.map((row) => row.name)).toEqual(await migrationNames())
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([expect.stringMatching(/^before-migration-.*\.gz$/)])
  expect((await fetch(`${scene.url}/readyz`)).status).toBe(200)
})

test('all members of 0.1.0 log in and are who they were', async () => {
  expect(members).toHaveLength(6)
  for (const was of members) {
    const as = await logIn(was)
    const { data } = await send(scene.url, getMember, { as, params: { userId: was.id } })
    expect({
      name: data.name,
      bio: data.bio,
      followers: data.followersCount,
      following: data.followingCount,
      films: data.filmsCount,
      favourites: data.favoriteFilms.map((film) => film.id),
    }).toEqual({
      name: was.name,
      bio: was.bio,
      followers: was.followers_count,
      following: was.following_count,
      films: was.films_count,
      favourites: was.favorite_film_ids,
    })
    expect(data.emailVerified).toBe(was.username !== 'noel')
  }
})

test('logs, comments and lists of 0.1.0 are there as they were', async () => {
  expect([before.logs.length, before.replies.length, before.lists.length]).toEqual([70, 36, 4])
  for (const was of members) {
    const as = await logIn(was)
    const { data: logs } = await send(scene.url, listMemberLogs, {
      as,
      params: { userId: was.id },
      query: {},
    })
    const own = <Row extends { member_id: string; _id: string }>(rows: Row[]) =>
      rows.filter((row) => row.member_id === was.id).toSorted((a, b) => a._id.localeCompare(b._id))
    const seen = logs.map((log) => ({
      member_id: was.id,
      _id: log._id,
      tmdbId: log.tmdbId,
      rating: log.rating,
      review: log.review,
      rewatchCount: log.rewatchCount,
      day: log.watchedAt?.slice(0, 10) ?? null,
      likeCount: log.likeCount,
      replyCount: log.replyCount,
      at: new Date(log.createdAt),
    }))
    expect(own(seen)).toEqual(own(before.logs))

    const { data: cards } = await send(scene.url, listMyLists, { as, query: {} })
    const lists = await Promise.all(
      cards.map(async ({ _id }) => {
        const { data } = await send(scene.url, getList, { as, params: { listId: _id }, query: {} })
        const { title, description, isPrivate, isRanked, likeCount, movies } = data
        const films = movies.map((film) => film.id)
        return { member_id: was.id, _id, title, description, isPrivate, isRanked, likeCount, films }
      }),
    )
    expect(own(lists)).toEqual(own(before.lists))
  }
  const as = await logIn(memberNamed('hana'))
  for (const logId of new Set(before.replies.map((reply) => reply.log_id))) {
    const { data } = await send(scene.url, listReplies, { as, params: { logId }, query: {} })
    const was = before.replies.filter((reply) => reply.log_id === logId)
    const words = (rows: { text: string; likes: number }[]) =>
      rows.map((row) => JSON.stringify(row)).toSorted()
    expect(words(data.map(({ text, likeCount }) => ({ text, likes: likeCount })))).toEqual(
      words(was.map(({ text, like_count }) => ({ text, likes: like_count }))),
    )
  }
})

test('follows, shelves and notifications of 0.1.0 are there as they were', async () => {
  for (const was of members) {
    const as = await logIn(was)
    const params = { userId: was.id }
    const query = { limit: 100 }
    const followers = await send(scene.url, listFollowers, { as, params, query })
    expect(followers.data.followers.map(({ _id }) => _id).toSorted()).toEqual(of(before.followers, was.id))
    const following = await send(scene.url, listFollowing, { as, params, query })
    expect(following.data.following.map(({ _id }) => _id).toSorted()).toEqual(of(before.following, was.id))
    const watchlist = await send(scene.url, listWatchlist, { as, params, query })
    expect(watchlist.data.map(({ tmdbId }) => String(tmdbId)).toSorted()).toEqual(
      of(before.watchlist, was.id),
    )
    const favourites = await send(scene.url, listFavourites, { as, params })
    expect(favourites.data.map(({ id }) => String(id)).toSorted()).toEqual(of(before.favourites, was.id))
    const notifications = await send(scene.url, listNotifications, { as, query })
    expect(notifications.data.map(({ _id }) => _id).toSorted()).toEqual(of(before.notifications, was.id))
    const unread = await send(scene.url, countUnread, { as, params })
    expect(unread.data.count).toBe(of(before.unread, was.id).length)
  }
})

test('what is counted since then is counted of the logs of 0.1.0 too', async () => {
  const wrong = () =>
    rowsOf(`
      select 'film' as what, f.film_id::text as id from (select distinct film_id from logs) f
        left join film_stats s using (film_id)
        where s.logs is distinct from (select count(*) from logs where film_id = f.film_id)
      union all select 'likes', l.id::text from logs l
        where like_count <> (select count(*) from log_likes where log_id = l.id)
      union all select 'films', m.id::text from members m left join diaries d on d.member_id = m.id
        where d.films_count is distinct from (select count(distinct film_id) from logs where member_id = m.id)
      union all select 'last log', d.member_id::text from diaries d
        where last_log_at is distinct from
          (select max(created_at) from logs where member_id = d.member_id and not seen_only)
      union all select 'followers', m.id::text from members m
        where followers_count <> (select count(*) from follows where followee_id = m.id)`)
  // A job counts what was there before.
  await expect.poll(wrong, { timeout: 60_000 }).toEqual([])
})

test('a member of 0.1.0 goes on logging, and the next start finds nothing to migrate', async () => {
  const as = await logIn(memberNamed('omar'))
  const body = { movieId: 496243, review: 'since then' }
  const { status, data } = await send(scene.url, createLog, { as, body })
  expect(status).toBe(200)
  expect(scene.output()).toContain('migrations applied')
  expect(await scene.end('SIGTERM')).toBe(0)
  scene = await start()
  expect(scene.output()).not.toContain('migrations applied')
  const logs = await send(scene.url, listMemberLogs, { as, params: { userId: as.id }, query: { limit: 1 } })
  expect(logs.data.map(({ _id, review }) => [_id, review])).toEqual([[data._id, 'since then']])
})
