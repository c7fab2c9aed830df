import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { fail } from '#server/core/errors.ts'

/** One record, with the line of its first character, from 1. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** Characters handed to the parser at once. */
const chunk = 65_536
/** Characters of one record: a quote that never closes must not swallow a whole file. */
const longestRecord = 400_000

/**
 * The records of a text whose lines end with `\n`, empty lines too (one empty cell): quoted cells keep their line
 * breaks. @throws import.broken with the line, for quotes that do not match
 */
export async function* csvRecords(file: string, text: string): AsyncGenerator<CsvRecord> {
  const parser = Readable.from(chunks(text)).pipe(
    parse({ record_delimiter: '\n', relax_column_count: true, info: true, max_record_size: longestRecord }),
  )
  let line = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      yield { line, cells: record }
      line = info.lines + 1
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw fail('import.broken', {
      issues: [{ path: `${file}:${String(error['lines'])}`, message: 'quotes that do not match' }],
      cause: error,
    })
  }
}

function* chunks(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += chunk) yield text.slice(start, start + chunk)
}

/** Cells by the name of their column, as the header spells it; columns that a short record lacks are empty. */
export type Row = (column: string) => string

export function rowReader(header: readonly string[]): (cells: readonly string[]) => Row {
  const places = new Map(header.map((name, place) => [name, place]))
  return (cells) => (column) => cells[places.get(column) ?? -1]?.trim() ?? ''
}
