import { sql } from 'kysely'
import { cursorValue, keyset } from '#server/core/keyset.ts'
import { cursorValues, type Cursor } from '#server/core/pagination.ts'
import type { Db } from '#server/db/database.ts'
import { visibleTo } from './lists.queries.ts'

interface Row {
  id: string
  sort: string
}

const newestFirst = (cursor: Cursor | null) =>
  keyset({ value: sql`l.created_at`, type: 'timestamptz', id: sql`l.id`, idType: 'uuid' }, 'desc', cursor)

/** A member's lists as the viewer may see them, newest first. */
export async function memberLists(
  db: Db,
  viewerId: string,
  memberId: string,
  limit: number,
  cursor: Cursor | null,
): Promise<Row[]> {
  const { by, after } = newestFirst(cursor)
  const { rows } = await sql<Row>`
    select l.id, l.created_at::text as sort from lists l
    where l.member_id = ${memberId} and ${visibleTo(viewerId)} and ${after}
    order by ${by} limit ${limit}`.execute(db)
  return rows
}

/** What a member saved and may still see, the newest saved first. */
export async function savedLists(
  db: Db,
  memberId: string,
  limit: number,
  cursor: Cursor | null,
): Promise<Row[]> {
  const { by, after } = keyset(
    { value: sql`s.created_at`, type: 'timestamptz', id: sql`s.list_id`, idType: 'uuid' },
    'desc',
    cursor,
  )
  const { rows } = await sql<Row>`
    select s.list_id as id, s.created_at::text as sort
    from list_saves s join lists l on l.id = s.list_id
    where s.member_id = ${memberId} and ${visibleTo(memberId)} and ${after}
    order by ${by} limit ${limit}`.execute(db)
  return rows
}

/** Public lists, most liked first, then newest. */
export async function popularLists(db: Db, limit: number, cursor: Cursor | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select l.id, l.like_count || '|' || l.created_at::text as sort from lists l
    where not l.is_private and ${lessLiked(cursor)}
    order by l.like_count desc, l.created_at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}

function lessLiked(cursor: Cursor | null) {
  if (!cursor) return sql`true`
  const [likes, createdAt] = cursorValues(cursor, 2)
  return sql`(l.like_count, l.created_at, l.id) < (${cursorValue(likes, 'integer')},
    ${cursorValue(createdAt, 'timestamptz')}, ${cursorValue(cursor.id, 'uuid')})`
}

/** Public lists of followed members, newest first: at most `limit` are looked at for each of them. */
export async function friendsLists(
  db: Db,
  memberId: string,
  limit: number,
  cursor: Cursor | null,
): Promise<Row[]> {
  const { by, after } = newestFirst(cursor)
  const { rows } = await sql<Row>`
    select l.id, l.created_at::text as sort
    from follows fo cross join lateral (
      select l.id, l.created_at from lists l
      where l.member_id = fo.followee_id and not l.is_private and ${after}
      order by ${by} limit ${limit}
    ) l
    where fo.follower_id = ${memberId}
    order by ${by} limit ${limit}`.execute(db)
  return rows
}
