import { sql, type RawBuilder } from 'kysely'
import { cursorValue, keyset } from '#server/core/keyset.ts'
import { cursorValues, type Cursor } from '#server/core/pagination.ts'
import type { Db } from '#server/db/database.ts'

/** Rows of a skeleton; `sort` is the creation instant as the database writes it, so that no digit is lost. */
interface SkeletonRow {
  id: string
  sort: string
}

const before = (cursor: Cursor | null): RawBuilder<unknown> =>
  cursor
    ? sql`and (created_at, id) < (${cursorValue(cursor.value, 'timestamptz')}, ${cursorValue(cursor.id, 'uuid')})`
    : sql``

/**
 * Logs of followed members, newest first. The newest `limit` logs lie among the `limit` followed members
 * with the newest last log, so the first page reads at most limit² index entries however much is logged;
 * later pages look at every followed member, each bounded by `limit`. `offset 0` keeps the look-up of each
 * followed member by key: as a join, all members may be read instead.
 */
export async function feedSkeleton(
  db: Db,
  memberId: string,
  limit: number,
  cursor: Cursor | null,
  since: Date | null,
): Promise<SkeletonRow[]> {
  const recent = since ? sql`and m.last_log_at >= ${since}` : sql``
  const within = since ? sql`and created_at >= ${since}` : sql``
  const bound = cursor ? sql`` : sql`order by m.last_log_at desc limit ${limit}`
  const { rows } = await sql<SkeletonRow>`
    with followed as materialized (
      select fo.followee_id as id from follows fo
        cross join lateral (select last_log_at from members where id = fo.followee_id offset 0) m
      where fo.follower_id = ${memberId} and m.last_log_at is not null ${recent}
      ${bound}
    )
    select log.id, log.created_at::text as sort
    from followed cross join lateral (
      select id, created_at from logs
      where member_id = followed.id ${within} ${before(cursor)}
      order by created_at desc, id desc limit ${limit}
    ) log
    order by log.created_at desc, log.id desc
    limit ${limit}`.execute(db)
  return rows
}

/** The day a log stands under in a diary; the index `logs_member_day` has the same words. */
const diaryDay = sql`coalesce(watched_at, (created_at at time zone 'utc')::date)`

/** With text, GIF or image; the indexes `logs_member_reviews_*` have the same words. */
const isReview = sql`(review <> '' or gif is not null or image is not null)`

export type LogSort = 'created' | 'watched' | 'likes'

/** What the sorts of a member's logs go by before the time of writing, and its type. */
const leading = { created: null, watched: [diaryDay, 'date'], likes: [sql`like_count`, 'integer'] } as const

export async function memberLogsSkeleton(
  db: Db,
  memberId: string,
  by: { sort: LogSort; reviews: boolean },
  limit: number,
  cursor: Cursor | null,
) {
  const reviews = by.reviews ? sql`and ${isReview}` : sql``
  const first = leading[by.sort]
  if (!first) {
    const { rows } = await sql<SkeletonRow>`
      select id, created_at::text as sort from logs
      where member_id = ${memberId} ${reviews} ${before(cursor)}
      order by created_at desc, id desc limit ${limit}`.execute(db)
    return rows
  }
  const [value, type] = first
  const { rows } = await sql<SkeletonRow>`
    select id, ${value}::text || '|' || created_at::text as sort from logs
    where member_id = ${memberId} ${reviews} ${beforeBoth(value, type, cursor)}
    order by ${value} desc, created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

function beforeBoth(value: RawBuilder<unknown>, type: 'date' | 'integer', cursor: Cursor | null) {
  if (!cursor) return sql``
  const [first, createdAt] = cursorValues(cursor, 2)
  const id = cursorValue(cursor.id, 'uuid')
  return sql`and (${value}, created_at, id)
    < (${cursorValue(first, type)}, ${cursorValue(createdAt, 'timestamptz')}, ${id})`
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
export async function popularSkeleton(db: Db, filmId: number, limit: number, cursor: Cursor | null) {
  const { rows } = await sql<SkeletonRow>`
    select id, like_count || '|' || created_at::text as sort from logs
    where film_id = ${filmId} and review <> '' ${beforeBoth(sql`like_count`, 'integer', cursor)}
    order by like_count desc, created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** The newest log of the film by each followed member. */
const friendsLogs = (memberId: string, filmId: number) => sql`
    from follows fo cross join lateral (
      select id, created_at from logs
      where member_id = fo.followee_id and film_id = ${filmId}
      order by created_at desc, id desc limit 1
    ) log
    where fo.follower_id = ${memberId}`

export async function friendsSkeleton(
  db: Db,
  memberId: string,
  filmId: number,
  limit: number,
  cursor: Cursor | null,
) {
  const { by, after } = keyset(
    { value: sql`log.created_at`, type: 'timestamptz', id: sql`log.id`, idType: 'uuid' },
    'desc',
    cursor,
  )
  const { rows } = await sql<SkeletonRow>`
    select log.id, log.created_at::text as sort ${friendsLogs(memberId, filmId)} and ${after}
    order by ${by} limit ${limit}`.execute(db)
  return rows
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
