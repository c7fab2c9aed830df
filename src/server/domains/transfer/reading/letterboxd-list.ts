import type { EntryList, ReadRow } from '../entry.ts'
import { csvRecords, rowReader, type Row } from './csv.ts'
import { isBlank } from './csv-file.ts'
import { htmlText } from './html-text.ts'
import { readEntry } from './values.ts'

const isHeader = (cells: readonly string[], ...columns: string[]) =>
  columns.every((column) => cells.includes(column))

/**
 * A list of a Letterboxd export: a line that names the format, a table of one row about the list, a blank line and
 * the table of its films. The tables are told by their headers: texts of several lines may come before.
 */
export async function* readLetterboxdList(file: string, text: string): AsyncGenerator<ReadRow> {
  let list: EntryList | null = null
  let about: ((cells: readonly string[]) => Row) | null = null
  let film: ((cells: readonly string[]) => Row) | null = null
  for await (const { line, cells } of csvRecords(file, text)) {
    if (isBlank(cells)) continue
    if (isHeader(cells, 'Position', 'Name', 'Year')) film = rowReader(cells)
    else if (isHeader(cells, 'Date', 'Name', 'Description') && !film) about = rowReader(cells)
    else if (film && list) {
      const row = film(cells)
      const position = Number(row('Position'))
      const { entry, fault } = readEntry('list-film', {
        title: row('Name'),
        year: row('Year'),
        list: { ...list, position: Number.isInteger(position) && position > 0 ? position : null },
      })
      yield { file, line, entry, fault }
    } else if (about && !list) {
      const row = about(cells)
      list = {
        key: `letterboxd:${row('URL') || row('Name')}`,
        title: row('Name').slice(0, 200) || file,
        description: htmlText(row('Description')).slice(0, 5000),
        position: null,
      }
    }
  }
}
