import { sql } from 'kysely'
import type { FilmTitles, TitleReader } from '#shared/film-titles.ts'
import type { Db } from '#server/db/database.ts'
import { maySeeWritten, mayShow } from '#server/core/audience.ts'
import { titleColumns } from '#server/domains/films/titles.views.ts'
import { listVisibleTo } from '#server/domains/lists/lists.views.ts'
import type { MailReader } from './mail.queries.ts'

export type DigestReader = MailReader & {
  time_zone: string | null
  film_titles: TitleReader['choice']
  /** `YYYY-MM-DD`, in the member's own time. */
  digest_on: string | null
  digest_day: number | null
}

const columns = sql`m.id, m.locale, m.suspended_at, m.time_zone, m.film_titles, s.digest_on::text as digest_on, s.digest_day`

export async function selectDigestReader(db: Db, memberId: string): Promise<DigestReader | undefined> {
  const { rows } = await sql<DigestReader>`
    select ${columns} from members m left join notification_settings s on s.member_id = m.id
    where m.id = ${memberId}`.execute(db)
  return rows[0]
}

/**
 * Members who want a digest on one of these weekdays and had none within three days, in the order of their ids. Days
 * further ahead came from a wrong clock.
 */
export async function selectDigestReaders(
  db: Db,
  { days, now, after, limit }: { days: readonly number[]; now: Date; after: string; limit: number },
): Promise<DigestReader[]> {
  const { rows } = await sql<DigestReader>`
    select ${columns} from notification_settings s join members m on m.id = s.member_id
    where s.digest_day = any(${days}::integer[]) and (s.digest_on is null or abs(s.digest_on - (${now}::timestamptz at time zone 'utc')::date) > 3)
      and s.member_id > ${after}::uuid
    order by s.member_id limit ${limit}`.execute(db)
  return rows
}

export interface DigestFilm extends FilmTitles {
  id: number
  release_date: string
  /** Mean of the half stars. */
  rating: number
  friends: number
}

interface DigestQuery {
  memberId: string
  titles: TitleReader
  since: Date
  limit: number
}

/** Films that those whom a member follows rated since, the best first; all, or those on the member's watchlist. */
export async function selectDigestFilms(
  db: Db,
  { memberId, titles, since, limit }: DigestQuery,
  from: 'friends' | 'watchlist',
): Promise<DigestFilm[]> {
  const wanted =
    from === 'watchlist'
      ? sql`and exists (select from watchlist_items w where w.member_id = ${memberId} and w.film_id = l.film_id)`
      : sql``
  const { rows } = await sql<DigestFilm>`
    with rated as (
      select l.film_id, avg(l.rating)::float as rating, count(distinct l.member_id)::int as friends
      from logs l
      where l.member_id = any (array(select followee_id from follows where follower_id = ${memberId}))
        and l.created_at >= ${since}::timestamptz and l.rating is not null and ${maySeeWritten(memberId, 'l')}
        and ${mayShow(memberId, { member: 'l.member_id', film: 'l.film_id' })} ${wanted}
      group by l.film_id order by avg(l.rating) desc, count(distinct l.member_id) desc, l.film_id limit ${limit}
    )
    select f.id, f.release_date, rated.rating, rated.friends, ${titleColumns(titles)}
    from rated join films f on f.id = rated.film_id
    order by rated.rating desc, rated.friends desc, f.id`.execute(db)
  return rows
}

export interface DigestList {
  id: string
  title: string
  username: string
  films_count: number
}

/** Lists that those whom a member follows made or changed since, the most liked first. */
export async function selectDigestLists(
  db: Db,
  { memberId, since, limit }: Omit<DigestQuery, 'titles'>,
): Promise<DigestList[]> {
  const { rows } = await sql<DigestList>`
    select l.id, l.title, m.username, l.films_count
    from lists l join members m on m.id = l.member_id
    where l.member_id = any (array(select followee_id from follows where follower_id = ${memberId}))
      and l.updated_at >= ${since}::timestamptz and l.films_count > 0 and ${listVisibleTo(memberId, 'l')}
      and ${mayShow(memberId, { member: 'l.member_id', text: 'l.title' })}
    order by l.like_count desc, l.updated_at desc, l.id limit ${limit}`.execute(db)
  return rows
}

/** Records the day of the digest; false when it was recorded already, so that each day's digest is sent once. */
export async function claimDigest(db: Db, memberId: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    update notification_settings set digest_on = ${day}::date
    where member_id = ${memberId} and digest_day is not null and digest_on is distinct from ${day}::date
    returning member_id`.execute(db)
  return rows.length > 0
}
