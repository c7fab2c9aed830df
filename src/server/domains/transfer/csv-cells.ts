import { markEmphasis, withoutMarks } from '#shared/emphasis.ts'

/**
 * What a spreadsheet takes for a formula gets a `'` before it, and so does what such a quote already precedes: one
 * quote less is then exactly the text that was.
 */
const formula = /^'*[=+\-@\t\r＝＋－＠]/
const quoted = /^''*[=+\-@\t\r＝＋－＠]/

export const escapeCell = (text: string): string => (formula.test(text) ? `'${text}` : text)
export const unescapeCell = (cell: string): string => (quoted.test(cell) ? cell.slice(1) : cell)

/** Letterboxd reads reviews as HTML: only what would then be a tag or a sign is written as a sign. */
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
/** Of films without a log: the watchlist. */
export const filmColumns = diaryColumns.slice(0, 5)
/** Of the films of a list, with what is said of them, as Letterboxd’s own lists have it. */
export const listColumns = [...filmColumns, 'Description']
/** Of films that are only marked as seen. */
export const seenColumns = [...filmColumns, 'Rating']
