import { fail, lineIssue } from '#server/core/errors.ts'
import type { ImportSource } from '#shared/api/transfer.ts'
import type { ReadRow } from '../entry.ts'
import { csvRecords, rowReader, type Budget, type CsvRecord, type Row } from './csv.ts'
import { formats, type CsvFormat } from './formats.ts'
import { genericCsv } from './generic-csv.ts'
import type { Read } from './values.ts'

/** A CSV whose header was understood. */
export interface KnownCsv {
  source: ImportSource
  rows: AsyncIterable<ReadRow>
}

interface Reader {
  source: ImportSource
  read(row: Row): Read[]
}

/** Finds out what a CSV is by its header, and reads its rows. @throws import.columns, import.empty and as `csvRecords` */
export async function readCsvFile(
  file: string,
  bytes: Buffer,
  known: readonly CsvFormat[] = formats,
  budget?: Budget,
): Promise<KnownCsv> {
  const records = csvRecords(file, bytes, budget)
  let first = await records.next()
  while (!first.done && isBlank(first.value.cells)) first = await records.next()
  if (first.done) throw fail('import.empty', { issues: [{ path: file, message: 'no header' }] })
  const { line, cells } = first.value
  const header = cells.map((cell) => cell.trim())
  const reader = readerOf(header, file, known)
  if (!reader)
    throw fail('import.columns', {
      issues: [lineIssue(file, line, header.join(',').slice(0, 300))],
    })
  return { source: reader.source, rows: readRows(file, header, records, reader) }
}

function readerOf(header: readonly string[], file: string, known: readonly CsvFormat[]): Reader | null {
  const format = known.find(
    ({ columns, only, name }) =>
      columns.every((column) => header.includes(column)) &&
      (!only || header.length === columns.length) &&
      (name === undefined || name.test(file)),
  )
  if (format) return format
  const read = known === formats ? genericCsv(header, file) : null
  return read && { source: 'csv', read }
}

async function* readRows(
  file: string,
  header: readonly string[],
  records: AsyncIterable<CsvRecord>,
  reader: Reader,
): AsyncGenerator<ReadRow> {
  const rowOf = rowReader(header)
  for await (const { line, cells } of records) {
    if (isBlank(cells)) continue
    for (const { entry, fault } of reader.read(rowOf(cells))) yield { file, line, entry, fault }
  }
}

export const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
