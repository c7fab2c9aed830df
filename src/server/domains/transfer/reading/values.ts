import type { RowReason } from '#shared/api/transfer.ts'
import { writable, writableLine } from '#shared/api/fields.ts'
import { maxNoteLength } from '#shared/api/lists.ts'
import { markEmphasis, readEmphasis, withoutMarks } from '#shared/emphasis.ts'
import { maxTagLength, maxTags, parseTags } from '#shared/tags.ts'
import type { ImportEntry, ImportEntryList } from '../entry.ts'

/** Characters that a log's review holds. */
const maxReviewLength = 20_000
const maxNames = 500

const nothing: Omit<ImportEntry, 'kind'> = {
  title: '',
  year: null,
  tmdbId: null,
  imdbId: null,
  directors: [],
  key: null,
  rating: null,
  watchedAt: null,
  loggedAt: null,
  rewatch: false,
  rewatchCount: 0,
  review: '',
  spoilers: false,
  tags: [],
  list: null,
}

/** What a row says, with the first thing that is wrong with it. */
export interface Read {
  entry: ImportEntry
  fault: RowReason | null
}

/**
 * An entry from the texts of a row. Values that cannot be are faults: a row is never imported with a part of it
 * dropped in silence.
 */
export function readEntry(kind: ImportEntry['kind'], given: CellTexts): Read {
  const faults: RowReason[] = []
  const part = <Value>(value: Value | undefined, fault: RowReason, otherwise: Value): Value => {
    if (value !== undefined) return value
    faults.push(fault)
    return otherwise
  }
  const watchedAt = part(dayOf(given.watchedAt ?? ''), 'bad-date', null)
  const rating = part(halfSteps(given.rating ?? '', given.best ?? 5), 'bad-rating', null)
  const { text, emphasis } = readEmphasis(given.review ?? '')
  // What is in its place is as long, so that the emphasis stays where it is.
  const review = writable(text)
  const said = parseTags(writableLine(given.tags ?? ''))
  const tags = parseTags(said.map(shortTag).join(',')).slice(0, maxTags)
  const hasCutTags = said.length > maxTags || said.some((tag) => tag.length > maxTagLength)
  const note = writable(withoutMarks(given.note ?? '')).trim()
  if (review.length > maxReviewLength || note.length > maxNoteLength) faults.push('too-long')
  const tmdbId = numberOf(given.tmdbId ?? '')
  const imdbId = imdbOf(given.imdbId ?? '')
  const title = writableLine(given.title ?? '').trim()
  if (title === '' && tmdbId === null && imdbId === null) faults.push('no-title')
  const rewatchCount = numberOf(given.rewatch ?? '') ?? (yes.test(given.rewatch ?? '') ? 1 : 0)
  const entry: ImportEntry = {
    ...nothing,
    kind,
    title: title.slice(0, 500),
    year: yearOf(given.year ?? ''),
    tmdbId,
    imdbId,
    directors: namesOf(given.directors ?? '').slice(0, maxNames),
    key: given.key || null,
    rating,
    watchedAt,
    loggedAt: momentOf(given.loggedAt ?? ''),
    rewatch: rewatchCount > 0,
    rewatchCount,
    review: review.slice(0, maxReviewLength),
    ...(emphasis.length > 0 && { reviewEmphasis: emphasis }),
    tags,
    ...(hasCutTags && { hasCutTags }),
    list: given.list ?? null,
    ...(note !== '' && { note: note.slice(0, maxNoteLength) }),
  }
  return { entry, fault: faults[0] ?? null }
}

const maxListTexts = { title: 200, description: 5000 }

/**
 * A list of itself. Of texts that are too long as much comes as fits, and a row beside it says so and keeps them whole.
 */
export function readList(
  list: ImportEntryList,
  { made, cells }: { made: string; cells: Record<string, string> },
): { list: ImportEntryList; rows: (Read & { cells: Record<string, string> })[] } {
  const title = list.title.trim()
  const fitting: ImportEntryList = {
    ...list,
    title: title.slice(0, maxListTexts.title),
    description: list.description.slice(0, maxListTexts.description),
  }
  const read = readEntry('list', { title: fitting.title || 'List', loggedAt: made, list: fitting })
  const isCut = title.length > maxListTexts.title || list.description.length > maxListTexts.description
  return {
    list: fitting,
    rows: [{ ...read, cells }, ...(isCut ? [{ ...read, fault: 'too-long' as const, cells }] : [])],
  }
}

/** A tag that is too long ends with its last whole word that fits, or where it must. */
function shortTag(tag: string): string {
  if (tag.length <= maxTagLength) return tag
  const end = tag.lastIndexOf(' ', maxTagLength)
  return tag.slice(0, end > 0 ? end : maxTagLength).replace(/[\ud800-\udbff]$/, '')
}

/** Of a row that may be of no film: it stays as it was read. */
export const ofFilm = (isFilm: boolean, { entry, fault }: Read): Read => ({
  entry,
  fault: isFilm ? fault : 'not-a-film',
})

/** Cells as they stand in a file. */
export interface CellTexts {
  title?: string
  year?: string
  tmdbId?: string
  imdbId?: string
  directors?: string
  key?: string
  rating?: string
  /** The best rating of the scale: 5, 10 or 100. */
  best?: 5 | 10 | 100
  watchedAt?: string
  loggedAt?: string
  rewatch?: string
  /** May have marks of emphasis. */
  review?: string
  tags?: string
  list?: ImportEntry['list']
  note?: string
}

const yes = /^(yes|y|true|x)$/i

/** `YYYY-MM-DD` of a date or an instant as it is written; null where there is none, undefined for what is no day. */
export function dayOf(text: string): string | null | undefined {
  const written = text.trim()
  if (written === '' || written.toLowerCase() === 'unknown') return null
  const day = /^(\d{4}-\d\d-\d\d)(?:$|[T ]\d\d:\d\d)/.exec(isoDay(written))?.[1]
  if (day === undefined) return undefined
  const date = new Date(`${day}T00:00:00Z`)
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
  return exists && date.getUTCFullYear() >= 1870 ? day : undefined
}

/** Spreadsheets and services of half of Europe write the day first, with points or (Simkl) hyphens: `31.12.2024`. */
const isoDay = (text: string) =>
  text.replace(
    /^(\d\d?)([.-])(\d\d?)\2(\d{4})(?=$|[T ])/,
    (_, day: string, _sign, month: string, year: string) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )

/** A day, or the instant where a time is given; null for anything else. */
function momentOf(text: string): string | null {
  const day = dayOf(text) ?? null
  if (day === null || !/[T ]\d\d:\d\d/.test(text)) return day
  const moment = new Date(isoDay(text.trim()).replace(' ', 'T'))
  return Number.isNaN(moment.getTime()) ? day : moment.toISOString()
}

/** Half steps, 1 to 10, of a rating on the scale; null where there is none, undefined for what is no such rating. */
export function halfSteps(text: string, best: 5 | 10 | 100): number | null | undefined {
  const written = text.trim()
  if (written === '') return null
  const value = /^\d+([.,]\d+)?$/.test(written) ? Number(written.replace(',', '.')) : Number.NaN
  if (value === 0) return null
  const steps = (value / best) * 10
  // Other services rate finer than halves: those are rounded, at least to half a star. Five stars must be halves.
  if (best === 5 && !Number.isInteger(steps)) return undefined
  return steps > 0 && steps <= 10 ? Math.max(1, Math.round(steps)) : undefined
}

function numberOf(text: string): number | null {
  const value = /^\d{1,10}$/.test(text.trim()) ? Number(text) : 0
  return value > 0 && value <= 2_147_483_647 ? value : null
}

/** Old files write the digits only. */
function imdbOf(text: string): string | null {
  const digits = /^(?:tt)?(\d{6,9})$/.exec(text.trim())?.[1]
  return digits === undefined ? null : `tt${digits.padStart(7, '0')}`
}

/** Of a year or a date. */
function yearOf(text: string): number | null {
  const year = Number(/^(\d{4})(?:$|-)/.exec(text.trim())?.[1] ?? 0)
  return year >= 1870 && year <= 2200 ? year : null
}

function namesOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Texts of other services as plain text, as `markedText` reads them. */
export const htmlText = (html: string): string => withoutMarks(markedText(html)).trim()

/**
 * Reviews of other services as plain text: of the tags that Letterboxd allows (`br strong em b i a blockquote`, and
 * `p`) line breaks stay line breaks, links keep their address, lines of a quotation begin with `> `, and emphasis is
 * marked. What only looks like a tag (`<3`) stays as it is.
 */
export function markedText(html: string): string {
  const marked = markTags(withoutMarks(html).replaceAll(/<br\s*\/?>/gi, '\n'))
    .replaceAll(/<\/p\s*>/gi, '\n\n')
    .replaceAll(
      /<blockquote(?:\s[^<>]{0,500})?>([^<]*(?:<(?!\/?blockquote)[^<]*)*)<\/blockquote\s*>/gi,
      quotation,
    )
    .replaceAll(link, (_whole, _quote: string, address: string, text: string) =>
      text.includes(address) ? text : `${text} (${address})`,
    )
  return markTags(marked)
    .replaceAll(/<\/?(?:strong|em|b|i|a|blockquote|p)(?:\s[^<>]{0,500})?>/gi, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, entity)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const emphasised = /<(strong|em|b|i)(?:\s[^<>]{0,500})?>([^<>]{1,20000})<\/\1\s*>/gi

/** The innermost first, three deep; one that is not closed emphasises nothing. */
function markTags(html: string): string {
  let marked = html
  for (let depth = 0; depth < 3; depth++)
    marked = marked.replaceAll(emphasised, (_whole, _tag: string, text: string) => markEmphasis(text))
  return marked
}

const quotation = (_whole: string, text: string) => `\n\n${text.trim().replaceAll(/^/gm, '> ')}\n\n`

/** What stands in it may begin or end emphasis that does not end or begin there. */
const link =
  /<a\s[^<>]{0,200}?href=(["'])(https?:\/\/[^"'<>\s]{1,500})\1[^<>]{0,200}>((?:[^<>]|<\/?(?:strong|em|b|i)(?:\s[^<>]{0,500})?>){0,1000})<\/a>/gi

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

function entity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  const allowed =
    code === 9 || code === 10 || (code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
  return allowed ? withoutMarks(String.fromCodePoint(code)) : whole
}
