import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { diaryByLogs, filmStatsByLogs } from '#server/domains/logs/film-stats.service.ts'

/** A table with columns that count rows of other tables. */
export interface CountedTable {
  table: keyof DB
  key: { name: string; type: 'uuid' | 'integer' }
  columns: readonly string[]
  /** Selects the right values of these columns, in one row; the counted row's alias is `kept`. */
  right: RawBuilder<unknown>
  /** How many rows one statement checks; fewer when there is much to count for each. */
  atOnce: number
}

const id = { name: 'id', type: 'uuid' } as const

/** Counts the rows of a table that refer to the counted row. */
const rowsOf = (table: string, column: string, condition = 'true') =>
  sql`(select count(*)::int from ${sql.table(table)} one where one.${sql.ref(column)} = kept.id and ${sql.raw(condition)})`

/** Every column of the database that counts rows, and the one that holds the newest time. */
export const everyCounted: readonly CountedTable[] = [
  {
    table: 'members',
    key: id,
    columns: ['followers_count', 'following_count'],
    right: sql`
      select ${rowsOf('follows', 'followee_id')} as followers_count,
        ${rowsOf('follows', 'follower_id')} as following_count`,
    atOnce: 500,
  },
  {
    table: 'diaries',
    key: { name: 'member_id', type: 'uuid' },
    columns: ['films_count', 'last_log_at', 'last_mutual_log_at'],
    right: diaryByLogs('kept.member_id'),
    atOnce: 500,
  },
  {
    table: 'logs',
    key: id,
    columns: ['like_count', 'reply_count'],
    right: sql`
      select ${rowsOf('log_likes', 'log_id')} as like_count,
        ${rowsOf('replies', 'log_id', 'not one.deleted and one.hidden_at is null')} as reply_count`,
    atOnce: 2000,
  },
  {
    table: 'replies',
    key: id,
    columns: ['like_count', 'answer_count'],
    right: sql`
      select ${rowsOf('reply_likes', 'reply_id')} as like_count,
        ${rowsOf('replies', 'root_id', 'not one.deleted and one.hidden_at is null')} as answer_count`,
    atOnce: 2000,
  },
  {
    table: 'lists',
    key: id,
    columns: ['like_count', 'save_count', 'films_count', 'reply_count'],
    right: sql`
      select ${rowsOf('list_likes', 'list_id')} as like_count, ${rowsOf('list_saves', 'list_id')} as save_count,
        ${rowsOf('list_films', 'list_id')} as films_count,
        ${rowsOf('replies', 'list_id', 'not one.deleted and one.hidden_at is null')} as reply_count`,
    atOnce: 500,
  },
  {
    table: 'imports',
    key: id,
    columns: ['total', 'imported', 'skipped', 'not_found', 'doubtful', 'failed', 'not_films'],
    right: sql`
      select count(*)::int as total, ${inState('imported')} as imported, ${inState('skipped')} as skipped,
        ${inState('not-found')} as not_found, ${inState('doubtful')} as doubtful, ${inState('failed')} as failed,
        ${inState('not-film')} as not_films
      from import_rows where import_id = kept.id`,
    atOnce: 20,
  },
  {
    table: 'film_stats',
    key: { name: 'film_id', type: 'integer' },
    columns: ['logs', 'marks', 'ratings', 'rating_sum', 'by_rating'],
    right: filmStatsByLogs('kept.film_id'),
    atOnce: 100,
  },
]

function inState(state: string) {
  return sql`(count(*) filter (where state = ${sql.lit(state)}))::int`
}

export type RowKey = string | number

/** Names of the columns that are wrong in a row. */
const wrongColumns = (columns: readonly string[]) => sql`
  array_remove(array[${sql.join(
    columns.map(
      (name) =>
        sql`case when kept.${sql.ref(name)} is distinct from counted.${sql.ref(name)} then ${sql.lit(name)} end`,
    ),
  )}], null)`

export interface WrongRow {
  key: RowKey
  columns: string[]
}

export interface WrongRows {
  wrong: WrongRow[]
  /** How many rows it has. */
  looked: number
  /** Null after the last row. */
  last: RowKey | null
}

/**
 * Those of the next rows after a key whose counts are wrong. One statement sees one moment, in which a write is
 * either counted on both sides or on neither.
 */
export async function selectWrong(
  db: Db,
  { table, key, columns, right, atOnce }: CountedTable,
  after: RowKey | null,
): Promise<WrongRows> {
  const name = sql.ref(key.name)
  const beyond = after === null ? sql`` : sql`where ${name} > ${after}::${sql.raw(key.type)}`
  const { rows } = await sql<WrongRow>`
    with page as materialized (
      select * from ${sql.table(table)} ${beyond} order by ${name} limit ${sql.lit(atOnce)}
    )
    select kept.${name} as key, ${wrongColumns(columns)} as columns
    from page kept cross join lateral (${right}) counted order by 1`.execute(db)
  return {
    wrong: rows.filter((row) => row.columns.length > 0),
    looked: rows.length,
    last: rows.at(-1)?.key ?? null,
  }
}

/** Locks rows until the transaction ends: whoever changes what they count waits, or has not counted it yet. */
export async function lockRows(db: Db, { table, key }: CountedTable, keys: readonly RowKey[]): Promise<void> {
  const name = sql.ref(key.name)
  await sql`
    select count(*) from (
      select from ${sql.table(table)} where ${name} = any(${keys}::${sql.raw(key.type)}[])
      order by ${name} for no key update
    ) as locked`.execute(db)
}

/** Corrects rows that the caller locked in an earlier statement; answers what was still wrong. */
export async function mendRows(
  db: Db,
  { table, key, columns, right }: CountedTable,
  keys: readonly RowKey[],
): Promise<WrongRow[]> {
  const name = sql.ref(key.name)
  const { rows } = await sql<WrongRow>`
    with counted as materialized (
      select kept.${name} as key, counted.*, ${wrongColumns(columns)} as wrong_columns
      from ${sql.table(table)} kept cross join lateral (${right}) counted
      where kept.${name} = any(${keys}::${sql.raw(key.type)}[])
    )
    update ${sql.table(table)} mended set (${sql.join(columns.map((column) => sql.ref(column)))}) =
      row(${sql.join(columns.map((column) => sql.ref(`counted.${column}`)))})
    from counted where mended.${name} = counted.key and counted.wrong_columns <> '{}'
    returning counted.key, counted.wrong_columns as columns`.execute(db)
  return rows
}

/** The first films after one that have logs and were never counted. */
export async function selectUncountedFilms(db: Db, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from films f
    where id > ${after} and exists (select from logs where film_id = f.id)
      and not exists (select from film_stats where film_id = f.id)
    order by id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
