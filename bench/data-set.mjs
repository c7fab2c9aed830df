// The data sets of the bench. Everything is derived from row numbers by hashes, so that each run has the same rows.
import { loadStore } from '#built-in/catalogue/store/store.ts'
import { searchedNames } from '#server/domains/members/members.service.ts'
import { withoutIndexes } from './bulk-load.mjs'

/** Row counts. `follows` is for each member; `heavy` is the number of logs of the member with the most. */
export const sizes = {
  S: { members: 1_000, logs: 50_000, films: 5_000 },
  M: { members: 10_000, logs: 500_000, films: 20_000 },
  L: { members: 100_000, logs: 5_000_000, films: 100_000 },
}
const follows = 50
const heavy = 20_000
const hotLikes = 50_000
const replies = 5_000
const maxListLength = 5_000
const longList = 1_000
/** The first members, who show guests all that they wrote. */
const publicMembers = 200

/** The token of member `i`, from 1; the SQL below makes the same. */
export const tokenOf = (i) => `bench-token-${String(i).padStart(12, '0')}`

/** How each of their names sounds, and how a search finds it. */
const sounds = searchedNames('member_1', null).search_sounds.join(',')

/** The member whom everyone follows and the one with most logs. */
const star = 1
const diarist = 2

/** SQL of a pseudo-random integer from 0 to `below - 1` for row `i`; `name` tells draws apart. */
const pick = (name, below, i = 'i') =>
  `((hashint8extended(${i}, hashtextextended('${name}', 0)) & 1152921504606846975) % ${below})::int`
/**
 * SQL of the `k`-th of several different numbers from 1 to `below` for row `i`: a prime step visits all of them,
 * unless it divides `below`.
 */
const step = 7919
const different = (name, below, k = 'k') => `(1 + (${pick(name, below)} + ${k} * ${step}) % (${below}))`
/** A UUID of version 7 by its digits; the contract takes no others. */
const uuid = (kind, i) => `overlay(md5('${kind}-' || ${i}) placing '70008' from 13)::uuid`
/** Rows `i` with their id, which is made once however many rows follow from each. */
const rowsOf = (kind, from, to) =>
  `(select i, ${uuid(kind, 'i')} as id from generate_series(${from}, ${to}) i offset 0)`
const text = `repeat('A film that stays with you, told plainly. ', 1 + ${pick('length', 6)})`
/**
 * The random number is squared, so that a tenth of the films has a third of the logs. The films are read once, those
 * with most votes first.
 */
const film = (films) =>
  `(select array_agg(id order by vote_count desc, id) from films)
     [1 + floor(power(${pick('film', 1_000_000)} / 1e6::float8, 2) * ${films})::int]`
const likesOf = pick('likes', 3)

const byRating = Array.from(
  { length: 10 },
  (_, index) => `count(*) filter (where rating = ${index + 1})`,
).join()
/** The totals of each member's logs of a film. */
const standings = `select film_id, count(*) as logs,
  (array_agg(rating order by created_at desc, id desc) filter (where rating is not null))[1] as rating
  from logs group by film_id, member_id`

function statements({ members, logs, films }) {
  // When there are fewer members than likes of the hottest log, extra members exist only to like it.
  const everyone = Math.max(members, hotLikes)
  const answered = `case when i % 5 in (0, 4) then ${uuid('reply', `(1 + 5 * ${pick('parent', replies / 5)})`)} end`
  return [
    `create temporary table numbered as
     select i as number, ${uuid('member', 'i')} as id from generate_series(1, ${members}) i`,
    'analyze numbered',
    `insert into sessions (id, member_id, token_hash, expires_at)
     select ${uuid('session', 'i')}, ${uuid('member', 'i')},
       sha256(convert_to('bench-token-' || lpad(i::text, 12, '0'), 'utf8')), now() + interval '30 days'
     from generate_series(1, ${members}) i`,
    // Counted from the next member on, so that nobody follows themselves.
    `insert into follows (follower_id, followee_id, created_at)
     select m.id, numbered.id, now() - k * interval '1 hour'
     from ${rowsOf('member', 1, members)} m, generate_series(1, ${follows - 1}) k,
       lateral (select 1 + (i - 1 + ${different('follow', members - 1)}) % ${members} as j) f
       join numbered on number = j
     where j <> ${star}
     union all
     select ${uuid('member', 'i')}, ${uuid('member', star)}, now() from generate_series(2, ${members}) i`,
    `insert into logs (id, member_id, film_id, rating, review, watched_at, like_count, reply_count, created_at,
       updated_at, audience)
     select ${uuid('log', 'i')}, numbered.id, ${film(films)}, 1 + ${pick('rating', 10)}, case when ${pick('written', 10)} < 6 then ${text} else '' end,
       day::date, case when i = 1 then ${hotLikes} else ${likesOf} end, case when i = 1 then ${replies} else 0 end,
       day, day, (case when author <= ${publicMembers} and author <> ${diarist} then 'public' else 'members' end)::seen_by
     from generate_series(1, ${logs + heavy}) i,
       lateral (select now() - ${pick('day', 5_184_000)} * interval '1 second' as day,
         case when i <= ${logs} then 1 + ${pick('author', members)} else ${diarist} end as author) d
       join numbered on number = author`,
    `insert into film_stats (film_id, logs, ratings, rating_sum, by_rating)
     select film_id, sum(logs), count(rating), coalesce(sum(rating), 0), array[${byRating}]
     from (${standings}) s group by film_id`,
    `insert into log_likes (log_id, member_id, created_at)
     select l.id, numbered.id, now() - i * interval '1 second'
     from ${rowsOf('log', 2, logs + heavy)} l, generate_series(1, ${likesOf}) k,
       lateral (select ${different('liker', members)} as j) f
       join numbered on number = j
     union all
     select ${uuid('log', 1)}, ${uuid('member', 'i')}, now() from generate_series(1, ${hotLikes}) i`,
    // Two of five answer a comment.
    `insert into replies (id, log_id, member_id, text, parent_id, root_id, created_at)
     select ${uuid('reply', 'i')}, ${uuid('log', 1)}, ${uuid('member', `(1 + i % ${members})`)}, ${text},
       ${answered}, ${answered}, now() - interval '1 day' + i * interval '10 seconds'
     from generate_series(1, ${replies}) i`,
    `insert into reply_likes (reply_id, member_id)
     select ${uuid('reply', 'i')}, ${uuid('member', different('reply liker', members))}
     from generate_series(1, ${replies}) i, generate_series(1, ${pick('reply likes', 5)}) k`,
    `update replies r set answer_count = c.answers
     from (select root_id, count(*) as answers from replies group by root_id) c where c.root_id = r.id`,
    `update replies r set like_count = c.likes
     from (select reply_id, count(*) as likes from reply_likes group by reply_id) c where c.reply_id = r.id`,
    `insert into watchlist_items (member_id, film_id)
     select id, (select array_agg(id order by id) from films)[${different('watchlist', films)}]
     from ${rowsOf('member', 1, members)} m, generate_series(1, 20) k`,
    `insert into list_films (list_id, film_id, position)
     select ${uuid('list', 1)}, id, row_number() over (order by id) - 1 from films order by id limit ${maxListLength}`,
    `insert into list_films (list_id, film_id, position)
     select ${uuid('list', 2)}, id, row_number() over (order by vote_count desc, id) - 1
     from films order by vote_count desc, id limit ${longList}`,
    `insert into lists (id, member_id, title, search_text, audience, films_count)
     select ${uuid('list', 'i')}, ${uuid('member', `(1 + i % ${members})`)}, 'List ' || i, ' list ' || i,
       (case when i % 10 = 0 then 'me' else 'members' end)::seen_by,
       case i when 1 then ${maxListLength} when 2 then ${longList} else 0 end
     from generate_series(1, ${members * 2}) i`,
    `insert into members (id, username, email, search_text, search_sounds, email_verified_at, avatar, created_at,
       followers_count, following_count, profile_audience)
     select m.id, 'member_' || i, 'member_' || i || '@bench.example', ' member ' || i, '{${sounds}}', now(),
       '/art/avatar-member_' || i || '.webp', now() - interval '1 year', coalesce(followers, 0),
       coalesce(following, 0),
       (case when i <= ${publicMembers} then 'public' else 'members' end)::seen_by
     from ${rowsOf('member', 1, everyone)} m
       left join (select followee_id as id, count(*) as followers from follows group by 1) f on f.id = m.id
       left join (select follower_id as id, count(*) as following from follows group by 1) g on g.id = m.id`,
    `update diaries d set films_count = l.films, last_log_at = l.newest
     from (select member_id as id, count(distinct film_id) as films, max(created_at) as newest
       from logs group by 1) l where l.id = d.member_id`,
  ]
}

const firstWords =
  'Silent Last Golden Hidden Paper Broken Distant Crimson Winter Electric Borrowed Salt'.split(' ')
const lastWords = 'Harbour Letter Orchard Summer Train Mirror River Garden Island Promise Road Night'.split(
  ' ',
)
/** Above every number of the catalogue. */
const firstInvented = 1_500_000_000

/**
 * The best-known films of the built-in catalogue, so that film pages have something to show; then invented ones, all with
 * their texts, which a job would ask for meanwhile. Those that are there stay as they are.
 */
export async function addFilms(pool, count) {
  const { films } = await loadStore()
  const rows = Array.from({ length: Math.min(count, films.size) }, (_, index) => ({
    id: films.id[index],
    title: films.title[index],
    release_date: String(films.date[index]).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
    runtime: films.runtime[index],
    poster_path: `/poster${films.id[index]}-0.jpg`,
    backdrop_path: `/backdrop${films.id[index]}-0.jpg`,
    vote_count: films.voteCount[index],
  }))
  await pool.query(
    `insert into films (id, title, original_title, release_date, runtime, poster_path, backdrop_path, vote_count, texts_at)
     select id, title, title, release_date, runtime, poster_path, backdrop_path, vote_count, now()
     from json_to_recordset($1) as f (id int, title text, release_date text, runtime int, poster_path text,
       backdrop_path text, vote_count int)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  )
  await pool.query(
    `insert into films (id, title, original_title, release_date, runtime, poster_path, vote_count, texts_at)
     select ${firstInvented} + i, title, title, (1920 + ${pick('year', 105)}) || '-01-01', 70 + ${pick('runtime', 90)},
       '/poster' || ${firstInvented} + i || '-0.jpg', ${pick('votes', 60)}, now()
     from generate_series(1, ${count - rows.length}) i, lateral (select 'The ' ||
       ($1::text[])[1 + ${pick('first word', firstWords.length)}] || ' ' ||
       ($2::text[])[1 + ${pick('last word', lastWords.length)}] as title) t`,
    [firstWords, lastWords],
  )
}

/** Each counts rows whose counters differ from the other rows. */
const counter = (table, column, rows, key) => [
  `${table}.${column}`,
  `select count(*) from ${table} t left join (select ${key} as id, count(*) as n from ${rows} group by 1) c
     on c.id = t.id where t.${column} <> coalesce(c.n, 0)`,
]
const faults = [
  counter('lists', 'films_count', 'list_films', 'list_id'),
  counter('logs', 'like_count', 'log_likes', 'log_id'),
  counter('logs', 'reply_count', 'replies', 'log_id'),
  counter('film_stats', 'logs', 'logs', 'film_id').map((part) => part.replace('t.id', 't.film_id')),
  counter('replies', 'answer_count', 'replies', 'root_id'),
  counter('replies', 'like_count', 'reply_likes', 'reply_id'),
  counter('members', 'followers_count', 'follows', 'followee_id'),
  counter('members', 'following_count', 'follows', 'follower_id'),
  counter('diaries', 'films_count', '(select distinct member_id, film_id from logs) l', 'member_id').map(
    (part) => part.replace('t.id', 't.member_id'),
  ),
  [
    'diaries.last_log_at',
    `select count(*) from diaries t left join (select member_id, max(created_at) as newest from logs group by 1) l
       on l.member_id = t.member_id where t.last_log_at is distinct from l.newest`,
  ],
]
const totals = ({ members, logs, films }) => [
  ['films', 'select count(*) from films', films],
  ['logs', 'select count(*) from logs', logs + heavy],
  [
    'followers of the star',
    `select followers_count from members where id = ${uuid('member', star)}`,
    members - 1,
  ],
  ['likes of the hot log', `select like_count from logs where id = ${uuid('log', 1)}`, hotLikes],
  ['replies to the hot log', `select reply_count from logs where id = ${uuid('log', 1)}`, replies],
  ['the longest list', `select films_count from lists where id = ${uuid('list', 1)}`, maxListLength],
  ['private lists', `select count(*) from lists where audience = 'me'`, members / 5],
]

/** Checks all counters against the rows, and the size of the data set. @throws when one is wrong */
async function verify(pool, counts) {
  const value = async (sql) => Number((await pool.query({ text: sql, rowMode: 'array' })).rows[0][0])
  for (const [name, sql] of faults) {
    const wrong = await value(sql)
    if (wrong > 0) throw new Error(`${name} is wrong in ${wrong} rows`)
  }
  for (const [name, sql, expected] of totals(counts)) {
    const actual = await value(sql)
    if (actual !== expected) throw new Error(`${name}: ${actual}, not ${expected}`)
  }
}

/** Fills a migrated, empty database; the pool must have one connection only. */
export async function fill({ pool }, size) {
  const counts = sizes[size]
  await pool.query(
    `set statement_timeout = 0; set synchronous_commit = off; set work_mem = '256MB';
     set maintenance_work_mem = '1GB'`,
  )
  const tables =
    'members diaries sessions films follows logs film_stats log_likes replies reply_likes watchlist_items lists list_films'
  await withoutIndexes(pool, tables.split(' '), async () => {
    await addFilms(pool, counts.films)
    for (const statement of statements(counts)) await pool.query(statement)
  })
  await pool.query('vacuum analyze')
  await verify(pool, counts)
  await pool.query('checkpoint').catch(() => {})
}

/** Signs in the first members, as many as there are up to `count`, and answers their ids: number `i` with `tokenOf(i)`. */
export async function signIn({ pool }, count) {
  await pool.query(
    `insert into sessions (id, member_id, token_hash, expires_at)
     select ${uuid('session', 'i')}, m.id, sha256(convert_to('bench-token-' || lpad(i::text, 12, '0'), 'utf8')),
       now() + interval '30 days'
     from ${rowsOf('member', 1, count)} wanted join members m on m.id = wanted.id
     on conflict do nothing`,
  )
  const { rows } = await pool.query(
    `select m.id from ${rowsOf('member', 1, count)} wanted join members m on m.id = wanted.id order by i`,
  )
  return rows.map(({ id }) => id)
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
    publicMembers,
    films: await ids('select id from films order by vote_count desc, id limit 200'),
    titles: await ids('select title from films order by vote_count desc, id limit 2000'),
    hotLog: (await ids(`select ${uuid('log', 1)}`))[0],
    maxListLength: await list(1),
    longList: await list(2),
  }
}
