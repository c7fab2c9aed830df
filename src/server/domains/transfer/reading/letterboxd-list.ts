import { fail, lineIssue } from '#server/core/errors.ts'
import type { EntryList, ReadRow } from '../entry.ts'
import { csvRecords, rowReader, type Budget, type Row } from './csv.ts'
import { isBlank } from './csv-file.ts'
import { htmlText } from './html-text.ts'
import { readEntry } from './values.ts'

const isHeader = (cells: readonly string[], ...columns: string[]) =>
  columns.every((column) => cells.includes(column))

/**
 * A list of a Letterboxd export: a line that names the format, a table of one row about the list, a blank line and
 * the table of its films. The tables are told by their headers: texts of several lines may come before. A list that
 * says nothing of itself goes by the name of its file.
 * @throws import.columns, and as `csvRecords`
 */
export async function* readLetterboxdList(
  file: string,
  bytes: Buffer,
  budget: Budget,
): AsyncGenerator<ReadRow> {
  let list = aboutFile(file)
  let about: ((cells: readonly string[]) => Row) | null = null
  let film: ((cells: readonly string[]) => Row) | null = null
  let unknown: number | null = null
  for await (const { line, cells } of csvRecords(file, bytes, budget)) {
    if (isBlank(cells)) continue
    if (film) {
      const row = film(cells)
      const position = Number(row('Position'))
      const { entry, fault } = readEntry('list-film', {
        title: row('Name'),
        year: row('Year'),
        list: { ...list, position: Number.isInteger(position) && position > 0 ? position : null },
      })
      yield { file, line, entry, fault }
    } else if (isHeader(cells, 'Position', 'Name', 'Year')) film = rowReader(cells)
    else if (isHeader(cells, 'Date', 'Name', 'Description')) about = rowReader(cells)
    else if (about) list = aboutRow(about(cells), list)
    else unknown ??= line
  }
  if (unknown !== null && !film && !about)
    throw fail('import.columns', {
      issues: [lineIssue(file, unknown, 'not the columns of a list')],
    })
}

function aboutFile(file: string): EntryList {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.csv$/i, '')
  return { key: `letterboxd:${file}`, title: name.slice(0, 200), description: '', position: null }
}

const aboutRow = (row: Row, otherwise: EntryList): EntryList => ({
  key: `letterboxd:${row('URL') || row('Name')}`,
  title: row('Name').slice(0, 200) || otherwise.title,
  description: htmlText(row('Description')).slice(0, 5000),
  position: null,
})
