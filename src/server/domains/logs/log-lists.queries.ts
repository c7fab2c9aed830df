import { sql } from 'kysely'
import type { MemberTag } from '#shared/api/logs.ts'
import { keyset, type Page, type Skeleton, type SortKey } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'

interface Keyed {
  id: string
  key: string
}

const newest: SortKey[] = [
  ['log.created_at', 'timestamptz'],
  ['log.id', 'uuid'],
]

/**
 * Logs of followed members, newest first. The newest `limit` logs lie among the `limit` followed members
 * with the newest last log, so the first page reads at most limit² index entries however much is logged;
 * later pages look at every followed member, each bounded by `limit`. `offset 0` keeps the look-up of each
 * followed member by key: as a join, all members may be read instead.
 */
export async function feedSkeleton(
  db: Db,
  memberId: string,
  page: Page,
  since: Date | null,
): Promise<Skeleton> {
  const { key, after, by, limit, isFirst, skeleton } = keyset(newest, page)
  const recent = since ? sql`and m.last_log_at >= ${since}` : sql``
  const within = since ? sql`and log.created_at >= ${since}` : sql``
  const bound = isFirst ? sql`order by m.last_log_at desc limit ${limit}` : sql``
  const { rows } = await sql<Keyed>`
    with followed as materialized (
      select fo.followee_id as id from follows fo
        cross join lateral (select last_log_at from members where id = fo.followee_id offset 0) m
      where fo.follower_id = ${memberId} and m.last_log_at is not null ${recent}
      ${bound}
    )
    select log.id, ${key}
    from (
      select log.id, log.created_at
      from followed cross join lateral (
        select log.id, log.created_at from logs log
        where log.member_id = followed.id ${within} and ${after}
        order by ${by} limit ${limit}
      ) log
      order by ${by} limit ${limit}
    ) log
    order by ${by}`.execute(db)
  return skeleton(rows)
}

/** The day a log stands under in a diary; the index `logs_member_day` has the same words. */
const diaryDay = sql`coalesce(watched_at, (created_at at time zone 'utc')::date)`

/** With text, GIF or image; the indexes `logs_member_reviews_*` have the same words. */
const isReview = sql<boolean>`(review <> '' or gif is not null or image is not null)`

/** Has the tag, in whatever case; the index `logs_member_tags` has the first words. Without a tag every log is meant. */
export const hasTag = (tag: string | undefined) =>
  tag === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(tags <> '{}' and exists (select from unnest(tags) as one where lower(one) = lower(${tag})))`

/** A member's tags in their commonest spelling, the one of most logs first. */
export async function memberTags(db: Db, memberId: string, limit: number): Promise<MemberTag[]> {
  const { rows } = await sql<MemberTag>`
    select mode() within group (order by one) as tag, count(*)::int as logs
    from logs cross join unnest(tags) as one
    where member_id = ${memberId} and tags <> '{}'
    group by lower(one) order by logs desc, lower(one) limit ${limit}`.execute(db)
  return rows
}

export type LogSort = 'created' | 'watched' | 'likes'

/** What the sorts of a member's logs go by before the time of writing. */
const leading: Record<LogSort, SortKey[]> = {
  created: [],
  watched: [[diaryDay, 'date']],
  likes: [['log.like_count', 'integer']],
}

export async function memberLogsSkeleton(
  db: Db,
  memberId: string,
  by: { sort: LogSort; reviews: boolean; tag?: string | undefined },
  page: Page,
): Promise<Skeleton> {
  const order = keyset([...leading[by.sort], ...newest], page)
  const rows = await db
    .selectFrom('logs as log')
    .select(['log.id', order.key])
    .where('log.member_id', '=', memberId)
    .$if(by.reviews, (query) => query.where(isReview))
    .where(hasTag(by.tag))
    .where(order.after)
    .orderBy(order.by)
    .limit(order.limit)
    .execute()
  return order.skeleton(rows)
}

export async function memberFilmLogIds(db: Db, memberId: string, filmId: number, limit: number) {
  const rows = await db
    .selectFrom('logs')
    .select(['id'])
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Logs of a film with text, most liked first, then newest. */
export async function popularSkeleton(db: Db, filmId: number, page: Page): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset([['log.like_count', 'integer'], ...newest], page)
  const rows = await db
    .selectFrom('logs as log')
    .select(['log.id', key])
    .where('log.film_id', '=', filmId)
    .where('log.review', '<>', sql.lit(''))
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

/** The newest log of the film by each followed member. */
const friendsLogs = (memberId: string, filmId: number) => sql`
    from follows fo cross join lateral (
      select id, created_at from logs
      where member_id = fo.followee_id and film_id = ${filmId}
      order by created_at desc, id desc limit 1
    ) log
    where fo.follower_id = ${memberId}`

export async function friendsSkeleton(db: Db, memberId: string, filmId: number, page: Page) {
  const { key, after, by, limit, skeleton } = keyset(newest, page)
  const { rows } = await sql<Keyed>`
    select log.id, ${key} ${friendsLogs(memberId, filmId)} and ${after}
    order by ${by} limit ${limit}`.execute(db)
  return skeleton(rows)
}

/** The newest `limit` of them, and how many friends there are. */
export async function friendsLogIds(db: Db, memberId: string, filmId: number, limit: number) {
  const { rows } = await sql<{ id: string; friends: number }>`
    select log.id, count(*) over ()::int as friends ${friendsLogs(memberId, filmId)}
    order by log.created_at desc, log.id desc
    limit ${limit}`.execute(db)
  return { ids: rows.map((row) => row.id), count: rows[0]?.friends ?? 0 }
}

/** The author's newest other logs with text. */
export async function otherReviewIds(db: Db, memberId: string, exceptId: string, limit: number) {
  const rows = await db
    .selectFrom('logs')
    .select('id')
    .where('member_id', '=', memberId)
    .where('review', '<>', '')
    .where('id', '<>', exceptId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Followers of a log's author after an id, by id; none when the log is not there. */
export async function followersToTell(
  db: Db,
  { logId, authorId }: { logId: string; authorId: string },
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('follows')
    .select('follower_id')
    .where('followee_id', '=', authorId)
    .where((eb) => eb.exists(eb.selectFrom('logs').select('id').where('id', '=', logId)))
    .where('follower_id', '>', after)
    .orderBy('follower_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.follower_id)
}
