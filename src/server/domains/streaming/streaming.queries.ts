import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { FilmServices, MemberServices } from '#server/db/schema.ts'

export type ServiceRow = Omit<Selectable<MemberServices>, 'member_id'>

/** A member's services, by name. */
export const selectServices = (db: Db, memberId: string): Promise<ServiceRow[]> =>
  db
    .selectFrom('member_services')
    .select(['provider_id', 'region', 'name', 'logo_path'])
    .where('member_id', '=', memberId)
    .orderBy(sql`lower(name)`)
    .orderBy('provider_id')
    .execute()

export async function replaceServices(db: Db, memberId: string, rows: ServiceRow[]): Promise<void> {
  await db.deleteFrom('member_services').where('member_id', '=', memberId).execute()
  if (rows.length === 0) return
  await db
    .insertInto('member_services')
    .values(rows.map((row) => ({ ...row, member_id: memberId })))
    .execute()
}

/** Regions in which these members have services. */
export async function selectRegions(db: Db, memberIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('member_services')
    .select('region')
    .distinct()
    .where('member_id', 'in', memberIds.length > 0 ? memberIds : [null])
    .execute()
  return rows.map(({ region }) => region)
}

/** Films of which the offers in one of the regions are not known since then, in the given order. */
export async function selectUnknown(
  db: Db,
  filmIds: readonly number[],
  regions: readonly string[],
  since: Date,
): Promise<number[]> {
  const { rows } = await sql<{ film_id: number }>`
    select film_id from unnest(${filmIds}::integer[]) with ordinality as wanted (film_id, place)
    where (
      select count(*) from film_services s
      where s.film_id = wanted.film_id and s.region = any(${regions}::text[]) and s.fetched_at > ${since}
    ) < ${regions.length} order by place`.execute(db)
  return rows.map((row) => row.film_id)
}

export async function upsertOffers(db: Db, rows: Insertable<FilmServices>[]): Promise<void> {
  await db
    .insertInto('film_services')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['film_id', 'region']).doUpdateSet((eb) => ({
        provider_ids: eb.ref('excluded.provider_ids'),
        fetched_at: eb.ref('excluded.fetched_at'),
      })),
    )
    .execute()
}

export async function deleteOffersBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('film_services').where('fetched_at', '<', before).execute()
}
