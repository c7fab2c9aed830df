// The least that a server could do for the same answers: tokens and names of films and members in memory, one lean
// statement, JSON. No privacy rules, no validation, no notifications; what was written is only read back.
import { createHash, randomUUID } from 'node:crypto'
import process from 'node:process'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 })
const app = Fastify()
// As Scene compresses, where that is measured.
if (process.env.FLOOR_COMPRESSES)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })

/** A table by its first column, as arrays. */
async function readAll(text) {
  const { rows } = await pool.query({ text, rowMode: 'array' })
  return new Map(rows.map(([id, ...rest]) => [id, rest]))
}
const members = await readAll('select id, username, avatar from members')
const films = await readAll('select id, title, poster_path from films')

/** Members by token. */
const viewers = new Map()
async function viewer(request) {
  const token = request.headers.authorization.slice(7)
  const known = viewers.get(token)
  if (known) return known
  const { rows } = await pool.query({
    name: 'viewer',
    text: 'select member_id from sessions where token_hash = $1 and expires_at > now()',
    values: [createHash('sha256').update(token).digest()],
  })
  viewers.set(token, rows[0].member_id)
  return rows[0].member_id
}

const own = `l.id, l.member_id, l.film_id, l.rating, left(l.review, $REVIEW) as review, l.rewatch_count, l.watched_at,
  l.like_count, l.reply_count, l.created_at, o.poster_path as override,
  exists (select 1 from log_likes k where k.log_id = l.id and k.member_id = $1) as liked`
const override = `left join poster_overrides o on o.member_id = l.member_id and o.film_id = l.film_id`
const tile = (review) => own.replace('$REVIEW', review)

/** A log's columns with the names of its film and member. */
const named = (log) => {
  const [username, avatar] = members.get(log.member_id)
  const [title, poster] = films.get(log.film_id)
  return { ...log, username, avatar, title, poster_path: poster }
}

// A table with the feed of each member, as in a server that writes each log into the feeds of all followers.
await pool.query(`create schema if not exists bench_floor`)
await pool.query(
  `create table if not exists bench_floor.feeds (member_id uuid primary key, logs uuid[] not null)`,
)
const { rows: kept } = await pool.query('select 1 from bench_floor.feeds limit 1')
if (kept.length === 0)
  await pool.query(`insert into bench_floor.feeds
    select s.member_id, array(
      select log.id from (
        select fo.followee_id as id from follows fo
          cross join lateral (select last_log_at from diaries where member_id = fo.followee_id offset 0) d
        where fo.follower_id = s.member_id and d.last_log_at is not null order by d.last_log_at desc limit 18
      ) followed cross join lateral (
        select id, created_at from logs where member_id = followed.id and not seen_only
        order by created_at desc, id desc limit 18
      ) log order by log.created_at desc, log.id desc limit 18)
    from (select distinct member_id from sessions) s`)

const feed = `select ${tile(140)} from bench_floor.feeds f cross join unnest(f.logs) with ordinality as wanted (id, position)
  join logs l on l.id = wanted.id ${override} where f.member_id = $1 order by position`
const diary = `select ${tile(20_000)} from (
    select * from logs where member_id = $2 order by created_at desc, id desc limit 51
  ) l ${override} order by l.created_at desc, l.id desc`
const film = `select to_json(f) as film,
  (select json_agg(p) from (select ${tile(20_000)} from (
    select * from logs where film_id = $2 and review <> '' order by popularity desc, created_at desc, id desc limit 3
  ) l ${override}) p) as popular,
  (select count(*) from follows fo where fo.follower_id = $1 and exists (
    select 1 from logs where member_id = fo.followee_id and film_id = $2)) as friends
  from films f where f.id = $2`
const like = `with gone as (
    delete from log_likes where log_id = $2 and member_id = $1 returning 1
  ), made as (
    insert into log_likes (log_id, member_id) select $2, $1 where not exists (select 1 from gone)
    on conflict do nothing returning 1
  )
  update logs set like_count = like_count + (select count(*) from made) - (select count(*) from gone)
  where id = $2 returning like_count`

const thread = `with comments as materialized (
    select * from replies where log_id = $2 and parent_id is null order by like_count desc, created_at, id limit 50
  ), reached as (
    select *, coalesce(sum(answer_count + 1) over (order by like_count desc, created_at, id
      rows between unbounded preceding and 1 preceding), 0) as earlier from comments
  )
  select r.id, r.member_id, r.text, r.gif, r.image, r.like_count, r.created_at, r.parent_id,
    r.root_id, r.answer_count, p.member_id as parent_member,
    exists (select 1 from reply_likes k where k.reply_id = r.id and k.member_id = $1) as liked,
    (select own.rating from logs own where own.member_id = r.member_id and own.film_id = l.film_id
      and own.rating is not null order by own.created_at desc, own.id desc limit 1) as rating
  from reached c cross join lateral (
      select c.id union all
      (select id from replies where root_id = c.id order by created_at, id limit 50)
    ) row join replies r on r.id = row.id join logs l on l.id = r.log_id left join replies p on p.id = r.parent_id
  where c.earlier < 50
  order by c.like_count desc, c.created_at, c.id, r.root_id nulls first, r.created_at, r.id limit 50`

const list = `select json_build_object('id', l.id, 'title', l.title, 'likeCount', l.like_count, 'films', array(
    select json_build_object('id', f.id, 'title', f.title, 'date', f.release_date, 'poster', f.poster_path,
      'override', o.poster_path,
      'seen', exists (select 1 from logs g where g.member_id = $1 and g.film_id = f.id))
    from list_films lf join films f on f.id = lf.film_id
    left join poster_overrides o on o.member_id = l.member_id and o.film_id = lf.film_id
    where lf.list_id = l.id order by lf.position limit 160))
  from lists l where l.id = $2`
const order = `update list_films lf set position = wanted.position - 1
  from unnest($2::int[]) with ordinality as wanted (film_id, position)
  where lf.list_id = $1 and lf.film_id = wanted.film_id and lf.position <> wanted.position - 1`

const rows = async (name, text, values) => (await pool.query({ name, text, values })).rows
const json = (reply, value) => reply.type('application/json').send(JSON.stringify(value))

app.get('/api/users/:id/stats', async (request, reply) =>
  json(
    reply,
    await rows('stats', 'select figures from statistics where member_id = $1 and year = 0', [
      request.params.id,
    ]),
  ),
)
app.get('/api/logs/feed/:id', async (request, reply) =>
  json(reply, (await rows('feed', feed, [await viewer(request)])).map(named)),
)
app.get('/api/logs/user/:id', async (request, reply) =>
  json(reply, (await rows('diary', diary, [await viewer(request), request.params.id])).map(named)),
)
app.get('/api/movies/:id', async (request, reply) => {
  const [answer] = await rows('film', film, [await viewer(request), request.params.id])
  return json(reply, { ...answer, popular: answer.popular?.map(named) ?? [] })
})
app.post('/api/logs/:id/like', async (request, reply) =>
  json(reply, await rows('like', like, [await viewer(request), request.params.id])),
)
app.get('/api/logs/:id/replies', async (request, reply) => {
  const replies = await rows('thread', thread, [await viewer(request), request.params.id])
  const name = (id) => members.get(id)?.[0]
  return json(
    reply,
    replies.map((one) => ({
      ...one,
      username: name(one.member_id),
      avatar: members.get(one.member_id)?.[1],
      parent_username: name(one.parent_member),
    })),
  )
})
app.get('/api/lists/:id', async (request, reply) =>
  json(reply, await rows('list', list, [await viewer(request), request.params.id])),
)
app.patch('/api/lists/:id', async (request, reply) => {
  const member = await viewer(request)
  const { id } = request.params
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ name: 'lock', text: 'select 1 from lists where id = $1 for update', values: [id] })
    await client.query({
      name: 'order',
      text: order,
      values: [id, request.body.movies.map((movie) => movie.id)],
    })
    await client.query('commit')
  } finally {
    client.release()
  }
  return json(reply, await rows('list', list, [member, id]))
})
app.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, body, done) => {
  const fields = [...body.matchAll(/name="(\w+)"\r\n\r\n([^\r]*)/g)].map(([, name, value]) => [name, value])
  done(null, Object.fromEntries(fields))
})
app.post('/api/logs/full', async (request, reply) => {
  const member = await viewer(request)
  const { movieId, review } = request.body
  const client = await pool.connect()
  try {
    await client.query('begin')
    const id = randomUUID()
    await client.query({
      name: 'write',
      text: 'insert into logs (id, member_id, film_id, rating, review) values ($1, $2, $3, 9, $4)',
      values: [id, member, movieId, review],
    })
    await client.query({
      name: 'count',
      text: 'update diaries set last_log_at = now() where member_id = $1',
      values: [member],
    })
    await client.query({
      name: 'unlist',
      text: 'delete from watchlist_items where member_id = $1 and film_id = $2',
      values: [member, movieId],
    })
    await client.query('commit')
    return json(reply, { id })
  } finally {
    client.release()
  }
})

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.stdout.write('Scene is ready\n')
