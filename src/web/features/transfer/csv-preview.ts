/** Characters that separate cells; exports of some programs use other ones than commas. */
const separators = [',', ';', '\t']

/** Bytes of a file that are looked at: three rows with the longest reviews fit. */
const previewBytes = 256 * 1024

/** Data lines shown of a file. */
const previewRows = 3

/** `at` is where it stands in its line, from 0. */
interface Cell {
  at: number
  text: string
}

/** As many cells a row as there are columns. */
export interface Preview {
  columns: Cell[]
  rows: { number: number; cells: Cell[] }[]
}

/**
 * The first records of a text, empty lines left out. A quoted cell may hold separators, quotes and line breaks.
 * Only for display: the server parses the file again, strictly.
 */
export function firstRecords(text: string, count: number): string[][] {
  const separator = separatorOf(text)
  const records: string[][] = []
  let record: string[] = []
  let cell = ''
  let quoted = false
  const endRecord = () => {
    record.push(cell)
    if (record.length > 1 || cell !== '') records.push(record)
    record = []
    cell = ''
  }
  for (let at = 0; at < text.length && records.length < count; at++) {
    const character = text[at]
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[at++]
      else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === separator) {
      record.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') endRecord()
    else cell += character
  }
  if (records.length < count) endRecord()
  return records
}

/** The one that the first line has most of. */
function separatorOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const times = (separator: string) => line.split(separator).length
  return separators.reduce((best, separator) => (times(separator) > times(best) ? separator : best))
}

/** The first data lines of a file after its header. Rejects when the file cannot be read. */
export async function readPreview(file: File): Promise<Preview> {
  // Like every reader of UTF-8 in a browser this drops a byte order mark.
  const text = await file.slice(0, previewBytes).text()
  const [columns = [], ...rows] = firstRecords(text, previewRows + 1)
  const cellsOf = (row: string[]) => columns.map((_, at) => ({ at, text: row[at] ?? '' }))
  return {
    columns: cellsOf(columns),
    rows: rows.map((row, index) => ({ number: index + 1, cells: cellsOf(row) })),
  }
}
