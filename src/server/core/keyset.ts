import { sql, type RawBuilder } from 'kysely'
import type { Cursor } from './pagination.ts'

export type Order = 'desc' | 'asc'

interface Key {
  /** What the list goes by, and the type that its text in a cursor is read as. */
  value: RawBuilder<unknown>
  type: 'date' | 'integer' | 'real' | 'text' | 'timestamptz'
  id: RawBuilder<unknown>
  idType: 'integer' | 'uuid'
}

/** One direction for value and id: `by` is the order, `after` the condition of the rows behind the cursor. */
export function keyset({ value, type, id, idType }: Key, order: Order, cursor: Cursor | null) {
  const direction = sql.raw(order)
  return {
    by: sql`${value} ${direction}, ${id} ${direction}`,
    after: cursor
      ? sql`(${value}, ${id}) ${sql.raw(order === 'desc' ? '<' : '>')}
          (${cursor.value}::${sql.raw(type)}, ${cursor.id}::${sql.raw(idType)})`
      : sql`true`,
  }
}
