import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Rows that one statement reads: what is held of a history at once. */
export const pageRows = 250

interface Query {
  select: RawBuilder<unknown>
  /** Tables and conditions. */
  from: RawBuilder<unknown>
  /** Columns of the order, which tell rows apart, with their types. */
  keys: Readonly<Record<string, 'timestamptz' | 'uuid' | 'integer' | 'text'>>
}

/** All rows in order, page by page; no connection is held between two pages. */
export async function* pagesOf<Row>(db: Db, query: Query): AsyncGenerator<Row[]> {
  let after: string[] | null = null
  do {
    const rows: (Row & { after: string[] })[] = await readPage(db, query, after)
    yield rows
    after = rows.length < pageRows ? null : (rows.at(-1)?.after ?? null)
  } while (after)
}

async function readPage<Row>(db: Db, { select, from, keys }: Query, after: string[] | null) {
  const columns = Object.keys(keys).map((column) => sql.raw(column))
  const texts = columns.map((column) => sql`${column}::text`)
  const values = Object.values(keys).map((type, index) => sql`${after?.[index]}::${sql.raw(type)}`)
  const behind = after ? sql`and (${sql.join(columns)}) > (${sql.join(values)})` : sql``
  const { rows } = await sql<Row & { after: string[] }>`
    select array[${sql.join(texts)}] as after, ${select} from ${from} ${behind}
    order by ${sql.join(columns)} limit ${pageRows}`.execute(db)
  return rows
}

/** The rows of `pagesOf`, one by one. */
export async function* rowsOf<Row>(db: Db, query: Query): AsyncGenerator<Row> {
  for await (const page of pagesOf<Row>(db, query)) yield* page
}
