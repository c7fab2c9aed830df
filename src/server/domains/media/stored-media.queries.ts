import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Columns that hold addresses of members' pictures, among other addresses. */
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
  /** The size that the row says. */
  bytes: number
}

/**
 * The next pictures, by path, that something shows. Unclaimed rows are left out, as their file may never have been
 * written.
 */
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

/** Those of the paths that are still shown. */
export async function selectStillNamed(db: Db, paths: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('path')
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .where('claimed', '=', true)
    .execute()
  return rows.map((row) => row.path)
}

/** The rows that show each picture, such as `logs 0190…`. */
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

/**
 * Pictures that something shows but whose file is not claimed, so that it may be deleted at any time: the first ones,
 * and the number of all.
 */
export async function selectUnkept(db: Db, limit: number) {
  const { rows } = await sql<{ path: string; place: string; total: number }>`
    select path, shown_in || ' ' || id as place, (count(*) over ())::int as total from (${shownPictures}) shown
    where not exists (select from media where media.path = shown.path and not removed)
    order by 1, 2 limit ${limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, first: rows }
}

/** Those of the paths that have a row, including those marked for removal. */
export async function selectKnown(db: Db, paths: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('media')
    .select('path')
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .execute()
  return new Set(rows.map(({ path }) => path))
}
