import { sql } from 'kysely'
import type { figureNames } from '#shared/api/admin.ts'
import type { Db } from '#server/db/database.ts'

/** Those that are shown as they go, and those that the storage part shows. */
export type SampleName = (typeof figureNames)[number] | 'pictures' | 'picture-bytes' | 'database-bytes'

export interface Sample {
  figure: SampleName
  value: number
}

/** The instance of samples that are the same for all instances. */
export const everybody = ''

export async function insertSamples(
  db: Db,
  at: Date,
  instance: string,
  samples: readonly Sample[],
): Promise<void> {
  if (samples.length === 0) return
  await db
    .insertInto('operating_samples')
    .values(samples.map((sample) => ({ ...sample, at, instance })))
    .onConflict((conflict) =>
      conflict
        .columns(['figure', 'at', 'instance'])
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute()
}

export async function deleteSamples(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('operating_samples').where('at', '<', before).execute()
}

/** Combines the samples of all instances: answers add up; of disk and slowness the worst one counts. */
const together = sql<number>`
  case figure when 'answers' then sum(value) when 'disk' then min(value) else max(value) end`

/** In the order of their times. */
export async function selectSamples(
  db: Db,
  figures: readonly SampleName[],
  since: Date,
): Promise<(Sample & { at: Date })[]> {
  return db
    .selectFrom('operating_samples')
    .select(['figure', 'at', together.as('value')])
    .where('figure', 'in', figures)
    .where('at', '>', since)
    .groupBy(['figure', 'at'])
    .orderBy('at')
    .$castTo<Sample & { at: Date }>()
    .execute()
}

/** Counts the whole community; for a job. */
export async function countCommunity(db: Db, since: Date): Promise<Sample[]> {
  const { rows } = await sql<Sample>`
    select 'members' as figure, count(*)::float as value from members
    union all
    select 'sign-ups', count(*)::float from members where created_at > ${since}
    union all
    select 'logs', count(*)::float from logs where watched_at is not null and created_at > ${since}
    union all
    select 'pictures', count(*)::float from media where not removed
    union all
    select 'picture-bytes', coalesce(sum(bytes), 0)::float from media where not removed
    union all
    select 'database-bytes', pg_database_size(current_database())::float`.execute(db)
  return rows
}
