// Who opens the screens of bench/web.mjs: a member of the demo community, and one who logged 5,000 films.
import { addFilms } from './data-set.mjs'

const films = 5_000
const diarist = '01900000-0000-7000-8000-000000000001'

/** As the client keeps a session. */
export async function signInAs(pool, username) {
  const token = `web-token-${username.padEnd(16, '0')}`
  const { rows } = await pool.query(
    `with m as (select id, username, email, avatar, email_verified_at is not null as verified from members
       where username = $1),
     s as (insert into sessions (id, member_id, token_hash, expires_at)
       select gen_random_uuid(), id, sha256(convert_to($2, 'utf8')), now() + interval '1 day' from m)
     select id as "_id", username, email, avatar, verified as "emailVerified" from m`,
    [username, token],
  )
  return { user: rows[0], token }
}

/** A member with a log of each of so many well-known films, signed in. */
export async function addDiarist(pool) {
  await addFilms(pool, films)
  await pool.query(
    `insert into members (id, username, email, search_text, email_verified_at, avatar, profile_audience)
     values ($1, 'diarist', 'diarist@bench.example', ' diarist', now(), '/art/avatar-diarist.webp', 'public')`,
    [diarist],
  )
  await pool.query('update diaries set films_count = $2, last_log_at = now() where member_id = $1', [
    diarist,
    films,
  ])
  await pool.query(
    `insert into logs (id, member_id, film_id, rating, review, watched_at, created_at, audience)
     select overlay(overlay(md5('log' || at) placing '7' from 13) placing '8' from 17)::uuid, $1, id, 1 + at % 10,
       case when at % 3 = 0 then 'Seen, and worth the evening.' else '' end, day::date, day, 'public'
     from (select id, row_number() over (order by vote_count desc, id) as at from films limit $2) f,
       lateral (select now() - at * interval '12 hours' as day) d`,
    [diarist, films],
  )
  await pool.query('analyze')
  return signInAs(pool, 'diarist')
}
