import { sql } from 'kysely'
import { keyset, type Page, type Skeleton, type SortKey } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import { isPublic, visibleTo } from './lists.queries.ts'

const newest: SortKey[] = [
  ['l.created_at', 'timestamptz'],
  ['l.id', 'uuid'],
]

/** A member's lists as the viewer may see them, newest first. */
export async function memberLists(db: Db, viewerId: string, memberId: string, page: Page): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset(newest, page)
  const rows = await db
    .selectFrom('lists as l')
    .select(['l.id', key])
    .where('l.member_id', '=', memberId)
    .where(visibleTo(viewerId))
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

/** What a member saved and may still see, the newest saved first. */
export async function savedLists(db: Db, memberId: string, page: Page): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset(
    [
      ['s.created_at', 'timestamptz'],
      ['s.list_id', 'uuid'],
    ],
    page,
  )
  const rows = await db
    .selectFrom('list_saves as s')
    .innerJoin('lists as l', 'l.id', 's.list_id')
    .select(['l.id', key])
    .where('s.member_id', '=', memberId)
    .where(visibleTo(memberId))
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

/** Public lists, most liked first, then newest. */
export async function popularLists(db: Db, page: Page): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset([['l.like_count', 'integer'], ...newest], page)
  const rows = await db
    .selectFrom('lists as l')
    .select(['l.id', key])
    .where(isPublic)
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

/** Public lists of followed members, newest first: of each of them no more are looked at than the page shows. */
export async function friendsLists(db: Db, memberId: string, page: Page): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset(newest, page)
  const { rows } = await sql<{ id: string; key: string }>`
    select l.id, ${key}
    from follows fo cross join lateral (
      select l.id, l.created_at from lists l
      where l.member_id = fo.followee_id and ${isPublic} and ${after}
      order by ${by} limit ${limit}
    ) l
    where fo.follower_id = ${memberId}
    order by ${by} limit ${limit}`.execute(db)
  return skeleton(rows)
}
