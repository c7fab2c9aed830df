// The data sets of the bench: everything follows from the number of a row by md5, so each run has the same rows.
import { loadStore } from '#catalogue/store.ts'

/** Row counts; `heavy` is the number of logs of the one member who logs most. */
export const sizes = {
  S: { members: 1_000, logs: 50_000, follows: 50, films: 5_000, heavy: 20_000, replies: 5_000 },
  M: { members: 10_000, logs: 500_000, follows: 50, films: 20_000, heavy: 20_000, replies: 5_000 },
  L: { members: 100_000, logs: 5_000_000, follows: 50, films: 30_000, heavy: 20_000, replies: 5_000 },
}

/** Number `i` from 1 on; the SQL below spells the same. */
export const tokenOf = (i) => `bench-token-${String(i).padStart(12, '0')}`

/** The member whom everyone follows, the one with most logs, and the log that everyone likes. */
export const star = 1
export const diarist = 2

/** A whole number from 0 to `below - 1` by the digits of a hash. */
const pick = (seed, below) => `(('x' || substr(md5(${seed}), 1, 7))::bit(28)::int % ${below})`
/** A UUID of version 7 by its digits; the contract takes no others. */
const uuid = (kind, i) =>
  `overlay(overlay(md5('${kind}-' || ${i}) placing '7' from 13) placing '8' from 17)::uuid`
/** Squared: a tenth of the films has a third of the logs. */
const filmAt = (seed, films) =>
  `film_ids[1 + floor(power(${pick(seed, 10_000)} / 10000.0, 2) * ${films})::int]`

const text = `repeat('A film that stays with you, told plainly. ', 1 + ${pick("'t' || i", 6)})`

function statements({ members, logs, follows, films, heavy, replies }) {
  const answered = `case when i % 5 in (0, 4) then ${uuid('reply', `(1 + 5 * ${pick("'p' || i", replies / 5)})`)} end`
  return [
    `insert into members (id, username, email, search_text, email_verified_at, avatar, created_at)
     select ${uuid('member', 'i')}, 'member_' || i, 'member_' || i || '@bench.example', ' member_' || i, now(),
       '/art/avatar-member_' || i || '.webp', now() - interval '1 year'
     from generate_series(1, ${members}) i`,
    `insert into sessions (id, member_id, token_hash, expires_at)
     select ${uuid('session', 'i')}, ${uuid('member', 'i')},
       sha256(convert_to('bench-token-' || lpad(i::text, 12, '0'), 'utf8')), now() + interval '30 days'
     from generate_series(1, ${members}) i`,
    `insert into follows (follower_id, followee_id, created_at)
     select ${uuid('member', 'i')}, ${uuid('member', `(1 + ${pick("i || '-' || k", members)})`)},
       now() - k * interval '1 hour'
     from generate_series(1, ${members}) i, generate_series(1, ${follows}) k
     where i <> 1 + ${pick("i || '-' || k", members)}
     on conflict do nothing`,
    `insert into follows (follower_id, followee_id)
     select ${uuid('member', 'i')}, ${uuid('member', star)} from generate_series(2, ${members}) i
     on conflict do nothing`,
    `insert into logs (id, member_id, film_id, rating, review, watched_at, created_at, updated_at)
     select ${uuid('log', 'i')},
       ${uuid('member', `case when i <= ${logs} then 1 + ${pick("'m' || i", members)} else ${diarist} end`)},
       ${filmAt("'f' || i", films)}, 1 + ${pick("'r' || i", 10)},
       case when ${pick("'w' || i", 10)} < 6 then ${text} else '' end, day::date, day, day
     from (select array_agg(id order by vote_count desc, id) as film_ids from films) f,
       generate_series(1, ${logs + heavy}) i,
       lateral (select now() - ${pick("'d' || i", 5_184_000)} * interval '1 second' as day) d`,
    `insert into log_likes (log_id, member_id, created_at)
     select ${uuid('log', `(1 + ${pick("'l' || i", logs)})`)}, ${uuid('member', `(1 + ${pick("'k' || i", members)})`)},
       now() - i * interval '1 second'
     from generate_series(1, ${logs * 2}) i on conflict do nothing`,
    `insert into log_likes (log_id, member_id)
     select ${uuid('log', 1)}, ${uuid('member', 'i')} from generate_series(1, least(${members}, 50000)) i
     on conflict do nothing`,
    // Two of five answer a comment.
    `insert into replies (id, log_id, member_id, text, parent_id, root_id, created_at)
     select ${uuid('reply', 'i')}, ${uuid('log', 1)}, ${uuid('member', `(1 + i % ${members})`)}, ${text},
       ${answered}, ${answered}, now() - interval '1 day' + i * interval '10 seconds'
     from generate_series(1, ${replies}) i`,
    `insert into reply_likes (reply_id, member_id)
     select ${uuid('reply', `(1 + ${pick("'q' || i", replies)})`)}, ${uuid('member', `(1 + ${pick("'x' || i", members)})`)}
     from generate_series(1, ${replies * 2}) i on conflict do nothing`,
    `insert into watchlist_items (member_id, film_id)
     select ${uuid('member', 'i')}, ${filmAt("i || 'w' || k", films)}
     from (select array_agg(id order by vote_count desc, id) as film_ids from films) f,
       generate_series(1, ${members}) i, generate_series(1, 20) k on conflict do nothing`,
    `insert into lists (id, member_id, title, is_private)
     select ${uuid('list', 'i')}, ${uuid('member', `(1 + i % ${members})`)}, 'List ' || i, i % 10 = 0
     from generate_series(1, ${members * 2}) i`,
    `insert into list_films (list_id, film_id, position)
     select ${uuid('list', 1)}, id, row_number() over (order by id) - 1 from films order by id limit 5000`,
    `insert into list_films (list_id, film_id, position)
     select ${uuid('list', 2)}, id, row_number() over (order by vote_count desc, id) - 1
     from films order by vote_count desc, id limit 1000`,
  ]
}

/** The most known films of the built-in catalogue, so that film pages have something to show. */
async function addFilms(pool, count) {
  const { films } = await loadStore()
  const rows = Array.from({ length: count }, (_, index) => ({
    id: films.id[index],
    title: films.title[index],
    release_date: String(films.date[index]).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
    runtime: films.runtime[index],
    poster_path: `/poster${films.id[index]}-0.jpg`,
    backdrop_path: `/backdrop${films.id[index]}-0.jpg`,
    vote_count: films.voteCount[index],
  }))
  await pool.query(
    `insert into films (id, title, original_title, release_date, runtime, poster_path, backdrop_path, vote_count)
     select id, title, title, release_date, runtime, poster_path, backdrop_path, vote_count
     from json_to_recordset($1) as f (id int, title text, release_date text, runtime int, poster_path text,
       backdrop_path text, vote_count int)`,
    [JSON.stringify(rows)],
  )
  return rows.map((row) => row.id)
}

const counters = [
  `update lists l set films_count = c.films
   from (select list_id, count(*) as films from list_films group by list_id) c where c.list_id = l.id`,
  `update logs l set like_count = c.likes
   from (select log_id, count(*) as likes from log_likes group by log_id) c where c.log_id = l.id`,
  `update logs l set reply_count = c.replies
   from (select log_id, count(*) as replies from replies group by log_id) c where c.log_id = l.id`,
  `update replies r set answer_count = c.answers
   from (select root_id, count(*) as answers from replies group by root_id) c where c.root_id = r.id`,
  `update replies r set like_count = c.likes
   from (select reply_id, count(*) as likes from reply_likes group by reply_id) c where c.reply_id = r.id`,
  `update members m set followers_count = c.followers
   from (select followee_id, count(*) as followers from follows group by 1) c where c.followee_id = m.id`,
  `update members m set following_count = c.following
   from (select follower_id, count(*) as following from follows group by 1) c where c.follower_id = m.id`,
  `update members m set films_count = c.films, last_log_at = c.newest
   from (select member_id, count(distinct film_id) as films, max(created_at) as newest from logs group by 1) c
   where c.member_id = m.id`,
]

/** Fills a migrated, empty database; the pool must have one connection only. */
export async function fill({ pool }, size) {
  const counts = sizes[size]
  await pool.query('set statement_timeout = 0')
  await addFilms(pool, counts.films)
  for (const statement of statements(counts)) await pool.query(statement)
  await pool.query('analyze')
  for (const statement of counters) await pool.query(statement)
  await pool.query('vacuum full analyze')
  await pool.query('checkpoint').catch(() => {})
}

/** What the workloads need to know of a filled database. */
export async function readTargets({ pool }, size) {
  const ids = async (sql) => (await pool.query({ text: sql, rowMode: 'array' })).rows.map(([id]) => id)
  const { members } = sizes[size]
  /** Its owner is one of `members`, by place. */
  const list = async (i) => ({
    id: (await ids(`select ${uuid('list', i)}`))[0],
    owner: i,
    films: await ids(`select film_id from list_films where list_id = ${uuid('list', i)} order by position`),
  })
  return {
    members: await ids(
      `select ${uuid('member', 'i')} from generate_series(1, least(${members}, 5000)) i order by i`,
    ),
    films: await ids('select id from films order by vote_count desc, id limit 200'),
    hotLog: (await ids(`select ${uuid('log', 1)}`))[0],
    longestList: await list(1),
    longList: await list(2),
  }
}
