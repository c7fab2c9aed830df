import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Columns that name members' pictures, beside others that begin otherwise. */
const places = [
  ['members', 'avatar'],
  ['members', 'backdrop'],
  ['logs', 'image'],
  ['replies', 'image'],
  ['lists', 'cover'],
] as const

const prefix = '/media/'

const shownPictures = sql.join(
  places.map(
    ([table, column]) =>
      sql`select id::text, ${sql.lit(table)} as shown_in, ${sql.ref(column)} as path from ${sql.table(table)}
        where ${sql.ref(column)} like ${sql.lit(`${prefix}%`)}`,
  ),
  sql` union all `,
)

export interface NamedPicture {
  /** `/media/<folder>/<file>` */
  path: string
  /** As the row has it. */
  bytes: number
}

/** The next pictures that something shows, by their paths. The file of a row that nobody claimed may never have come. */
export async function selectNamed(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<NamedPicture[]> {
  return db
    .selectFrom('media')
    .select(['path', 'bytes'])
    .where('path', '>', after)
    .where('claimed', '=', true)
    .orderBy('path')
    .limit(limit)
    .execute()
}

/** Of paths those that are still shown. */
export async function selectStillNamed(db: Db, paths: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('path')
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .where('claimed', '=', true)
    .execute()
  return rows.map((row) => row.path)
}

/** Whose or what shows pictures: `logs 0190…`. */
export async function selectPlaces(db: Db, paths: string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ path: string; place: string }>`
    select path, shown_in || ' ' || id as place from (${shownPictures}) shown where path = any(${paths}::text[])`.execute(
    db,
  )
  return new Map(
    [...Map.groupBy(rows, ({ path }) => path)].map(([path, those]) => [
      path,
      those.map(({ place }) => place),
    ]),
  )
}

/** What is shown somewhere and kept nowhere: the picture may go any moment. The first ones, with the number of all. */
export async function selectUnkept(db: Db, limit: number) {
  const { rows } = await sql<{ path: string; place: string; total: number }>`
    select path, shown_in || ' ' || id as place, (count(*) over ())::int as total from (${shownPictures}) shown
    where not exists (select from media where media.path = shown.path and not removed)
    order by 1, 2 limit ${limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, first: rows }
}

/** Of paths those that a row knows; what waits to be removed is among them. */
export async function selectKnown(db: Db, paths: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('media')
    .select('path')
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .execute()
  return new Set(rows.map(({ path }) => path))
}
