/**
 * All rows that `read` answers, page after page: each page is read when the one before has been dealt with, after the
 * key of its last row.
 * @param limit with which `read` reads: a page of fewer rows is the last one
 */
export async function* pagesOf<Row, Key>(
  first: Key,
  limit: number,
  read: (after: Key) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<readonly Row[]> {
  for (let after = first; ;) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < limit) return
    after = keyOf(last)
  }
}
