import { sql, type Insertable, type Selectable } from 'kysely'
import type { FeedFault } from '#shared/api/letterboxd-feeds.ts'
import type { RowState } from '#shared/api/transfer.ts'
import type { Db } from '#server/db/database.ts'
import type { LetterboxdFeeds, LetterboxdItems } from '#server/db/schema.ts'

export type FollowedFeedRow = Omit<Selectable<LetterboxdFeeds>, 'fault'> & { fault: FeedFault | null }

export async function selectFeed(
  db: Db,
  memberId: string,
  { lock = false } = {},
): Promise<FollowedFeedRow | undefined> {
  const feeds = db.selectFrom('letterboxd_feeds').selectAll().where('member_id', '=', memberId)
  return (lock ? feeds.forUpdate() : feeds).$castTo<FollowedFeedRow>().executeTakeFirst()
}

/** In place of another feed of the member: of that, nothing is known of this one. */
export async function upsertFeed(db: Db, row: Insertable<LetterboxdFeeds>): Promise<void> {
  const { member_id: _, ...values } = row
  await db
    .insertInto('letterboxd_feeds')
    .values(row)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
}

export async function updateFeed(
  db: Db,
  memberId: string,
  change: Partial<Omit<FollowedFeedRow, 'member_id'>>,
): Promise<void> {
  await db.updateTable('letterboxd_feeds').set(change).where('member_id', '=', memberId).execute()
}

export async function deleteFeed(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('letterboxd_feeds').where('member_id', '=', memberId).execute()
}

/** Feeds whose turn it is, put off until `until`: who takes them may die over them, and no other instance takes them too. */
export async function takeDueFeeds(db: Db, now: Date, until: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    update letterboxd_feeds set next_at = ${until}
    where member_id in (
      select member_id from letterboxd_feeds where next_at <= ${now} and paused_at is null
      order by next_at limit ${limit} for update skip locked
    )
    returning member_id`.execute(db)
  return rows.map((row) => row.member_id)
}

/** Of the items those that are known, with what they said and the stars that they had. */
export async function selectKnownItems(db: Db, memberId: string, numbers: string[]) {
  const rows = await db
    .selectFrom('letterboxd_items')
    .leftJoin('import_rows', (join) =>
      join
        .onRef('import_rows.import_id', '=', 'letterboxd_items.import_id')
        .onRef('import_rows.row', '=', 'letterboxd_items.row'),
    )
    .select(['number', 'content_hash', 'rating', 'import_rows.state', 'import_rows.log_id'])
    .where('member_id', '=', memberId)
    .where('number', '=', sql<string>`any(${numbers}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.number, row]))
}

export async function upsertItems(db: Db, rows: Insertable<LetterboxdItems>[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('letterboxd_items')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'number']).doUpdateSet((eb) => ({
        content_hash: eb.ref('excluded.content_hash'),
        title: eb.ref('excluded.title'),
        year: eb.ref('excluded.year'),
        watched_on: eb.ref('excluded.watched_on'),
        rating: eb.ref('excluded.rating'),
        seen_at: eb.ref('excluded.seen_at'),
        import_id: eb.ref('excluded.import_id'),
        row: eb.ref('excluded.row'),
      })),
    )
    .execute()
}

/** Forgets all but the newest items: the feed itself has no more. */
export async function pruneItems(db: Db, memberId: string, kept: number): Promise<void> {
  await sql`
    delete from letterboxd_items where member_id = ${memberId} and number not in (
      select number from letterboxd_items where member_id = ${memberId} order by seen_at desc, number limit ${kept})`.execute(
    db,
  )
}

export interface FeedItemRow {
  number: string
  title: string
  year: number | null
  watched_on: string | null
  rating: number | null
  seen_at: Date
  import_id: string | null
  state: RowState | null
}

/** The newest first. */
export async function selectItems(db: Db, memberId: string, limit: number): Promise<FeedItemRow[]> {
  const { rows } = await sql<FeedItemRow>`
    select i.number, i.title, i.year, i.watched_on::text as watched_on, i.rating, i.seen_at, r.import_id, r.state
    from letterboxd_items i left join import_rows r on r.import_id = i.import_id and r.row = i.row
    where i.member_id = ${memberId}
    order by i.seen_at desc, i.watched_on desc nulls last, i.number desc limit ${limit}`.execute(db)
  return rows
}
