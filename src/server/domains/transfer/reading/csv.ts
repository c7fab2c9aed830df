import type { ImportAssumption, ImportKind, ImportSource } from '#shared/api/transfer.ts'
import { fail, lineIssue } from '#server/core/errors.ts'
import { createYielder } from '#server/core/yielder.ts'
import type { Read } from './values.ts'
import { encodingOf, linesIn, textPieces, type Encoding } from './text.ts'

/** One record, with the line of its first character, from 1. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** Longest record, in characters: a quote that never closes must not swallow a whole file. */
const maxRecordLength = 400_000

/** What is collected over all files of one import. */
export interface Facts {
  /** How many records may still follow, counting empty lines: each costs time. */
  records: number
  assumed: Set<ImportAssumption>
  /** Names of all their columns, in order. */
  columns: Set<string>
}
const maxRecords = 1_000_000
/** Exports of all services have fewer; further columns are not stored. */
const maxColumns = 1000
export const openFacts = (): Facts => ({ records: maxRecords, assumed: new Set(), columns: new Set() })

/** Stores the name of a column; answers the name as stored, or null when there is no room. */
export function addColumn({ columns }: Facts, name: string): string | null {
  const kept = name.toWellFormed().replaceAll('\0', '').slice(0, 200)
  if (kept === '' || (columns.size >= maxColumns && !columns.has(kept))) return null
  columns.add(kept)
  return kept
}

/**
 * The records of a file, with empty lines as one empty cell; quoted cells keep their line breaks. Assumptions about
 * the file are added to the facts.
 * @throws import.not_a_file, import.too_large, import.broken (for quotes that do not match) with the line
 */
export async function* csvRecords(
  file: string,
  bytes: Buffer,
  facts: Facts = openFacts(),
): AsyncGenerator<CsvRecord> {
  const turns = createYielder()
  for (const record of records(file, bytes, facts.assumed)) {
    if (--facts.records < 0)
      throw fail('import.too_large', {
        issues: [lineIssue(file, record.line, 'too many lines')],
      })
    yield record
    if (turns.isOver()) await turns.next()
  }
}

type Separator = ',' | ';' | '\t'

const assumptions: Readonly<Record<Encoding | Separator, ImportAssumption | null>> = {
  'utf-8': null,
  'utf-16le': 'utf-16',
  'utf-16be': 'utf-16',
  'windows-1252': 'windows-1252',
  ',': null,
  ';': 'semicolons',
  '\t': 'tabs',
}

function* records(file: string, bytes: Buffer, assumed: Facts['assumed']): Generator<CsvRecord> {
  const encoding = encodingOf(bytes)
  let separator: Separator | null = null
  let record = openRecord(file, 1, ',')
  for (const piece of textPieces(file, bytes, encoding)) {
    if (separator === null) {
      separator = separatorOf(piece)
      for (const one of [encoding, separator]) if (assumptions[one]) assumed.add(assumptions[one])
      record = openRecord(file, 1, separator)
    }
    for (let from = 0; from < piece.length;) {
      from = record.take(piece, from)
      if (!record.isWhole()) continue
      if (!isHint(record)) yield { line: record.line, cells: record.cells }
      record = openRecord(file, record.nextLine(), separator)
    }
  }
  if (record.end()) yield { line: record.line, cells: record.cells }
}

/** A first line by which Excel is told the separator. */
const isHint = ({ line, cells }: CsvRecord) => line === 1 && cells.length === 2 && cells[0] === 'sep='

/** Lines that may come before the header. */
const linesAhead = 20

/** The separator: the one that is most frequent, outside of quotes, in the first line that has any. */
function separatorOf(text: string): Separator {
  for (const line of text.replaceAll(/"[^"]*"/g, '').split('\n', linesAhead)) {
    const times = (sign: Separator) => line.split(sign).length - 1
    const [found] = ([',', ';', '\t'] as const)
      .filter((sign) => times(sign) > 0)
      .toSorted((a, b) => times(b) - times(a))
    if (found) return found
  }
  return ','
}

/** A record while it is being read, cell by cell. */
function openRecord(file: string, line: number, separator: Separator) {
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
    /** The line of the next record, which begins on a new line. */
    nextLine: () => line + breaks + 1,
    /** Reads on in a piece; answers where the next read starts. */
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
      if (sign === separator || sign === '\n') endCell(sign)
      else if (sign === '"' && state !== 'plain') {
        // A quote right after a closing one: the two stand for one quote in the text.
        if (state === 'closed') add(sign)
        state = 'quoted'
      } else if (sign === '"' || state === 'closed') throw wrongQuotes()
      else {
        const end = plainEnd(piece, from, separator)
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

const signs = { ',': /[",\n]/g, ';': /[";\n]/g, '\t': /["\t\n]/g }

function plainEnd(piece: string, from: number, separator: Separator): number {
  const sign = signs[separator]
  sign.lastIndex = from
  return sign.exec(piece)?.index ?? piece.length
}

/** Columns of one name, the later of which are numbered: `title`, `title (2)`. */
export function withoutTwins(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 || name === '' ? name : `${name} (${count})`
  })
}

/** Cells by the name of their column, as the header spells it; columns that a short record lacks are empty. */
export type Row = (column: string) => string

export function rowReader(header: readonly string[]): (cells: readonly string[]) => Row {
  const places = new Map(header.map((name, place) => [name, place]))
  return (cells) => (column) => cells[places.get(column) ?? -1]?.trim() ?? ''
}

/** All cells of a row by the stored names of their columns, without empty ones. */
export function cellsOf(
  header: readonly (string | null)[],
  cells: readonly string[],
): Record<string, string> {
  const texts = cells.map((text, place) => [header[place], text.trim()] as const)
  return Object.fromEntries(texts.filter(([name, text]) => name && text !== ''))
}

/** A CSV format, recognised by its columns. */
export interface CsvFormat {
  source: ImportSource
  /** The first format is taken all of whose columns the header has. */
  columns: readonly string[]
  /** Whether further columns mean that it is another format. */
  only?: true
  /** The kind of all its rows, if they have the same. */
  kind?: ImportKind
  /** The file's name must match this; for formats that share their columns with others. */
  name?: RegExp
  /** The entries of a row; none when it is not about a film. */
  read(row: Row, file: string): Read[]
  /**
   * For formats whose rows depend on each other: gets all rows first, and answers the function that reads them. What
   * it assumes is added.
   */
  survey?(rows: AsyncIterable<Row>, file: string, assumed: Facts['assumed']): Promise<CsvFormat['read']>
}
