import { sql, type RawBuilder } from 'kysely'
import type { MemberTag } from '#shared/api/tags.ts'
import type { Db } from '#server/db/database.ts'
import { hasTag } from '#server/db/has-tag.ts'
import { listVisibleTo } from '#server/domains/lists/lists.views.ts'
import { visibleTo } from './logs.queries.ts'
import type { DiaryReading } from './member-diary.queries.ts'

/** The tags of a member's logs, and of the lists that the viewer may see. */
const taggedBy = ({ memberId, viewerId }: DiaryReading, condition: RawBuilder<boolean>) => sql`
  (select tags, 1 as log, 0 as list from logs where member_id = ${memberId} and ${condition} and ${visibleTo(viewerId)}
    union all
    select tags, 0, 1 from lists l where member_id = ${memberId} and ${condition} and ${listVisibleTo(viewerId)}
  ) as tagged cross join unnest(tags) as one`

const counted = sql`mode() within group (order by one) as tag, sum(log)::int as logs, sum(list)::int as lists`

/** A member's tags in their commonest spelling, the most used first. */
export async function selectMemberTags(db: Db, of: DiaryReading, limit: number): Promise<MemberTag[]> {
  const { rows } = await sql<MemberTag>`
    select ${counted} from ${taggedBy(of, sql`tags <> '{}'`)}
    group by lower(one) order by count(*) desc, lower(one) limit ${limit}`.execute(db)
  return rows
}

/** The tags of logs and lists that have a given tag, including it; spelled and counted as in `selectMemberTags`. */
export async function selectTagsBeside(
  db: Db,
  of: DiaryReading,
  tag: string,
  limit: number,
): Promise<MemberTag[]> {
  const { rows } = await sql<MemberTag>`
    select ${counted} from ${taggedBy(of, hasTag([tag]))}
    group by lower(one) order by lower(one) = lower(${tag}) desc, count(*) desc, lower(one) limit ${limit}`.execute(
    db,
  )
  return rows
}

/**
 * Replaces a tag of a member's logs or lists by another, which they then have only once, or removes it. Rows are
 * locked in the same order as by other writers; answers how many had the tag.
 */
export async function replaceTag(
  db: Db,
  table: 'logs' | 'lists',
  memberId: string,
  { tag, to, now }: { tag: string; to: string | null; now: Date },
): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with tagged as materialized (
      select id from ${sql.table(table)} where member_id = ${memberId} and ${hasTag([tag])} order by id for update
    ), changed as (
      update ${sql.table(table)} set updated_at = greatest(${now}::timestamptz, updated_at + interval '1 ms'), tags = array(
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
    select count(*)::int as changed from changed`.execute(db)
  return rows[0]?.changed ?? 0
}
