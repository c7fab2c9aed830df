import { sql, type RawBuilder } from 'kysely'
import { badCursor, type Cursor } from './pagination.ts'

export type Order = 'desc' | 'asc'

/** What each type looks like in a cursor. PostgreSQL would read more, such as `yesterday`. */
const written = {
  date: /^\d{4,6}-\d\d-\d\d$/,
  integer: /^\d{1,10}$/,
  real: /^[\d.e+-]{1,20}$/,
  text: /^[^\0]*$/,
  timestamptz: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
}

type KeyType = keyof typeof written

/** A value of a cursor as its type. @throws request.invalid */
export function cursorValue(text: string | undefined, type: KeyType): RawBuilder<unknown> {
  if (text === undefined || !written[type].test(text)) throw badCursor()
  return sql`${text}::${sql.raw(type)}`
}

interface Key {
  value: RawBuilder<unknown>
  type: KeyType
  id: RawBuilder<unknown>
  idType: 'integer' | 'uuid'
}

/**
 * A list that goes by a value and then an id, both in one direction: `by` is the order, `after` the condition of
 * the rows behind the cursor. @throws request.invalid
 */
export function keyset({ value, type, id, idType }: Key, order: Order, cursor: Cursor | null) {
  const direction = sql.raw(order)
  const comparison = sql.raw(order === 'desc' ? '<' : '>')
  return {
    by: sql`${value} ${direction}, ${id} ${direction}`,
    after: cursor
      ? sql`(${value}, ${id}) ${comparison} (${cursorValue(cursor.value, type)}, ${cursorValue(cursor.id, idType)})`
      : sql`true`,
  }
}
