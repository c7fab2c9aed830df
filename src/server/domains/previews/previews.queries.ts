import { sql } from 'kysely'
import type { GuestPlace } from '#shared/guest-paths.ts'
import {
  isForAll,
  isPartForViewer,
  isPublicProfile,
  isShownToGuests,
  standInIds,
} from '#server/core/audience.ts'
import type { Db } from '#server/db/database.ts'

/** The columns that the preview of a profile shows. */
export function selectMember(db: Db, id: string) {
  return db
    .selectFrom('members')
    .innerJoin('diaries', 'diaries.member_id', 'members.id')
    .select(['username', 'name', 'avatar', 'films_count'])
    .select(
      sql<string | null>`case when ${isPartForViewer(standInIds.member, 'profile')} then backdrop end`.as(
        'backdrop',
      ),
    )
    .where('id', '=', id)
    .where(isShownToGuests())
    .executeTakeFirst()
}

/** The id of what a page for guests shows at a place with a member's name; null where that is nothing that is public. */
export async function selectPublicId(
  db: Db,
  place: Exclude<GuestPlace, { type: 'film' }>,
): Promise<string | null> {
  const member = sql`(select id from members where lower(username) = ${place.username.toLowerCase()}
    and ${isShownToGuests()})`
  const { rows } = await (
    place.type === 'member'
      ? sql<{ id: string }>`select id from members where id = ${member} and ${isPublicProfile}`
      : place.type === 'list'
        ? sql<{
            id: string
          }>`select id from lists where member_id = ${member} and right(id::text, 8) = ${place.key}
            and ${isForAll('public')} order by created_at limit 1`
        : sql<{ id: string }>`select id from logs where member_id = ${member} and film_id = ${place.id}
            and ${isForAll('public')} order by created_at desc, id desc limit 1`
  ).execute(db)
  return rows[0]?.id ?? null
}
