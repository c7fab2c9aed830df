import { markEmphasis, withoutMarks } from '#shared/emphasis.ts'

/**
 * A cell that a spreadsheet would take for a formula gets a `'` before it, and so does one that has such quotes
 * before a formula already: reading removes one quote and so gives exactly the original text.
 */
const formula = /^'*[=+\-@\t\r＝＋－＠]/
const quoted = /^''*[=+\-@\t\r＝＋－＠]/

export const escapeCell = (text: string): string => (formula.test(text) ? `'${text}` : text)
export const unescapeCell = (cell: string): string => (quoted.test(cell) ? cell.slice(1) : cell)

/** Letterboxd reads reviews as HTML, so only characters that would be part of a tag or an entity are escaped. */
export const escapeReview = (text: string): string =>
  text.replaceAll(/&(?=#?\w{1,40};)/g, '&amp;').replaceAll(/<(?=[A-Za-z/!?])/g, '&lt;')
/** With emphasis marked. */
export const unescapeReview = (cell: string): string =>
  withoutMarks(cell)
    .replaceAll(/<i>([^<]*)<\/i>/g, (_, text: string) => markEmphasis(text))
    .replaceAll(/&(amp|lt);/g, (_, name) => (name === 'amp' ? '&' : '<'))

/** The columns that Letterboxd's importer knows, as Scene writes them. */
export const diaryColumns = [
  'tmdbID',
  'imdbID',
  'Title',
  'Year',
  'Directors',
  'WatchedDate',
  'Rating',
  'Rewatch',
  'Tags',
  'Review',
] as const
/** Columns for films without a log, such as the watchlist. */
export const filmColumns = diaryColumns.slice(0, 5)
/** Columns for films of a list, with their notes, as in Letterboxd's own lists. */
export const listColumns = [...filmColumns, 'Description']
/** Columns for films that are only marked as seen. */
export const seenColumns = [...filmColumns, 'Rating']
