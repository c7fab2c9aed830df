import { sql } from 'kysely'
import type { MemberTag } from '#shared/api/tags.ts'
import type { Db } from '#server/db/database.ts'
import { hasTag } from './logs.queries.ts'

/** A member's tags in their commonest spelling, the one of most logs first. */
export async function selectMemberTags(db: Db, memberId: string, limit: number): Promise<MemberTag[]> {
  const { rows } = await sql<MemberTag>`
    select mode() within group (order by one) as tag, count(*)::int as logs
    from logs cross join unnest(tags) as one
    where member_id = ${memberId} and tags <> '{}'
    group by lower(one) order by logs desc, lower(one) limit ${limit}`.execute(db)
  return rows
}

/** The tags of the logs that have one tag, that one among them; spelled and counted as in `selectMemberTags`. */
export async function selectTagsBeside(
  db: Db,
  memberId: string,
  tag: string,
  limit: number,
): Promise<MemberTag[]> {
  const { rows } = await sql<MemberTag>`
    select mode() within group (order by one) as tag, count(*)::int as logs
    from logs cross join unnest(tags) as one
    where member_id = ${memberId} and ${hasTag([tag])}
    group by lower(one) order by lower(one) = lower(${tag}) desc, logs desc, lower(one) limit ${limit}`.execute(
    db,
  )
  return rows
}

/**
 * Gives the logs that have a tag another one in its place, which they then have once, or none. Locks them in the order
 * of other writers; answers how many there were.
 */
export async function replaceTag(
  db: Db,
  memberId: string,
  { tag, to, now }: { tag: string; to: string | null; now: Date },
): Promise<number> {
  const { rows } = await sql<{ logs: number }>`
    with tagged as materialized (
      select id from logs where member_id = ${memberId} and ${hasTag([tag])} order by id for update
    ), changed as (
      update logs set updated_at = ${now}, tags = array(
        select named from (
          select distinct on (lower(named)) named, place
          from unnest(tags) with ordinality as had (one, place),
            lateral (select case when lower(one) = lower(${tag}) then ${to}::text else one end as named) renamed
          where named is not null
          order by lower(named), place
        ) once
        order by place
      )
      where id in (select id from tagged) returning id
    )
    select count(*)::int as logs from changed`.execute(db)
  return rows[0]?.logs ?? 0
}
