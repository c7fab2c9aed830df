import { sql, type RawBuilder } from 'kysely'
import { keyset, type KeyType, type Listed } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'

/** Rows that one statement reads: what is held of a history at once. */
export const pageRows = 250

interface Query {
  select: RawBuilder<unknown>
  /** Tables and conditions. */
  from: RawBuilder<unknown>
  /** Columns of the order, which tell rows apart, with their types. */
  keys: Readonly<Record<string, KeyType>>
}

/** All rows in order, page by page; no connection is held between two pages. */
export async function* pagesOf<Row>(db: Db, query: Query): AsyncGenerator<Row[]> {
  let cursor: string | undefined
  do {
    const { items, next }: Listed<Row> = await readPage(db, query, cursor)
    yield items
    cursor = next ?? undefined
  } while (cursor)
}

async function readPage<Row>(db: Db, { select, from, keys }: Query, cursor: string | undefined) {
  const page = keyset(Object.entries(keys), { limit: pageRows, cursor }, 'asc')
  const { rows } = await sql<Row & { key: string }>`
    select ${page.key}, ${select} from ${from} and ${page.after}
    order by ${page.by} limit ${page.limit}`.execute(db)
  return page.list(rows)
}

/** The rows of `pagesOf`, one by one. */
export async function* rowsOf<Row>(db: Db, query: Query): AsyncGenerator<Row> {
  for await (const page of pagesOf<Row>(db, query)) yield* page
}
