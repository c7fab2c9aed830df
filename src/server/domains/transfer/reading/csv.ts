import { fail, lineIssue } from '#server/core/errors.ts'
import { createYielder } from '#server/core/yielder.ts'
import { linesIn, textPieces } from './text.ts'

/** One record, with the line of its first character, from 1. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** Characters of one record: a quote that never closes must not swallow a whole file. */
const maxRecordLength = 400_000

/** Records, empty lines too, that the files of one import may still have: each costs time, whatever it holds. */
export interface Budget {
  records: number
}
const maxRecords = 1_000_000
export const openBudget = (): Budget => ({ records: maxRecords })

/**
 * The records of a file, empty lines too (one empty cell): quoted cells keep their line breaks.
 * @throws import.not_a_file, import.too_large, import.broken (for quotes that do not match) with the line
 */
export async function* csvRecords(
  file: string,
  bytes: Buffer,
  budget: Budget = openBudget(),
): AsyncGenerator<CsvRecord> {
  const turns = createYielder()
  for (const record of records(file, bytes)) {
    if (--budget.records < 0)
      throw fail('import.too_large', {
        issues: [lineIssue(file, record.line, 'too many lines')],
      })
    yield record
    if (turns.isOver()) await turns.next()
  }
}

function* records(file: string, bytes: Buffer): Generator<CsvRecord> {
  let record = openRecord(file, 1)
  for (const piece of textPieces(file, bytes))
    for (let from = 0; from < piece.length;) {
      from = record.take(piece, from)
      if (!record.isWhole()) continue
      yield { line: record.line, cells: record.cells }
      record = openRecord(file, record.nextLine())
    }
  if (record.end()) yield { line: record.line, cells: record.cells }
}

/** A record as it is read, cell by cell. */
function openRecord(file: string, line: number) {
  const cells: string[] = []
  let cell = ''
  let state: 'start' | 'plain' | 'quoted' | 'closed' | 'whole' = 'start'
  let length = 0
  let breaks = 0

  const broken = (message: string) => fail('import.broken', { issues: [lineIssue(file, line, message)] })
  const wrongQuotes = () => broken('quotes that do not match')

  function add(part: string) {
    cell += part
    length += part.length + 1
    if (length > maxRecordLength) throw broken(`a row of more than ${maxRecordLength} characters`)
  }

  function endCell(sign: string) {
    add('')
    cells.push(cell)
    cell = ''
    state = sign === '\n' ? 'whole' : 'start'
  }

  return {
    line,
    cells,
    isWhole: () => state === 'whole',
    /** Of the record behind this one, which ended with its line. */
    nextLine: () => line + breaks + 1,
    /** Takes what comes next of a piece; answers where it goes on. */
    take(piece: string, from: number): number {
      if (state === 'quoted') {
        const quote = piece.indexOf('"', from)
        const end = quote === -1 ? piece.length : quote
        const part = piece.slice(from, end)
        breaks += linesIn(part)
        add(part)
        if (quote === -1) return end
        state = 'closed'
        return end + 1
      }
      const sign = piece.charAt(from)
      if (sign === ',' || sign === '\n') endCell(sign)
      else if (sign === '"' && state !== 'plain') {
        // A quote behind the one that closed makes both a sign of the text.
        if (state === 'closed') add(sign)
        state = 'quoted'
      } else if (sign === '"' || state === 'closed') throw wrongQuotes()
      else {
        const end = plainEnd(piece, from)
        add(piece.slice(from, end))
        state = 'plain'
        return end
      }
      return from + 1
    },
    /** At the end of the file; whether there is one. */
    end(): boolean {
      if (state === 'quoted') throw wrongQuotes()
      if (state === 'start' && cells.length === 0) return false
      endCell('\n')
      return true
    },
  }
}

const sign = /[",\n]/g

function plainEnd(piece: string, from: number): number {
  sign.lastIndex = from
  return sign.exec(piece)?.index ?? piece.length
}

/** Cells by the name of their column, as the header spells it; columns that a short record lacks are empty. */
export type Row = (column: string) => string

export function rowReader(header: readonly string[]): (cells: readonly string[]) => Row {
  const places = new Map(header.map((name, place) => [name, place]))
  return (cells) => (column) => cells[places.get(column) ?? -1]?.trim() ?? ''
}
