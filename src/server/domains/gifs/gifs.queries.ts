import { sql } from 'kysely'
import type { GifProviderName } from '#server/adapters/gifs/gif-provider.ts'
import type { Db } from '#server/db/database.ts'

export interface GifRow {
  address: string
  provider: GifProviderName
  sourceUrl: string | null
  sourceStill: string | null
  title: string
  width: number
  height: number
}

/**
 * Stores GIFs that a provider showed; rows that were seen within a day are not changed, so that most pages write
 * nothing. Sorted by address, so that two pages with the same GIFs do not deadlock.
 */
export async function upsertGifs(db: Db, rows: readonly GifRow[], now: Date): Promise<void> {
  await sql`
    insert into gifs (address, provider, source_url, source_still, title, width, height, seen_at)
    select shown.address, shown.provider, shown."sourceUrl", shown."sourceStill", shown.title, shown.width,
      shown.height, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as shown (
      address text, provider text, "sourceUrl" text, "sourceStill" text, title text, width int, height int)
    where not exists (
      select 1 from gifs where gifs.address = shown.address
        and gifs.seen_at > ${now}::timestamptz - interval '1 day')
    order by shown.address
    on conflict (address) do update set source_url = excluded.source_url, source_still = excluded.source_still,
      title = excluded.title, width = excluded.width, height = excluded.height, seen_at = excluded.seen_at
  `.execute(db)
}

export async function isGif(db: Db, address: string): Promise<boolean> {
  const row = await db.selectFrom('gifs').select('address').where('address', '=', address).executeTakeFirst()
  return row !== undefined
}

/** Where the server gets the two files of a provider's GIF. */
export function selectSource(db: Db, address: string) {
  return db
    .selectFrom('gifs')
    .select(['source_url', 'source_still'])
    .where('address', '=', address)
    .executeTakeFirst()
}

/** A provider's GIF that is used stays for good. */
export async function markUsed(db: Db, address: string): Promise<void> {
  // A GIF that is marked already is not locked, since several members may use it at the same time.
  await db
    .updateTable('gifs')
    .set({ used: true })
    .where('address', '=', address)
    .where('used', '=', false)
    .execute()
}

export async function insertDrawnGif(db: Db, row: Pick<GifRow, 'address' | 'title' | 'width' | 'height'>) {
  await db
    .insertInto('gifs')
    .values({ ...row, provider: 'scene', used: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const recentKept = 20

/** Puts a GIF first among those that a member used last, each of them once. */
export async function upsertRecent(db: Db, memberId: string, address: string): Promise<void> {
  await sql`
    insert into recent_gifs as kept (member_id, addresses) values (${memberId}, array[${address}::text])
    on conflict (member_id) do update
    set addresses = (excluded.addresses || array_remove(kept.addresses, ${address}))[1:${sql.lit(recentKept)}]`.execute(
    db,
  )
}

/** A member's GIFs in the order in which they are kept, the last used first. */
export async function selectRecent(db: Db, memberId: string) {
  const { rows } = await sql<{ address: string; title: string; width: number; height: number }>`
    select g.address, g.title, g.width, g.height
    from recent_gifs kept
    cross join unnest(kept.addresses) with ordinality as recent (address, place)
    join gifs g on g.address = recent.address
    where kept.member_id = ${memberId}::uuid
    order by recent.place
  `.execute(db)
  return rows
}

/** Forgets GIFs that nobody used and no page showed since. */
export async function deleteUnused(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('gifs').where('used', '=', false).where('seen_at', '<', before).execute()
}
