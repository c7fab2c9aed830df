import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { MediaKind } from './images.ts'

export async function insertMedia(
  db: Db,
  row: { path: string; memberId: string | null; kind: MediaKind; bytes: number; at: Date },
): Promise<void> {
  await db
    .insertInto('media')
    .values({
      path: row.path,
      member_id: row.memberId,
      kind: row.kind,
      bytes: row.bytes,
      created_at: row.at,
    })
    .execute()
}

/** True when the file belongs to the member now: it did before, or nobody had claimed it. */
export async function claimMedia(db: Db, path: string, memberId: string, kind: MediaKind | undefined) {
  const result = await db
    .updateTable('media')
    .set({ claimed: true, member_id: memberId })
    .where('path', '=', path)
    .where('removed', '=', false)
    .where((eb) =>
      eb.or([
        eb('member_id', '=', memberId),
        eb.and([eb('member_id', 'is', null), eb('claimed', '=', false)]),
      ]),
    )
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Locks a file until the transaction ends. To be called before looking for other references to it: somebody who is
 * about to refer to it is then either seen or fails.
 */
export async function lockMedia(db: Db, path: string): Promise<void> {
  await db.selectFrom('media').select('path').where('path', '=', path).forUpdate().execute()
}

/** Marks files for removal, and answers those that exist. */
export async function markRemoved(db: Db, paths: string[]): Promise<string[]> {
  const rows = await db
    .updateTable('media')
    .set({ removed: true, claimed: false, member_id: null })
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .returning('path')
    .execute()
  return rows.map((row) => row.path)
}

/** Marks all files of a member for removal; `settled` ones are certain to be in the storage by now. */
export async function markMemberMediaRemoved(db: Db, memberId: string, storedBefore: Date) {
  const { rows } = await sql<{ path: string; settled: boolean }>`
    with theirs as (
      select path, claimed or created_at < ${storedBefore} as settled from media
      where member_id = ${memberId} for update
    )
    update media set removed = true, claimed = false, member_id = null
    from theirs where media.path = theirs.path
    returning media.path, theirs.settled`.execute(db)
  return rows
}

/** Locks rows of files that can be removed; a claim waits meanwhile. */
export async function lockPrunable(db: Db, before: Date, after: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('path')
    .where('claimed', '=', false)
    .where((eb) =>
      eb.or([eb('removed', '=', true), eb('created_at', '<', before), eb('created_at', '>', after)]),
    )
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.path)
}

/** Answers whether there is such a file. */
export async function updateHidden(db: Db, path: string, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ hidden_at: at })
    .where('path', '=', path)
    .where('removed', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** In the words of the index `media_hidden`, which has few rows. */
export async function isHidden(db: Db, path: string): Promise<boolean> {
  const row = await db
    .selectFrom('media')
    .select('path')
    .where('path', '=', path)
    .where('hidden_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteMedia(db: Db, paths: string[]): Promise<void> {
  await db
    .deleteFrom('media')
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .execute()
}
