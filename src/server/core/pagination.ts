import { fail } from './errors.ts'

/** A keyset position: the sort value of the last row and its id. */
export interface Cursor {
  value: string
  id: string
}

/** What a caller asks for: how many rows, and behind which. */
export interface Page {
  limit?: number | undefined
  cursor?: string | undefined
}

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString('base64url')
}

/** @throws request.invalid when the text was not made by `encodeCursor`. */
export function decodeCursor(text: string | undefined): Cursor | null {
  if (!text) return null
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (Array.isArray(parsed) && typeof parsed[0] === 'string' && typeof parsed[1] === 'string')
      return { value: parsed[0], id: parsed[1] }
  } catch {
    // falls through to the one answer for any text that is not a cursor
  }
  throw badCursor()
}

export const badCursor = () =>
  fail('request.invalid', { issues: [{ path: 'cursor', message: 'not a cursor of this list' }] })

/** The values of a cursor that goes by `count` of them, joined by `|`. @throws request.invalid */
export function cursorValues(cursor: Cursor, count: number): string[] {
  const values = cursor.value.split('|')
  if (values.length === count) return values
  throw badCursor()
}

/** Ids in order, and where the next page starts (`null` at the end). */
export interface Skeleton {
  ids: string[]
  next: string | null
}

/** Rows were asked with `limit + 1`; the extra one only tells that there is more. */
export function toSkeleton(rows: { id: string; sort: string }[], limit: number): Skeleton {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    ids: shown.map((row) => row.id),
    next: rows.length > limit && last ? encodeCursor({ value: last.sort, id: last.id }) : null,
  }
}

/**
 * One page of a ranked search. Ranks have no lasting order to key on and the list is short (`depth`), so a place
 * in it is enough of a cursor. @throws request.invalid
 */
export function rankedSkeleton(ids: readonly string[], page: Page, depth: number): Skeleton {
  const place = decodeCursor(page.cursor)?.value ?? '0'
  const start = Number(place)
  if (!/^\d{1,6}$/.test(place) || start > depth) throw badCursor()
  const ranked = ids.slice(0, depth)
  const end = start + (page.limit ?? depth)
  const next = end < ranked.length ? encodeCursor({ value: String(end), id: '' }) : null
  return { ids: ranked.slice(start, end), next }
}
