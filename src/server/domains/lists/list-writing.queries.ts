import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export function findListByKey(db: Db, memberId: string, key: string) {
  return db
    .selectFrom('lists')
    .select(['id', 'request_hash'])
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

export interface NewList {
  id: string
  memberId: string
  title: string
  searchText: string
  description: string
  cover: string | null
  isPrivate: boolean
  isRanked: boolean
  idempotencyKey: string | null
  requestHash: Buffer
  createdAt: Date
}

/** Answers whether it was inserted: false when this member has sent this key before. */
export async function insertList(db: Db, list: NewList): Promise<boolean> {
  const result = await db
    .insertInto('lists')
    .values({
      id: list.id,
      member_id: list.memberId,
      title: list.title,
      search_text: list.searchText,
      description: list.description,
      cover: list.cover,
      is_private: list.isPrivate,
      is_ranked: list.isRanked,
      idempotency_key: list.idempotencyKey,
      request_hash: list.requestHash,
      created_at: list.createdAt,
      updated_at: list.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['member_id', 'idempotency_key']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Puts films at the end of a list, in their order, and counts them. Those that it has are left out; answers how
 * many were added. The caller holds the list's lock.
 */
export async function appendFilms(
  db: Db,
  listId: string,
  filmIds: number[],
  updatedAt: Date,
): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with made as (
      insert into list_films (list_id, film_id, position)
      select ${listId}, wanted.film_id,
        (select coalesce(max(position), -1) from list_films where list_id = ${listId}) + wanted.place
      from unnest(${filmIds}::integer[]) with ordinality as wanted (film_id, place)
      on conflict do nothing
      returning 1
    )
    update lists set films_count = films_count + (select count(*) from made), updated_at = ${updatedAt}
    where id = ${listId}
    returning (select count(*)::int from made) as added`.execute(db)
  return rows[0]?.added ?? 0
}
