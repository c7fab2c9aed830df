import { sql, type RawBuilder } from 'kysely'
import {
  audienceKinds,
  itemKinds,
  type Audience,
  type AudienceKind,
  type Audiences,
  type ItemKind,
} from '#shared/audience.ts'
import type { Db } from '#server/db/database.ts'

/** The items of each kind; a log with text is a review. */
const items: Record<ItemKind, RawBuilder<unknown>> = {
  logs: sql`logs i where i.review = ''`,
  reviews: sql`logs i where i.review <> ''`,
  lists: sql`lists i where true`,
  watchlist: sql`watchlist_items i where true`,
  favourites: sql`favourites i where true`,
}

/** What a member chose for each kind, and how many items of it there are; undefined without the member. */
export async function selectChoices(db: Db, memberId: string) {
  const audiences = audienceKinds.flatMap((kind) => [sql.lit(kind), sql.ref(`members.${kind}_audience`)])
  const counts = itemKinds.flatMap((kind) => [
    sql.lit(kind),
    sql`(select count(*) from ${items[kind]} and i.member_id = members.id)`,
  ])
  const { rows } = await sql<{ audiences: Audiences; items: Record<ItemKind, number> }>`
    select json_build_object(${sql.join(audiences)}) as audiences, json_build_object(${sql.join(counts)}) as items
    from members where id = ${memberId}`.execute(db)
  return rows[0]
}

export async function updateAudience(
  db: Db,
  memberId: string,
  kind: AudienceKind,
  audience: Audience,
): Promise<void> {
  await db
    .updateTable('members')
    .set({ [`${kind}_audience`]: audience })
    .where('id', '=', memberId)
    .execute()
}
