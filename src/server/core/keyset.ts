import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely'
import { fail } from './errors.ts'

/** What a caller asks for: how many rows, and after which cursor. */
export interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface KeysetPage extends PageQuery {
  limit: number
  /** Nobody asks for the next page, so no row is read to learn whether there is one. */
  isOnly?: boolean
}

export const pageOf = ({ limit, cursor }: PageQuery, size: number): KeysetPage => ({
  limit: limit ?? size,
  cursor,
})

/** How many rows are read for a page: one more than asked for, only to learn whether there are more. */
export const rowsOf = ({ limit, isOnly }: KeysetPage): number => (isOnly ? limit : limit + 1)

/** Rows of one page, and the cursor of the next one (`null` at the end). */
export interface Listed<Row> {
  items: Row[]
  next: string | null
}

/** Ids of one page in order, for the views to load. */
export interface Skeleton<Id = string> {
  ids: Id[]
  next: string | null
}

export type SortOrder = 'desc' | 'asc'

/** What each type looks like in a cursor. PostgreSQL would read more, such as `yesterday`. */
const patterns = {
  date: /^\d{4,6}-\d\d-\d\d$/,
  integer: /^\d{1,10}$/,
  real: /^[\d.e+-]{1,20}$/,
  text: /^[^\0]*$/,
  timestamptz: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
}

export type KeyType = keyof typeof patterns

/** A column or an expression that a list is sorted by, and its type. */
export type SortKey = readonly [value: string | RawBuilder<unknown>, type: KeyType]

/**
 * One page of a list that is sorted by `keys`, the most important first, all in the same direction; together they
 * must be unique. Select `key`, filter by `after`, order by `by` and read `limit` rows, see `rowsOf`.
 * @throws request.invalid for a cursor that is not of this list
 */
export function keyset(keys: readonly SortKey[], page: KeysetPage, order: SortOrder = 'desc') {
  const { limit, cursor } = page
  const columns = keys.map(([value]) => (typeof value === 'string' ? sql.ref(value) : value))
  const values = cursorValues(
    cursor,
    keys.map(([, type]) => type),
  )
  const behind = sql.raw(order === 'desc' ? '<' : '>')
  const by = sql`${sql.join(columns.map((column) => sql`${column} ${sql.raw(order)}`))}`
  return {
    columns,
    limit: rowsOf(page),
    isFirst: values === null,
    key: cursorKey(columns),
    /**
     * For statements that read more than the page: the columns `position`, and `key` only for the row that may end
     * the page.
     */
    placed: placedBy(by, columns, limit),
    by,
    after: values ? sql<boolean>`(${sql.join(columns)}) ${behind} (${sql.join(values)})` : sql<boolean>`true`,
    list: <Row extends { key: string | null }>(rows: Row[]) => listed(rows, limit),
    skeleton: <Id>(rows: { id: Id; key: string }[]) => skeletonOf(rows, limit),
  }
}

/** The sort keys of a row as JSON text, which loses no digits. */
export const cursorKey = (columns: readonly RawBuilder<unknown>[]): AliasedRawBuilder<string, 'key'> =>
  cursorText(columns).as('key')

const cursorText = (columns: readonly RawBuilder<unknown>[]) =>
  sql<string>`json_build_array(${sql.join(columns.map((column) => sql`(${column})::text`))})::text`

/** The columns that `placed` of a `keyset` selects, for a list that is sorted in another way. */
export function placedBy(
  order: RawBuilder<unknown>,
  columns: readonly RawBuilder<unknown>[],
  limit: number,
): RawBuilder<unknown> {
  const position = sql`row_number() over (order by ${order})`
  return sql`${position} as position, case when ${position} = ${limit} then ${cursorText(columns)} end as key`
}

/** The values of a cursor, cast to their types; null without a cursor. @throws request.invalid */
export function cursorValues(cursor: string | undefined, types: readonly KeyType[]) {
  return (
    cursorTexts(cursor, types)?.map((text, index) => sql`${text}::${sql.raw(types[index] ?? '')}`) ?? null
  )
}

function cursorTexts(cursor: string | undefined, types: readonly KeyType[]): string[] | null {
  if (!cursor) return null
  const texts = parseCursor(cursor)
  if (texts.length === types.length && types.every((type, index) => patterns[type].test(texts[index] ?? '')))
    return texts
  throw badCursor()
}

function parseCursor(cursor: string): string[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(parsed) && parsed.every((value) => typeof value === 'string')) return parsed
  } catch {
    // Every text that is not a cursor gets the one error below.
  }
  throw badCursor()
}

const badCursor = () =>
  fail('request.invalid', { issues: [{ path: 'cursor', message: 'not a cursor of this list' }] })

/** A row's `key` as the cursor that callers send back. */
export const cursorOf = (key: string): string => Buffer.from(key).toString('base64url')

/** `rows` holds one more than `limit` where there is more. */
export const listed = <Row extends { key: string | null }>(rows: Row[], limit: number): Listed<Row> =>
  listedBy(rows, limit, (row) => row.key)

/** The same of rows whose key is told from what they hold. */
export function listedBy<Row>(rows: Row[], limit: number, keyOf: (row: Row) => string | null): Listed<Row> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const key = rows.length > limit && last ? keyOf(last) : null
  return { items, next: key ? cursorOf(key) : null }
}

function skeletonOf<Id>(rows: { id: Id; key: string }[], limit: number): Skeleton<Id> {
  const { items, next } = listed(rows, limit)
  return { ids: items.map((row) => row.id), next }
}

/**
 * One page of a ranked search. The cursor is a position in the list, since ranks have no lasting order to key on and
 * the list is short (`depth`). @throws request.invalid
 */
export function rankedSkeleton(ids: readonly string[], page: PageQuery, depth: number): Skeleton {
  const [place = '0'] = cursorTexts(page.cursor, ['integer']) ?? []
  const start = Number(place)
  if (start > depth) throw badCursor()
  const ranked = ids.slice(0, depth)
  const end = start + (page.limit ?? depth)
  return {
    ids: ranked.slice(start, end),
    next: end < ranked.length ? cursorOf(JSON.stringify([String(end)])) : null,
  }
}
