import { sql } from 'kysely'
import { keepable } from '#server/core/kept-statement.ts'
import { keyset, type KeysetPage } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import { type TitledFilm, titledFilmColumns, type TitleReader } from '#server/domains/films/titles.views.ts'
import { isForMembers, isLeftTo, mayShow } from '#server/core/audience.ts'
import { lastOf } from './feed.queries.ts'
import { newest, pageOfLogs, type LogsPage } from './logs.queries.ts'

/**
 * Logs with text of followed members, newest first. All logs of a page are by the `limit` followed members who wrote a text
 * last, and none is older than the oldest of these members' newest texts. So one text of each followed member is read, and
 * then hardly more texts than the page shows.
 */
export function friendsReviewsPage(memberId: string, page: KeysetPage): LogsPage {
  const wanted = keepable('texts of friends', { memberId }, (of) => friendsReviews(of.memberId, page))
  return pageOfLogs(page, { ...wanted, order: 'newest' })
}

function friendsReviews(memberId: string, page: KeysetPage) {
  const { after, by, limit } = keyset(newest, page)
  const textsOf = (member: string) => sql`
    logs log where log.member_id = ${sql.ref(member)} and log.review <> '' and ${isLeftTo(memberId, 'log')} and ${after}
      and ${mayShow(memberId, { member: 'log.member_id', film: 'log.film_id', text: 'log.review' })}`
  return sql`
    with authors as materialized (
      select fo.followee_id as id, log.created_at as last_at from follows fo cross join lateral (
        select log.id, log.created_at from ${textsOf('fo.followee_id')} order by ${by} limit 1
      ) log
      where fo.follower_id = ${memberId} order by ${by} limit ${limit}
    )
    select log.* from authors cross join lateral (
      select log.* from ${textsOf('authors.id')} and log.created_at >= ${lastOf('authors', limit)}
      order by ${by} limit ${limit}
    ) log
    order by ${by} limit ${limit}`
}

/** How many of the newest texts are searched for those of strangers. */
const newestTexts = 200

/** The newest log with text of members whom the viewer does not follow and who may be shown to strangers. */
export async function selectNewReviews(db: Db, viewerId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with followed as materialized (
      select followee_id from follows where follower_id = ${viewerId}
    ), newest as materialized (
      select id, member_id, created_at from logs where review <> '' and ${isForMembers()}
        and ${mayShow(viewerId, { film: 'film_id', text: 'review' })}
      order by created_at desc, id desc limit ${sql.lit(newestTexts)}
    ), firsts as materialized (
      select distinct on (member_id) id, member_id, created_at from newest
      where member_id <> ${viewerId} and member_id not in (select followee_id from followed)
      order by member_id, created_at desc, id desc
    ), strangers as materialized (
      select id, member_id from firsts order by created_at desc, id desc
    )
    select id from strangers
    where exists (select from members where members.id = strangers.member_id and discoverable and limited_at is null offset 0)
    limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** How many of the newest logs with a day are searched for films. */
const newestLogs = 200

/** The posters of the films that members logged last, the newest first. */
export async function selectNewestPosters(db: Db, limit: number): Promise<{ poster_path: string | null }[]> {
  const { rows } = await sql<{ poster_path: string | null }>`
    select f.poster_path
    from (
      select film_id, max(created_at) as last_at from (
        select film_id, created_at from logs where watched_at is not null and ${isForMembers()}
        order by created_at desc limit ${sql.lit(newestLogs)}
      ) newest
      group by film_id order by last_at desc limit ${limit}
    ) logged
    join films f on f.id = logged.film_id
    order by logged.last_at desc`.execute(db)
  return rows
}

/** The languages of members, the most common first; members who chose none count as English. */
export async function selectLanguages(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('locale')
    .groupBy('locale')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .execute()
  return [...new Set([...rows.map((row) => row.locale), 'en'])]
}

/** How many logs are counted at most: a very busy week is judged by its end. */
const logsCounted = 50_000

/** The films that most members logged with a day since a moment; ties go to the one logged last. */
export async function selectPopularFilms(
  db: Db,
  { since, limit, reader }: { since: Date; limit: number; reader: TitleReader },
): Promise<TitledFilm[]> {
  const { rows } = await sql<TitledFilm>`
    select ${titledFilmColumns(reader)}
    from (
      select film_id, count(distinct member_id) as members, max(created_at) as last_at from (
        select film_id, member_id, created_at from logs
        where watched_at is not null and created_at >= ${since} and ${isForMembers()}
        order by created_at desc limit ${sql.lit(logsCounted)}
      ) week
      group by film_id order by members desc, last_at desc limit ${limit}
    ) popular
    join films f on f.id = popular.film_id
    order by popular.members desc, popular.last_at desc`.execute(db)
  return rows
}
