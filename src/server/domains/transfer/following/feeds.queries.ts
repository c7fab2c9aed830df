import { sql, type Insertable, type Selectable } from 'kysely'
import type { FeedFault } from '#shared/api/letterboxd-feeds.ts'
import type { RowState } from '#shared/api/transfer.ts'
import type { Db } from '#server/db/database.ts'
import type { LetterboxdFeeds, LetterboxdItems } from '#server/db/schema.ts'
import type { Counts } from '../imports.queries.ts'

export type FollowedFeedRow = Omit<Selectable<LetterboxdFeeds>, 'fault'> & { fault: FeedFault | null }

export async function selectFeed(
  db: Db,
  memberId: string,
  { lock = false } = {},
): Promise<FollowedFeedRow | undefined> {
  const feeds = db.selectFrom('letterboxd_feeds').selectAll().where('member_id', '=', memberId)
  return (lock ? feeds.forUpdate() : feeds).$castTo<FollowedFeedRow>().executeTakeFirst()
}

/** Follows a feed in place of the member's earlier one; what is known of that says nothing about this one. */
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

/**
 * Feeds that are due, postponed until `until`: so no other instance takes them too, and they are tried again if this
 * one dies.
 */
export async function claimDueFeeds(db: Db, now: Date, until: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    update letterboxd_feeds set next_at = ${until}
    where member_id in (
      select f.member_id from letterboxd_feeds f join members m on m.id = f.member_id
      where f.next_at <= ${now} and f.paused_at is null and m.suspended_at is null
      order by f.next_at limit ${limit} for update of f skip locked
    )
    returning member_id`.execute(db)
  return rows.map((row) => row.member_id)
}

/** Postpones all feeds, since Letterboxd asked for a pause. */
export async function putOffFeeds(db: Db, until: Date): Promise<void> {
  await sql`
    update letterboxd_feeds set next_at = ${until} where member_id in (
      select member_id from letterboxd_feeds where next_at < ${until} for update skip locked
    )`.execute(db)
}

/** Those of the items that are known, with their content and stars at the time. */
export async function selectKnownItems(db: Db, memberId: string, numbers: string[]) {
  const rows = await db
    .selectFrom('letterboxd_items')
    .leftJoin('import_rows', (join) =>
      join
        .onRef('import_rows.import_id', '=', 'letterboxd_items.import_id')
        .onRef('import_rows.row', '=', 'letterboxd_items.row'),
    )
    .select([
      'number',
      'content_hash',
      'rating',
      'letterboxd_items.import_id',
      'letterboxd_items.row',
      'import_rows.kind',
      'import_rows.state',
      'import_rows.log_id',
      // A like is imported only once, since the member may have removed it here.
      sql<boolean>`exists (
        select from imports i join import_rows heart on heart.import_id = i.id
        where i.member_id = letterboxd_items.member_id and heart.kind = 'favourite'
          and heart.film_id = import_rows.film_id
      )`.as('isLiked'),
    ])
    .where('member_id', '=', memberId)
    .where('number', '=', sql<string>`any(${numbers}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.number, row]))
}

/** Skips rows of items whose film is not decided yet; answers how that changes the counts of their imports. */
export async function leaveOutUndecided(db: Db, memberId: string, numbers: string[]) {
  const { rows } = await sql<{ importId: string } & Required<Pick<Counts, UndecidedCount>>>`
    with undecided as (
      select r.import_id, r.row, r.state
      from letterboxd_items i join import_rows r on r.import_id = i.import_id and r.row = i.row
      where i.member_id = ${memberId} and i.number = any(${numbers}::text[])
        and r.state in ('waiting', 'doubtful', 'not-found', 'failed')
    ), left_out as (
      update import_rows r set state = 'skipped', reason = 'left-out', candidates = '{}'
      from undecided u where r.import_id = u.import_id and r.row = u.row
    )
    select import_id as "importId", count(*)::int as skipped,
      -count(*) filter (where state = 'doubtful')::int as doubtful,
      -count(*) filter (where state = 'not-found')::int as not_found,
      -count(*) filter (where state = 'failed')::int as failed
    from undecided group by import_id order by import_id`.execute(db)
  return rows
}

type UndecidedCount = 'skipped' | 'doubtful' | 'not_found' | 'failed'

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

/**
 * Which items belong, by film and day, to logs that another import from Letterboxd made and the member deleted since.
 */
export async function selectDeleted(
  db: Db,
  memberId: string,
  items: readonly { number: string; filmId: number; day: string }[],
): Promise<Set<string>> {
  if (items.length === 0) return new Set()
  const { rows } = await sql<{ number: string }>`
    select distinct item.number
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (number text, "filmId" integer, day date)
    join imports i on i.member_id = ${memberId} and i.source = 'letterboxd'
    join import_rows r on r.import_id = i.id and r.film_id = item."filmId" and r.entry->>'watchedAt' = item.day::text
    where r.kind in ('log', 'review') and r.state = 'imported' and r.created and r.log_id is null
      and not exists (
        select from logs l
        where l.member_id = ${memberId} and l.film_id = item."filmId" and l.watched_at = item.day
      )`.execute(db)
  return new Set(rows.map(({ number }) => number))
}

export interface FollowingLog {
  number: string
  id: string
  filmId: number
  day: string | null
  importKey: string
  /** When an import last wrote it; null when the member has changed it since. */
  since: Date | null
}

/**
 * The logs of items: those made by their rows, else the only log of the film and day that an imported file made.
 * Deleted logs, and those that the member wrote here, are left out.
 */
export async function selectFollowing(db: Db, memberId: string, numbers: string[]): Promise<FollowingLog[]> {
  const { rows } = await sql<FollowingLog>`
    select i.number, l.id, l.film_id as "filmId", l.watched_at::text as day, l.import_key as "importKey", (
      select max(m.made_at) from import_rows m where m.log_id = l.id and m.created and m.made_at >= l.updated_at
    ) as since
    from letterboxd_items i join import_rows r on r.import_id = i.import_id and r.row = i.row
    join lateral (
      select own.* from logs own where own.id = r.log_id
      union all
      select (array_agg(other))[1].* from logs other
      where r.log_id is null and r.state = 'skipped' and other.member_id = ${memberId} and other.film_id = r.film_id
        and other.watched_at is not distinct from i.watched_on and starts_with(other.import_key, 'letterboxd:')
      having count(*) = 1
    ) l on l.import_key is not null
    where i.member_id = ${memberId} and i.number = any(${numbers}::text[])`.execute(db)
  return rows
}

/** Counts the member's logs whose import keys begin with a prefix. */
export async function countKeys(db: Db, memberId: string, keyStart: string): Promise<number> {
  const { rows } = await sql<{ logs: number }>`
    select count(*)::int as logs from logs
    where member_id = ${memberId} and starts_with(import_key, ${keyStart})`.execute(db)
  return rows[0]?.logs ?? 0
}

/** Updates the stored entries of items. */
export async function updateEntries(
  db: Db,
  memberId: string,
  entries: readonly { number: string; entry: object }[],
): Promise<void> {
  await sql`
    update import_rows r set entry = given.entry
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as given (number text, entry jsonb)
    join letterboxd_items i on i.member_id = ${memberId} and i.number = given.number
    where r.import_id = i.import_id and r.row = i.row`.execute(db)
}
