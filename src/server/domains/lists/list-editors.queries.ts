import { sql } from 'kysely'
import { keyset, type KeysetPage, type Listed } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import { maySee } from '#server/core/audience.ts'
import { mayOpen } from './list-visibility.ts'

export interface ListEditorRow {
  id: string
  username: string
  avatar: string | null
  accepted: boolean
}

/**
 * The editors of a list, the first invited first. Those who have not accepted are shown only to the owner and to
 * themselves.
 */
export const editorsOf = (viewerId: string) => sql`(
  select coalesce(json_agg(json_build_object('id', em.id, 'username', em.username, 'avatar', em.avatar,
    'accepted', e.accepted_at is not null) order by e.invited_at, em.id), '[]')
  from list_editors e join members em on em.id = e.member_id
  where e.list_id = l.id and ${maySee(viewerId, 'e.member_id')}
    and (e.accepted_at is not null or ${viewerId} in (e.member_id, l.member_id)))`

/**
 * Lists of others that a member edits or is invited to edit, the last invitation first; `invited` when they have not
 * accepted yet.
 */
export async function selectEditedLists(
  db: Db,
  memberId: string,
  page: KeysetPage,
): Promise<Listed<{ id: string; invited: boolean }>> {
  const { key, after, by, limit, list } = keyset(
    [
      ['e.invited_at', 'timestamptz'],
      ['e.list_id', 'uuid'],
    ],
    page,
  )
  const rows = await db
    .selectFrom('list_editors as e')
    .innerJoin('lists as l', 'l.id', 'e.list_id')
    .select(['l.id', sql<boolean>`e.accepted_at is null`.as('invited'), key])
    .where('e.member_id', '=', memberId)
    .where(mayOpen(memberId))
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return list(rows)
}

/** Whether a member may change the films of another's list. */
export async function isEditorOf(db: Db, memberId: string, listId: string): Promise<boolean> {
  const row = await db
    .selectFrom('list_editors')
    .select('list_id')
    .where('list_id', '=', listId)
    .where('member_id', '=', memberId)
    .where('accepted_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function countEditors(db: Db, listId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from list_editors where list_id = ${listId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Answers whether it was inserted: false when the member was asked before. */
export async function insertEditor(
  db: Db,
  editor: { list_id: string; member_id: string; invited_at: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('list_editors')
    .values(editor)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Accepts an invitation. Answers the list's owner, and whether that is new; undefined when there was no invitation.
 */
export async function acceptEditor(
  db: Db,
  memberId: string,
  listId: string,
  at: Date,
): Promise<{ ownerId: string; isNew: boolean } | undefined> {
  const { rows } = await sql<{ ownerId: string; isNew: boolean }>`
    with agreed as (
      update list_editors set accepted_at = ${at}
      where list_id = ${listId} and member_id = ${memberId} and accepted_at is null returning 1
    )
    select l.member_id as "ownerId", exists (select from agreed) as "isNew"
    from list_editors e join lists l on l.id = e.list_id
    where e.list_id = ${listId} and e.member_id = ${memberId} and ${mayOpen(memberId)}`.execute(db)
  return rows[0]
}

/** Answers whether there was such an editor. */
export async function deleteEditor(db: Db, memberId: string, listId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('list_editors')
    .where('list_id', '=', listId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes two members as editors of each other's lists. */
export async function deleteEditorsBetween(db: Db, memberId: string, otherId: string): Promise<void> {
  await sql`
    delete from list_editors e using lists l
    where l.id = e.list_id and (l.member_id, e.member_id) in ((${memberId}, ${otherId}), (${otherId}, ${memberId}))`.execute(
    db,
  )
}
