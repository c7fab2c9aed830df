import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { visibleTo } from './lists.queries.ts'

const marks = {
  like: { table: 'list_likes', counter: 'like_count' },
  save: { table: 'list_saves', counter: 'save_count' },
} as const

/** What a member may put on a list, once each. */
export type Mark = keyof typeof marks

/** Whose list it is, if the viewer may see it; marks on it wait for each other from here on. */
export async function lockVisible(db: Db, viewerId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ member_id: string }>`
    select l.member_id from lists l where l.id = ${id} and ${visibleTo(viewerId)}
    for no key update`.execute(db)
  return rows[0]?.member_id
}

/** Puts the member's mark on a list or takes it back, and counts. The caller holds the list's lock. */
export async function toggleMark(db: Db, mark: Mark, listId: string, memberId: string) {
  const table = sql.table(marks[mark].table)
  const counter = sql.ref(marks[mark].counter)
  const { rows } = await sql<{ count: number; marked: boolean }>`
    with gone as (
      delete from ${table} where list_id = ${listId} and member_id = ${memberId} returning 1
    ), made as (
      insert into ${table} (list_id, member_id)
      select ${listId}::uuid, ${memberId}::uuid where not exists (select 1 from gone) returning 1
    )
    update lists set ${counter} = ${counter} + (select count(*) from made) - (select count(*) from gone)
    where id = ${listId}
    returning ${counter} as count, exists (select 1 from made) as marked`.execute(db)
  return rows[0]
}

/** Members with the mark on a list, the newest first. */
export async function readMarkers(db: Db, mark: Mark, listId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom(marks[mark].table)
    .select('member_id')
    .where('list_id', '=', listId)
    .orderBy('created_at', 'desc')
    .orderBy('member_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.member_id)
}

/** Takes back every such mark of a member and counts exactly those that it deletes. */
export async function deleteMarksOf(db: Db, mark: Mark, memberId: string): Promise<void> {
  const table = sql.table(marks[mark].table)
  const counter = sql.ref(marks[mark].counter)
  await sql`
    with gone as (delete from ${table} where member_id = ${memberId} returning list_id)
    update lists set ${counter} = ${counter} - 1 from gone where lists.id = gone.list_id`.execute(db)
}
