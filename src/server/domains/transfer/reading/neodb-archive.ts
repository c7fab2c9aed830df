import type { ReadRow } from '../entry.ts'
import type { Archive } from './archive.ts'
import type { Facts } from './csv.ts'
import { readCsvFile } from './formats.ts'
import { isNeodbTable, neodb } from './trackers.ts'
import { maxReviewLength } from './values.ts'

export const isNeodb = (paths: readonly string[]) => paths.some((path) => isNeodbTable(path))

/**
 * Reads the export of NeoDB, three tables for each kind of work: marks, reviews and notes. A review is joined to the
 * mark of its film, below what the mark says; one of a film without a log is a log without a day.
 */
export async function* readNeodbArchive(archive: Archive, facts: Facts): AsyncGenerator<ReadRow> {
  const tables = archive.paths.filter((path) => isNeodbTable(path))
  const rowsOf = async function* (kind: RegExp) {
    for (const path of tables.filter((one) => kind.test(one)))
      yield* (await readCsvFile(path, await archive.read(path), neodb, facts)).rows
  }
  const reviews = new Map<string, ReadRow>()
  for await (const row of rowsOf(/_review\.csv$/i)) {
    const { key } = row.entry
    reviews.set(key === null || reviews.has(key) ? `${row.file}:${row.line}` : key, row)
  }
  for await (const row of rowsOf(/_mark\.csv$/i)) {
    const review = row.entry.kind === 'log' ? reviews.get(row.entry.key ?? '') : undefined
    if (review?.fault !== null || row.fault !== null) yield row
    else {
      reviews.delete(row.entry.key ?? '')
      yield withReview(row, review)
    }
  }
  yield* reviews.values()
  yield* rowsOf(/_note\.csv$/i)
}

/** The log of a mark with what the mark says, and the review below it. */
function withReview(row: ReadRow, { entry: review, cells }: ReadRow): ReadRow {
  const { review: comment, spoilers } = row.entry
  const before = comment === '' ? '' : `${comment}\n\n`
  const text = before + review.review
  return {
    ...row,
    fault: text.length > maxReviewLength ? 'too-long' : null,
    cells: { ...cells, ...row.cells },
    entry: {
      ...row.entry,
      review: text.slice(0, maxReviewLength),
      reviewEmphasis: (review.reviewEmphasis ?? []).map((at) => at + before.length),
      spoilers: spoilers || review.spoilers,
    },
  }
}
